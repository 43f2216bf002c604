/// An experiment as plain integers, so that asking it costs no reference counting.
struct ExperimentLayout: Sendable {
  /// What its status alone decides.
  enum Phase: Sendable {
    case inactive
    case running
    case rolledOut(winner: Int)
  }

  let phase: Phase
  /// The captured values that are the unit and its fallback; -1: none.
  let unit: Int
  let fallbackUnit: Int
  let hasher: BucketHasher
  /// The ranges of the variations in `ExperimentTables.shares`.
  let shares: Range<Int>
  let layer: Layer?
  /// In `ExperimentTables.requirements`.
  let requirements: Range<Int>
  /// The circuit's outputs that say whether it has started, has ended, and whom it is for.
  let started: Int?
  let ended: Int?
  let audience: Int
  /// The slots that some variation sets.
  let slots: SlotSet
  let setsSlots: Bool
  let isSticky: Bool

  struct Layer: Sendable {
    let hasher: BucketHasher
    /// In `ExperimentTables.shares`.
    let shares: Range<Int>
  }
}

/// The pools that experiments point into.
final class ExperimentTables: Sendable {
  struct Requirement: Sendable {
    let experiment: Int
    /// The variations that satisfy it, a bit each.
    let variations: UInt64
  }

  /// The pools while they are filled.
  struct Pools {
    var seeds: [UInt8] = []
    var shares: [Range<Int>] = []
    var requirements: [Requirement] = []
  }

  let seeds: [UInt8]
  let shares: [Range<Int>]
  let requirements: [Requirement]

  init(_ pools: Pools) {
    seeds = pools.seeds
    shares = pools.shares
    requirements = pools.requirements
  }
}

/// A set of slots, a bit each.
struct SlotSet: Hashable, Sendable {
  var bits: UInt16 = 0

  init(_ slots: some Sequence<Slot> = []) {
    for slot in slots { bits |= 1 << UInt16(slot.index) }
  }

  func contains(_ slot: Slot) -> Bool { bits >> UInt16(slot.index) & 1 == 1 }

  func intersects(_ other: SlotSet) -> Bool { bits & other.bits != 0 }

  mutating func formUnion(_ other: SlotSet) { bits |= other.bits }
}

/// How an experiment is called in assignments.
struct ExperimentNames: Sendable {
  let key: String
  let variations: [String]
}
