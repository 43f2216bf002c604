#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A pipe or a device that takes lines, which nobody renames and nobody waits for long.
///
/// `@unchecked`: only the thread of the queue writes, one call after another.
final class LineStream: LineFile, @unchecked Sendable {
  private let path: String
  /// -1: nobody reads from the pipe.
  private var descriptor: Int32 = -1
  /// What is left of a line that was begun, which comes before all others.
  private var torn: [UInt8] = []
  /// Milliseconds that a reader who is slow may take.
  private static let patience: Int32 = 1000

  /// - Throws: Why it cannot be opened; a pipe without a reader is opened once it has one.
  init(_ path: String) throws(ExposureLogError) {
    self.path = path
    descriptor = Self.open(path)
    guard descriptor >= 0 || errno == ENXIO else { throw ExposureLogError(path, errno) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static func open(_ path: String) -> Int32 {
    systemOpen(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0)
  }

  func write(_ lines: [ExposureLine]) -> (written: Int, problem: String?) {
    if descriptor < 0 {
      descriptor = Self.open(path)
      guard descriptor >= 0 else {
        return (0, errno == ENXIO ? "\(path): nobody reads from it" : ExposureLogError(path, errno).description)
      }
    }
    var bytes = torn
    var ends: [Int] = []
    for line in lines {
      line.append(to: &bytes)
      ends.append(bytes.count)
    }
    let (count, problem) = put(bytes)
    // Without a reader, what is left of a line belongs to nobody.
    torn = descriptor < 0 ? [] : Array(bytes[count..<Self.end(of: count, ends, begun: torn.count)])
    return (ends.count { $0 <= count }, problem)
  }

  /// Where the line ends in which so many bytes end; the same number where no line is begun.
  private static func end(of count: Int, _ ends: [Int], begun: Int) -> Int {
    if count < begun { return begun }
    let start = ends.last { $0 <= count } ?? begun
    return start == count ? count : ends.first { $0 > count } ?? count
  }

  /// Writes as many bytes as are taken in time; answers how many, and what went wrong.
  private func put(_ bytes: [UInt8]) -> (Int, problem: String?) {
    var count = 0
    while count < bytes.count {
      let written = bytes[count...].withUnsafeBytes { systemWrite(descriptor, $0) }
      if written >= 0 {
        count += written
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&request, 1, Self.patience) == 0 else { continue }
        return (count, "\(path): its reader takes nothing")
      case EPIPE:
        close(descriptor)
        descriptor = -1
        return (count, "\(path): nobody reads from it any more")
      case let number: return (count, ExposureLogError(path, number).description)
      }
    }
    return (count, nil)
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
