extension Evaluator {
  /// Lets records count for a user of the block, as `decide` does, after `assign(users:)`.
  ///
  /// - Parameter units: Memory to work in, for the same plan.
  package mutating func apply(
    _ plan: StickyPlan, to user: Int, _ units: inout StickyUnits, _ records: inout some StickyRecords
  ) {
    refreshCohort(of: user)
    let verdicts = cohorts.cohorts[Int(assigned[user].cohort)].verdicts
    units.begin()
    for place in plan.places.indices {
      let entry = plan.places[place]
      let verdict = verdicts[entry.experiment]
      guard verdict.early == nil, verdict.afterUnit == nil, units.load(entry, user, captured, &records) else {
        continue
      }
      let drawn = variations[user, entry.experiment]
      let code = units.code(place)
      let variation = code.isBlocked ? -1 : code.variation >= 0 ? code.variation : drawn
      guard variation == drawn else { return applyAnew(plan, to: user, verdicts, &units, &records) }
      if variation >= 0 { units.keep(place, variation, &records) }
    }
  }

  /// The same for a user whose record is not what the hash says, on which other experiments may depend: all are asked again.
  private mutating func applyAnew(
    _ plan: StickyPlan, to user: Int, _ verdicts: [Cohort.Verdict], _ units: inout StickyUnits,
    _ records: inout some StickyRecords
  ) {
    for index in rules.experimentOrder {
      let verdict = verdicts[index]
      guard let place = plan.places.firstIndex(where: { $0.experiment == index }) else {
        variations[user, index] = attempt(index, verdict, of: user).variation
        continue
      }
      let admission = admission(index, verdict, of: user)
      guard admission.reason == .assigned, units.load(plan.places[place], user, captured, &records) else {
        variations[user, index] = admission.variation
        continue
      }
      let code = units.code(place)
      var variation = -1
      if !code.isBlocked {
        variation = code.variation >= 0 ? code.variation : draw(index, verdict, admission, of: user).variation
      }
      variations[user, index] = variation
      if variation >= 0 { units.keep(place, variation, &records) }
    }
    renumber(user)
  }

  /// Finds the number of a user's variations, once they are not those that `assign` gave.
  private mutating func renumber(_ user: Int) {
    let plan = cohorts.plan(of: assigned[user].cohort)
    var (combination, candidates): (UInt64, Int) = (0, 0)
    for index in plan.candidates {
      let candidate = cohorts.plans.candidates[index]
      let variation = variations[user, candidate.experiment]
      combination = combination &* candidate.outcomes &+ UInt64(truncatingIfNeeded: variation &+ 1)
      if variation >= 0 { candidates += 1 }
    }
    let given = rules.experimentOrder.count { variations[user, $0] >= 0 }
    assigned[user].combination = combination
    // A number holds candidates only, and a record may give others.
    assigned[user].isNumbered = plan.isNumbered && given == candidates
  }
}
