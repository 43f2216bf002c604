/// What a split of users is computed from; equal sources are one split.
package struct SplitSource: Hashable, Sendable {
  private let unit: String
  private let version: HashVersion
  private let seed: [UInt8]

  init(unit: String, seed: String, of subject: BucketHasher.Subject, version: HashVersion) {
    var pool: [UInt8] = []
    _ = BucketHasher(seed: seed, of: subject, version: version, pool: &pool)
    self.unit = unit
    self.version = version
    self.seed = pool
  }
}

extension Experiment {
  /// The source of the split into variations.
  package var splitSource: SplitSource {
    SplitSource(unit: unit, seed: seed, of: .experiment, version: hashVersion)
  }

  /// The source of the split of its layer.
  package var layerSource: SplitSource? {
    layer.map { SplitSource(unit: unit, seed: $0.name, of: .layer, version: $0.hashVersion) }
  }

  /// The layer of one of the experiments that splits users exactly as this experiment does: whoever is in a range of the
  /// layer is then in one range of buckets here.
  ///
  /// Impossible under hash version 3.
  package func layerWithSameSplit(among experiments: [Experiment]) -> Layer? {
    let source = splitSource
    return experiments.first { $0.layerSource == source }?.layer
  }
}
