internal import Personalization

/// A value that one thread at a time may touch, and for which nobody waits longer than they want to.
///
/// `@unchecked`: `value` is touched only by the thread that has taken the turn.
final class Turn<Value>: @unchecked Sendable {
  private let isTaken = Monitor(false)
  private var value: Value

  init(_ value: sending Value) { self.value = value }

  /// Runs the body while no other thread is in one.
  ///
  /// - Parameter body: Gets what is left of the time.
  /// - Returns: Nil if others were in it all the time.
  func take<Result>(
    within timeout: Duration, _ body: (inout Value, Duration) throws(StickyStoreError) -> Result
  ) throws(StickyStoreError) -> Result? {
    let end = ContinuousClock.now + timeout
    guard isTaken.wait(within: timeout, until: { !$0 }, { $0 = true }) != nil else { return nil }
    defer { isTaken.update { $0 = false } }
    return try body(&value, max(end - ContinuousClock.now, .zero))
  }
}
