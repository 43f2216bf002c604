#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that appears under its name only when it is whole.
///
/// It is written beside its place and renamed at the end; whatever goes wrong before leaves what was there untouched.
final class OutputFile {
  let descriptor: FileDescriptor
  private let path: String
  private var temporaryPath: String?

  /// - Parameter path: Where the file is to appear; `-` is standard output, written as it comes.
  init(path: String) throws(BatchError) {
    guard path != "-" else {
      self.path = path
      descriptor = FileDescriptor(borrowing: 1, name: "standard output")
      return
    }
    // Devices and pipes have no place beside them, and nothing to keep.
    var status = stat()
    let exists = stat(path, &status) == 0
    // What a link leads to is replaced, not the link.
    let resolved = exists ? realpath(path, nil) : nil
    defer { free(resolved) }
    let path = resolved.map { String(cString: $0) } ?? path
    self.path = path
    if exists, status.st_mode & S_IFMT != S_IFREG {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw .file(name: path, "is a directory, not a file") }
      let number = open(path, O_WRONLY | O_CLOEXEC)
      guard number >= 0 else { throw .file(name: path, FileDescriptor.words(errno)) }
      descriptor = FileDescriptor(owning: number, name: path)
      return
    }
    let temporary = path + ".partial-\(getpid())"
    descriptor = try FileDescriptor(creating: temporary, shownAs: path)
    temporaryPath = temporary
    // Whoever could not read the old file cannot read the new one.
    if exists { fchmod(descriptor.number, status.st_mode & 0o7777) }
    PartialFiles.add(temporary)
  }

  deinit { discard() }

  /// Puts the file in its place.
  func commit() throws(BatchError) {
    guard let temporary = temporaryPath else { return }
    guard rename(temporary, path) == 0 else { throw .file(name: path, FileDescriptor.words(errno)) }
    PartialFiles.remove(temporary)
    temporaryPath = nil
  }

  /// Removes what was written so far.
  func discard() {
    guard let temporary = temporaryPath else { return }
    unlink(temporary)
    PartialFiles.remove(temporary)
    temporaryPath = nil
  }
}
