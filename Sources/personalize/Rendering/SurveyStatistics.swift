internal import JSONTree
internal import Simulation
internal import Statistics

/// What statistics say of a survey, the same numbers in every format.
extension Survey.Experiment {
  /// Whether the variations got the users that their weights promise; nil where nobody was dealt any.
  var ratioTest: SampleRatioTest? {
    dealt > 0 ? SampleRatioTest(observed: variations.map(\.users), weights: variations.map(\.weight)) : nil
  }
}

extension Survey.ExperimentPair {
  /// Whether the variation of one says something of the other; nil where too few are in both.
  var independence: Independence? { ContingencyTable(table)?.independence }
}

extension SampleRatioTest {
  var styled: Styled {
    let p = p.map { ", p \(pText($0))" } ?? ""
    return switch verdict {
    case .ok: Styled("✓ as planned\(p)", .green)
    case .warn: Styled("! unusual\(p): by chance in 1 of 100 seeds", .yellow)
    case .fail: Styled("✗ not as planned\(p): an unlucky seed (1 in 1,000), or ids that follow a pattern", .red)
    case .tooFewUsers: Styled("too few users to say", .dim)
    }
  }

  var word: String {
    switch verdict {
    case .ok: "ok"
    case .warn: "warn"
    case .fail: "fail"
    case .tooFewUsers: "tooFewUsers"
    }
  }
}

extension Independence {
  /// How two experiments depend on each other, by p and by how much: with many users nothing is too small to be seen.
  enum Verdict: String {
    case independent, related, dependent
  }

  var verdict: Verdict {
    if p < 0.001, cramersV >= 0.1 { return .dependent }
    return p < 0.001 && cramersV >= 0.02 ? .related : .independent
  }

  var styled: Styled {
    switch verdict {
    case .independent: Styled("✓ independent, p \(pText(p))", .green)
    case .related: Styled("! related, p \(pText(p))", .yellow)
    case .dependent: Styled("✗ the variation of one tells that of the other: similar seeds under hash version 1?", .red)
    }
  }
}

/// A probability to two digits; powers of ten below a thousandth.
func pText(_ p: Double) -> String {
  guard p >= 0.001 else {
    guard p > 0 else { return "0" }
    var (mantissa, exponent) = (p, 0)
    while mantissa < 1 {
      mantissa *= 10
      exponent -= 1
    }
    return "\(decimal(mantissa, 1))e\(exponent)"
  }
  return decimal(p, 3)
}
