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
        let remedy = Remedy(for: key, among: other.variations.keys)
        variation.report(
          .unknownVariation, "experiment \(quoted(other.key)) has no variation \(quoted(key))\(remedy.ending)",
          suggestion: remedy.suggestion)
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

/// Warns of running experiments that split users exactly as a layer does.
///
/// Whoever is in a range of the layer is then in one range of the experiment: it is confounded with everything in the
/// layer, or, in the layer itself, has one variation.
func checkLayerSeeds(of experiments: [ExperimentDraft]) {
  var layers: [SplitSource: ExperimentDraft] = [:]
  for experiment in experiments where experiment.status == .running {
    if let source = experiment.experiment?.layerSource, layers[source] == nil { layers[source] = experiment }
  }
  for experiment in experiments where experiment.status == .running {
    guard let source = experiment.experiment?.splitSource, let other = layers[source], let layer = other.layer else {
      continue
    }
    let consequence =
      experiment.layer?.name == layer.name
      ? "so users in its range of the layer get the variations at that end"
      : "so its variations depend on the ranges of that layer, which experiments/\(other.key).json uses"
    (experiment.seedValue ?? experiment.root).report(
      .sharedSeed,
      "the seed \(quoted(experiment.seed)) hashes like layer \(quoted(layer.name)), \(consequence); expected another seed, "
        + "or \"hashVersion\": 3 if the experiment is new")
  }
}

/// Warns of shares that whole buckets cannot give: a variation that nobody gets, a coverage or a range that reaches
/// others than it says.
func checkShares(of experiments: [ExperimentDraft]) {
  for draft in experiments where !draft.isStopped {
    guard let experiment = draft.experiment, experiment.variations.count == draft.variations.keys.count else {
      continue
    }
    let million = Double(Millionths.one.count)
    let total = experiment.variations.reduce(0.0) { $0 + Double($1.weight.count) }
    guard total > 0 else { continue }
    let planned = experiment.variations.map {
      Double($0.weight.count) / total * Double(experiment.coverage.count) / million
    }
    for (index, reach) in experiment.reach.enumerated() where isFar(reach, from: planned[index]) {
      (draft.member("variations")?.elements?[index] ?? draft.root).report(
        .coarseShare,
        coarse(
          "variation \(quoted(experiment.variations[index].key))", planned[index], reach, experiment.hashVersion))
    }
    guard let layer = experiment.layer, let value = draft.layer?.value else { continue }
    let width = layer.ranges.reduce(0.0) { $0 + Double($1.upperBound.count - $1.lowerBound.count) } / million
    if isFar(layer.reach, from: width) {
      value.report(.coarseShare, coarse("the range of the layer", width, layer.reach, layer.hashVersion))
    }
  }
}

/// Whether a share is missed by more than a tenth of it.
private func isFar(_ share: Double, from planned: Double) -> Bool { abs(share - planned) > planned * 0.1 + 1e-12 }

private func coarse(_ what: String, _ planned: Double, _ reach: Double, _ version: HashVersion) -> String {
  func percent(_ share: Double) -> String {
    "\(Millionths(count: Int64((share * 100 * Double(Millionths.one.count)).rounded()))) %"
  }
  let buckets = version.bucketCount / version.stride
  return
    "\(what) has a share of \(percent(planned)) and reaches \(reach == 0 ? "nobody" : percent(reach)): hash version "
    + "\(version.rawValue) splits users into \(buckets) buckets; expected a larger share"
    + (version == .three ? "" : ", or \"hashVersion\": 3, which has 1000000, if the experiment is new")
}
