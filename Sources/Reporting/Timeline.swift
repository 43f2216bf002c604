package import Simulation

/// Surveys of the same users at several times, turned round: for each thing that is counted, its counts over time.
package struct Timeline {
  package struct Series: Sendable {
    package let name: String
    /// One for each survey.
    package let counts: [Int]

    /// Whether it is not the same all the time.
    package var changes: Bool { counts.contains { $0 != counts[0] } }
  }

  private let surveys: [Survey]

  /// - Parameter surveys: Of one configuration, in the order of their times.
  package init(_ surveys: [Survey]) { self.surveys = surveys }

  /// Users in each segment.
  package var segments: [Series] {
    (surveys.first?.segments ?? []).indices.map { place in
      Series(name: surveys[0].segments[place].segment, counts: surveys.map { $0.segments[place].users })
    }
  }

  package var entries: [Series] { series(\.entries) }
  package var layouts: [Series] { series(\.layouts) }
  package var fallbacks: [Series] { series(\.fallbacks) }

  /// Users who are dealt each variation of each experiment.
  package var experiments: [(key: String, series: [Series])] {
    (surveys.first?.experiments ?? []).indices.map { place in
      let experiment = surveys[0].experiments[place]
      return (
        experiment.key,
        experiment.variations.indices.map { index in
          Series(
            name: experiment.variations[index].key,
            counts: surveys.map { $0.experiments[place].variations[index].users })
        }
      )
    }
  }

  /// All of it in one list, with those who are dealt any variation of an experiment together.
  package var everything: [Series] {
    let dealt = (surveys.first?.experiments ?? []).indices.map { place in
      Series(name: surveys[0].experiments[place].key, counts: surveys.map { $0.experiments[place].dealt })
    }
    func named(_ kind: String, _ series: [Series]) -> [Series] {
      series.map { Series(name: "\(kind) \($0.name)", counts: $0.counts) }
    }
    return segments + dealt + named("entry", entries) + named("layout", layouts) + named("fallback", fallbacks)
  }

  /// From the value that most users ever have to the one that fewest have.
  private func series(_ values: (Survey) -> [Survey.Count<String>]) -> [Series] {
    let names = Set(surveys.flatMap { values($0).map(\.value) })
    let all = names.map { name in
      Series(name: name, counts: surveys.map { survey in values(survey).first { $0.value == name }?.users ?? 0 })
    }
    return all.sorted { ($1.counts.max() ?? 0, $0.name) < ($0.counts.max() ?? 0, $1.name) }
  }
}
