struct ExperimentRecord: Codable {
  let key: String
  let name: String
  let status: Status
  let winner: String?
  let unit: String
  let fallbackUnit: String?
  let seed: String
  let hashVersion: Int
  let audience: FormulaRecord<ClaimRecord>
  let coverage: Int64
  let layer: Layer?
  let requires: [String: [String]]
  let start: Int64?
  let end: Int64?
  let sticky: Stickiness?
  let variations: [Variation]

  enum Status: String, Codable {
    case draft, running, stopped
  }

  struct Layer: Codable {
    let name: String
    let starts: [Int64]
    let ends: [Int64]
    let hashVersion: Int
  }

  struct Stickiness: Codable {
    let bucketVersion: Int
    let minBucketVersion: Int
  }

  struct Variation: Codable {
    let key: String
    let weight: Int64
    let navigation: [String: SlotRecord]
  }

  init(_ experiment: Experiment) {
    key = experiment.key
    name = experiment.name
    switch experiment.status {
    case .draft: (status, winner) = (.draft, nil)
    case .running: (status, winner) = (.running, nil)
    case .stopped(let key): (status, winner) = (.stopped, key)
    }
    unit = experiment.unit
    fallbackUnit = experiment.fallbackUnit
    seed = experiment.seed
    hashVersion = experiment.hashVersion.rawValue
    audience = FormulaRecord(experiment.audience, leaf: ClaimRecord.init)
    coverage = experiment.coverage.count
    layer = experiment.layer.map { layer in
      Layer(
        name: layer.name, starts: layer.ranges.map(\.lowerBound.count), ends: layer.ranges.map(\.upperBound.count),
        hashVersion: layer.hashVersion.rawValue)
    }
    requires = experiment.requires.mapValues { $0.sorted() }
    start = experiment.start?.microseconds
    end = experiment.end?.microseconds
    sticky = experiment.stickiness.map {
      Stickiness(bucketVersion: $0.bucketVersion, minBucketVersion: $0.minBucketVersion)
    }
    variations = experiment.variations.map {
      Variation(key: $0.key, weight: $0.weight.count, navigation: SlotRecord.records($0.navigation))
    }
  }

  func experiment() throws(BundleError) -> Experiment {
    let place = "experiment \(key)"
    let status: Experiment.Status =
      switch self.status {
      case .draft: .draft
      case .running: .running
      case .stopped: .stopped(winner: winner)
      }
    var arms: [Experiment.Variation] = []
    for arm in variations {
      arms.append(
        .init(
          key: arm.key, weight: Millionths(count: arm.weight),
          navigation: try SlotRecord.values(arm.navigation, "\(place): \(arm.key)")))
    }
    return Experiment(
      key: key, name: name, status: status, unit: unit, fallbackUnit: fallbackUnit, seed: seed,
      hashVersion: try Self.version(hashVersion, place),
      audience: try audience.formula(place) { (claim: ClaimRecord) throws(BundleError) in try claim.claim(place) },
      coverage: Millionths(count: coverage), layer: try layer(place), requires: requires.mapValues(Set.init),
      start: start.map(Timestamp.init(microseconds:)), end: end.map(Timestamp.init(microseconds:)),
      stickiness: sticky.map { .init(bucketVersion: $0.bucketVersion, minBucketVersion: $0.minBucketVersion) },
      variations: arms)
  }

  private func layer(_ place: String) throws(BundleError) -> Personalization.Layer? {
    guard let layer else { return nil }
    guard layer.starts.count == layer.ends.count else { throw .unsound("\(place): a range of its layer has no end") }
    var ranges: [Range<Millionths>] = []
    for (start, end) in zip(layer.starts, layer.ends) {
      guard 0 <= start, start < end, end <= Millionths.one.count else {
        throw .unsound("\(place): \(start)..<\(end) millionths is no range of a layer")
      }
      ranges.append(Millionths(count: start)..<Millionths(count: end))
    }
    return Personalization.Layer(
      name: layer.name, ranges: ranges, hashVersion: try Self.version(layer.hashVersion, place))
  }

  private static func version(_ number: Int, _ place: String) throws(BundleError) -> HashVersion {
    guard let version = HashVersion(rawValue: number) else {
      throw .unsound("\(place): there is no hash version \(number)")
    }
    return version
  }
}
