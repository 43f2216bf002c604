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

extension Survey.Experiment {
  /// Whether users can tell its variations apart.
  package enum Effect: Sendable {
    case noticed, partly, unnoticed
  }

  /// Nil where nothing can be said: it sets nothing, nobody was dealt a variation, or a count may not be shown.
  package func effect(_ cells: SmallCells) -> Effect? {
    guard isNoticeable, dealt > 0, cells.shows(indistinguishable), cells.shows(dealt - indistinguishable) else {
      return nil
    }
    return indistinguishable == dealt ? .unnoticed : indistinguishable > 0 ? .partly : .noticed
  }

  /// What is to be said of variations that look alike; nil if there is nothing.
  package func effectWords(_ cells: SmallCells) -> String? {
    switch effect(cells) {
    case .unnoticed?: "nobody can tell the variations apart: each user sees the same whichever they have"
    case .partly?:
      "\(percent(indistinguishable, of: dealt)) of those dealt a variation see the same whichever they have; they show no "
        + "difference"
    case .noticed?, nil: nil
    }
  }
}

extension Survey.Missing {
  /// `senior 1,234, shift-worker 321, 2 more`: the segments in which those without the value might be.
  package func cost(_ cells: SmallCells) -> String {
    let words = segments.prefix(2).map { "\($0.value) \(cells.text($0.users))" }
    return (words + (segments.count > 2 ? ["\(segments.count - 2) more"] : [])).joined(separator: ", ")
  }
}
