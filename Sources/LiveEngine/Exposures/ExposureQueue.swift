internal import Personalization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A queue of bounded length, and the thread that empties it.
final class ExposureQueue: Sendable {
  private struct State: Sendable {
    var lines: [ExposureLine] = []
    /// How many were added, and how many of them the writer is done with.
    var added = 0
    var handled = 0
    var isClosed = false
    var isDone = false
    var counts = ExposureLog.Counts()
  }

  private let state = Monitor(State())
  private let limit: Int

  /// - Parameter write: Writes some lines; answers how many are written, and what went wrong with the rest.
  init(limit: Int, _ write: @escaping @Sendable ([ExposureLine]) -> (written: Int, problem: String?)) {
    self.limit = limit
    let state = state
    let number = Self.open(state)
    let thread = SystemThread {
      Self.run(state, write)
      Self.forget(number)
    }
    if let thread {
      thread.detach()
    } else {
      Self.forget(number)
      state.update {
        $0.isClosed = true
        $0.isDone = true
        $0.counts.problem = "there is no thread to write with"
      }
    }
  }

  /// Answers whether there was a place.
  func add(_ line: ExposureLine) -> Bool {
    let limit = limit
    return state.update { state in
      guard !state.isClosed, state.lines.count < limit else {
        state.counts.dropped += 1
        return false
      }
      state.lines.append(line)
      state.added += 1
      return true
    }
  }

  var counts: ExposureLog.Counts { state.update { $0.counts } }

  /// Waits until whatever is in the queue now has left it.
  func flush() {
    let goal = state.update { $0.added }
    state.wait { $0.handled >= goal || $0.isDone }
  }

  func close(waits: Bool) {
    state.update { $0.isClosed = true }
    if waits { state.wait { $0.isDone } }
  }

  // MARK: At the end of the process

  /// Queues whose threads still run, by a number of each.
  private static let running = Locked<(last: Int, states: [Int: Monitor<State>])>((0, [:]))
  /// What a reader who is slow may cost the end of the process.
  private static let patience = Duration.seconds(5)

  /// Empties all queues when the process ends; not in a child that it forked, which has no threads.
  private static let emptiesAtExit: Void = {
    process.withLock { $0 = getpid() }
    atexit {
      guard process.withLock({ $0 }) == getpid() else { return }
      for state in running.withLock({ Array($0.states.values) }) {
        state.update { $0.isClosed = true }
        _ = state.wait(within: patience, until: { $0.isDone }, { _ in })
      }
    }
  }()
  private static let process = Locked<pid_t>(0)

  private static func open(_ state: Monitor<State>) -> Int {
    emptiesAtExit
    return running.withLock { running in
      running.last += 1
      running.states[running.last] = state
      return running.last
    }
  }

  private static func forget(_ number: Int) { running.withLock { _ = $0.states.removeValue(forKey: number) } }

  private static func run(
    _ state: Monitor<State>, _ write: ([ExposureLine]) -> (written: Int, problem: String?)
  ) {
    // A pipe whose reader went away is an error of writing, not the end of the app.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    while true {
      state.wait { !$0.lines.isEmpty || $0.isClosed }
      let lines = state.update { state in
        let lines = state.lines
        state.lines = []
        if lines.isEmpty { state.isDone = true }
        return lines
      }
      if lines.isEmpty { return }
      let (written, problem) = write(lines)
      state.update { state in
        state.handled += lines.count
        state.counts.written += written
        state.counts.dropped += lines.count - written
        if let problem { state.counts.problem = problem }
      }
    }
  }
}
