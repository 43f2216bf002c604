internal import BatchEvaluation
internal import Personalization

/// Users of one kind before and one kind after.
struct KindPair: Sendable {
  let before: UserKind
  let after: UserKind
  var users = 0
  /// The first records, from 1.
  var records: [Int] = []

  var changesSlots: Bool {
    zip(before.slots, after.slots).contains { $0.value != $1.value }
  }
}

/// Joins the rows of two surveys of the same file, which arrive at their own pace.
///
/// Whoever is ahead waits, so that no more than a few chunks are kept.
final class KindPairs: Sendable {
  private struct State {
    var kinds: [[UserKind]] = [[], []]
    var waiting: [[Int32]] = [[], []]
    var hasEnded = [false, false]
    var counts: [Int: (users: Int, records: [Int])] = [:]
    var rows = 0
  }

  private let state = Monitor(State())
  private let examples: Int
  /// More rows than these one side is not ahead of the other.
  private static let limit = 100_000

  init(examples: Int) { self.examples = examples }

  func learn(_ kind: UserKind, _ side: Int) { state.update { $0.kinds[side].append(kind) } }

  func add(_ kinds: [Int32], _ side: Int) {
    state.wait { $0.waiting[side].count < Self.limit || $0.hasEnded[1 - side] }
    state.update { state in
      state.waiting[side] += kinds
      join(&state)
    }
  }

  /// Nothing comes from this side any more: nobody waits for it.
  func end(_ side: Int) { state.update { $0.hasEnded[side] = true } }

  private func join(_ state: inout State) {
    let count = min(state.waiting[0].count, state.waiting[1].count)
    guard count > 0 else { return }
    for index in 0..<count {
      state.rows += 1
      let pair = Int(state.waiting[0][index]) << 32 | Int(state.waiting[1][index])
      state.counts[pair, default: (0, [])].users += 1
      if let records = state.counts[pair]?.records, records.count < examples {
        state.counts[pair]?.records.append(state.rows)
      }
    }
    state.waiting[0].removeFirst(count)
    state.waiting[1].removeFirst(count)
  }

  /// All pairs, in the order of their kinds' first appearance.
  var finished: [KindPair] {
    state.update { state in
      state.counts.sorted { $0.key < $1.key }.map { pair, counted in
        KindPair(
          before: state.kinds[0][pair >> 32], after: state.kinds[1][pair & 0xFFFF_FFFF], users: counted.users,
          records: counted.records)
      }
    }
  }
}

/// Two threads, one for each side of a comparison.
enum WorkerPair {
  /// Runs the body with 0 and with 1 at the same time, and returns when both have ended.
  static func run(_ body: @escaping @Sendable (Int) -> Void) {
    let sides = Locked([1, 0])
    WorkerThreads.run(2) {
      if let side = sides.withLock({ $0.popLast() }) { body(side) }
    }
  }
}
