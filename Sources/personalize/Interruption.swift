internal import BatchEvaluation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What happens at Ctrl-C, at a polite kill and when the terminal closes, while files are being written.
enum Interruption {
  /// From now on, SIGINT, SIGTERM and SIGHUP take unfinished files away before the process ends; those that whoever
  /// started the process wants ignored stay so.
  ///
  /// The signals are blocked here, and so in every thread started later; one thread waits for them. A signal handler
  /// could not do this work: hardly anything is allowed in one.
  static func removesPartialFiles() {
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
        _exit(signal == SIGINT ? ExitStatus.interrupted.rawValue : 128 + signal)
      }, nil)
  }

  private static func watched() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) { sigaddset(&signals, number) }
    return signals
  }

  private static func isIgnored(_ number: Int32) -> Bool {
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
