import Statistics
import TestSupport
import Testing

@Suite("Sample ratio")
struct SampleRatioTests {
  private static let reference = Reference.values

  @Test("statistic and p are scipy's", arguments: reference.sampleRatios)
  func golden(value: Reference.SampleRatio) throws {
    let test = try #require(SampleRatioTest(observed: value.observed, weights: value.weights))
    expect(test.chiSquare, value.chi2, within: 1e-12, absolute: 1e-13)
    #expect(test.degreesOfFreedom == value.df && test.method == .chiSquare)
    // Thirds that are not quite thirds move the smallest statistic in its last digits.
    expect(test.p, value.p, within: 1e-9)
  }

  @Test("the exact test of two arms is scipy's", arguments: reference.binomialTests)
  func binomial(value: Reference.Binomial) {
    expect(binomialTest(value.k, of: value.n, share: value.p0), value.p, within: 1e-9)
  }

  /// The values come from adding up scipy's multinomial probabilities.
  @Test(
    "few users are tested exactly",
    arguments: [
      ([3, 0, 5], [2, 1, 1], 0.03906250000000005), ([1, 9, 2], [1, 1, 1], 0.017155243949939804),
      ([0, 0, 0, 7], [1, 1, 1, 1], 0.00024414062500000054), ([0, 9], [1, 1], 2.0 / 512),
    ] as [([Int], [Double], Double)])
  func exact(observed: [Int], weights: [Double], p: Double) throws {
    let test = try #require(SampleRatioTest(observed: observed, weights: weights))
    #expect(test.method == .exact)
    expect(test.p, p, within: 1e-10)
  }

  @Test(
    "the verdict follows p, and users of an arm without weight",
    arguments: [
      ([502, 498], [1, 1], .ok), ([600, 400], [1, 1], .fail), ([8000, 1100, 900], [8, 1, 1], .fail),
      ([10_000, 10_400], [1, 1], .warn), ([500, 500, 0], [1, 1, 0], .ok), ([500, 500, 1], [1, 1, 0], .fail),
      ([1000, 0], [1, 0], .ok), ([999, 1], [1, 0], .fail), ([0, 500, 500], [1, 1, 1], .fail),
      ([0, 0], [1, 1], .tooFewUsers), ([40, 40, 40, 40, 40, 40, 3], [1, 1, 1, 1, 1, 1, 0.05], .tooFewUsers),
    ] as [([Int], [Double], SampleRatioTest.Verdict)])
  func verdict(observed: [Int], weights: [Double], verdict: SampleRatioTest.Verdict) throws {
    let test = try #require(SampleRatioTest(observed: observed, weights: weights))
    #expect(test.verdict == verdict, "\(test)")
  }

  @Test("p is about e⁻¹⁰ for 8000, 1100, 900 at 8:1:1, and the deviation is one in a hundred")
  func deviation() throws {
    let test = try #require(SampleRatioTest(observed: [8000, 1100, 900], weights: [8, 1, 1]))
    expect(test.p, 4.539992976248486e-05, within: 1e-12)
    expect(test.largestDeviation, 0.01, within: 1e-12)
    #expect(test.expected == [8000, 1000, 1000])
  }

  @Test("the scale of the weights and the order of the arms change nothing", arguments: 0..<20)
  func properties(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<20 {
      let arms = Int.random(in: 2...5, using: &random)
      let observed = (0..<arms).map { _ in Int.random(in: 0...300, using: &random) }
      let weights = (0..<arms).map { _ in Double.random(in: 0.1...1, using: &random) }
      let test = try #require(SampleRatioTest(observed: observed, weights: weights))
      let other = try #require(
        SampleRatioTest(observed: observed.reversed(), weights: weights.reversed().map { $0 * 100 }))
      #expect(test.verdict == other.verdict && test.method == other.method)
      if let p = test.p { expect(other.p, p, within: 1e-9) }
      #expect(test.p.map { $0 >= 0 && $0 <= 1 } ?? true)
    }
  }

  @Test("the users that show a skew are those of the reference", arguments: reference.usersToDetectSkew)
  func skew(value: Reference.Skew) {
    expect(SampleRatioTest.users(toDetect: value.share, designed: 0.5), value.users, within: 1e-9)
  }

  @Test("what makes no sense is nil")
  func nonsense() {
    let weights: [[Double]] = [
      [], [1], [0, 0], [-1, 2], [.nan, 1], [.infinity, 1], [.greatestFiniteMagnitude, .greatestFiniteMagnitude],
    ]
    for weights in weights { #expect(SampleRatioTest(observed: [1, 1], weights: weights) == nil, "\(weights)") }
    #expect(SampleRatioTest(observed: [-1, 1], weights: [1, 1]) == nil)
    #expect(SampleRatioTest(observed: [.max, .max], weights: [1, 1])?.verdict == .ok)
    #expect(SampleRatioTest(observed: [.max, 1], weights: [1, 1e-300])?.method == SampleRatioTest.Method.none)
    #expect(binomialTest(1, of: 0, share: 0.5) == nil && binomialTest(3, of: 2, share: 0.5) == nil)
    #expect(binomialTest(1, of: 2, share: 0) == nil && binomialTest(1, of: .max, share: 0.5) == nil)
    #expect(SampleRatioTest.users(toDetect: 0.5, designed: 0.5) == nil)
  }
}
