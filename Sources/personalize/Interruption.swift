internal import BatchEvaluation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What happens at Ctrl-C and at a polite kill while files are being written.
enum Interruption {
  /// From now on, SIGINT and SIGTERM take unfinished files away before the process ends.
  ///
  /// The signals are blocked here, and so in every thread started later; one thread waits for them. A signal handler
  /// could not do this work: hardly anything is allowed in one.
  static func removesPartialFiles() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    pthread_create(
      &thread, nil,
      { _ in
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        var signal: Int32 = 0
        sigwait(&signals, &signal)
        PartialFiles.removeAll()
        _exit(signal == SIGINT ? ExitStatus.interrupted.rawValue : 128 + signal)
      }, nil)
  }
}
