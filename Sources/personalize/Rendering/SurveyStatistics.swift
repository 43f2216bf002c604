internal import Reporting
internal import Simulation
internal import Statistics

extension Survey.Experiment {
  /// What the test of its split says, and the likely reason.
  func styled(_ test: SampleRatioTest) -> Styled {
    let p = test.p.map { ", p \(probability($0))" } ?? ""
    switch test.verdict {
    case .ok: return Styled("✓ as planned\(p)", .green)
    case .warn where layerWithSameSplit == nil:
      return Styled("! unusual\(p): by chance in 1 of 100 seeds", .yellow)
    case .warn: return Styled("! unusual\(p): \(likelyCause)", .yellow)
    case .fail: return Styled("✗ not as planned\(p): \(likelyCause)", .red)
    case .tooFewUsers: return Styled("too few users to say", .dim)
    }
  }
}

extension SampleRatioTest {
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
