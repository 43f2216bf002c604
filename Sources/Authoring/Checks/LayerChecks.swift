internal import Personalization

/// Reports experiments of one layer that hash differently or whose ranges overlap.
///
/// Stopped experiments no longer need their ranges and are left out.
func checkLayers(of experiments: [ExperimentDraft]) {
  var members: [String: [ExperimentDraft]] = [:]
  for experiment in experiments where !experiment.isStopped {
    if let layer = experiment.layer { members[layer.name, default: []].append(experiment) }
  }
  for experiments in members.values {
    checkHashing(of: experiments)
    checkRanges(of: experiments)
  }
}

private func checkHashing(of experiments: [ExperimentDraft]) {
  guard let first = experiments.first, let layer = first.layer else { return }
  for experiment in experiments.dropFirst() {
    guard let own = experiment.layer else { continue }
    func report(_ what: String, _ mine: String, _ other: String) {
      own.value.report(
        .layerMismatch,
        "experiments/\(first.key).json has \(what) \(other) in layer \(quoted(own.name)), this one \(mine); expected "
          + "the same, or the layer does not keep users apart")
    }
    if own.hashVersion != layer.hashVersion {
      report("hash version", "\(own.hashVersion.rawValue)", "\(layer.hashVersion.rawValue)")
    }
    if let unit = experiment.unit, let other = first.unit, unit != other {
      report("unit", quoted(unit), quoted(other))
    }
    if experiment.fallbackUnit != first.fallbackUnit {
      report(
        "fallback unit", experiment.fallbackUnit.map(quoted) ?? "none", first.fallbackUnit.map(quoted) ?? "none")
    }
  }
}

private func checkRanges(of experiments: [ExperimentDraft]) {
  struct Claim {
    let key: String
    let range: Range<Millionths>
    let value: Value
  }
  let claims = experiments.flatMap { experiment in
    (experiment.layer?.ranges ?? []).map { Claim(key: experiment.key, range: $0.range, value: $0.value) }
  }.sorted { ($0.range.lowerBound, $0.range.upperBound, $0.key) < ($1.range.lowerBound, $1.range.upperBound, $1.key) }

  // Of all ranges that began before, the one that reaches farthest overlaps if any does.
  guard var farthest = claims.first else { return }
  for claim in claims.dropFirst() {
    if claim.range.lowerBound < farthest.range.upperBound {
      let (earlier, later) = farthest.key <= claim.key ? (farthest, claim) : (claim, farthest)
      later.value.report(
        .layerOverlap,
        earlier.key == later.key
          ? "the range \(written(later.range)) overlaps \(written(earlier.range)) of the same experiment"
          : "the range \(written(later.range)) overlaps \(written(earlier.range)) of experiments/\(earlier.key).json in "
            + "the same layer")
    }
    if claim.range.upperBound > farthest.range.upperBound { farthest = claim }
  }
}

private func written(_ range: Range<Millionths>) -> String { "[\(range.lowerBound), \(range.upperBound)]" }
