package import Navigation

extension Evaluator {
  /// The number of the outcome of the user whose cohort and variations are known.
  @inline(__always)
  package mutating func outcome(_ cohort: Int) -> Int {
    outcomes.startKey(cohort)
    for index in variations.indices where variations[index] >= 0 && rules.experiments[index].setsSlots {
      outcomes.extendKey(Int32(truncatingIfNeeded: index << 8 | variations[index]))
    }
    if hasChoices {
      for index in choices.indices where choices[index] > 0 {
        outcomes.extendKey(-Int32(index) - 1)
        outcomes.extendKey(choices[index])
      }
    }
    return outcomes.number() ?? newOutcome(cohort)
  }

  private mutating func newOutcome(_ cohort: Int) -> Int {
    // A winner that was rolled out is the new ground; what still runs is laid over it.
    let assigned = variations.indices.filter { variations[$0] >= 0 }.map { ($0, variations[$0]) }
    func isGround(_ experiment: Int) -> Bool {
      if case .rolledOut = rules.experiments[experiment].phase { true } else { false }
    }
    let ordered = assigned.filter { isGround($0.0) } + assigned.filter { !isGround($0.0) }
    var chosen: [Slot: SlotValue] = [:]
    for slot in Slot.allCases where choices[slot.index] > 0 { chosen[slot] = outcomes.choice(choices[slot.index]) }
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

  /// Changes when outcome numbers given so far lose their meaning.
  package var outcomeGeneration: Int { outcomes.generation }

  /// The outcome of a user of whom nothing may be used: the catalog's defaults, no segment, no experiment.
  package static func defaults(_ engine: PersonalizationEngine) -> Outcome {
    let rules = engine.rules
    let nothing = Cohort(outputs: [UInt64](repeating: 0, count: rules.circuit.outputWords), rules)
    return Outcome(OutcomeBuilder(rules: rules, cohort: nothing, assigned: [], choices: [:]))
  }

  /// The argument that a captured value is.
  package func argument(_ index: Int) -> NodeArgument? {
    guard !captured.range(of: index).isEmpty else { return nil }
    let attribute = rules.attributeIndex[rules.capturedAttributes[index]] ?? 0
    return rules.columns[attribute].type == .number
      ? captured.number(of: index).map(NodeArgument.number) : .string(captured.text(of: index))
  }
}
