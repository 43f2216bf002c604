extension Evaluator {
  /// What a user's cohort and variations are, as numbers.
  struct Assigned {
    var cohort: Int32 = 0
    /// Whether the combination has a number; see `AssignmentPlan`.
    var isNumbered = true
    /// The candidates' variations as one integer, digit by digit.
    var combination: UInt64 = 0
  }

  /// Assigns all candidates of the first `users` users, without reasons; to be called when their values were loaded.
  package mutating func assign(users: Int) {
    var user = 0
    var generation = outcomes.generation
    while user < users {
      assigned[user].cohort = Int32(truncatingIfNeeded: cohort(of: user))
      user &+= 1
      // A full table of cohorts has begun anew, and its numbers with it.
      if generation != outcomes.generation {
        generation = outcomes.generation
        user = 0
      }
    }
    assignedGeneration = generation
    // Out of self while they are written to, so that what is read beside them stays shared.
    var (assigned, hashes): ([Assigned], [FNV1a]) = ([], [])
    var variations = VariationTable(users: 0, experiments: 0)
    swap(&assigned, &self.assigned)
    swap(&hashes, &self.hashes)
    swap(&variations, &self.variations)
    draw(users: users, &assigned, &variations, &hashes)
    swap(&assigned, &self.assigned)
    swap(&hashes, &self.hashes)
    swap(&variations, &self.variations)
  }

  private func draw(
    users: Int, _ assigned: inout [Assigned], _ variations: inout VariationTable, _ hashes: inout [FNV1a]
  ) {
    let experiments = variations.experiments
    variations.startOver(users: users) { variations in
      var results = assigned.mutableSpan
      var hashes = hashes.mutableSpan
      for user in 0..<users {
        let plan = cohorts.plan(of: results[user].cohort)
        results[user].isNumbered = plan.isNumbered
        results[user].combination = draw(plan, user, &variations, user &* experiments, &hashes)
      }
    }
  }

  /// The combination of cohort and variations of a user, after `assign(users:)`.
  ///
  /// Nil where a combination has no number, for a user with choices or in too many experiments: then `flow(of:)`,
  /// `segments(of:)` and `variations` tell.
  @inline(__always)
  package mutating func combination(of user: Int) -> Int? {
    let assigned = assigned[user]
    if assignedGeneration == outcomes.generation, !hasChoices, assigned.isNumbered,
      let known = outcomes.recalledCombination(assigned.cohort, assigned.combination)
    {
      return known
    }
    return newCombination(of: user)
  }

  @inline(never)
  private mutating func newCombination(of user: Int) -> Int? {
    refreshCohort(of: user)
    let assigned = assigned[user]
    guard !hasChoices, assigned.isNumbered else { return nil }
    return outcomes.knownCombination(assigned.cohort, assigned.combination)
      ?? outcomes.recordCombination(assigned.cohort, assigned.combination)
  }

  /// Finds the number of a user's cohort again where it may have changed since `assign(users:)`.
  mutating func refreshCohort(of user: Int) {
    guard assignedGeneration != outcomes.generation else { return }
    assigned[user].cohort = Int32(truncatingIfNeeded: cohort(of: user))
  }

  /// Hashes the first user's units for all candidates of the cohort at once.
  mutating func hashCandidates(_ cohort: Int) {
    var hashes: [FNV1a] = []
    swap(&hashes, &self.hashes)
    fill(&hashes, Int32(truncatingIfNeeded: cohort))
    swap(&hashes, &self.hashes)
    hashedCohort = Int32(truncatingIfNeeded: cohort)
  }

  private func fill(_ hashes: inout [FNV1a], _ cohort: Int32) {
    var hashes = hashes.mutableSpan
    for index in cohorts.plan(of: cohort).units { hash(cohorts.plans.units[index], 0, &hashes) }
  }

  /// What `hashCandidates` worked out for a captured value and a first state; nil if it did not, or among too many.
  func hash(of unit: Int, from start: FNV1a) -> FNV1a? {
    guard hashedCohort >= 0 else { return nil }
    for index in cohorts.plan(of: hashedCohort).units {
      let candidate = cohorts.plans.units[index]
      guard candidate.lanes.count <= 8, candidate.attribute == unit else { continue }
      for lane in candidate.lanes where cohorts.plans.states[lane] == start {
        return hashes[candidate.firstHash + lane - candidate.lanes.lowerBound]
      }
    }
    return nil
  }

  /// Draws for each candidate of the plan.
  ///
  /// - Returns: The variations as one integer, digit by digit, if the plan numbers them.
  @inline(__always)
  private func draw(
    _ plan: AssignmentPlan, _ user: Int, _ variations: inout MutableSpan<Int32>, _ first: Int,
    _ hashes: inout MutableSpan<FNV1a>
  ) -> UInt64 {
    for index in plan.units { hash(cohorts.plans.units[index], user, &hashes) }
    let tables = rules.experimentTables
    var combination: UInt64 = 0
    for index in plan.candidates {
      let candidate = cohorts.plans.candidates[index]
      let variation: Int
      if candidate.winner >= 0 {
        variation = candidate.winner
      } else if range(of: cohorts.plans.units[candidate.unit], user).isEmpty {
        variation = -1
      } else if candidate.layerHash >= 0,
        tables.share(
          of: candidate.layerHasher.bucket(after: hashes[candidate.layerHash], pool: tables.seeds),
          candidate.layerShares) == nil
      {
        variation = -1
      } else if !meets(candidate.requirements, variations, first) {
        variation = -1
      } else {
        let bucket = candidate.hasher.bucket(after: hashes[candidate.hash], pool: tables.seeds)
        variation = tables.share(of: bucket, candidate.shares) ?? -1
      }
      variations[first &+ candidate.experiment] = Int32(truncatingIfNeeded: variation)
      combination = combination &* candidate.outcomes &+ UInt64(truncatingIfNeeded: variation &+ 1)
    }
    return combination
  }

  /// Whether a user's variations so far are those that an experiment requires.
  @inline(__always)
  private func meets(_ requirements: Range<Int>, _ variations: borrowing MutableSpan<Int32>, _ first: Int) -> Bool {
    for index in requirements {
      let requirement = rules.experimentTables.requirements[index]
      guard requirement.isMet(by: Int(variations[first &+ requirement.experiment])) else { return false }
    }
    return true
  }

  @inline(__always)
  private func range(of unit: AssignmentPlan.Unit, _ user: Int) -> Range<Int> {
    let own = unit.attribute < 0 ? 0..<0 : captured.range(of: unit.attribute, user: user)
    return own.isEmpty && unit.fallback >= 0 ? captured.range(of: unit.fallback, user: user) : own
  }

  /// Runs a unit through its lanes, four at a time: one multiplication waits for the one before it in its own lane only.
  @inline(__always)
  private func hash(_ unit: AssignmentPlan.Unit, _ user: Int, _ hashes: inout MutableSpan<FNV1a>) {
    let text = captured.bytes.span.extracting(range(of: unit, user))
    let states = cohorts.plans.states
    let count = unit.lanes.count
    var lane = 0
    while lane < count {
      // Beyond the last lane it is run again, which costs less than a loop of its own.
      let lanes = (lane, min(lane &+ 1, count &- 1), min(lane &+ 2, count &- 1), min(lane &+ 3, count &- 1))
      let first = unit.lanes.lowerBound
      var a = states[first &+ lanes.0]
      var b = states[first &+ lanes.1]
      var c = states[first &+ lanes.2]
      var d = states[first &+ lanes.3]
      for index in text.indices {
        let byte = text[index]
        a.combine(byte)
        b.combine(byte)
        c.combine(byte)
        d.combine(byte)
      }
      hashes[unit.firstHash &+ lanes.0] = a
      hashes[unit.firstHash &+ lanes.1] = b
      hashes[unit.firstHash &+ lanes.2] = c
      hashes[unit.firstHash &+ lanes.3] = d
      lane &+= 4
    }
  }
}
