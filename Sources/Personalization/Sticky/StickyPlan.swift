/// The experiments whose assignments are remembered, for evaluating many users.
package struct StickyPlan: Sendable {
  /// An experiment that runs and is sticky.
  package struct Entry: Sendable {
    package let key: StickyKey
    package let minBucketVersion: Int
    package let variations: [String]
  }

  /// Where an entry stands among the rules, as plain integers, so that asking costs no reference counting.
  struct Place: Sendable {
    let experiment: Int
    /// The captured values that are the unit and its fallback; -1: none.
    let unit: Int
    let fallback: Int
  }

  /// In an order in which each comes after those that it requires.
  package let entries: [Entry]
  let places: [Place]
  /// The attributes whose values units are, by number.
  package let attributes: [String]

  /// Nil if no experiment is concerned.
  package init?(_ engine: PersonalizationEngine) {
    let rules = engine.rules
    var (entries, places): ([Entry], [Place]) = ([], [])
    for index in rules.experimentOrder {
      let experiment = rules.workspace.experiments[index]
      guard case .running = rules.experiments[index].phase, let stickiness = experiment.stickiness else { continue }
      entries.append(
        Entry(
          key: StickyKey(experiment: experiment.key, bucketVersion: stickiness.bucketVersion),
          minBucketVersion: stickiness.minBucketVersion, variations: experiment.variations.map(\.key)))
      let layout = rules.experiments[index]
      places.append(Place(experiment: index, unit: layout.unit, fallback: layout.fallbackUnit))
    }
    if entries.isEmpty { return nil }
    self.entries = entries
    self.places = places
    attributes = rules.capturedAttributes
  }
}
