/// So many of so many: a share with what it says about the population that it came from.
///
/// The share of a file is exact. The intervals speak of a *future* population like it.
///
/// ```swift
/// let share = Share(81, of: 263)
/// share?.value                // 0.308
/// share?.wilson()             // 0.2553…0.3662
/// Share(1, of: 0)             // nil
/// ```
public struct Share: Hashable, Sendable {
  /// How many have it.
  public let count: Int
  /// Of how many.
  public let total: Int

  /// A share; nil unless the total is above 0 and the count within 0…total.
  public init?(_ count: Int, of total: Int) {
    guard total > 0, count >= 0, count <= total else { return nil }
    self.count = count
    self.total = total
  }

  /// The quotient, 0…1.
  public var value: Double { Double(count) / Double(total) }

  /// Wilson's score interval; nil for a confidence outside 0…1, ends excluded.
  ///
  /// Of the usual ones it behaves best at few users and at shares near 0 and 1. No user at all gives a lower end of exactly
  /// 0, all of them an upper end of exactly 1. No continuity correction. Source: E. B. Wilson, JASA 22, 1927.
  public func wilson(confidence: Double = 0.95) -> Interval? {
    guard let z = twoSidedQuantile(confidence) else { return nil }
    let (n, p, square) = (Double(total), value, z * z)
    let scale = 1 + square / n
    let centre = (p + square / (2 * n)) / scale
    let half = z / scale * (p * (1 - p) / n + square / (4 * n * n)).squareRoot()
    return Interval(count == 0 ? 0 : max(0, centre - half), count == total ? 1 : min(1, centre + half))
  }

  /// Jeffreys' interval: the quantiles of Beta(count + ½, rest + ½).
  ///
  /// As in statsmodels, its ends are not moved to 0 and 1 where nobody or everybody has it, so there it does not contain
  /// the share itself. Nil for a confidence outside 0…1, ends excluded, and beyond 10¹⁰ users. Source: Brown, Cai and DasGupta, Statistical Science 16, 2001, without their exception.
  public func jeffreys(confidence: Double = 0.95) -> Interval? {
    guard confidence > 0, confidence < 1,
      let posterior = BetaDistribution(Double(count) + 0.5, Double(total - count) + 0.5),
      let lower = posterior.quantile((1 - confidence) / 2), let upper = posterior.quantile((1 + confidence) / 2)
    else { return nil }
    return Interval(lower, upper)
  }

  /// The difference of this share and another, with Newcombe's interval; nil for a confidence outside 0…1.
  ///
  /// Source: R. G. Newcombe, "Interval estimation for the difference between independent proportions", Statistics in
  /// Medicine 17, 1998, method 10: Wilson's intervals combined, without continuity correction.
  public func difference(from other: Share, confidence: Double = 0.95) -> Interval? {
    guard let mine = wilson(confidence: confidence), let theirs = other.wilson(confidence: confidence) else {
      return nil
    }
    func hypotenuse(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
    let difference = value - other.value
    return Interval(
      max(-1, difference - hypotenuse(value - mine.lower, theirs.upper - other.value)),
      min(1, difference + hypotenuse(mine.upper - value, other.value - theirs.lower)))
  }
}

/// The z that leaves a confidence between −z and z.
private func twoSidedQuantile(_ confidence: Double) -> Double? {
  guard confidence > 0, confidence < 1 else { return nil }
  return Normal.quantile((1 + confidence) / 2)
}
