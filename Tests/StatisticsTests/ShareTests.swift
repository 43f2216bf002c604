import Statistics
import TestSupport
import Testing

@Suite("Shares and their intervals")
struct ShareTests {
  private static let intervals = Reference.values.intervals

  @Test("Wilson's interval is statsmodels'", arguments: intervals.filter { $0.method == "wilson" })
  func wilson(ends: Reference.Ends) throws {
    let interval = try #require(Share(ends.k, of: ends.n)?.wilson(confidence: ends.level))
    expect(interval.lower, ends.lo, within: 1e-9, absolute: 1e-15)
    expect(interval.upper, ends.hi, within: 1e-9)
  }

  @Test("Jeffreys' interval is statsmodels'", arguments: intervals.filter { $0.method == "jeffreys" })
  func jeffreys(ends: Reference.Ends) throws {
    let interval = try #require(Share(ends.k, of: ends.n)?.jeffreys(confidence: ends.level))
    expect(interval.lower, ends.lo, within: 1e-9)
    expect(interval.upper, ends.hi, within: 1e-9)
  }

  @Test(
    "the exact interval that the quantile of beta gives is statsmodels'",
    arguments: intervals.filter { $0.method == "beta" })
  func exact(ends: Reference.Ends) {
    let (hits, misses) = (Double(ends.k), Double(ends.n - ends.k))
    expect(
      ends.k == 0 ? 0 : BetaDistribution(hits, misses + 1)?.quantile((1 - ends.level) / 2), ends.lo, within: 1e-9)
    expect(
      ends.k == ends.n ? 1 : BetaDistribution(hits + 1, misses)?.quantile((1 + ends.level) / 2), ends.hi, within: 1e-9)
  }

  @Test(
    "Newcombe's difference of two shares is that of his paper",
    arguments: [
      ((56, 70), (48, 80), 0.0524, 0.3339), ((10, 10), (0, 20), 0.6791, 1), ((9, 10), (3, 10), 0.1705, 0.8090),
      ((0, 10), (0, 10), -0.2775, 0.2775),
    ] as [((Int, Int), (Int, Int), Double, Double)])
  func newcombe(first: (Int, Int), second: (Int, Int), lower: Double, upper: Double) throws {
    let (one, other) = (try #require(Share(first.0, of: first.1)), try #require(Share(second.0, of: second.1)))
    let interval = try #require(one.difference(from: other))
    expect(interval.lower, lower, within: 0, absolute: 5.1e-5)
    expect(interval.upper, upper, within: 0, absolute: 5.1e-5)
  }

  @Test("nobody gives a lower end of exactly 0, everybody an upper end of exactly 1", arguments: [1, 7, 1_000_000])
  func ends(total: Int) {
    #expect(Share(0, of: total)?.wilson()?.lower == 0)
    #expect(Share(total, of: total)?.wilson()?.upper == 1)
  }

  @Test("intervals contain the share, mirror with it, and narrow with less confidence", arguments: 0..<20)
  func properties(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<50 {
      let total = Int.random(in: 1...100_000, using: &random)
      let count = Int.random(in: 0...total, using: &random)
      let (share, rest) = (try #require(Share(count, of: total)), try #require(Share(total - count, of: total)))
      let (wilson, mirrored) = (try #require(share.wilson()), try #require(rest.wilson()))
      #expect(wilson.contains(share.value) && wilson.lower >= 0 && wilson.upper <= 1, "\(share)")
      #expect(abs(wilson.lower + mirrored.upper - 1) < 1e-14 && abs(wilson.upper + mirrored.lower - 1) < 1e-14)
      #expect(try #require(share.wilson(confidence: 0.9)).width < wilson.width)
      let jeffreys = try #require(share.jeffreys())
      #expect(count == 0 || count == total || jeffreys.contains(share.value), "\(share)")
      let difference = try #require(share.difference(from: rest))
      let reversed = try #require(rest.difference(from: share))
      #expect(difference.contains(share.value - rest.value))
      #expect(abs(difference.lower + reversed.upper) < 1e-14)
    }
  }

  @Test("what makes no sense is nil")
  func nonsense() {
    #expect(Share(0, of: 0) == nil && Share(-1, of: 5) == nil && Share(6, of: 5) == nil && Share(0, of: -1) == nil)
    for confidence: Double in [0, 1, -1, 2, .nan] {
      #expect(Share(1, of: 2)?.wilson(confidence: confidence) == nil, "\(confidence)")
      #expect(Share(1, of: 2)?.jeffreys(confidence: confidence) == nil, "\(confidence)")
    }
    #expect(Share(.max, of: .max)?.wilson()?.upper == 1)
    #expect(Share(.max, of: .max)?.jeffreys() == nil)
  }
}
