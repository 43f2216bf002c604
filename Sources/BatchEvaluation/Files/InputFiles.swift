internal import Authoring

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A regular file, whatever names lead to it.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// Nil for anything but a regular file.
  init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// The file that a path leads to.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file that is open.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }
}

/// The files that a command reads, none of which it may write to.
package struct InputFiles: Sendable {
  private var files: Set<FileIdentity> = []
  /// Folders inside each other are looked into as far as any workspace goes.
  private static let deepest = 16

  package init() {}

  /// Adds a file; `-` is standard input, and what is no regular file counts for nothing.
  package mutating func add(_ path: String) {
    if let file = path == "-" ? FileIdentity(descriptor: 0) : FileIdentity(path: path) { files.insert(file) }
  }

  package mutating func add(_ file: FileIdentity?) {
    if let file { files.insert(file) }
  }

  /// Adds every file of a folder.
  package mutating func add(folder path: String, depth: Int = 0) {
    guard depth < Self.deepest, let names = try? namesInDirectory(at: path) else { return }
    for name in names {
      let inner = "\(path)/\(name)"
      var status = stat()
      guard stat(inner, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        add(folder: inner, depth: depth + 1)
      } else {
        add(FileIdentity(status))
      }
    }
  }

  package func contains(_ file: FileIdentity?) -> Bool { file.map(files.contains) ?? false }
}
