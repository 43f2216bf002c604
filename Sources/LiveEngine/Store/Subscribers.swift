internal import Personalization

/// Those who listen to a store's events.
final class Subscribers: Sendable {
  private struct List: Sendable {
    var next = 0
    var continuations: [Int: AsyncStream<EngineEvent>.Continuation] = [:]
  }

  /// How many events wait for a subscriber that does not read; older ones are dropped.
  private static let limit = 64

  private let list = Locked(List())

  func stream() -> AsyncStream<EngineEvent> {
    AsyncStream(bufferingPolicy: .bufferingNewest(Self.limit)) { continuation in
      let number = list.withLock { list in
        list.next += 1
        list.continuations[list.next] = continuation
        return list.next
      }
      continuation.onTermination = { [weak self] _ in
        _ = self?.list.withLock { $0.continuations.removeValue(forKey: number) }
      }
    }
  }

  func send(_ event: EngineEvent) {
    for (_, continuation) in list.withLock({ $0.continuations }) { continuation.yield(event) }
  }

  func finish() {
    for (_, continuation) in list.withLock({ $0.continuations }) { continuation.finish() }
  }
}
