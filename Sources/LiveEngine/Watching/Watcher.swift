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
/// What has changed, fingerprints say; a hint of the kernel's only wakes the thread earlier than its next look. While the
/// process has no descriptors left, nothing can be looked at: that is said once, and tried again at every look.
///
/// `@unchecked`: the descriptors are set within the lock, and closed by the thread, which is the last to use them.
final class Watcher: @unchecked Sendable {
  private let paths: [String]
  private let first: Fingerprint
  private let quiet: Int32
  private let changed: @Sendable () -> Void
  private let hindered: @Sendable (String) -> Void
  private let shortage: @Sendable () -> String?
  private let isStopped = Monitor(false)
  /// Writing into it wakes the thread.
  private var wake: (read: Int32, write: Int32) = (-1, -1)

  /// Milliseconds between two looks without a hint.
  private static let interval: Int32 = 2000
  /// Files that never rest are read all the same after so many looks.
  private static let mostLooks = 20

  /// A watch of these paths, which were last read when they were as `first` says.
  ///
  /// - Parameters:
  ///   - hindered: Told why nothing can be looked at for a while.
  ///   - shortage: Why no files can be opened now; nil: they can.
  init(
    _ paths: [String], since first: Fingerprint, debounce: Duration, changed: @escaping @Sendable () -> Void,
    hindered: @escaping @Sendable (String) -> Void,
    shortage: @escaping @Sendable () -> String? = { Descriptors.shortage() }
  ) {
    self.shortage = shortage
    self.hindered = hindered
    self.paths = paths
    self.first = first
    self.changed = changed
    let milliseconds = debounce / .milliseconds(1)
    quiet = Int32(min(max(milliseconds, 1), 60_000))
  }

  func start() {
    if let thread = SystemThread({ self.run() }) {
      thread.detach()
    } else {
      hindered("there is no thread to watch with")
      end(nil)
    }
  }

  /// Ends the watch soon; a call that has begun may still end after this returns.
  func stop() {
    isStopped.update { isStopped in
      guard !isStopped else { return }
      isStopped = true
      var byte: UInt8 = 0
      if wake.write >= 0 { _ = write(wake.write, &byte, 1) }
    }
  }

  private func run() {
    guard openPipe() else { return }
    var seen = first
    let hints = ChangeHints()
    // The hints begin before the first look, so that nothing falls between the two.
    hints.watch(paths)
    repeat {
      guard waitForDescriptors() else { return end(hints) }
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
        changed()
        // What was refused for want of descriptors is read again.
        if shortage() == nil { seen = now }
      }
      hints.watch(paths)
    } while wait(hints)
    end(hints)
  }

  /// Opens what wakes the thread, as soon as there are descriptors; answers false once the watch has ended.
  private func openPipe() -> Bool {
    while waitForDescriptors() {
      let isOpen = isStopped.update { _ in
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        wake = (ends[0], ends[1])
        return true
      }
      if isOpen { return true }
    }
    end(nil)
    return false
  }

  /// Waits until files can be opened, and says once that they cannot; answers false once the watch has ended.
  private func waitForDescriptors() -> Bool {
    var isKnown = false
    while !hasEnded {
      guard let reason = shortage() else { return true }
      if !isKnown { hindered(reason) }
      isKnown = true
      _ = isStopped.wait(within: .milliseconds(Int(Self.interval)), until: { $0 }, { _ in })
    }
    return false
  }

  private var hasEnded: Bool { isStopped.update { $0 } }

  /// Waits for a hint or the next look; answers false once the watch has ended.
  private func wait(_ hints: ChangeHints) -> Bool {
    var requests = [pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0)]
    if let descriptor = hints.descriptor { requests.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
    poll(&requests, nfds_t(requests.count), Self.interval)
    hints.clear()
    return !hasEnded
  }

  private func pause(_ milliseconds: Int32) -> Bool {
    var request = pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0)
    poll(&request, 1, milliseconds)
    return !hasEnded
  }

  private func end(_ hints: ChangeHints?) {
    hints?.close()
    isStopped.update { isStopped in
      isStopped = true
      if wake.read >= 0 { close(wake.read) }
      if wake.write >= 0 { close(wake.write) }
      wake = (-1, -1)
    }
  }
}
