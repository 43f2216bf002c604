internal import Personalization

/// What was counted of some users; tallies of different users add up.
///
/// Memory depends on the workspace and on how many kinds of users there are, never on how many users.
struct Tally {
  /// Users, and those of them that got the defaults because nothing of them could be used.
  var users = 0
  var rejected = 0
  /// Users by their set of segments.
  var segmentSets: [[Int]: Int] = [:]
  /// Users by their highest segment and what they see first.
  var paths: [Path: Int] = [:]
  /// For each slot, users by who set it.
  var setters: [[Int]]
  var experiments: [ExperimentTally]
  /// For each pair of experiments, users by both variations.
  var pairs: [[Int]]
  /// Users without a usable value of each attribute.
  var missing: [Int]
  /// For each segment, users who did not match while an attribute that it asks for was missing.
  var unknown: [Int]
  /// The same by the attribute that was missing, in the order of the plan's `reads`.
  var unknownReads: [Int]

  /// The columns that people group by.
  struct Shape: Hashable {
    let entry: ExactText
    let layout: ExactText
    let fallback: ExactText
  }

  /// The way from a segment to what its users see.
  struct Path: Hashable {
    /// The matched segment of the highest priority; -1: none matched.
    let segment: Int
    let shape: Shape
  }

  struct ExperimentTally {
    /// By the place of the reason among all.
    var reasons = [Int](repeating: 0, count: AssignmentReason.allCases.count)
    /// Users whose bucket dealt them each variation.
    var dealt: [Int]
    /// Those of them who would notice nothing of another variation.
    var same = 0
    /// Of each variation, users by what the slots of the experiment are.
    var outcomes: [[ExactText: Int]]
  }

  init(_ plan: TallyPlan) {
    setters = [[Int]](repeating: [Int](repeating: 0, count: plan.setterCount), count: Slot.allCases.count)
    experiments = plan.variationCounts.map {
      ExperimentTally(dealt: [Int](repeating: 0, count: $0), outcomes: [[ExactText: Int]](repeating: [:], count: $0))
    }
    pairs = plan.pairs.map { first, second in
      [Int](repeating: 0, count: plan.variationCounts[first] * plan.variationCounts[second])
    }
    missing = [Int](repeating: 0, count: plan.attributeCount)
    unknown = [Int](repeating: 0, count: plan.segmentAttributes.count)
    unknownReads = [Int](repeating: 0, count: plan.readStarts.last ?? 0)
  }

  mutating func add(_ other: Tally) {
    users += other.users
    rejected += other.rejected
    segmentSets.merge(other.segmentSets, uniquingKeysWith: +)
    paths.merge(other.paths, uniquingKeysWith: +)
    for slot in setters.indices { setters[slot].add(other.setters[slot]) }
    for index in experiments.indices {
      experiments[index].reasons.add(other.experiments[index].reasons)
      experiments[index].dealt.add(other.experiments[index].dealt)
      experiments[index].same += other.experiments[index].same
      for (variation, outcomes) in other.experiments[index].outcomes.enumerated() {
        experiments[index].outcomes[variation].merge(outcomes, uniquingKeysWith: +)
      }
    }
    for index in pairs.indices { pairs[index].add(other.pairs[index]) }
    missing.add(other.missing)
    unknown.add(other.unknown)
    unknownReads.add(other.unknownReads)
  }
}

extension [Int] {
  fileprivate mutating func add(_ other: [Int]) {
    for index in indices { self[index] += other[index] }
  }
}

/// What of a workspace a tally needs to know.
struct TallyPlan: Sendable {
  let setterCount: Int
  let variationCounts: [Int]
  /// For each experiment, the slots that it sets.
  let slots: [[Slot]]
  /// The running experiments that set slots.
  let noticeable: [Int]
  /// For each experiment, those that require it, if one of them sets slots: what users see then depends on them too.
  let dependents: [[Int]]
  /// The experiments that deal variations at all, two by two.
  let pairs: [(first: Int, second: Int)]
  let attributeCount: Int
  /// For each segment, the attributes that its condition reads, as words of bits.
  let segmentAttributes: [[UInt64]]
  /// The same one after the other, segment by segment.
  let reads: [Int]
  /// Where those of each segment begin in `reads`, and where the last ones end.
  let readStarts: [Int]

  init(_ engine: PersonalizationEngine) {
    let workspace = engine.workspace
    setterCount = engine.setters.count
    variationCounts = workspace.experiments.map(\.variations.count)
    slots = workspace.experiments.map { $0.slots.sorted() }
    let slots = slots
    noticeable = workspace.experiments.indices.filter {
      workspace.experiments[$0].status == .running && !slots[$0].isEmpty
    }
    dependents = workspace.experiments.indices.map { experiment in
      let dependents = engine.dependents(of: experiment)
      return dependents.contains { !slots[$0].isEmpty } ? dependents : []
    }
    let running = workspace.experiments.indices.filter { workspace.experiments[$0].status == .running }
    pairs = running.flatMap { first in running.filter { $0 > first }.map { (first, $0) } }
    attributeCount = workspace.catalog.attributes.count
    let words = (attributeCount + 63) / 64
    let segmentReads = workspace.segments.indices.map { engine.attributes(ofSegment: $0).sorted() }
    segmentAttributes = segmentReads.map { attributes in
      var mask = [UInt64](repeating: 0, count: words)
      for attribute in attributes { mask[attribute >> 6] |= 1 << UInt64(attribute & 63) }
      return mask
    }
    reads = segmentReads.flatMap(\.self)
    readStarts = segmentReads.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }
  }
}
