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

extension PairFinding {
  func styled(_ independence: Independence?) -> Styled {
    let p = independence.map { ", p \(probability($0.p))" } ?? ""
    return switch tone {
    case .good: Styled("\(mark) \(words)\(p)", .green)
    case .poor: Styled("\(mark) \(words)\(p)", .yellow)
    case .bad: Styled("\(mark) \(words)\(p)", .red)
    case .none: Styled(words, .dim)
    }
  }
}
