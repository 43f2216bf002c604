internal import Personalization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Files that are read whole, and replaced whole.
enum StoredFile {
  /// Why a file could not be read or written.
  struct Problem: Error, CustomStringConvertible {
    let description: String

    /// What the system says of the call that just failed.
    init(_ path: String) { description = "\(path): \(String(cString: strerror(errno)))" }

    init(_ path: String, _ reason: String) { description = "\(path): \(reason)" }
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }

  static func contents(of path: String) throws(Problem) -> [UInt8] {
    // A pipe that nobody writes to would be waited for, and a device may have no end.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Problem(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Problem(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Problem(path, "is not a regular file") }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0 {
        guard errno == EINTR else { throw Problem(path) }
        continue
      }
      bytes += buffer[..<count]
      guard bytes.count <= Workspace.largestBundle else {
        throw Problem(path, "is longer than \(Workspace.largestBundle >> 20) MiB")
      }
    }
  }

  /// Writes beside the file, waits for the disk, and then takes the file's place: at every moment the file is the old one or
  /// the new one, whole.
  static func replace(_ path: String, with bytes: [UInt8]) throws(Problem) {
    let temporary = PartialName.beside(path)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Problem(path) }
    let isWritten = FileBytes.write(bytes, to: descriptor) && fsync(descriptor) == 0
    let problem = isWritten ? nil : Problem(path)
    close(descriptor)
    guard problem == nil, rename(temporary, path) == 0 else {
      let problem = problem ?? Problem(path)
      unlink(temporary)
      throw problem
    }
  }
}
