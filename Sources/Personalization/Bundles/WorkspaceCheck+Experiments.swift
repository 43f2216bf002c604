extension WorkspaceCheck {
  /// Assignments count variations in bits.
  private static let mostVariations = 64
  /// The most that all weights of an experiment may sum to, so that shares are exact integers.
  private static let greatestSum: Int64 = 1_000_000_000_000

  func checkExperiments() throws(BundleError) {
    let segments = Set(workspace.segments.map(\.key))
    var variations: [String: Set<String>] = [:]
    for experiment in workspace.experiments { variations[experiment.key] = Set(experiment.variations.map(\.key)) }
    guard variations.count == workspace.experiments.count else {
      throw .unsound("two experiments have the same key")
    }
    for experiment in workspace.experiments {
      let place = "experiment \(experiment.key)"
      try checkNumbers(experiment, place)
      try checkUnit(experiment.unit, place)
      if let fallback = experiment.fallbackUnit { try checkUnit(fallback, place) }
      try ConditionCheck(self, segments: segments, place).check(experiment.audience)
      for variation in experiment.variations { try check(variation.navigation, "\(place): \(variation.key)") }
      guard variations[experiment.key]?.count == experiment.variations.count else {
        throw .unsound("\(place): two variations have the same key")
      }
      if case .stopped(let winner?) = experiment.status, variations[experiment.key]?.contains(winner) != true {
        throw .unsound("\(place): there is no variation \(winner)")
      }
      for (key, accepted) in experiment.requires {
        guard let known = variations[key], accepted.isSubset(of: known) else {
          throw .unsound("\(place): it requires variations of \(key) that do not exist")
        }
      }
    }
    let requirements = workspace.experiments.map { ($0.key, Array($0.requires.keys)) }
    try checkCycles("requirements of experiments", Dictionary(requirements) { first, _ in first })
  }

  private func checkNumbers(_ experiment: Experiment, _ place: String) throws(BundleError) {
    guard (1...Self.mostVariations).contains(experiment.variations.count) else {
      throw .unsound("\(place): it has \(experiment.variations.count) variations")
    }
    var sum: Int64 = 0
    for variation in experiment.variations {
      guard (0...Self.greatestSum).contains(variation.weight.count) else {
        throw .unsound("\(place): the weight of \(variation.key) is out of range")
      }
      sum += variation.weight.count
    }
    guard (1...Self.greatestSum).contains(sum) else { throw .unsound("\(place): its weights are out of range") }
    guard (0...Millionths.one.count).contains(experiment.coverage.count) else {
      throw .unsound("\(place): its coverage is out of range")
    }
    if let stickiness = experiment.stickiness {
      guard stickiness.bucketVersion >= 0, stickiness.minBucketVersion >= 0 else {
        throw .unsound("\(place): its bucket version is out of range")
      }
    }
  }
}
