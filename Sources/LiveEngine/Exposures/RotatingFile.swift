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
/// Others may rename, delete or empty it at any moment: before lines are written the path is looked at again, and only
/// lines in a file that has a name are counted. Links are followed; what they lead to is renamed, never the link.
///
/// `@unchecked`: only the thread of the queue writes, one call after another.
final class RotatingFile: LineFile, @unchecked Sendable {
  private let path: String
  private let limits: ExposureLog.Limits
  private var descriptor: Int32
  private var size: Int
  /// Where a rotation failed, the size at which it is tried again.
  private var retrySize = 0

  init(_ path: String, _ limits: ExposureLog.Limits) throws(ExposureLogError) {
    self.path = path
    self.limits = limits
    (descriptor, size) = try Self.open(path)
  }

  deinit { close(descriptor) }

  /// Opens a file for itself alone, and cuts off a line that does not end.
  private static func open(_ path: String) throws(ExposureLogError) -> (Int32, size: Int) {
    // A pipe that takes the file's place must not be waited for.
    let flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK
    let descriptor = systemOpen(path, flags, 0o644)
    guard descriptor >= 0 else { throw ExposureLogError(path, errno) }
    do throws(ExposureLogError) {
      return (descriptor, try prepare(descriptor, path))
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Locks an open file; answers its size without a line that does not end.
  private static func prepare(_ descriptor: Int32, _ path: String) throws(ExposureLogError) -> Int {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw ExposureLogError(description: "\(path): another log writes to it")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ExposureLogError(path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ExposureLogError(description: "\(path): is no regular file any more")
    }
    let size = Int(status.st_size)
    let end = wholeLines(descriptor, size)
    guard end == size || ftruncate(descriptor, off_t(end)) == 0 else { throw ExposureLogError(path, errno) }
    return end
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

  /// Writes lines, in one file or several.
  func write(_ lines: [ExposureLine]) -> (written: Int, problem: String?) {
    var (written, waiting): (Int, Int) = (0, 0)
    var bytes: [UInt8] = []
    var problem = reopenIfMoved()
    for line in lines {
      let start = bytes.count
      line.append(to: &bytes)
      waiting += 1
      guard size + bytes.count > max(limits.fileSize, retrySize), size + start > 0 else { continue }
      // The last line is the first one of the next file.
      let last = Array(bytes[start...])
      if let failure = append(Array(bytes[..<start])) { problem = failure } else { written += waiting - 1 }
      if let failure = rotate() {
        problem = failure
        // Not again for each line: the file grows by a part of its size first.
        retrySize = size + max(limits.fileSize / 8, 1)
      }
      (bytes, waiting) = (last, 1)
    }
    if let failure = append(bytes) { problem = failure } else { written += waiting }
    return (written, problem)
  }

  /// Writes all of some whole lines, or none; answers what went wrong.
  private func append(_ bytes: [UInt8]) -> String? {
    guard !bytes.isEmpty else { return nil }
    for _ in 0..<3 {
      let problem = reopenIfMoved()
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { return ExposureLogError(path, errno).description }
      guard status.st_nlink > 0 else { return problem ?? "\(path): was deleted" }
      let start = status.st_size
      guard FileBytes.write(bytes, to: descriptor) else {
        let reason = errno
        // Others may have emptied the file meanwhile, and it must not grow again.
        if fstat(descriptor, &status) == 0, status.st_size > start { ftruncate(descriptor, start) }
        size = Int(min(start, status.st_size))
        return ExposureLogError(path, reason).description
      }
      guard fstat(descriptor, &status) == 0 else { return ExposureLogError(path, errno).description }
      size = Int(status.st_size)
      // Deleted while it was written to: once more, to the file that is there now.
      if status.st_nlink > 0 { return nil }
    }
    return "\(path): is deleted again and again"
  }

  /// Opens the file anew if the path leads elsewhere; answers what went wrong.
  ///
  /// What was only renamed is written on then: its lines are not lost.
  private func reopenIfMoved() -> String? {
    var (own, there) = (stat(), stat())
    let isThere = stat(path, &there) == 0
    if isThere, fstat(descriptor, &own) == 0, own.st_dev == there.st_dev, own.st_ino == there.st_ino {
      size = Int(own.st_size)
      return nil
    }
    do throws(ExposureLogError) {
      let (fresh, size) = try Self.open(path)
      close(descriptor)
      (descriptor, self.size, retrySize) = (fresh, size, 0)
      return nil
    } catch {
      return error.description
    }
  }

  /// Begins a new file and renames the ones before it; answers what went wrong, and then everything is as it was.
  private func rotate() -> String? {
    guard let place = place() else { return nil }
    let (fresh, temporary): (Int32, String)
    do throws(ExposureLogError) {
      (fresh, temporary) = try Self.openFresh(beside: place, like: descriptor)
    } catch {
      return error.description
    }
    do throws(ExposureLogError) {
      if limits.files > 1 { try shift(place) }
      guard rename(temporary, place) == 0 else {
        let error = ExposureLogError(place, errno)
        if limits.files > 1 { _ = rename("\(place).1", place) }
        throw error
      }
    } catch {
      unlink(temporary)
      close(fresh)
      return error.description
    }
    close(descriptor)
    (descriptor, size, retrySize) = (fresh, 0, 0)
    return nil
  }

  /// Where the file really is; nil: nothing can be renamed there.
  private func place() -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    let place = String(cString: resolved)
    return place.hasPrefix("/dev/") || place.hasPrefix("/proc/") ? nil : place
  }

  /// A new file of the same owner and mode, locked.
  private static func openFresh(
    beside place: String, like other: Int32
  ) throws(ExposureLogError) -> (Int32, path: String) {
    let temporary = PartialName.beside(place)
    let fresh = systemOpen(temporary, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644)
    guard fresh >= 0, flock(fresh, LOCK_EX | LOCK_NB) == 0 else {
      let error = ExposureLogError(place, errno)
      if fresh >= 0 {
        unlink(temporary)
        close(fresh)
      }
      throw error
    }
    var status = stat()
    if fstat(other, &status) == 0 {
      _ = fchown(fresh, status.st_uid, status.st_gid)
      fchmod(fresh, status.st_mode & 0o777)
    }
    return (fresh, temporary)
  }

  /// Renames the files up to the first number that is free, the oldest first: what a rotation before left out is not
  /// pushed away by this one.
  private func shift(_ place: String) throws(ExposureLogError) {
    let numbers = 1..<limits.files
    var free = limits.files - 1
    for number in numbers {
      var status = stat()
      guard lstat("\(place).\(number)", &status) == 0 else {
        free = number
        break
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw ExposureLogError(description: "\(place).\(number): is no regular file, and stays")
      }
    }
    for number in stride(from: free, to: 0, by: -1) {
      let older = number == 1 ? place : "\(place).\(number - 1)"
      guard rename(older, "\(place).\(number)") == 0 else { throw ExposureLogError(older, errno) }
    }
  }
}

extension ExposureLogError {
  /// What the system says of a file.
  init(_ path: String, _ number: Int32) { description = "\(path): \(String(cString: strerror(number)))" }
}
