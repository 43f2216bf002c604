/// Passes on each exposure once.
///
/// ```swift
/// let recorder = ExposureRecorder(to: CallbackSink { exposure, time in analytics.send(exposure, time) })
/// recorder.record(decision)      // once the app has applied it
/// ```
///
/// Two exposures are the same if experiment, variation, unit attribute and unit value all are; they are compared as a
/// tuple, never as joined text. So many of the last ones are remembered, and at most twice as many are in memory: one comes
/// again only after at least that many others. Any number of threads may record.
public final class ExposureRecorder: Sendable {
  /// Two generations: when the younger one is full, it becomes the older one, whose exposures are forgotten.
  fileprivate struct Memory: Sendable {
    var younger: Set<Exposure> = []
    var older: Set<Exposure> = []
  }

  private let memory = Locked(Memory())
  private let sink: any ExposureSink
  private let capacity: Int

  /// A recorder that passes on to this sink, and remembers this many exposures, at least one.
  public init(to sink: any ExposureSink, remembering capacity: Int = 100_000) {
    self.sink = sink
    self.capacity = max(capacity, 1)
  }

  /// A recorder that calls a function for each new exposure, on the thread that records it.
  public convenience init(_ take: @escaping @Sendable (Exposure) -> Void) {
    self.init(to: CallbackSink { exposure, _ in take(exposure) })
  }

  /// Records that the app has applied the decision: every exposure of it that is new.
  public func record(_ decision: Decision, at time: Timestamp = .now) {
    for exposure in decision.exposures { record(exposure, at: time) }
  }

  /// Records one exposure, if it is new.
  public func record(_ exposure: Exposure, at time: Timestamp = .now) {
    guard memory.withLock({ isNew(exposure, &$0) }) else { return }
    // Outside the lock, for a sink that records by itself; what it has no room for may come again.
    if !sink.record(exposure, at: time) { memory.withLock { $0.forget(exposure) } }
  }

  private func isNew(_ exposure: Exposure, _ memory: inout Memory) -> Bool {
    guard !memory.younger.contains(exposure) else { return false }
    let isNew = memory.older.remove(exposure) == nil
    if memory.younger.count >= capacity {
      memory.older = memory.younger
      memory.younger = []
    }
    memory.younger.insert(exposure)
    return isNew
  }
}

extension ExposureRecorder.Memory {
  fileprivate mutating func forget(_ exposure: Exposure) {
    younger.remove(exposure)
    older.remove(exposure)
  }
}
