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
    self.path = path
    guard path != "-" else {
      descriptor = FileDescriptor(borrowing: 1, name: "standard output")
      return
    }
    // Devices and pipes have no place beside them, and nothing to keep.
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw .file(name: path, "is a directory, not a file") }
      let number = open(path, O_WRONLY | O_CLOEXEC)
      guard number >= 0 else { throw .file(name: path, FileDescriptor.words(errno)) }
      descriptor = FileDescriptor(owning: number, name: path)
      return
    }
    let temporary = path + ".partial-\(getpid())"
    descriptor = try FileDescriptor(creating: temporary, shownAs: path)
    temporaryPath = temporary
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
