/// Tries what becomes of slots for users of whom nothing but the app version is known.
package struct FlowProbe {
  private let engine: PersonalizationEngine
  private var evaluator: Evaluator

  /// A probe of this engine's catalog.
  package init(_ engine: PersonalizationEngine) {
    self.engine = engine
    evaluator = engine.makeEvaluator(at: .now)
  }

  /// The flow of these values as users of an app version get it; slots that are left out have their defaults.
  package mutating func flow(of values: [Slot: SlotValue], appVersion: SemanticVersion?) -> DecidedFlow {
    let (rules, catalog) = (engine.rules, engine.workspace.catalog)
    evaluator.begin()
    if let appVersion, let name = catalog.appVersion, let index = rules.attributeIndex[name] {
      evaluator.load(index, version: appVersion, user: 0)
    }
    let number = evaluator.cohort(of: 0)
    return DecidedFlow(
      Slot.allCases.map { values[$0] ?? catalog.defaults[$0] ?? .boolean(false) }, rules,
      evaluator.cohorts.cohorts[number])
  }
}
