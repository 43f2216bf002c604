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
  private var together: [CohortAndFlow: Int] = [:]
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
      generation = evaluator.generation
    }
    tally.users += 1
    cohorts.count(cohort) { evaluator.segments(ofCohort: cohort) }
    if shapes[flow] == nil { shapes[flow] = texts.shape(of: evaluator.flow(number: flow)) }
    together[CohortAndFlow(cohort: cohort, flow: flow), default: 0] += 1
    evaluator.forEachSlot(of: user) { slot, setter in tally.setters[slot][setter] += 1 }
    evaluator.forEachAttempt(of: user) { experiment, reason, variation in
      tally.experiments[experiment].reasons[reason.place] += 1
      let isDealt = reason == .assigned
      variations[experiment] = isDealt ? variation : -1
      if isDealt { tally.experiments[experiment].dealt[variation] += 1 }
    }
    for (index, pair) in plan.pairs.enumerated() where variations[pair.first] >= 0 && variations[pair.second] >= 0 {
      tally.pairs[index][variations[pair.first] * plan.variationCounts[pair.second] + variations[pair.second]] += 1
    }
    if missing.contains(where: { $0 != 0 }) { countMissing(missing, matched: evaluator.segments(ofCohort: cohort)) }
  }

  private mutating func countMissing(_ missing: [UInt64], matched: [Int]) {
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
    for (key, count) in together {
      guard let shape = shapes[key.flow] else { continue }
      tally.paths[Tally.Path(segment: cohorts.key(key.cohort)?.last ?? -1, shape: shape), default: 0] += count
    }
    together.removeAll(keepingCapacity: true)
    cohorts.settle(into: &tally.segmentSets)
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
      entry: decided.entryText(capturedNames), layout: decided.flow.home.layout.rawValue,
      fallback: decided.fallbackText(capturedNames))
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
