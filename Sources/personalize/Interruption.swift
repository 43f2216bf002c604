internal import BatchEvaluation
internal import Personalization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What happens while files are being written at Ctrl-C, at a polite kill, when the terminal closes, when the time is up:
/// at every signal that ends a process unless somebody waits for it.
enum Interruption {
  /// From now on, such a signal takes unfinished files away before the process ends with 128 and its number; those that
  /// whoever started the process wants ignored stay so.
  ///
  /// The signals are blocked here, and so in every thread started later; one thread waits for them. A signal handler
  /// could not do this work: hardly anything is allowed in one.
  ///
  /// - Parameter folder: To be taken away too, with all in it.
  static func removesPartialFiles(and folder: String? = nil) {
    if let folder { folders.withLock { $0.append(folder) } }
    let isWatching = isWatching.withLock { isWatching in
      defer { isWatching = true }
      return isWatching
    }
    guard !isWatching else { return }
    var signals = watched()
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    pthread_create(
      &thread, nil,
      { _ in
        var signals = Interruption.watched()
        var signal: Int32 = 0
        sigwait(&signals, &signal)
        PartialFiles.removeAll()
        for folder in Interruption.folders.withLock({ $0 }) { GitCheckout.remove(folder) }
        _exit(128 + signal)
      }, nil)
  }

  private static let isWatching = Locked(false)
  private static let folders = Locked<[String]>([])

  static func watched() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in ending where !isIgnored(number) { sigaddset(&signals, number) }
    return signals
  }

  #if canImport(Darwin)
    private static let ending = common
  #else
    private static let ending = common + [SIGPWR, SIGSTKFLT, SIGPOLL]
  #endif
  private static let common = [
    SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGTERM, SIGVTALRM, SIGPROF, SIGXCPU,
  ]

  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #else
      let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #endif
    return handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
