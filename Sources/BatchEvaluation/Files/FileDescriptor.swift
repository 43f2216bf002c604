#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file, closed when it goes away if it was opened here.
final class FileDescriptor: Sendable {
  let number: Int32
  /// What to call it in messages.
  let name: String
  private let isOwned: Bool

  init(borrowing number: Int32, name: String) {
    self.number = number
    self.name = name
    isOwned = false
  }

  init(owning number: Int32, name: String) {
    self.number = number
    self.name = name
    isOwned = true
  }

  init(reading path: String) throws(BatchError) {
    number = open(path, O_RDONLY | O_CLOEXEC)
    name = path
    isOwned = number >= 0
    guard number >= 0 else { throw .file(name: path, Self.words(errno)) }
    var status = stat()
    if fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw .file(name: path, "is a directory, not a file")
    }
  }

  /// A new file; an existing one of the same name is an error.
  init(creating path: String, shownAs name: String) throws(BatchError) {
    number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    self.name = name
    isOwned = number >= 0
    guard number >= 0 else { throw .file(name: name, Self.words(errno)) }
  }

  /// A pipe, a device or a socket that exists.
  init(writing path: String, isSocket: Bool, shownAs name: String) throws(BatchError) {
    number = isSocket ? Self.connected(path) : open(path, O_WRONLY | O_CLOEXEC)
    self.name = name
    isOwned = number >= 0
    guard number >= 0 else { throw .file(name: name, Self.words(errno)) }
  }

  /// A connection to a socket of the file system; -1: there is none, for the reason in `errno`.
  private static func connected(_ path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else {
      errno = ENAMETOOLONG
      return -1
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    #if canImport(Glibc)
      let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let number = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    guard number >= 0 else { return -1 }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else {
      let reason = errno
      close(number)
      errno = reason
      return -1
    }
    return number
  }

  /// Gives the file the owner and mode of one whose place it will take, as far as this process may.
  func takeOver(_ other: stat) {
    var mode = other.st_mode & 0o7777
    if fchown(number, other.st_uid, other.st_gid) != 0 {
      // Whoever could not read the old file cannot read the new one: another group has no more rights than all others,
      // and nobody runs it as another owner.
      mode &= 0o777
      if fchown(number, uid_t.max, other.st_gid) != 0 { mode = mode & 0o707 | (mode & 0o7) << 3 & mode }
    }
    fchmod(number, mode)
  }

  deinit { if isOwned { close(number) } }

  /// The size of a regular file; nil for pipes and devices.
  var size: Int? {
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Reads at most as many bytes as there is room for; 0 at the end.
  ///
  /// Interrupted calls are repeated.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(BatchError) -> Int {
    while true {
      #if canImport(Darwin)
        let count = Darwin.read(number, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let count = Musl.read(number, buffer.baseAddress, buffer.count)
      #else
        let count = Glibc.read(number, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 { return count }
      guard errno == EINTR else { throw .file(name: name, Self.words(errno)) }
    }
  }

  /// Writes all bytes; short writes are continued.
  func write(_ bytes: Span<UInt8>) throws(BatchError) {
    var failure: BatchError?
    bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        #if canImport(Darwin)
          let count = Darwin.write(number, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
        #elseif canImport(Musl)
          let count = Musl.write(number, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
        #else
          let count = Glibc.write(number, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
        #endif
        if count >= 0 {
          offset += count
        } else if errno == EPIPE {
          failure = .closedPipe
          return
        } else if errno != EINTR {
          failure = .file(name: name, Self.words(errno))
          return
        }
      }
    }
    if let failure { throw failure }
  }

  /// The system's words for an error number.
  static func words(_ number: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    strerror_r(number, &buffer, buffer.count)
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
