internal import Personalization
package import Simulation

extension SmallCells {
  /// Whether the users of all variations may be shown, and so what adds them up or compares them.
  package func shows(all experiment: Survey.Experiment) -> Bool {
    experiment.variations.allSatisfy { shows($0.users) }
  }

  /// Whether the eligible users of an experiment may be shown: less those of its variations, they are the users outside
  /// its coverage.
  package func showsEligible(of experiment: Survey.Experiment) -> Bool {
    shows(all: experiment) && experiment.others.allSatisfy { $0.value != .coverageMiss || shows($0.users) }
  }
}

extension Survey.Missing {
  /// `senior 1,234, shift-worker 321, 2 more`: the segments in which those without the value might be.
  package func cost(_ cells: SmallCells) -> String {
    let words = segments.prefix(2).map { "\($0.value) \(cells.text($0.users))" }
    return (words + (segments.count > 2 ? ["\(segments.count - 2) more"] : [])).joined(separator: ", ")
  }
}
