internal import Reporting
internal import Simulation
internal import Statistics

extension SampleRatioTest {
  var styled: Styled {
    let p = p.map { ", p \(probability($0))" } ?? ""
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
  var styled: Styled {
    switch verdict {
    case .independent: Styled("✓ independent, p \(probability(p))", .green)
    case .related: Styled("! related, p \(probability(p))", .yellow)
    case .dependent: Styled("✗ the variation of one tells that of the other: similar seeds under hash version 1?", .red)
    }
  }
}
