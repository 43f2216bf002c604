internal import JSONTree
package import Personalization

/// Warns of experiments of which nobody who takes part can tell the variations apart.
func findIneffective(_ experiments: [ExperimentDraft], in workspace: Workspace, _ prover: Prover) {
  let analysis = EffectAnalysis(workspace, prover)
  for draft in experiments where draft.status != .stopped(winner: nil) {
    // Of variations that are the same already as they are written, that is said.
    let variations = draft.variations.variations
    guard variations.contains(where: { $0.navigation != variations.first?.navigation }), !prover.isSpent,
      let experiment = draft.experiment, let reason = analysis.reason(experiment)
    else { continue }
    (draft.member("variations") ?? draft.root).report(
      .noEffect, "nobody who takes part can tell the variations apart: \(reason)", at: .key)
  }
}

extension Workspace {
  /// Why nobody who takes part in an experiment can tell its variations apart, as a sentence; nil if somebody might, or it
  /// cannot be told.
  package func reasonForNoEffect(of experiment: Experiment) -> String? {
    let conditions = Dictionary(segments.map { ($0.key, $0.condition) }) { first, _ in first }
    let prover = Prover(attributes: catalog.attributes, groups: groups, segments: conditions)
    return EffectAnalysis(self, prover).reason(experiment)
  }
}

/// Looks for users who take part in an experiment and would notice a change of their variation.
///
/// Below the variations lie the segments, of which the one of the highest priority counts, and the defaults; above them the
/// fallbacks of nodes that an app version lacks. Where values depend on other attributes of the user, or winners of other
/// experiments lie between, nothing is said.
///
/// A class, because all experiments share what is tried, and most ask for nothing to be tried.
private final class EffectAnalysis {
  let workspace: Workspace
  let prover: Prover
  private lazy var probe = FlowProbe(PersonalizationEngine(workspace))
  private lazy var versions = appVersions()

  init(_ workspace: Workspace, _ prover: Prover) {
    self.workspace = workspace
    self.prover = prover
  }

  /// Users to whom one value of a slot looks other than another.
  private enum Difference {
    case nobody
    case everybody
    case those([Condition])
  }

  func reason(_ experiment: Experiment) -> String? {
    let arms = experiment.variations.filter { $0.weight.count > 0 }
    let slots = experiment.slots.sorted()
    guard arms.count > 1, !slots.isEmpty, !slots.contains(where: hasWinner) else { return nil }
    var differences: [Condition] = []
    for slot in slots {
      guard let found = self.differences(of: slot, arms) else { return nil }
      differences += found
    }
    let locking = workspace.segments.filter { !$0.locked.isDisjoint(with: slots) }.map {
      Condition.leaf(.segment($0.key))
    }
    let participants = Condition.all([experiment.audience] + locking.map { .not($0) })
    guard let taking = prover.question(participants),
      let noticing = prover.question(.all([participants, .any(differences)])),
      prover.isImpossible(noticing), !prover.isImpossible(taking)
    else { return nil }
    let sentences = slots.map { slot in
      let values = distinct(arms.compactMap { $0.navigation[slot] })
      return values.count == 1
        ? "\"\(slot.key)\" is \(values[0]) for all of them whichever variation they have"
        : "every value of \"\(slot.key)\" ends at the same nodes in the app versions that they have"
    }
    return sentences.joined(separator: ", and ") + forExample(prover.witness(of: taking), prover)
  }

  private func hasWinner(_ slot: Slot) -> Bool {
    workspace.experiments.contains { experiment in
      guard case .stopped(let winner?) = experiment.status else { return false }
      return experiment.variations.contains { $0.key == winner && $0.navigation[slot] != nil }
    }
  }

  private func distinct(_ values: [SlotValue]) -> [SlotValue] {
    values.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Who would notice another variation in a slot; nil if everybody might.
  private func differences(of slot: Slot, _ arms: [Experiment.Variation]) -> [Condition]? {
    let values = distinct(arms.compactMap { $0.navigation[slot] })
    var differences: [Condition] = []
    func add(_ difference: Difference, where condition: Condition?) -> Bool {
      switch (difference, condition) {
      case (.nobody, _): return true
      case (.everybody, nil): return false
      case (.everybody, let condition?): differences.append(condition)
      case (.those(let users), nil): differences += users
      case (.those(let users), let condition?): differences += users.map { .all([condition, $0]) }
      }
      return true
    }
    for (index, value) in values.enumerated() {
      for other in values[(index + 1)...] {
        guard add(difference(slot, value, other), where: nil) else { return nil }
      }
    }
    guard arms.contains(where: { $0.navigation[slot] == nil }) else { return differences }
    for (below, condition) in grounds(of: slot) {
      for value in values { guard add(difference(slot, value, below), where: condition) else { return nil } }
    }
    return differences
  }

  /// The values that segments and defaults give a slot, each with whom it is for.
  private func grounds(of slot: Slot) -> [(value: SlotValue, condition: Condition)] {
    let setting = workspace.segments.filter { $0.navigation[slot] != nil }.sorted {
      ($1.priority, ExactText($1.key)) < ($0.priority, ExactText($0.key))
    }
    var above: [Condition] = []
    var grounds: [(value: SlotValue, condition: Condition)] = []
    for segment in setting {
      let isMember = Condition.leaf(.segment(segment.key))
      if let value = segment.navigation[slot] { grounds.append((value, .all([isMember] + above))) }
      above.append(.not(isMember))
    }
    if let value = workspace.catalog.defaults[slot] { grounds.append((value, .all(above))) }
    return grounds
  }

  private func difference(_ slot: Slot, _ one: SlotValue, _ other: SlotValue) -> Difference {
    if one == other { return .nobody }
    guard isResolvedAlone(one), isResolvedAlone(other) else { return .everybody }
    var users: [Condition] = []
    for (version, condition) in versions {
      let looks = [one, other].map { probe.flow(of: [slot: $0], appVersion: version).appearance }
      if looks[0] != looks[1] { users.append(condition) }
    }
    return users.isEmpty ? .nobody : .those(users)
  }

  /// Whether what becomes of a value depends on nothing but the app version.
  private func isResolvedAlone(_ value: SlotValue) -> Bool {
    var templates: [NodeTemplate] = []
    switch value {
    case .route(let key):
      var next: String? = key
      var seen: Set<String> = []
      while let key = next, seen.insert(key).inserted, let route = workspace.catalog.routes[key] {
        templates += route.nodes
        next = route.fallback
      }
    case .node(let node?): templates = [node]
    case .node(nil): return true
    default: return false
    }
    var seen: Set<NodeTemplate> = []
    while let template = templates.popLast() {
      guard seen.insert(template).inserted else { continue }
      for case .attribute in template.arguments.values { return false }
      if let fallback = workspace.catalog.nodes[template.name]?.fallback { templates.append(fallback) }
    }
    return true
  }

  /// An app version of each range in which all apps have the same nodes, and who has one of it.
  private func appVersions() -> [(version: SemanticVersion?, condition: Condition)] {
    guard let name = workspace.catalog.appVersion else { return [(nil, .all([]))] }
    func test(_ test: Test) -> Condition { .leaf(.attribute(name, test)) }
    let limits = Set(workspace.catalog.nodes.values.flatMap { [$0.since, $0.until].compactMap(\.self) }).sorted()
    var versions: [(version: SemanticVersion?, condition: Condition)] = [(nil, .not(test(.exists)))]
    let least = SemanticVersion("0.0.0-0")
    guard let first = limits.first else { return versions + [(least, test(.exists))] }
    if let least, least < first { versions.append((least, test(.compares(.less, .version(first))))) }
    for (index, limit) in limits.enumerated() {
      var condition = [test(.compares(.greaterOrEqual, .version(limit)))]
      if index + 1 < limits.count { condition.append(test(.compares(.less, .version(limits[index + 1])))) }
      versions.append((limit, .all(condition)))
    }
    return versions
  }
}
