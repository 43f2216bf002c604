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
    number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    self.name = name
    isOwned = number >= 0
    guard number >= 0 else { throw .file(name: name, Self.words(errno)) }
  }

  deinit { if isOwned { close(number) } }

  /// Whether a path names this very regular file.
  func isSameFile(as path: String) -> Bool {
    var own = stat()
    var other = stat()
    return fstat(number, &own) == 0 && stat(path, &other) == 0 && own.st_mode & S_IFMT == S_IFREG
      && own.st_dev == other.st_dev && own.st_ino == other.st_ino
  }

  /// Whether an open file is this very regular file.
  func isSameFile(as other: Int32) -> Bool {
    var own = stat()
    var status = stat()
    return fstat(number, &own) == 0 && fstat(other, &status) == 0 && own.st_mode & S_IFMT == S_IFREG
      && own.st_dev == status.st_dev && own.st_ino == status.st_ino
  }

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
