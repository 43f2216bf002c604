package import Navigation

/// What a set of slot values becomes for users with the same nodes and legal arguments: the flow configuration.
///
/// Worked out once and shared.
package final class DecidedFlow: Sendable {
  /// The configuration, with arguments left open that differ from user to user.
  package let flow: FlowConfiguration<FlowNode>
  /// The finished configuration, where no argument is open.
  let shared: FilledFlow?
  /// Where the configuration had to leave the slots.
  package let detours: [Detour]
  /// Whether the entry's target is the one that its route names.
  package let isEntryAsRouted: Bool

  /// - Parameter values: One for each slot, in the order of `Slot.allCases`.
  init(_ values: [SlotValue], _ rules: Rules, _ cohort: Cohort) {
    var resolver = FlowResolver(rules: rules, cohort: cohort)
    let flow = resolver.flow(of: values)
    self.flow = flow
    shared = flow.nodes.contains(where: \.isOpen) ? nil : FilledFlow(flow) { _ in nil }
    detours = resolver.detours
    isEntryAsRouted = resolver.isEntryAsRouted
  }
}

extension DecidedFlow {
  /// Where the app starts: the route that is really taken, or, where its target is not the one the route names, the node it
  /// ends at.
  ///
  /// An argument that differs from user to user is shown as the attribute that it comes from: these texts are values to
  /// group by, and carry no identifiers.
  package func entryText(_ capturedNames: [String]) -> String {
    let entry = flow.entry
    return isEntryAsRouted && !entry.route.isEmpty ? entry.route : text(entry.path.last ?? entry.start, capturedNames)
  }

  /// The node of `fallback.default`, likewise.
  package func fallbackText(_ capturedNames: [String]) -> String { text(flow.fallbacks.standard, capturedNames) }

  private func text(_ node: FlowNode, _ capturedNames: [String]) -> String {
    node.filled { .string("<\(capturedNames[$0])>") }.description
  }
}

/// Everything that users of one cohort, with the same variations and choices, have in common: the matched segments, all
/// slots with their provenance, and the flow configuration.
///
/// Worked out once and shared.
final class Outcome: Sendable {
  /// The keys of the matched segments, from the lowest to the highest priority.
  let segments: [String]
  /// All slots, in the order of `Slot.allCases`.
  let slots: [SlotDecision]
  let flow: DecidedFlow
  /// Whose outcome it is.
  let cohort: Cohort

  init(_ builder: OutcomeBuilder, _ flow: DecidedFlow) {
    cohort = builder.cohort
    segments = builder.segmentKeys
    slots = builder.slots()
    self.flow = flow
  }
}

/// What an outcome is made from.
struct OutcomeBuilder {
  let rules: Rules
  let cohort: Cohort
  /// The experiments that set slots, in the order in which they count.
  let experiments: [Int]
  /// The variations of the block's users, and whose of them count.
  let variations: VariationTable
  var user = 0
  let choices: [Slot: SlotValue]

  var segmentKeys: [String] { cohort.segments.map { rules.workspace.segments[$0].key } }

  func slots() -> [SlotDecision] {
    Slot.allCases.map { slot in
      var settings: [SlotDecision.Setting] = []
      func add(_ source: SlotDecision.Source, _ value: SlotValue?, isIgnored: Bool = false) {
        if let value { settings.append(.init(source: source, value: value, isIgnored: isIgnored)) }
      }
      add(.default, rules.workspace.catalog.defaults[slot])
      var lockedBy: String?
      for index in cohort.segments {
        let segment = rules.workspace.segments[index]
        if let value = segment.navigation[slot] { add(.segment(segment.key), value) }
        if segment.locked.contains(slot) { lockedBy = segment.key }
      }
      for index in experiments where variations[user, index] >= 0 {
        let experiment = rules.workspace.experiments[index]
        let variation = experiment.variations[variations[user, index]]
        guard let value = variation.navigation[slot] else { continue }
        // Only an override gets here with a locked slot; the lock stands even then.
        add(.experiment(experiment.key, variation: variation.key), value, isIgnored: lockedBy != nil)
      }
      add(.choice, choices[slot], isIgnored: lockedBy != nil)
      return SlotDecision(slot: slot, settings: settings, lockedBy: lockedBy)
    }
  }
}
