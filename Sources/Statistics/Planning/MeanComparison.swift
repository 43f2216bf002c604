/// What a test of the lift of a mean, such as minutes per user, can see.
///
/// The lift is a quotient of two means; its spread is the delta method's. GrowthBook plans so too.
///
/// ```swift
/// let comparison = MeanComparison(mean: 10, standardDeviation: 62.53)
/// comparison?.power(toDetect: 0.05, usersPerArm: 133_333)   // 0.52
/// ```
public struct MeanComparison: Hashable, Sendable {
  /// The mean that is expected in control; not 0.
  public let mean: Double
  /// The spread of single users.
  public let standardDeviation: Double
  /// The chance of seeing a difference where there is none.
  public let alpha: Double

  private let alphaQuantile: Double

  /// A comparison; nil for a mean of 0, a deviation that is not above 0, numbers that are not finite, and an alpha outside
  /// 0…1.
  public init?(mean: Double, standardDeviation: Double, alpha: Double = 0.05) {
    guard mean != 0, mean.isFinite, standardDeviation > 0, standardDeviation.isFinite, alpha > 0, alpha < 1,
      let alphaQuantile = Normal.quantile(alpha / 2)
    else { return nil }
    self.mean = mean
    self.standardDeviation = standardDeviation
    self.alpha = alpha
    self.alphaQuantile = -alphaQuantile
  }

  /// The chance that a two-sided test shows this relative lift, 0.05 for 5 %; nil without users or for NaN.
  public func power(toDetect lift: Double, usersPerArm: Double) -> Double? {
    guard usersPerArm > 0, lift.isFinite else { return nil }
    let error = (variance(usersPerArm) * (1 + (1 + lift) * (1 + lift))).squareRoot()
    guard error > 0 else { return lift == 0 ? alpha : 1 }
    return Normal.lowerTail(lift / error - alphaQuantile) + Normal.lowerTail(-lift / error - alphaQuantile)
  }

  /// The smallest relative increase that the test shows with a chance of `power`; nil if there are too few users for any.
  public func smallestLift(usersPerArm: Double, power: Double = 0.8) -> Double? {
    guard usersPerArm > 0, power > alpha, power < 1, let powerQuantile = Normal.quantile(power) else { return nil }
    // m² = a (1 + (1 + m)²)
    let sum = alphaQuantile + powerQuantile
    let a = sum * sum * variance(usersPerArm)
    guard a < 1 else { return nil }
    return (a + (a * (2 - a)).squareRoot()) / (1 - a)
  }

  /// Of a mean, relative to it.
  private func variance(_ usersPerArm: Double) -> Double {
    let relative = standardDeviation / mean
    return relative * relative / usersPerArm
  }
}
