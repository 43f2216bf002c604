package import Navigation

extension Evaluator {
  /// The outcome of the first user, who is of this cohort and has the present `variations`.
  mutating func outcome(_ cohort: Int) -> Outcome {
    guard !hasChoices, let combination else { return searchedOutcome(cohort) }
    let number = Int32(truncatingIfNeeded: cohort)
    if let recalled = outcomes.recalledOutcome(number, combination) { return recalled }
    let outcome = searchedOutcome(cohort)
    outcomes.remember(outcome, number, combination)
    return outcome
  }

  private mutating func searchedOutcome(_ cohort: Int) -> Outcome {
    var key: [Int32] = []
    swap(&key, &outcomeKey)
    defer { swap(&key, &outcomeKey) }
    key.removeAll(keepingCapacity: true)
    key.append(Int32(truncatingIfNeeded: cohort))
    for index in settingExperiments where variations[0, index] >= 0 {
      key.append(Int32(truncatingIfNeeded: index << 8 | variations[0, index]))
    }
    if hasChoices {
      for slot in 0..<Slot.allCases.count where choice(slot, 0) > 0 {
        key.append(-Int32(slot) - 1)
        key.append(choice(slot, 0))
      }
    }
    if let known = outcomes.outcome(key) { return known }
    var chosen: [Slot: SlotValue] = [:]
    for slot in Slot.allCases where choice(slot.index, 0) > 0 {
      chosen[slot] = outcomes.choice(choice(slot.index, 0))
    }
    let builder = OutcomeBuilder(
      rules: rules, cohort: cohorts.cohorts[cohort], experiments: settingExperiments, variations: variations,
      choices: chosen)
    let number = flow(cohort, of: 0)
    guard let flow = outcomes.flow(number: number) else { preconditionFailure("flow \(number) was released") }
    let outcome = Outcome(builder, flow)
    outcomes.record(outcome, key)
    return outcome
  }

  private func choice(_ slot: Int, _ user: Int) -> Int32 { choices[user * Slot.allCases.count + slot] }

  /// The number of the flow of a user of this cohort, who has the present `variations`.
  mutating func flow(_ number: Int, of user: Int) -> Int {
    let isPlain = !hasChoices && settingExperiments.allSatisfy { variations[user, $0] < 0 }
    if isPlain, let known = outcomes.flow(ofCohort: number) { return known }
    let cohort = cohorts.cohorts[number]
    var key: [Int32] = []
    key.reserveCapacity(Slot.allCases.count + 2 * cohort.outputs.count)
    rules.slots.appendValues(
      cohort.outputs, experiments: settingExperiments, variation: { variations[user, $0] },
      choice: { hasChoices ? -choice($0, user) : 0 }, to: &key)
    let slots = Slot.allCases.count
    for (word, mask) in rules.flowOutputs.enumerated() where mask != 0 {
      let bits = cohort.outputs[word] & mask
      key.append(Int32(truncatingIfNeeded: bits))
      key.append(Int32(truncatingIfNeeded: bits >> 32))
    }
    let flow =
      outcomes.flow(key)
      ?? outcomes.record(
        DecidedFlow(
          key.prefix(slots).map { $0 < 0 ? outcomes.choice(-$0) : rules.slots.values[Int($0)] }, rules, cohort), key)
    if isPlain { outcomes.remember(flow: flow, ofCohort: number) }
    return flow
  }

  /// The number of a user's flow, after `assign(users:)`.
  package mutating func flow(of user: Int) -> Int {
    refreshCohort(of: user)
    return flow(Int(assigned[user].cohort), of: user)
  }

  /// The flow of this number, as `flow(of:)` gave it; it must not have been released.
  package func flow(number: Int) -> DecidedFlow {
    guard let flow = outcomes.flow(number: number) else { preconditionFailure("flow \(number) was released") }
    return flow
  }

  /// Lets go of a flow that will not be asked for again, since it was rendered; its number stays.
  package mutating func release(flow number: Int) { outcomes.release(flow: number) }

  /// The segments of a user, from the lowest to the highest priority, after `assign(users:)`.
  package func segments(of user: Int) -> [Int] { cohorts.cohorts[Int(assigned[user].cohort)].segments }

  /// Forgets all flows and combinations, those that were let go of too.
  package mutating func forgetFlows() { outcomes.removeAll() }

  /// Changes when the numbers of flows and combinations given so far lose their meaning.
  package var generation: Int { outcomes.generation }

  /// The flow of a user of whom nothing may be used: the catalog's defaults.
  package static func defaultFlow(_ engine: PersonalizationEngine) -> DecidedFlow {
    let rules = engine.rules
    let nothing = Cohort(outputs: [UInt64](repeating: 0, count: rules.circuit.outputWords), rules)
    var values: [Int32] = []
    rules.slots.appendValues(
      nothing.outputs, experiments: [], variation: { _ in -1 }, choice: { _ in 0 }, to: &values)
    return DecidedFlow(values.map { rules.slots.values[Int($0)] }, rules, nothing)
  }

  /// The argument that a captured value of the block's first user is.
  package func argument(_ index: Int) -> NodeArgument? {
    guard !captured.range(of: index, user: 0).isEmpty else { return nil }
    let attribute = rules.attributeIndex[rules.capturedAttributes[index]] ?? 0
    return rules.columns[attribute].type == .number
      ? captured.number(of: index, user: 0).map(NodeArgument.number)
      : .string(captured.exactText(of: index, user: 0).string)
  }
}
