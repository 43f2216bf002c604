/// How many users it takes to see that the share of one arm differs from that of another.
///
/// Two-sided z-test of two shares.
///
/// ```swift
/// let comparison = ShareComparison(baseline: 0.10)
/// comparison?.controlUsers(toDetect: 0.02)           // 3840.85, so 3841 in each arm
/// comparison?.smallestIncrease(controlUsers: 3841)   // 0.02
/// ```
public struct ShareComparison: Hashable, Sendable {
  /// Which spread the test is thought to use.
  public enum Variance: Hashable, Sendable {
    /// That of both arms together under "no difference", as R's `power.prop.test`. Source: J. L. Fleiss, 1981, without
    /// continuity correction.
    case pooled
    /// That of each arm.
    case unpooled
    /// The baseline's for both; the smallest effect is then `(z₁ + z₂) √(p(1−p)(1/n₁ + 1/n₂))`.
    case baseline
  }

  /// The share that is expected in control, between 0 and 1.
  public let baseline: Double
  /// The chance of seeing a difference where there is none.
  public let alpha: Double
  /// The chance of seeing one that is there.
  public let power: Double
  /// Treated users for each user of control; 1 is an equal split.
  public let ratio: Double
  /// The spread.
  public let variance: Variance

  private let alphaQuantile: Double
  private let powerQuantile: Double

  /// A comparison; nil unless `0 < baseline < 1`, `0 < alpha < 1`, `alpha < power < 1`, and the ratio is above 0.
  public init?(
    baseline: Double, alpha: Double = 0.05, power: Double = 0.8, ratio: Double = 1, variance: Variance = .pooled
  ) {
    guard baseline > 0, baseline < 1, alpha > 0, alpha < power, power < 1, ratio > 0, ratio.isFinite,
      let alphaQuantile = Normal.quantile(alpha / 2), let powerQuantile = Normal.quantile(power)
    else { return nil }
    self.baseline = baseline
    self.alpha = alpha
    self.power = power
    self.ratio = ratio
    self.variance = variance
    self.alphaQuantile = -alphaQuantile
    self.powerQuantile = powerQuantile
  }

  /// The users of control that show an absolute effect, not yet rounded; treated users are `ratio` times as many.
  ///
  /// Nil for an effect of 0 and one that leads to a share outside 0…1.
  public func controlUsers(toDetect effect: Double) -> Double? {
    let treated = baseline + effect
    guard effect != 0, treated >= 0, treated <= 1 else { return nil }
    func spread(_ share: Double) -> Double { share * (1 - share) }
    let apart = spread(baseline) + spread(treated) / ratio
    let together = spread((baseline + ratio * treated) / (1 + ratio)) * (1 + 1 / ratio)
    let root =
      switch variance {
      case .pooled: alphaQuantile * together.squareRoot() + powerQuantile * apart.squareRoot()
      case .unpooled: (alphaQuantile + powerQuantile) * apart.squareRoot()
      case .baseline: (alphaQuantile + powerQuantile) * (spread(baseline) * (1 + 1 / ratio)).squareRoot()
      }
    return root * root / (effect * effect)
  }

  /// The smallest increase that so many users of control show; nil if they are too few for any.
  public func smallestIncrease(controlUsers: Double) -> Double? {
    smallest(upTo: 1 - baseline, sign: 1, controlUsers: controlUsers)
  }

  /// The smallest decrease, a positive number; nil if the users are too few for any.
  public func smallestDecrease(controlUsers: Double) -> Double? {
    smallest(upTo: baseline, sign: -1, controlUsers: controlUsers)
  }

  private func smallest(upTo most: Double, sign: Double, controlUsers: Double) -> Double? {
    func isEnough(_ effect: Double) -> Bool {
      // Rounding must not push the largest effect over the edge.
      let share = min(1, max(0, baseline + sign * effect))
      return self.controlUsers(toDetect: share - baseline).map { $0 <= controlUsers } ?? false
    }
    guard controlUsers > 0, isEnough(most) else { return nil }
    var (low, high) = (0.0, most)
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { return high }
      if isEnough(middle) { high = middle } else { low = middle }
    }
  }
}

/// So many users that it is at least `users`; nil for NaN, negative numbers and more than 10¹⁵.
public func usersRoundedUp(_ users: Double) -> Int? {
  guard users >= 0, users <= 1e15 else { return nil }
  return Int(users.rounded(.up))
}

extension SampleRatioTest {
  /// All users that it takes to see that an arm gets `share` of them instead of the `designed` share.
  ///
  /// ```swift
  /// SampleRatioTest.users(toDetect: 0.51, designed: 0.5)   // 42,686.6
  /// ```
  ///
  /// With the spread of the designed share. Nil for a designed share outside 0…1 (ends excluded), no difference, and an
  /// alpha or power that makes no sense.
  public static func users(
    toDetect share: Double, designed: Double, alpha: Double = 0.001, power: Double = 0.8
  ) -> Double? {
    guard designed > 0, designed < 1, share >= 0, share <= 1, share != designed, alpha > 0, alpha < power, power < 1,
      let alphaQuantile = Normal.quantile(alpha / 2), let powerQuantile = Normal.quantile(power)
    else { return nil }
    let ratio = (powerQuantile - alphaQuantile) / (share - designed)
    return ratio * ratio * designed * (1 - designed)
  }
}
