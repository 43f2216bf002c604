import Statistics
import TestSupport
import Testing

@Suite("Planning")
struct PlanningTests {
  private static let reference = Reference.values

  @Test("pooled sample sizes are those of R's power.prop.test", arguments: reference.sampleSizes)
  func pooled(value: Reference.SampleSize) {
    let comparison = ShareComparison(baseline: value.p1, alpha: value.alpha, power: value.power)
    expect(comparison?.controlUsers(toDetect: value.p2 - value.p1), value.pooled, within: 1e-9)
  }

  @Test("unpooled sample sizes are those of the reference", arguments: reference.sampleSizes)
  func unpooled(value: Reference.SampleSize) {
    let comparison = ShareComparison(
      baseline: value.p1, alpha: value.alpha, power: value.power, variance: .unpooled)
    expect(comparison?.controlUsers(toDetect: value.p2 - value.p1), value.unpooled, within: 1e-9)
  }

  @Test("smallest effects at the baseline's variance are those of the reference", arguments: reference.smallestEffects)
  func smallest(value: Reference.SmallestEffect) {
    let comparison = ShareComparison(baseline: value.p, variance: .baseline)
    expect(comparison?.smallestIncrease(controlUsers: value.users), value.effect, within: 1e-9)
    expect(comparison?.smallestDecrease(controlUsers: value.users), value.effect, within: 1e-9)
  }

  /// The formula evaluated with scipy's quantiles.
  @Test(
    "an unequal split and a smaller alpha cost users",
    arguments: [(0.05, 2.0, 2910.5128308523563), (0.05, 0.5, 5698.891958181624), (0.025, 1, 4651.417876576524)])
  func unequal(alpha: Double, ratio: Double, users: Double) {
    let comparison = ShareComparison(baseline: 0.1, alpha: alpha, ratio: ratio)
    expect(comparison?.controlUsers(toDetect: 0.02), users, within: 1e-9)
  }

  @Test("power and smallest lift of a mean are GrowthBook's")
  func means() {
    let comparison = MeanComparison(mean: 10, standardDeviation: 3909.99977.squareRoot())
    expect(comparison?.power(toDetect: 0.05, usersPerArm: 400_000 / 3), 0.52144, within: 0, absolute: 5.1e-6)
    expect(comparison?.smallestLift(usersPerArm: 400_000 / 3), 0.07027, within: 0, absolute: 5.1e-6)
  }

  @Test("the smallest lift is seen with the power it was asked for", arguments: [0.5, 0.8, 0.95])
  func meanInverse(power: Double) throws {
    let comparison = try #require(MeanComparison(mean: -3, standardDeviation: 7))
    let lift = try #require(comparison.smallestLift(usersPerArm: 9000, power: power))
    expect(comparison.power(toDetect: lift, usersPerArm: 9000), power, within: 1e-4)
  }

  @Test("the smallest effect of a sample size is the effect", arguments: 0..<20)
  func inverse(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<50 {
      let baseline = Double.random(in: 0.01...0.99, using: &random)
      let comparison = try #require(
        ShareComparison(
          baseline: baseline, alpha: .random(in: 0.001...0.1, using: &random),
          power: .random(in: 0.5...0.99, using: &random), ratio: .random(in: 0.2...5, using: &random)))
      let effect = Double.random(in: 0.001...0.3, using: &random)
      if let users = comparison.controlUsers(toDetect: effect) {
        expect(comparison.smallestIncrease(controlUsers: users), effect, within: 1e-9)
      }
      if let users = comparison.controlUsers(toDetect: -effect) {
        expect(comparison.smallestDecrease(controlUsers: users), effect, within: 1e-9)
      }
    }
  }

  @Test("a run needs whole users and whole days")
  func run() throws {
    let plan = try #require(ExperimentPlan(baseline: 0.10, weights: [1, 1], usersPerDay: 1000))
    let run = try #require(plan.run(toDetect: 0.02))
    #expect(run.users == [3841, 3841] && run.days == 8)
    let exact = try #require(ExperimentPlan(baseline: 0.10, weights: [1, 1], usersPerDay: 7682))
    #expect(exact.run(toDetect: 0.02)?.days == 1)
  }

  @Test("more variations share alpha, and the smallest one decides")
  func several() throws {
    let plan = try #require(ExperimentPlan(baseline: 0.10, weights: [2, 1, 0, 2], usersPerDay: 1000))
    #expect(plan.comparisonCount == 2 && plan.comparisonAlpha == 0.025)
    let run = try #require(plan.run(toDetect: 0.02))
    let control = try #require(
      ShareComparison(baseline: 0.10, alpha: 0.025, ratio: 0.5)?.controlUsers(toDetect: 0.02))
    #expect(run.users == [usersRoundedUp(control), usersRoundedUp(control / 2), 0, usersRoundedUp(control)])
  }

  @Test("the days of an effect show it, and a day less does not, but for whole users", arguments: 0..<20)
  func days(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<20 {
      let weights = (0..<Int.random(in: 2...4, using: &random)).map { _ in Double.random(in: 0.1...1, using: &random) }
      let plan = try #require(
        ExperimentPlan(
          baseline: .random(in: 0.02...0.9, using: &random), weights: weights,
          usersPerDay: .random(in: 10...5000, using: &random)))
      let effect = Double.random(in: 0.005...0.05, using: &random)
      guard let run = plan.run(toDetect: effect) else { continue }
      #expect(try #require(plan.smallestIncrease(days: run.days)) <= effect * (1 + 1e-6))
      if run.days > 1, let earlier = plan.smallestIncrease(days: run.days - 1) { #expect(earlier > effect * 0.99) }
    }
  }

  @Test("what makes no sense is nil")
  func nonsense() {
    for baseline: Double in [0, 1, -0.1, 1.1, .nan] {
      #expect(ShareComparison(baseline: baseline) == nil, "\(baseline)")
    }
    #expect(ShareComparison(baseline: 0.5, alpha: 0) == nil && ShareComparison(baseline: 0.5, alpha: .nan) == nil)
    #expect(ShareComparison(baseline: 0.5, power: 1) == nil && ShareComparison(baseline: 0.5, power: 0.01) == nil)
    #expect(ShareComparison(baseline: 0.5, ratio: 0) == nil && ShareComparison(baseline: 0.5, ratio: .infinity) == nil)
    let comparison = ShareComparison(baseline: 0.5)
    for effect: Double in [0, 0.6, -0.6, .nan] {
      #expect(comparison?.controlUsers(toDetect: effect) == nil, "\(effect)")
    }
    for users: Double in [0, -1, 1, .nan] {
      #expect(comparison?.smallestIncrease(controlUsers: users) == nil, "\(users)")
    }
    #expect(usersRoundedUp(.nan) == nil && usersRoundedUp(1e300) == nil && usersRoundedUp(-1) == nil)
    #expect(ExperimentPlan(baseline: 0.5, weights: [], usersPerDay: 1) == nil)
    #expect(ExperimentPlan(baseline: 0.5, weights: [0, 1], usersPerDay: 1) == nil)
    #expect(ExperimentPlan(baseline: 0.5, weights: [1, 0], usersPerDay: 1) == nil)
    #expect(ExperimentPlan(baseline: 0.5, weights: [1, 1], usersPerDay: 0) == nil)
    let plan = ExperimentPlan(baseline: 0.5, weights: [1, 1], usersPerDay: 1)
    #expect(plan?.run(toDetect: 1e-9) == nil && plan?.smallestIncrease(days: 0) == nil)
    #expect(
      MeanComparison(mean: 0, standardDeviation: 1) == nil && MeanComparison(mean: 1, standardDeviation: 0) == nil)
    #expect(MeanComparison(mean: 1, standardDeviation: 1)?.power(toDetect: .nan, usersPerArm: 5) == nil)
    #expect(MeanComparison(mean: 1, standardDeviation: 1)?.smallestLift(usersPerArm: 2) == nil)
  }
}
