/// What is left to do for the users of some cohorts: which units to hash from which states, and which experiments then draw.
///
/// Plain places in the pools of `AssignmentPlans`, so that following one counts no references.
struct AssignmentPlan {
  var units: Range<Int>
  /// In an order in which requirements come first.
  var candidates: Range<Int>
  /// Whether its candidates have so few combinations of variations that each is worth a number and a rendered row.
  var isNumbered = true

  /// More combinations than these are not numbered: most users would have one of their own.
  static let combinationLimit: UInt64 = 10_000

  /// A unit, and the states that its bytes run through.
  struct Unit {
    /// Captured values; the second stands in where the first is empty, -1: none does.
    let attribute: Int
    let fallback: Int
    /// In `states`.
    let lanes: Range<Int>
    /// Where the hashes of its lanes go.
    let firstHash: Int
  }

  /// An experiment that some user of the cohort gets.
  struct Candidate {
    let experiment: Int
    /// The variation that everybody of the cohort gets; -1: it is drawn.
    let winner: Int
    /// In `units`.
    let unit: Int
    let hasher: BucketHasher
    /// The hash that the bucket is made of.
    let hash: Int
    /// The ranges of the variations in `ExperimentTables.shares`.
    let shares: Range<Int>
    /// Likewise for the layer; its hash is -1 where there is none.
    let layerHasher: BucketHasher
    let layerHash: Int
    let layerShares: Range<Int>
    /// In `ExperimentTables.requirements`.
    let requirements: Range<Int>
    /// How many outcomes it has: its variations, and none.
    let outcomes: UInt64
  }
}

/// The plans of all cohorts; cohorts with the same candidates share one.
struct AssignmentPlans {
  private(set) var plans: [AssignmentPlan] = []
  private(set) var units: [AssignmentPlan.Unit] = []
  /// The hash before the unit's bytes, lane by lane.
  private(set) var states: [FNV1a] = []
  private(set) var candidates: [AssignmentPlan.Candidate] = []

  /// About how much a plan takes.
  static let bytesPerExperiment = MemoryLayout<AssignmentPlan.Candidate>.stride + 32

  /// The plans by their candidates, of which there are fewer sets than cohorts.
  private var planOfCandidates: [[Int]: Int] = [:]

  /// The number of a cohort's plan.
  mutating func plan(of cohort: Cohort, _ rules: Rules) -> Int {
    let experiments = rules.experimentOrder.filter { cohort.verdicts[$0].isCandidate }
    // Whether an experiment is rolled out, and with which winner, is the same in every cohort.
    if let known = planOfCandidates[experiments] { return known }
    append(experiments, cohort, rules)
    planOfCandidates[experiments] = plans.count - 1
    return plans.count - 1
  }

  private mutating func append(_ experiments: [Int], _ cohort: Cohort, _ rules: Rules) {
    let firstUnit = units.count
    var lanes = Lanes()
    for experiment in experiments {
      let layout = rules.experiments[experiment]
      let unit = lanes.unit(layout)
      guard cohort.verdicts[experiment].early == nil else { continue }
      _ = lanes.lane(layout.hasher, unit)
      if let layer = layout.layer { _ = lanes.lane(layer.hasher, unit) }
    }
    var firstHash = 0
    for (key, starts) in zip(lanes.units, lanes.states) {
      units.append(
        .init(
          attribute: key.attribute, fallback: key.fallback, lanes: states.count..<states.count + starts.count,
          firstHash: firstHash))
      states += starts
      firstHash += starts.count
    }
    var plan = AssignmentPlan(units: firstUnit..<units.count, candidates: candidates.count..<candidates.count)
    var combinations: UInt64 = 1
    for experiment in experiments {
      let layout = rules.experiments[experiment]
      let unit = lanes.unit(layout)
      let isDrawn = cohort.verdicts[experiment].early == nil
      let outcomes = UInt64(layout.shares.count + 1)
      if plan.isNumbered { combinations *= outcomes }
      plan.isNumbered = plan.isNumbered && combinations <= AssignmentPlan.combinationLimit
      let first = units[firstUnit + unit].firstHash
      candidates.append(
        .init(
          experiment: experiment, winner: cohort.verdicts[experiment].winner, unit: firstUnit + unit,
          hasher: layout.hasher, hash: isDrawn ? first + lanes.lane(layout.hasher, unit) : -1, shares: layout.shares,
          layerHasher: layout.layer?.hasher ?? layout.hasher,
          layerHash: isDrawn ? layout.layer.map { first + lanes.lane($0.hasher, unit) } ?? -1 : -1,
          layerShares: layout.layer?.shares ?? 0..<0, requirements: layout.requirements, outcomes: outcomes))
    }
    plan.candidates = plan.candidates.lowerBound..<candidates.count
    plans.append(plan)
  }

  /// The distinct units of a plan, and the distinct states of each.
  private struct Lanes {
    var units: [(attribute: Int, fallback: Int)] = []
    var states: [[FNV1a]] = []

    mutating func unit(_ layout: ExperimentLayout) -> Int {
      if let known = units.firstIndex(where: { $0 == (layout.unit, layout.fallbackUnit) }) { return known }
      units.append((layout.unit, layout.fallbackUnit))
      states.append([])
      return units.count - 1
    }

    mutating func lane(_ hasher: BucketHasher, _ unit: Int) -> Int {
      if let known = states[unit].firstIndex(of: hasher.start) { return known }
      states[unit].append(hasher.start)
      return states[unit].count - 1
    }
  }
}
