#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The logarithm of the gamma function for x > 0; nil elsewhere.
///
/// The error is about 1e-15 of the largest term, `x ln x`. Source: Stirling's series.
public func logGamma(_ x: Double) -> Double? {
  guard x > 0, x.isFinite else { return nil }
  return StirlingSeries.logRootTwoPi + (x - 0.5) * log(x) - x + StirlingSeries.correction(x)
}

/// The regularised incomplete gamma function, split at x into a lower and an upper part.
///
/// ```swift
/// IncompleteGamma(shape: 0.5, at: 700)?.upper   // 2.1e-306, accurate in relative terms
/// ```
///
/// The smaller part is computed and the other is its complement, so each keeps its relative precision down to the end of
/// the range of doubles. Source: power series below `shape + 1`, Lentz's continued fraction above (Numerical Recipes 6.2).
public struct IncompleteGamma: Hashable, Sendable {
  /// P, which grows from 0 to 1.
  public let lower: Double
  /// Q = 1 − P.
  public let upper: Double

  /// The parts for a shape above 0 and up to 10¹⁰, and x ≥ 0; nil elsewhere.
  ///
  /// - Complexity: O(√shape) near `x = shape`, a few steps elsewhere.
  public init?(shape: Double, at x: Double) {
    guard shape > 0, shape <= 1e10, x >= 0 else { return nil }
    guard x > 0, x.isFinite else {
      (lower, upper) = x > 0 ? (1, 0) : (0, 1)
      return
    }
    if x < shape + 1 {
      lower = min(1, StirlingSeries.poissonDensity(shape, mean: x) * Self.series(shape, x))
      upper = 1 - lower
    } else {
      upper = min(1, StirlingSeries.poissonDensity(shape, mean: x) * shape * Self.fraction(shape, x))
      lower = 1 - upper
    }
  }

  /// `Σ x^n / ((a+1) … (a+n))`.
  private static func series(_ shape: Double, _ x: Double) -> Double {
    var (term, sum, divisor) = (1.0, 1.0, shape)
    repeat {
      divisor += 1
      term *= x / divisor
      sum += term
    } while term > sum * 1e-17
    return sum
  }

  /// `e^x x^−a Γ(a, x)` as a continued fraction.
  private static func fraction(_ shape: Double, _ x: Double) -> Double {
    var fraction = ContinuedFraction(first: x + 1 - shape)
    var index = 1.0
    repeat {
      fraction.append(numerator: -index * (index - shape), denominator: x + 2 * index + 1 - shape)
      index += 1
    } while !fraction.hasConverged
    return 1 / fraction.value
  }
}

/// The chance that a chi-square variable exceeds x; nil for x below 0 and degrees of freedom that are not 1 to 2 · 10¹⁰.
///
/// ```swift
/// chiSquareSurvival(10.827566170662733, degreesOfFreedom: 1)   // 0.001
/// ```
public func chiSquareSurvival(_ x: Double, degreesOfFreedom: Int) -> Double? {
  IncompleteGamma(shape: Double(degreesOfFreedom) / 2, at: x / 2)?.upper
}
