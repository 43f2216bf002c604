internal import BatchEvaluation
internal import Navigation
internal import Personalization

/// Counts the users that an evaluator has assigned.
struct TallyCounter {
  private let plan: TallyPlan
  private let texts: FlowTexts
  private var tally: Tally
  private var cohorts = NumberedCounts<[Int]>()
  private var shapes: [Int: Tally.Shape] = [:]
  /// Users by cohort and flow.
  private var together: [CohortAndFlow: Together] = [:]
  /// Users of each variation by flow.
  private var dealt: [Dealt: Int] = [:]
  /// What a flow makes of the slots of each experiment.
  private var outcomes: [Int: [ExactText]] = [:]
  private var generation = -1
  private var variations: [Int]

  init(_ plan: TallyPlan, _ texts: FlowTexts) {
    self.plan = plan
    self.texts = texts
    tally = Tally(plan)
    variations = [Int](repeating: -1, count: plan.variationCounts.count)
  }

  mutating func startOver() {
    tally = Tally(plan)
    cohorts.startOver()
    together.removeAll(keepingCapacity: true)
    dealt.removeAll(keepingCapacity: true)
  }

  /// What was counted since the last start.
  mutating func finished() -> Tally {
    settle()
    return tally
  }

  mutating func reject() {
    tally.users += 1
    tally.rejected += 1
  }

  /// Counts a user, after `assign(users:)`.
  mutating func count(_ user: Int, missing: [UInt64], _ evaluator: inout Evaluator) {
    let flow = evaluator.flow(of: user)
    let cohort = evaluator.cohortNumber(of: user)
    if evaluator.generation != generation {
      // What was counted by numbers of before is kept by what they stood for.
      settle()
      cohorts.forget()
      shapes.removeAll(keepingCapacity: true)
      outcomes.removeAll(keepingCapacity: true)
      generation = evaluator.generation
    }
    tally.users += 1
    cohorts.count(cohort) { evaluator.segments(ofCohort: cohort) }
    if shapes[flow] == nil { learn(flow, of: user, &evaluator) }
    let pair = CohortAndFlow(cohort: cohort, flow: flow)
    together[pair, default: Together()].users += 1
    evaluator.forEachSlot(of: user) { slot, setter in tally.setters[slot][setter] += 1 }
    evaluator.forEachAttempt(of: user) { experiment, reason, variation in
      tally.experiments[experiment].reasons[reason.place] += 1
      let isDealt = reason == .assigned
      variations[experiment] = isDealt ? variation : -1
      if isDealt { tally.experiments[experiment].dealt[variation] += 1 }
    }
    countOutcomes(pair, user, &evaluator)
    for (index, pair) in plan.pairs.enumerated() where variations[pair.first] >= 0 && variations[pair.second] >= 0 {
      tally.pairs[index][variations[pair.first] * plan.variationCounts[pair.second] + variations[pair.second]] += 1
    }
    if missing.contains(where: { $0 != 0 }) { countMissing(missing, of: user, &evaluator) }
  }

  /// What the variations that a user was dealt look like, and whether another would look like them.
  private mutating func countOutcomes(_ pair: CohortAndFlow, _ user: Int, _ evaluator: inout Evaluator) {
    for experiment in plan.noticeable where variations[experiment] >= 0 {
      dealt[Dealt(experiment: experiment, variation: variations[experiment], flow: pair.flow), default: 0] += 1
      if looksTheSame(experiment, pair, user, &evaluator) { tally.experiments[experiment].same += 1 }
    }
  }

  /// Whether the variations of an experiment that the user was dealt one of all look alike.
  ///
  /// The same for all of this cohort and flow where no other experiment depends on it: under each variation, the slots of
  /// the experiment have one value, and the others are those of the flow.
  private mutating func looksTheSame(
    _ experiment: Int, _ pair: CohortAndFlow, _ user: Int, _ evaluator: inout Evaluator
  ) -> Bool {
    let dependents = plan.dependents[experiment]
    if dependents.isEmpty, let known = together[pair]?.same[experiment] { return known }
    let isSame = evaluator.looksTheSame(experiment, dependents: dependents, of: user)
    if dependents.isEmpty { together[pair]?.same[experiment] = isSame }
    return isSame
  }

  private mutating func learn(_ flow: Int, of user: Int, _ evaluator: inout Evaluator) {
    let decided = evaluator.flow(number: flow)
    let shape = texts.shape(of: decided)
    shapes[flow] = shape
    guard !plan.noticeable.isEmpty else { return }
    var values: [Int32] = []
    evaluator.appendSlotValues(of: user, to: &values)
    outcomes[flow] = plan.slots.map { slots in
      ExactText(
        slots.map { slot in
          let value =
            switch slot {
            case .entry: shape.entry.string
            case .fallbackDefault: shape.fallback.string
            default: evaluator.slotValue(values[slot.index]).description
            }
          return "\(slot.key) \(value)"
        }.joined(separator: ", "))
    }
  }

  private mutating func countMissing(_ missing: [UInt64], of user: Int, _ evaluator: inout Evaluator) {
    let matched = evaluator.segments(ofCohort: evaluator.cohortNumber(of: user))
    for (word, bits) in missing.enumerated() {
      var rest = bits
      while rest != 0 {
        tally.missing[word * 64 + rest.trailingZeroBitCount] += 1
        rest &= rest - 1
      }
    }
    for (segment, attributes) in plan.segmentAttributes.enumerated() {
      let isUnknown = attributes.indices.contains { attributes[$0] & missing[$0] != 0 }
      guard isUnknown, !matched.contains(segment) else { continue }
      tally.unknown[segment] += 1
      for place in plan.readStarts[segment]..<plan.readStarts[segment + 1] {
        let attribute = plan.reads[place]
        if missing[attribute >> 6] >> UInt64(attribute & 63) & 1 != 0 { tally.unknownReads[place] += 1 }
      }
    }
  }

  private mutating func settle() {
    for (key, entry) in together {
      guard let shape = shapes[key.flow] else { continue }
      tally.paths[Tally.Path(segment: cohorts.key(key.cohort)?.last ?? -1, shape: shape), default: 0] += entry.users
    }
    together.removeAll(keepingCapacity: true)
    for (key, count) in dealt {
      guard let outcome = outcomes[key.flow]?[key.experiment] else { continue }
      tally.experiments[key.experiment].outcomes[key.variation][outcome, default: 0] += count
    }
    dealt.removeAll(keepingCapacity: true)
    cohorts.settle(into: &tally.segmentSets)
  }

  private struct Together {
    var users = 0
    /// Of experiments that were asked about, whether their variations look the same.
    var same: [Int: Bool] = [:]
  }

  private struct Dealt: Hashable {
    let experiment: Int
    let variation: Int
    let flow: Int
  }

  private struct CohortAndFlow: Hashable {
    let cohort: Int
    let flow: Int
  }
}

/// Counts by numbers that hold for a while, and what each number stands for.
private struct NumberedCounts<Key: Hashable> {
  private var counts: [Int] = []
  private var keys: [Key?] = []

  @inline(__always)
  mutating func count(_ number: Int, key: () -> Key) {
    if number >= counts.count || keys[number] == nil { learn(number, key()) }
    counts[number] += 1
  }

  private mutating func learn(_ number: Int, _ key: Key) {
    while counts.count <= number {
      counts.append(0)
      keys.append(nil)
    }
    keys[number] = key
  }

  func key(_ number: Int) -> Key? { keys[number] }

  mutating func startOver() {
    for index in counts.indices { counts[index] = 0 }
  }

  /// The numbers mean nothing any more.
  mutating func forget() {
    counts.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
  }

  mutating func settle(into totals: inout [Key: Int]) {
    for (key, count) in zip(keys, counts) where count > 0 {
      if let key { totals[key, default: 0] += count }
    }
    startOver()
  }
}

/// How the cells of a flow are written, as in the output of a batch.
struct FlowTexts: Sendable {
  private let capturedNames: [String]

  init(_ engine: PersonalizationEngine) { capturedNames = engine.capturedAttributes }

  func shape(of decided: DecidedFlow) -> Tally.Shape {
    Tally.Shape(
      entry: ExactText(decided.entryText(capturedNames)), layout: ExactText(decided.flow.home.layout.rawValue),
      fallback: ExactText(decided.fallbackText(capturedNames)))
  }
}

extension AssignmentReason {
  /// The place among all reasons.
  var place: Int { Self.places[self] ?? 0 }

  private static let places = Dictionary(uniqueKeysWithValues: zip(allCases, 0...))
}

/// One worker's counts of the users of a file.
final class TallyConsumer: RowConsumer {
  private var counter: TallyCounter
  private let total: Locked<Tally>

  init(_ plan: TallyPlan, _ texts: FlowTexts, addingTo total: Locked<Tally>) {
    counter = TallyCounter(plan, texts)
    self.total = total
  }

  func beginChunk() { counter.startOver() }

  func accept(_ user: Int, missing: [UInt64], _ evaluator: inout Evaluator) {
    counter.count(user, missing: missing, &evaluator)
  }

  func reject() { counter.reject() }

  func commitChunk() {
    let chunk = counter.finished()
    total.withLock { $0.add(chunk) }
    counter.startOver()
  }
}
