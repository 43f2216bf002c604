/// Why a decision is what it is.
public struct Explanation: Sendable {
  /// Every segment, from the highest to the lowest priority.
  public let segments: [SegmentTrace]
  /// Every experiment, in the order of their keys.
  public let experiments: [ExperimentTrace]
  /// Every slot, with the chain of who set it.
  public let slots: [SlotDecision]
  /// Where the flow configuration had to leave the slots.
  public let detours: [Detour]
}

/// How a segment's condition turned out.
public struct SegmentTrace: Hashable, Sendable {
  /// The key.
  public let key: String
  /// The priority.
  public let priority: Int
  /// The condition, part by part; the segment matched if it holds.
  public let condition: ConditionTrace
}

/// How a part of a condition turned out.
public struct ConditionTrace: Hashable, Sendable {
  /// What kind of part it is, or the claim itself: `all of`, `any of`, `not`, `age >= 65`.
  public let text: String
  /// Whether it holds.
  public let holds: Bool
  /// The attribute that the claim is about, if the user has no usable value for it.
  public let missing: String?
  /// The parts it is made of.
  public let parts: [ConditionTrace]

  /// Every attribute that was missing in it or in its parts, in order of appearance.
  public var allMissing: [String] {
    var names = missing.map { [$0] } ?? []
    for name in parts.flatMap(\.allMissing) where !names.contains(name) { names.append(name) }
    return names
  }
}

/// How an experiment's checks turned out.
public struct ExperimentTrace: Hashable, Sendable {
  /// What the user got, and why.
  public let assignment: Assignment
  /// The unit's bucket, also where the checks ended before it was needed; nil without a unit.
  public let bucket: Bucket?
  /// The buckets that each variation owns.
  public let shares: [Share]
  /// The unit's bucket in the layer, if it has a layer and the user a unit.
  public let layerBucket: Bucket?
  /// The buckets of the layer that are the experiment's own.
  public let layerRanges: [Range<Int>]
  /// How its audience's condition turned out.
  public let audience: ConditionTrace
  /// The slots that some variation sets and that a segment locks or the user chose.
  public let contestedSlots: [Slot]
  /// The experiments that it requires and of which the user has no variation that it accepts.
  public let unmetRequirements: [String]

  /// The buckets of one variation.
  public struct Share: Hashable, Sendable {
    /// The key of the variation.
    public let variation: String
    /// The half-open range of buckets; empty: none.
    public let buckets: Range<Int>
  }
}
