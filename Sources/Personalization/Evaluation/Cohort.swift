/// Users whose values give the same outputs of the circuit: everything about them that does not depend on a hash, a
/// record or a choice's value is the same.
final class Cohort: Sendable {
  /// The circuit's outputs, the segments in ascending priority first.
  let outputs: [UInt64]
  /// The matched segments, from the lowest to the highest priority.
  let segments: [Int]
  /// One for each experiment.
  let verdicts: [Verdict]

  /// How an experiment treats the cohort before any hash.
  struct Verdict: Sendable {
    /// Ends the checks before the unit is looked at; with `rolledOut`, `winner` is assigned.
    var early: AssignmentReason?
    var winner = -1
    /// Ends them after it: `locked` or `chosen`.
    var afterUnit: AssignmentReason?
    var isAudience = true

    /// Whether some user of the cohort can get a variation without an override or a record.
    var isCandidate: Bool { early == .rolledOut || (early == nil && afterUnit == nil && isAudience) }
  }

  init(outputs: [UInt64], _ rules: Rules) {
    self.outputs = outputs
    func isSet(_ output: Int) -> Bool { outputs[output >> 6] >> UInt64(output & 63) & 1 == 1 }
    let locked = rules.slots.locked(outputs)
    let chosen = SlotSet(Slot.allCases.filter { isSet(rules.firstChoiceOutput + $0.index) })
    segments = rules.segmentOrder.indices.filter(isSet).map { rules.segmentOrder[$0] }
    verdicts = rules.experiments.map { experiment in
      var verdict = Verdict()
      verdict.isAudience = isSet(experiment.audience)
      if experiment.slots.intersects(locked) {
        verdict.afterUnit = .locked
      } else if experiment.slots.intersects(chosen) {
        verdict.afterUnit = .chosen
      }
      switch experiment.phase {
      case .inactive: verdict.early = .inactive
      case .rolledOut(let winner):
        verdict.early = verdict.afterUnit ?? (verdict.isAudience ? .rolledOut : .audienceMiss)
        if verdict.early == .rolledOut { verdict.winner = winner }
      case .running:
        if let started = experiment.started, !isSet(started) { verdict.early = .notStarted }
        if let ended = experiment.ended, isSet(ended) { verdict.early = verdict.early ?? .ended }
      }
      return verdict
    }
  }

  func isSet(_ output: Int) -> Bool { outputs[output >> 6] >> UInt64(output & 63) & 1 == 1 }
}

/// The cohorts met so far, found first by the inputs of the circuit, then by its outputs.
struct CohortTable {
  private(set) var plans = AssignmentPlans()
  /// The plan of each cohort.
  private(set) var planOfCohort: [Int32] = []
  private(set) var cohorts: [Cohort] = []
  private var numberOfOutputs: [[UInt64]: Int] = [:]

  /// A direct-mapped memory from input words to cohorts; a collision overwrites.
  private var recallKeys: [UInt64]
  private var recallCohorts: [Int32]
  private let inputWords: Int
  /// Binary logarithm of how many are recalled: 16,384, fewer where the inputs of one are long.
  private let recallBits: UInt64
  /// About how many bytes the recalled inputs may take.
  private static let recallBudget = 8 << 20
  /// Beyond this number all are forgotten: a bound on memory, whatever the users are.
  private let limit: Int
  /// About how many bytes the cohorts may take.
  private static let budget = 2 << 20

  init(_ rules: Rules) {
    inputWords = rules.circuit.inputWords
    let bytes =
      256 + rules.circuit.outputWords * 16 + rules.workspace.segments.count * 8
      + rules.experiments.count * (MemoryLayout<Cohort.Verdict>.stride + AssignmentPlans.bytesPerExperiment)
    limit = max(256, Self.budget / bytes)
    let fitting = max(1, Self.recallBudget / (8 * inputWords))
    recallBits = min(14, UInt64(Int.bitWidth - 1 - fitting.leadingZeroBitCount))
    recallKeys = [UInt64](repeating: 0, count: inputWords << recallBits)
    recallCohorts = [Int32](repeating: -1, count: 1 << recallBits)
  }

  @inline(__always)
  private func place(of inputs: Span<UInt64>, _ first: Int) -> Int {
    var hash: UInt64 = 0
    for word in 0..<inputWords {
      hash = (hash ^ inputs[first &+ word]) &* 0x9E37_79B9_7F4A_7C15
      // Few bits are set, most of them low: without this only the high ones of a word would tell places apart.
      hash ^= hash >> 32
    }
    return Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> (64 &- recallBits))
  }

  /// The cohort of the inputs that begin at `first`, if they were seen lately.
  @inline(__always)
  func recalled(_ inputs: Span<UInt64>, at first: Int) -> Int? {
    let place = place(of: inputs, first)
    let cohort = recallCohorts[place]
    guard cohort >= 0 else { return nil }
    for word in 0..<inputWords where recallKeys[place &* inputWords &+ word] != inputs[first &+ word] { return nil }
    return Int(cohort)
  }

  /// The cohort of a complete vector of bits, which begins with the inputs.
  mutating func cohort(of bits: [UInt64], _ rules: Rules, outcomes: inout OutcomeTable) -> Int {
    let outputs = Array(bits[rules.circuit.firstOutputWord...])
    let number: Int
    if let known = numberOfOutputs[outputs] {
      number = known
    } else {
      if cohorts.count >= limit {
        self = CohortTable(rules)
        outcomes.removeAll()
      }
      let cohort = Cohort(outputs: outputs, rules)
      number = cohorts.count
      cohorts.append(cohort)
      planOfCohort.append(Int32(plans.plan(of: cohort, rules)))
      numberOfOutputs[outputs] = number
    }
    let place = place(of: bits.span, 0)
    for word in 0..<inputWords { recallKeys[place * inputWords + word] = bits[word] }
    recallCohorts[place] = Int32(number)
    return number
  }

  @inline(__always)
  func plan(of cohort: Int32) -> AssignmentPlan { plans.plans[Int(planOfCohort[Int(cohort)])] }

  func verdict(_ cohort: Int, _ experiment: Int) -> Cohort.Verdict { cohorts[cohort].verdicts[experiment] }
}
