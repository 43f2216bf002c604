package import Navigation

/// Everything that users of one cohort, with the same variations and choices, have in common: the matched segments, all
/// slots and the flow configuration.
///
/// Worked out once and shared.
package final class Outcome: Sendable {
  /// The keys of the matched segments, from the lowest to the highest priority.
  package let segments: [String]
  /// All slots, in the order of `Slot.allCases`.
  package let slots: [SlotDecision]
  /// The configuration, with arguments left open that differ from user to user.
  package let flow: FlowConfiguration<FlowNode>
  /// The finished configuration, where no argument is open.
  package let sharedFlow: FlowConfiguration<Node>?
  /// Where the configuration had to leave the slots.
  package let detours: [Detour]
  /// Whether the entry's target is the one that its route names.
  package let isEntryAsRouted: Bool
  /// Whose outcome it is.
  let cohort: Cohort

  init(_ builder: OutcomeBuilder) {
    let decided = builder.slots()
    var resolver = builder.resolver
    let flow = resolver.flow(of: decided)
    cohort = builder.cohort
    segments = builder.segmentKeys
    slots = decided
    self.flow = flow
    sharedFlow =
      flow.nodes.contains(where: \.isOpen) ? nil : flow.map { $0.filled { _ in nil } }.withoutRepeatedEntries()
    detours = resolver.detours
    isEntryAsRouted = resolver.isEntryAsRouted
  }
}

/// What an outcome is made from.
struct OutcomeBuilder {
  let rules: Rules
  let cohort: Cohort
  /// Assigned variations with the reason, in the order in which they are laid over the slots.
  let assigned: [(experiment: Int, variation: Int)]
  let choices: [Slot: SlotValue]

  var resolver: FlowResolver { FlowResolver(rules: rules, cohort: cohort) }

  private var matched: [Int] {
    let matched = Set(cohort.segments)
    return rules.segmentOrder.filter(matched.contains)
  }

  var segmentKeys: [String] { matched.map { rules.workspace.segments[$0].key } }

  func slots() -> [SlotDecision] {
    let matched = matched
    return Slot.allCases.map { slot in
      var settings: [SlotDecision.Setting] = []
      func add(_ source: SlotDecision.Source, _ value: SlotValue?, isIgnored: Bool = false) {
        if let value { settings.append(.init(source: source, value: value, isIgnored: isIgnored)) }
      }
      add(.default, rules.workspace.catalog.defaults[slot])
      var lockedBy: String?
      for index in matched {
        let segment = rules.workspace.segments[index]
        add(.segment(segment.key), segment.navigation[slot])
        if segment.locked.contains(slot) { lockedBy = segment.key }
      }
      for (experiment, variation) in assigned {
        let experiment = rules.workspace.experiments[experiment]
        let variation = experiment.variations[variation]
        // Only an override gets here with a locked slot; the lock stands even then.
        add(
          .experiment(experiment.key, variation: variation.key), variation.navigation[slot], isIgnored: lockedBy != nil)
      }
      add(.choice, choices[slot], isIgnored: lockedBy != nil)
      return SlotDecision(slot: slot, settings: settings, lockedBy: lockedBy)
    }
  }
}
