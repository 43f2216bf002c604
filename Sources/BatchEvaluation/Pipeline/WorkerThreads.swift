internal import Personalization

/// Threads that all run the same body.
package enum WorkerThreads {
  /// Runs the body on so many threads, this one among them, and returns when all have ended.
  package static func run(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    var threads: [SystemThread] = []
    for _ in 1..<max(1, count) {
      // Fewer threads do the same work.
      guard let thread = SystemThread(body) else { break }
      threads.append(thread)
    }
    body()
    for thread in threads { thread.join() }
  }
}
