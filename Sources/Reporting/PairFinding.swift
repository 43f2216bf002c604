package import Simulation
internal import Statistics

/// What is said of two experiments at once, the same in every format.
package struct PairFinding {
  package enum Tone: Sendable {
    case good, poor, bad, none
  }

  package let tone: Tone
  package let words: String

  /// Nothing is said where a cell of the table may not be shown: its chances would give it away.
  package init(_ pair: Survey.ExperimentPair, _ cells: SmallCells) {
    guard pair.table.joined().allSatisfy(cells.shows) else {
      self.init(.none, "withheld: a small cell")
      return
    }
    switch pair.independence?.verdict {
    case .independent?: self.init(.good, "independent")
    case .related?: self.init(.poor, "related: \(pair.seeds.words)")
    case .dependent?: self.init(.bad, "dependent: \(pair.seeds.words)")
    case .tooFewUsers?: self.init(.none, "too few users to say")
    case nil where pair.users == 0: self.init(.none, "nobody is in both")
    case nil: self.init(.none, "all of one variation of \(pair.constant.joined(separator: " and of "))")
    }
  }

  private init(_ tone: Tone, _ words: String) {
    self.tone = tone
    self.words = words
  }

  /// The finding for who sees no colours.
  package var mark: String {
    switch tone {
    case .good: "✓"
    case .poor: "!"
    case .bad: "✗"
    case .none: "–"
    }
  }
}

extension Survey.ExperimentPair.Seeds {
  /// Why the variation of one tells that of the other.
  fileprivate var words: String {
    switch self {
    case .same: "they have the same seed"
    case .layer: "the seed of one is the layer of the other"
    case .oldHash: "seeds under hash version 1"
    case .different: "an unlucky seed, or ids that follow a pattern"
    }
  }
}
