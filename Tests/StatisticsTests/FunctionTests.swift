import Statistics
import TestSupport
import Testing

@Suite("Functions")
struct FunctionTests {
  private static let reference = Reference.values

  @Test("the logarithm of gamma is scipy's", arguments: reference.logGamma)
  func gamma(value: Reference.LogGamma) {
    expect(logGamma(value.x), value.y, within: 1e-13, absolute: 1e-14)
  }

  @Test("the upper incomplete gamma function is scipy's, in relative terms", arguments: reference.incompleteGamma)
  func upperGamma(value: Reference.Gamma) {
    expect(IncompleteGamma(shape: value.a, at: value.x)?.upper, value.q, within: 1e-10)
  }

  @Test("the chi-square tail is scipy's down to 1e-306", arguments: reference.chiSquareSurvival)
  func survival(value: Reference.Quantile) {
    expect(chiSquareSurvival(value.x, degreesOfFreedom: value.df), value.p, within: 1e-10)
  }

  @Test("the chi-square tail at its quantile is the chance again", arguments: reference.chiSquareQuantiles)
  func quantile(value: Reference.Quantile) {
    expect(chiSquareSurvival(value.x, degreesOfFreedom: value.df), value.p, within: 1e-11)
  }

  @Test("the incomplete beta function is scipy's", arguments: reference.incompleteBeta)
  func beta(value: Reference.Beta) {
    expect(BetaDistribution(value.a, value.b)?.cumulative(value.x), value.p, within: 1e-10)
  }

  @Test("the quantile of beta is scipy's, in relative terms", arguments: reference.betaQuantiles)
  func betaQuantile(value: Reference.Beta) {
    expect(BetaDistribution(value.a, value.b)?.quantile(value.p), value.x, within: 1e-11)
  }

  @Test("the normal quantile is scipy's", arguments: reference.normalQuantiles)
  func normalQuantile(value: Reference.Normal) {
    expect(Normal.quantile(value.p), value.z, within: 1e-15, absolute: 1e-15)
  }

  @Test("the normal distribution undoes its quantile in the centre, the shoulders and the tails")
  func normalInverse() {
    for exponent in stride(from: -300.0, through: -0.5, by: 0.5) {
      let p = Double(exponent / 4).exponential
      expect(Normal.quantile(p).flatMap(Normal.cumulative), p, within: 1e-12)
    }
    expect(Normal.quantile(1e-300).flatMap(Normal.cumulative), 1e-300, within: 1e-11)
  }

  @Test("P and Q sum to 1, and Q falls", arguments: 0..<20)
  func complement(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<200 {
      let shape = Double.random(in: -7...7, using: &random).exponential
      let x = shape * Double.random(in: 0...3, using: &random)
      let parts = try #require(IncompleteGamma(shape: shape, at: x))
      let later = try #require(IncompleteGamma(shape: shape, at: x * 1.01 + 1e-9))
      #expect(abs(parts.lower + parts.upper - 1) < 1e-15, "\(shape) \(x)")
      #expect(later.upper <= parts.upper * (1 + 1e-13), "\(shape) \(x)")
    }
  }

  @Test("the two methods meet where one hands over to the other", arguments: [0.5, 1, 3.5, 40, 499.5, 1e5])
  func seam(shape: Double) throws {
    let below = try #require(IncompleteGamma(shape: shape, at: (shape + 1).nextDown))
    let above = try #require(IncompleteGamma(shape: shape, at: shape + 1))
    expect(below.upper, above.upper, within: 1e-12)
  }

  @Test("the quantile of beta undoes its distribution, and mirrors", arguments: 0..<20)
  func betaInverse(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<100 {
      let (a, b) = (
        Double.random(in: -1...9, using: &random).exponential, Double.random(in: -1...9, using: &random).exponential
      )
      let p = Double.random(in: 0.001...0.999, using: &random)
      let distribution = try #require(BetaDistribution(a, b))
      let x = try #require(distribution.quantile(p))
      expect(distribution.cumulative(x), p, within: 1e-9)
      expect(BetaDistribution(b, a)?.cumulative(1 - x), 1 - p, within: 1e-8)
    }
  }

  @Test("what makes no sense is nil")
  func nonsense() {
    for x: Double in [0, -1, .nan, .infinity, -.infinity] {
      #expect(logGamma(x) == nil && BetaDistribution(x, 1) == nil && BetaDistribution(1, x) == nil, "\(x)")
      #expect(IncompleteGamma(shape: x, at: 1) == nil, "\(x)")
    }
    for p: Double in [-0.1, 1.1, .nan, .infinity] {
      #expect(Normal.quantile(p) == nil && BetaDistribution(1, 1)?.quantile(p) == nil, "\(p)")
    }
    #expect(IncompleteGamma(shape: 1, at: -1) == nil && IncompleteGamma(shape: 1, at: .nan) == nil)
    #expect(chiSquareSurvival(1, degreesOfFreedom: 0) == nil && chiSquareSurvival(1, degreesOfFreedom: -1) == nil)
    #expect(chiSquareSurvival(.infinity, degreesOfFreedom: 1) == 0)
    #expect(BetaDistribution(1, 1)?.cumulative(.nan) == nil && BetaDistribution(1, 1)?.cumulative(2) == 1)
    #expect(Normal.cumulative(.nan) == nil && Normal.cumulative(.infinity) == 1)
    #expect(IncompleteGamma(shape: 1e300, at: 1e300) == nil && chiSquareSurvival(1e18, degreesOfFreedom: .max) == nil)
    #expect(Normal.quantile(0) == -.infinity && Normal.quantile(1) == .infinity)
  }
}
