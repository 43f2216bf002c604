#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The names in a directory, without `.` and `..`, in no order.
package func namesInDirectory(at path: String) throws(FileStore.ReadingError) -> [String] {
  guard let directory = opendir(path) else { throw failure(errno, opening: path) }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
        String(cString: $0)
      }
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// Whether a path is a directory or a link to one.
func isDirectory(at path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// The bytes of a regular file.
func bytesOfFile(at path: String) throws(FileStore.ReadingError) -> [UInt8] {
  // Opening a pipe that nobody writes to would otherwise wait for ever.
  let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard file >= 0 else { throw failure(errno, opening: path) }
  defer { close(file) }

  var status = stat()
  guard fstat(file, &status) == 0 else { throw failure(errno, opening: path) }
  switch status.st_mode & S_IFMT {
  case S_IFREG: break
  case S_IFDIR: throw .init(reason: "this is a directory; expected a file", isAbsent: false)
  default: throw .init(reason: "this is neither a file nor a link to one", isAbsent: false)
  }

  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: max(4096, Int(status.st_size) + 1))
  while true {
    let count = chunk.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw failure(errno, opening: path) }
    guard count > 0 else { return bytes }
    bytes += chunk[..<count]
  }
}

private func failure(_ code: Int32, opening path: String) -> FileStore.ReadingError {
  var status = stat()
  let isLink = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  return switch code {
  case ENOENT where isLink: .init(reason: "this link leads to nothing", isAbsent: false)
  case ENOENT: .init(reason: "there is no such file", isAbsent: true)
  case EACCES: .init(reason: "permission to read it is missing", isAbsent: false)
  case ENOTDIR: .init(reason: "this is not a directory", isAbsent: false)
  default: .init(reason: "it cannot be read: \(String(cString: strerror(code)))", isAbsent: false)
  }
}
