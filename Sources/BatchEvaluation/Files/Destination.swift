#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where an output goes, once every link is followed.
package struct Destination {
  package enum Kind: Equatable {
    /// An open file of this process: `-`, `/dev/stdout`, `/dev/fd/3`.
    case descriptor(Int32)
    /// A pipe, a device or a socket, which is written to as it comes.
    case stream(path: String, isSocket: Bool)
    /// A regular file, or the place of one.
    case file(path: String)
  }

  /// What messages call it.
  package let name: String
  package let kind: Kind
  /// What is there now.
  let identity: FileIdentity?
  /// The size, owner and mode of the regular file that is there.
  let present: stat?

  /// More links than these lead nowhere, as the system sees it.
  private static let mostLinks = 40

  /// Follows a path, and refuses one that the command reads from.
  ///
  /// - Parameter path: `-` is standard output.
  package init(_ path: String, besides inputs: InputFiles) throws(BatchError) {
    if path == "-" {
      self.init("standard output", .descriptor(1), FileIdentity(descriptor: 1))
    } else {
      try self.init(following: path)
    }
    guard inputs.contains(identity) else { return }
    if case .descriptor = kind { throw .file(name: name, "would be appended to its input") }
    throw .file(name: name, "would overwrite its input")
  }

  private init(_ name: String, _ kind: Kind, _ identity: FileIdentity? = nil, _ present: stat? = nil) {
    (self.name, self.kind, self.identity, self.present) = (name, kind, identity, present)
  }

  private init(following name: String) throws(BatchError) {
    guard !name.isEmpty else { throw .file(name: "the output", "its name is empty") }
    var path = name
    for _ in 0..<Self.mostLinks {
      if let descriptor = Self.descriptor(at: path) {
        guard fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY else {
          throw .file(name: name, fcntl(descriptor, F_GETFD) < 0 ? "is not open" : "is not open for writing")
        }
        self.init(name, .descriptor(descriptor), FileIdentity(descriptor: descriptor))
        return
      }
      var status = stat()
      guard lstat(path, &status) == 0 else {
        guard errno == ENOENT else { throw .file(name: name, FileDescriptor.words(errno)) }
        self.init(name, .file(path: path))
        return
      }
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        guard let target = Self.target(of: path) else { throw .file(name: name, FileDescriptor.words(errno)) }
        path = target.hasPrefix("/") ? target : Self.folder(of: path) + target
      case S_IFDIR: throw .file(name: name, "is a directory, not a file")
      case S_IFREG:
        self.init(name, .file(path: path), FileIdentity(status), status)
        return
      case let type:
        self.init(name, .stream(path: path, isSocket: type == S_IFSOCK))
        return
      }
    }
    throw .file(name: name, FileDescriptor.words(ELOOP))
  }

  /// The folder of a path with its slash; empty: the present one.
  private static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  private static func target(of path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count)
    return count < 0 ? nil : String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The open file that a path in `/dev/fd` or `/proc/self/fd` stands for.
  ///
  /// Opened anew, a regular file would be written from its beginning, and renaming would replace the link.
  private static func descriptor(at path: String) -> Int32? {
    let folder = folder(of: path)
    let name = path.dropFirst(folder.count)
    guard let resolved = realpath(folder.isEmpty ? "." : folder, nil) else { return nil }
    defer { free(resolved) }
    let place = String(cString: resolved)
    let own = "/proc/\(getpid())"
    let isOfDescriptors =
      place == "/dev/fd" || place == "\(own)/fd" || place.hasPrefix("\(own)/task/") && place.hasSuffix("/fd")
    if isOfDescriptors { return Int32(name).flatMap { $0 >= 0 ? $0 : nil } }
    #if canImport(Darwin)
      // No links there.
      if place == "/dev" { return ["stdin": 0, "stdout": 1, "stderr": 2][String(name)] }
    #endif
    return nil
  }

  /// Whether two outputs would end up in one place, each destroying what the other wrote.
  package func clashes(with other: Destination) -> Bool {
    if let identity, identity == other.identity { return true }
    switch (kind, other.kind) {
    case (.descriptor(let one), .descriptor(let other)): return one == other
    case (.file(let one), .file(let other)):
      return Self.place(of: one) == Self.place(of: other)
    case (.stream(let one, _), .stream(let other, _)): return one == other && !Self.isDevice(one)
    default: return false
    }
  }

  private static func isDevice(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
  }

  /// Where a file that is not there yet will be.
  private static func place(of path: String) -> String {
    let folder = folder(of: path)
    let resolved = realpath(folder.isEmpty ? "." : folder, nil)
    defer { free(resolved) }
    return (resolved.map { String(cString: $0) } ?? folder) + "/" + path.dropFirst(folder.count)
  }
}
