internal import Personalization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file of whole lines that gives way to a new one before it is too long.
///
/// `@unchecked`: only the thread of the queue writes, one call after another.
final class RotatingFile: @unchecked Sendable {
  private let path: String
  private let limits: ExposureLog.Limits
  private var descriptor: Int32
  private var size: Int

  init(_ path: String, _ limits: ExposureLog.Limits) throws(ExposureLogError) {
    self.path = path
    self.limits = limits
    (descriptor, size) = try Self.open(path)
  }

  deinit { close(descriptor) }

  /// Opens a file for itself alone, and cuts off a line that does not end.
  private static func open(_ path: String) throws(ExposureLogError) -> (Int32, size: Int) {
    #if canImport(Glibc)
      let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    #elseif canImport(Musl)
      let descriptor = Musl.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    #else
      let descriptor = Darwin.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    #endif
    guard descriptor >= 0 else { throw ExposureLogError(description: "\(path): \(words(errno))") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw ExposureLogError(description: "\(path): another log writes to it")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return (descriptor, 0) }
    let size = Int(status.st_size)
    let end = wholeLines(descriptor, size)
    if end < size, ftruncate(descriptor, off_t(end)) != 0 {
      let reason = words(errno)
      close(descriptor)
      throw ExposureLogError(description: "\(path): \(reason)")
    }
    return (descriptor, end)
  }

  /// How many bytes there are up to the last end of a line.
  private static func wholeLines(_ descriptor: Int32, _ size: Int) -> Int {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var end = size
    while end > 0 {
      let start = max(0, end - buffer.count)
      let count = pread(descriptor, &buffer, end - start, off_t(start))
      guard count > 0 else { return size }
      if let place = buffer[..<count].lastIndex(of: UInt8(ascii: "\n")) { return start + place + 1 }
      end = start
    }
    return 0
  }

  private static func words(_ number: Int32) -> String { String(cString: strerror(number)) }

  /// Writes lines, in one file or several.
  ///
  /// - Returns: How many are written, and what went wrong with the rest.
  func write(_ lines: [ExposureLine]) -> (written: Int, problem: String?) {
    var (written, waiting): (Int, Int) = (0, 0)
    var bytes: [UInt8] = []
    var problem: String?
    for line in lines {
      let start = bytes.count
      line.append(to: &bytes)
      waiting += 1
      guard size + bytes.count > limits.fileSize, size + start > 0 else { continue }
      // The last line is the first one of the next file.
      let last = Array(bytes[start...])
      if let failure = append(Array(bytes[..<start])) { problem = failure } else { written += waiting - 1 }
      if let failure = rotate() { problem = failure }
      (bytes, waiting) = (last, 1)
    }
    if let failure = append(bytes) { problem = failure } else { written += waiting }
    return (written, problem)
  }

  /// Writes all of some whole lines, or none; answers what went wrong.
  private func append(_ bytes: [UInt8]) -> String? {
    guard !bytes.isEmpty else { return nil }
    guard FileBytes.write(bytes, to: descriptor) else {
      let reason = Self.words(errno)
      ftruncate(descriptor, off_t(size))
      return "\(path): \(reason)"
    }
    size += bytes.count
    return nil
  }

  /// Renames the files, the oldest first, and begins a new one; answers what went wrong.
  private func rotate() -> String? {
    for number in stride(from: limits.files - 1, to: 0, by: -1) {
      let older = number == 1 ? path : "\(path).\(number - 1)"
      if rename(older, "\(path).\(number)") != 0, errno != ENOENT { return "\(path): \(Self.words(errno))" }
    }
    if limits.files <= 1 { unlink(path) }
    do throws(ExposureLogError) {
      let (fresh, size) = try Self.open(path)
      close(descriptor)
      (descriptor, self.size) = (fresh, size)
      return nil
    } catch {
      return error.description
    }
  }
}
