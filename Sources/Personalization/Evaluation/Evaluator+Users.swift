/// Users of a block that come as values of JSON, and users of whom nothing may be used.
extension Evaluator {
  /// Loads the values of one user of the block, exactly as a single decision does.
  ///
  /// - Returns: What of the user could not be used, in no order.
  package mutating func load(_ user: User, _ engine: PersonalizationEngine, at place: Int) -> [UserIssue] {
    var session = DecisionSession(engine: engine, user: user, time: time, store: nil, at: place)
    session.loadValues(into: &self)
    return session.issues
  }
}

extension UserIssue {
  /// The order in which a decision lists its issues.
  package static func precedes(_ first: UserIssue, _ second: UserIssue) -> Bool {
    (first.name, first.message, first.value) < (second.name, second.message, second.value)
  }
}

extension PersonalizationEngine {
  /// The decision for somebody of whom nothing may be used: the catalog's defaults, without segments and experiments.
  package func defaults(at time: Timestamp, because issue: UserIssue) -> Decision {
    let nothing = Cohort(outputs: [UInt64](repeating: 0, count: rules.circuit.outputWords), rules)
    let builder = OutcomeBuilder(
      rules: rules, cohort: nothing, experiments: [], variations: VariationTable(users: 1, experiments: 0), choices: [:]
    )
    let outcome = Outcome(builder, Evaluator.defaultFlow(self))
    return Decision(
      issues: [issue], user: User([:]), time: time,
      attempts: [Attempt](repeating: Attempt(reason: .noUnit), count: rules.experiments.count),
      filledFlow: outcome.flow.shared ?? FilledFlow(outcome.flow.flow) { _ in nil }, outcome: outcome, engine: self)
  }
}

extension Decision {
  /// The same decision with more that was wrong with what the user was read from.
  package func adding(_ more: [UserIssue]) -> Decision {
    guard !more.isEmpty else { return self }
    return Decision(
      issues: (issues + more).sorted(by: UserIssue.precedes), user: user, time: time, attempts: attempts,
      filledFlow: filledFlow, outcome: outcome, engine: engine)
  }
}
