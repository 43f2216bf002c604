#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Factorials, gamma and beta densities without the cancellation of large logarithms.
///
/// `Γ(x+1) = √(2πx) · (x/e)^x · e^δ(x)`, and a density is then a product of a small power and a small correction. Source:
/// C. Loader, "Fast and accurate computation of binomial probabilities", 2000, for real arguments.
enum StirlingSeries {
  /// ln √(2π).
  static let logRootTwoPi = 0.918_938_533_204_672_741_8

  /// δ(x) for x > 0, to about 1e-15.
  static func correction(_ x: Double) -> Double {
    // Below 15 the series does not converge fast enough: climb there, a step at a time.
    var (x, climbed) = (x, 0.0)
    while x < 15 {
      climbed += (x + 0.5) * log1p(1 / x) - 1
      x += 1
    }
    let square = x * x
    let terms = 1 / 1260.0 - (1 / 1680.0 - (1 / 1188.0 - 691 / 360_360.0 / square) / square) / square
    return climbed + (1 / 12.0 - (1 / 360.0 - terms / square) / square) / x
  }

  /// `x ln(x/mean) + mean − x`, exact also where x and the mean are close.
  static func deviance(_ x: Double, mean: Double) -> Double {
    let (difference, sum) = (x - mean, x + mean)
    guard abs(difference) < 0.1 * sum else { return x > 0 ? x * log(x / mean) + mean - x : mean }
    let ratio = difference / sum
    var (total, power) = (difference * ratio, 2 * x * ratio)
    for divisor in stride(from: 3.0, to: 1_000, by: 2) {
      power *= ratio * ratio
      let next = total + power / divisor
      if next == total { break }
      total = next
    }
    return total
  }

  /// `x^a e^−x / Γ(a+1)` for a > 0 and x ≥ 0.
  static func poissonDensity(_ a: Double, mean x: Double) -> Double {
    exp(-correction(a) - deviance(a, mean: x)) / (2 * Double.pi * a).squareRoot()
  }

  /// `Γ(a+b+1) / (Γ(a+1) Γ(b+1)) · x^a (1−x)^b` for a, b > 0.
  static func binomialDensity(_ a: Double, _ b: Double, share x: Double) -> Double {
    let n = a + b
    let exponent =
      correction(n) - correction(a) - correction(b) - deviance(a, mean: n * x) - deviance(b, mean: n * (1 - x))
    return exp(exponent) * (n / (2 * Double.pi * a * b)).squareRoot()
  }
}
