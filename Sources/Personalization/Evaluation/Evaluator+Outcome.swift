package import Navigation

extension Evaluator {
  /// The number of the outcome of a user of this cohort, who has the present `variations`.
  package mutating func outcome(_ cohort: Int, of user: Int) -> Int {
    outcomes.startKey(cohort)
    for index in variations.indices where variations[index] >= 0 && rules.experiments[index].setsSlots {
      outcomes.extendKey(Int32(truncatingIfNeeded: index << 8 | variations[index]))
    }
    if hasChoices {
      for slot in 0..<Slot.allCases.count where choice(slot, user) > 0 {
        outcomes.extendKey(-Int32(slot) - 1)
        outcomes.extendKey(choice(slot, user))
      }
    }
    return outcomes.number() ?? newOutcome(cohort, user)
  }

  private func choice(_ slot: Int, _ user: Int) -> Int32 { choices[user * Slot.allCases.count + slot] }

  private mutating func newOutcome(_ cohort: Int, _ user: Int) -> Int {
    // A winner that was rolled out is the new ground; what still runs is laid over it.
    let assigned = variations.indices.filter { variations[$0] >= 0 }.map { ($0, variations[$0]) }
    func isGround(_ experiment: Int) -> Bool {
      if case .rolledOut = rules.experiments[experiment].phase { true } else { false }
    }
    let ordered = assigned.filter { isGround($0.0) } + assigned.filter { !isGround($0.0) }
    var chosen: [Slot: SlotValue] = [:]
    for slot in Slot.allCases where choice(slot.index, user) > 0 {
      chosen[slot] = outcomes.choice(choice(slot.index, user))
    }
    let builder = OutcomeBuilder(
      rules: rules, cohort: cohorts.cohorts[cohort], assigned: ordered, choices: chosen)
    return outcomes.record(Outcome(builder))
  }

  /// The outcome of this number, as `outcome(_:)` gave it.
  ///
  /// It must not have been released.
  package func outcome(number: Int) -> Outcome {
    guard let outcome = outcomes.outcomes[number] else { preconditionFailure("outcome \(number) was released") }
    return outcome
  }

  /// Lets go of an outcome that will not be asked for again, since its row was rendered; its number stays.
  package mutating func releaseOutcome(number: Int) { outcomes.release(number) }

  /// Forgets all outcomes, those that were let go of too.
  package mutating func forgetOutcomes() { outcomes.removeAll() }

  /// Changes when outcome numbers given so far lose their meaning.
  package var outcomeGeneration: Int { outcomes.generation }

  /// The outcome of a user of whom nothing may be used: the catalog's defaults, no segment, no experiment.
  package static func defaults(_ engine: PersonalizationEngine) -> Outcome {
    let rules = engine.rules
    let nothing = Cohort(outputs: [UInt64](repeating: 0, count: rules.circuit.outputWords), rules)
    return Outcome(OutcomeBuilder(rules: rules, cohort: nothing, assigned: [], choices: [:]))
  }

  /// The argument that a captured value of the block's first user is.
  package func argument(_ index: Int) -> NodeArgument? {
    guard !captured.range(of: index, user: 0).isEmpty else { return nil }
    let attribute = rules.attributeIndex[rules.capturedAttributes[index]] ?? 0
    return rules.columns[attribute].type == .number
      ? captured.number(of: index, user: 0).map(NodeArgument.number) : .string(captured.text(of: index, user: 0))
  }
}
