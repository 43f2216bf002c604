/// What a survey of many users asks beside the decision itself.
extension Evaluator {
  /// Calls the body with what became of each experiment for a user, after `assign(users:)`; variation -1: none.
  package mutating func forEachAttempt(
    of user: Int, _ body: (_ experiment: Int, _ reason: AssignmentReason, _ variation: Int) -> Void
  ) {
    refreshCohort(of: user)
    let cohort = cohorts.cohorts[Int(assigned[user].cohort)]
    for experiment in rules.experimentOrder {
      let attempt = attempt(experiment, cohort.verdicts[experiment], of: user)
      body(experiment, attempt.reason, attempt.variation)
    }
  }

  /// Calls the body with the number of who sets each slot for a user, after `assign(users:)`; see `PersonalizationEngine.setters`.
  package mutating func forEachSlot(of user: Int, _ body: (_ slot: Int, _ setter: Int) -> Void) {
    refreshCohort(of: user)
    let cohort = cohorts.cohorts[Int(assigned[user].cohort)]
    let slots = Slot.allCases.count
    rules.slots.winners(
      cohort.outputs, variation: { variations[user, $0] },
      choice: { hasChoices ? -choices[user * slots + $0] : 0 }, body)
  }

  /// Appends the number of the value of each slot for a user, after `assign(users:)`; see `slotValue`.
  package mutating func appendSlotValues(of user: Int, to values: inout [Int32]) {
    refreshCohort(of: user)
    let cohort = cohorts.cohorts[Int(assigned[user].cohort)]
    let slots = Slot.allCases.count
    rules.slots.appendValues(
      cohort.outputs, experiments: settingExperiments, variation: { variations[user, $0] },
      choice: { hasChoices ? -choices[user * slots + $0] : 0 }, to: &values)
  }

  /// Whether a user would notice nothing of which variation of an experiment they have, after `assign(users:)`.
  ///
  /// The user is decided for again under each variation with a weight, `dependents` included; see
  /// `PersonalizationEngine.dependents`.
  package mutating func looksTheSame(_ experiment: Int, dependents: [Int], of user: Int) -> Bool {
    refreshCohort(of: user)
    let given = ([experiment] + dependents).map { variations[user, $0] }
    var seen: DecidedFlow?
    var isSame = true
    for (variation, arm) in rules.workspace.experiments[experiment].variations.enumerated()
    where arm.weight.count > 0 && isSame {
      variations[user, experiment] = variation
      for index in dependents {
        let verdict = cohorts.verdict(Int(assigned[user].cohort), index)
        variations[user, index] = attempt(index, verdict, of: user).variation
      }
      let number = flow(of: user)
      let flow = flow(number: number)
      if let seen { isSame = seen === flow || seen.appearance == flow.appearance } else { seen = flow }
    }
    for (index, variation) in zip([experiment] + dependents, given) { variations[user, index] = variation }
    return isSame
  }

  /// The value of a slot that `appendSlotValues` gave the number of.
  package func slotValue(_ number: Int32) -> SlotValue {
    number < 0 ? outcomes.choice(-number) : rules.slots.values[Int(number)]
  }

  /// The number of a user's cohort, after `assign(users:)`; it means nothing once `generation` has changed.
  package mutating func cohortNumber(of user: Int) -> Int {
    refreshCohort(of: user)
    return Int(assigned[user].cohort)
  }

  /// The segments of a cohort, by their places in the workspace, from the lowest to the highest priority.
  package func segments(ofCohort number: Int) -> [Int] { cohorts.cohorts[number].segments }
}

extension PersonalizationEngine {
  /// The experiments that require this one, by their places in the workspace, be it through others, each after those that
  /// it requires.
  package func dependents(of experiment: Int) -> [Int] {
    var found: Set<Int> = [experiment]
    return rules.experimentOrder.filter { index in
      guard index != experiment else { return false }
      let requires = rules.experiments[index].requirements.contains {
        found.contains(rules.experimentTables.requirements[$0].experiment)
      }
      if requires { found.insert(index) }
      return requires
    }
  }

  /// Who can set slots, by number: the catalog, the segments, the variations, the user.
  package var setters: [SlotDecision.Source] {
    [.default] + rules.segmentOrder.map { .segment(workspace.segments[$0].key) }
      + workspace.experiments.flatMap { experiment in
        experiment.variations.map { .experiment(experiment.key, variation: $0.key) }
      } + [.choice]
  }

  /// The attributes, by their places in the catalog, that a segment's own condition reads.
  package func attributes(ofSegment index: Int) -> Set<Int> {
    Set(
      workspace.segments[index].condition.leaves.compactMap { claim in
        if case .attribute(let name, _) = claim { rules.attributeIndex[name] } else { nil }
      })
  }
}
