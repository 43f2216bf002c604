#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The distribution of a share that is known from `a` hits and `b` misses.
///
/// ```swift
/// BetaDistribution(10.5, 30.5)?.quantile(0.975)   // 0.40
/// ```
public struct BetaDistribution: Hashable, Sendable {
  private let a: Double
  private let b: Double

  /// A distribution with both parameters above 0 and a sum of at most 10¹⁰; nil for others.
  public init?(_ a: Double, _ b: Double) {
    guard a > 0, b > 0, a + b <= 1e10 else { return nil }
    self.a = a
    self.b = b
  }

  /// The chance of a share of at most x: the regularised incomplete beta function.
  ///
  /// 0 below the shares, 1 above them, nil for NaN. Source: Lentz's continued fraction (Numerical Recipes 6.4).
  ///
  /// - Complexity: O(√(a + b)) steps at worst.
  public func cumulative(_ x: Double) -> Double? {
    guard !x.isNaN else { return nil }
    return lower(min(max(x, 0), 1))
  }

  /// The share below which a part p of the distribution lies; nil for p outside 0…1.
  ///
  /// The inverse of `cumulative`, to about 1e-14 in relative terms. Newton's method on the logarithms of both, which the
  /// tail makes a straight line, inside a bracket.
  public func quantile(_ p: Double) -> Double? {
    guard p >= 0, p <= 1 else { return nil }
    if p == 0 || p == 1 { return p }
    // The half that holds the quantile, measured from its end.
    return p <= lower(0.5) ? lowerHalf(p) : 1 - mirrored.lowerHalf(1 - p)
  }

  /// The distribution of the misses.
  private var mirrored: BetaDistribution { BetaDistribution(mirroring: self) }

  private init(mirroring other: BetaDistribution) {
    a = other.b
    b = other.a
  }

  private func lower(_ x: Double) -> Double {
    guard x > 0, x < 1 else { return x <= 0 ? 0 : 1 }
    // The fraction converges fast below the mean only.
    return x < (a + 1) / (a + b + 2) ? tail(x) : 1 - mirrored.tail(1 - x)
  }

  /// `x^a (1−x)^b / (a B(a, b))` times the continued fraction.
  private func tail(_ x: Double) -> Double { slope(x) / a / fraction(x).value }

  /// The derivative by ln(x/(1−x)): `x^a (1−x)^b / B(a, b)`.
  private func slope(_ x: Double) -> Double {
    a * b / (a + b) * StirlingSeries.binomialDensity(a, b, share: x)
  }

  private func fraction(_ x: Double) -> ContinuedFraction {
    var fraction = ContinuedFraction(first: 1)
    fraction.append(numerator: -(a + b) * x / (a + 1), denominator: 1)
    var m = 1.0
    repeat {
      fraction.append(numerator: m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), denominator: 1)
      fraction.append(numerator: -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)), denominator: 1)
      m += 1
    } while !fraction.hasConverged
    return fraction
  }

  /// The quantile of a p that lies below one half of the shares.
  private func lowerHalf(_ p: Double) -> Double {
    var (low, high) = (-745.0, log(0.5))
    var logX = high
    for _ in 0..<200 {
      let x = exp(logX)
      let value = lower(x)
      if value < p { low = logX } else { high = logX }
      // d ln P / d ln x
      let steepness = slope(x) / (1 - x) / value
      var next = logX - (log(value) - log(p)) / steepness
      if !(next > low && next < high) { next = (low + high) / 2 }
      if abs(next - logX) <= 1e-15 * max(1, abs(logX)) { break }
      logX = next
    }
    return exp(logX)
  }
}
