internal import Personalization
public import Statistics

/// What statistics say of a survey.
extension Survey.Experiment {
  /// Whether the variations got the users that their weights promise; nil where nobody was dealt any.
  public var ratioTest: SampleRatioTest? {
    dealt > 0 ? SampleRatioTest(observed: variations.map(\.users), weights: variations.map(\.reach)) : nil
  }
}

extension Survey.ExperimentPair {
  /// Whether the variation of one says something of the other; nil where too few are in both.
  public var independence: Independence? { ContingencyTable(table)?.independence }

  /// The experiments of which everybody in both has the same variation, as where one requires it of the other.
  public var constant: [String] {
    guard users > 0 else { return [] }
    let rows = table.count { $0.contains { $0 > 0 } }
    let columns = table[0].indices.count { column in table.contains { $0[column] > 0 } }
    return (rows == 1 ? [first] : []) + (columns == 1 ? [second] : [])
  }
}

extension Survey.ExperimentPair.Seeds {
  init(_ first: Experiment, _ second: Experiment) {
    if first.splitSource == second.splitSource {
      self = .same
    } else if first.splitSource == second.layerSource || second.splitSource == first.layerSource {
      self = .layer
    } else {
      self = first.hashVersion == .one && second.hashVersion == .one ? .oldHash : .different
    }
  }
}

extension Independence {
  /// How two experiments depend on each other.
  public enum Verdict: String, Sendable {
    case independent, related, dependent, tooFewUsers
  }

  /// By p and by how much: with many users nothing is too small to be seen.
  ///
  /// `related`: p below 0.001 and V at least 0.02; `dependent`: V at least 0.1. That nothing was found says something only
  /// where each cell is expected to have 5 users; else `tooFewUsers`.
  public var verdict: Verdict {
    if p < 0.001, cramersV >= 0.1 { return .dependent }
    if p < 0.001, cramersV >= 0.02 { return .related }
    return smallestExpected < 5 ? .tooFewUsers : .independent
  }
}
