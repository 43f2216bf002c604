internal import Personalization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Calls back when files have changed and then been quiet for a while.
///
/// What has changed, fingerprints say; a hint of the kernel's only wakes the thread earlier than its next look.
///
/// `@unchecked`: the descriptors are set once, and closed by the thread, which is the last to use them.
final class Watcher: @unchecked Sendable {
  private let paths: [String]
  private let first: Fingerprint
  private let quiet: Int32
  private let changed: @Sendable () -> Void
  private let isStopped = Locked(false)
  /// Writing into it wakes the thread.
  private var wake: (read: Int32, write: Int32) = (-1, -1)

  /// Milliseconds between two looks without a hint.
  private static let interval: Int32 = 2000
  /// Files that never rest are read all the same after so many looks.
  private static let mostLooks = 20

  /// A watch of these paths, which were last read when they were as `first` says.
  init(_ paths: [String], since first: Fingerprint, debounce: Duration, changed: @escaping @Sendable () -> Void) {
    self.paths = paths
    self.first = first
    self.changed = changed
    let milliseconds = debounce / .milliseconds(1)
    quiet = Int32(min(max(milliseconds, 1), 60_000))
  }

  func start() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    isStopped.withLock { _ in wake = (ends[0], ends[1]) }
    if let thread = SystemThread({ self.run() }) { thread.detach() } else { end(nil) }
  }

  /// Ends the watch soon; a call that has begun may still end after this returns.
  func stop() {
    isStopped.withLock { isStopped in
      guard !isStopped else { return }
      isStopped = true
      var byte: UInt8 = 0
      if wake.write >= 0 { _ = write(wake.write, &byte, 1) }
    }
  }

  private func run() {
    var seen = first
    let hints = ChangeHints()
    // The hints begin before the first look, so that nothing falls between the two.
    hints.watch(paths)
    repeat {
      var now = Fingerprint(paths)
      var looks = 0
      while now != seen, looks < Self.mostLooks {
        guard pause(quiet) else { return end(hints) }
        let later = Fingerprint(paths)
        if later == now { break }
        now = later
        looks += 1
      }
      if now != seen {
        seen = now
        changed()
      }
      hints.watch(paths)
    } while wait(hints)
    end(hints)
  }

  /// Waits for a hint or the next look; answers false once the watch has ended.
  private func wait(_ hints: ChangeHints) -> Bool {
    var requests = [pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0)]
    if let descriptor = hints.descriptor { requests.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
    poll(&requests, nfds_t(requests.count), Self.interval)
    hints.clear()
    return !isStopped.withLock { $0 }
  }

  private func pause(_ milliseconds: Int32) -> Bool {
    var request = pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0)
    poll(&request, 1, milliseconds)
    return !isStopped.withLock { $0 }
  }

  private func end(_ hints: ChangeHints?) {
    hints?.close()
    isStopped.withLock { isStopped in
      isStopped = true
      close(wake.read)
      close(wake.write)
      wake = (-1, -1)
    }
  }
}
