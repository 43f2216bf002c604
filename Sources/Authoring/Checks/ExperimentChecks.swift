internal import Personalization

/// Reports prerequisites on variations that do not exist, and experiments that require each other in a circle.
func checkRequirements(of experiments: [ExperimentDraft]) {
  let drafts = Dictionary(experiments.map { ($0.key, $0) }) { first, _ in first }
  var edges: [String: [String]] = [:]
  for experiment in experiments {
    edges[experiment.key] = experiment.requires.map(\.experiment)
    for requirement in experiment.requires {
      guard let other = drafts[requirement.experiment], other.variations.isComplete else { continue }
      for variation in requirement.variations {
        guard let key = variation.text, !other.variations.keys.contains(key) else { continue }
        variation.report(
          .unknownVariation, "experiment \(quoted(other.key)) has no variation \(quoted(key))",
          suggestion: nearestName(to: key, among: other.variations.keys))
      }
    }
  }
  for cycle in cycles(in: edges) {
    guard let first = cycle.first, let experiment = drafts[first], cycle.count > 1 else { continue }
    experiment.requires.first { $0.experiment == cycle[1] }?.source.report(
      .prerequisiteCycle, "experiments require each other in a circle: \(cycle.joined(separator: " -> "))", at: .key)
  }
}

/// Reports experiments that set one slot without being kept apart by a layer.
///
/// Stopped experiments set nothing, or roll out to everybody, and are left out.
func checkSharedSlots(of experiments: [ExperimentDraft]) {
  /// The first experiment of each layer that sets a slot; without a layer, each stands for itself.
  var earlier: [Slot: [(layer: String?, key: String)]] = [:]
  for experiment in experiments where !experiment.isStopped {
    // A layer with an error of its own is no reason to ask for one.
    if experiment.layer == nil, experiment.hasLayerMember { continue }
    var reported: Set<String> = []
    var seen: Set<Slot> = []
    for setting in experiment.variations.settings where seen.insert(setting.slot).inserted {
      let layer = experiment.layer?.name
      let others = earlier[setting.slot, default: []]
      if let other = others.first(where: { $0.layer == nil || $0.layer != layer }), reported.insert(other.key).inserted
      {
        setting.source.report(
          .sharedSlot,
          "experiments/\(other.key).json sets \"\(setting.slot.key)\" too, and the two share no layer; expected both in "
            + "one layer, or one of them stopped", at: .key)
      }
      let isKnown = layer != nil && others.contains { $0.layer == layer }
      // Two are enough: whichever layer comes next, it differs from one of them.
      if !isKnown, others.count < 2 { earlier[setting.slot, default: []].append((layer, experiment.key)) }
    }
  }
}

/// Warns of running experiments whose splits are the same because they hash alike.
func checkSeeds(of experiments: [ExperimentDraft]) {
  struct Hash: Hashable {
    let seed: ExactText
    let unit: String
    let version: HashVersion
  }
  var earlier: [Hash: ExperimentDraft] = [:]
  for experiment in experiments where experiment.status == .running {
    guard let unit = experiment.unit else { continue }
    let hash = Hash(seed: ExactText(experiment.seed), unit: unit, version: experiment.hashVersion)
    guard let other = earlier[hash] else {
      earlier[hash] = experiment
      continue
    }
    if let layer = experiment.layer, layer.name == other.layer?.name { continue }
    (experiment.seedValue ?? experiment.root).report(
      .sharedSeed,
      "experiments/\(other.key).json has the same seed \(quoted(experiment.seed)), so both split users alike; expected "
        + "different seeds")
  }
}
