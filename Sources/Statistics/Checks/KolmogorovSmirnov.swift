#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Kolmogorov and Smirnov's test of whether numbers are spread evenly from 0 to 1.
///
/// Hashes on a coarse grid make it conservative: count them in bins that divide the grid and use a chi-square test.
public struct UniformityTest: Hashable, Sendable {
  /// The greatest distance between the cumulative shares and the diagonal, 0…1.
  public let distance: Double
  /// The chance of a distance at least as great.
  public let p: Double

  /// Tests numbers of 0…1; nil for none, and for one outside.
  ///
  /// - Complexity: O(*n* log *n*)
  public init?(_ numbers: some Sequence<Double>) {
    let sorted = numbers.sorted()
    guard let first = sorted.first, let last = sorted.last, first >= 0, last <= 1,
      sorted.allSatisfy({ !$0.isNaN })
    else { return nil }
    let n = Double(sorted.count)
    let distance = sorted.enumerated().reduce(0.0) { most, point in
      max(most, point.element - Double(point.offset) / n, Double(point.offset + 1) / n - point.element)
    }
    guard let p = kolmogorovSmirnovTail(distance, users: sorted.count) else { return nil }
    self.distance = distance
    self.p = p
  }
}

/// The chance that n even numbers are at least so far from the diagonal; nil without numbers and for NaN.
///
/// Accurate in relative terms to 1e-9 for up to 500 numbers and, up to 100,000, below 0.001; to 1e-5 elsewhere, but to
/// 1e-3 below 1e-10 beyond 100,000. Sources, after R. Simard and P. L'Ecuyer, Journal of Statistical Software 39, 2011:
/// Marsaglia, Tsang and Wang's matrix for few numbers, Smirnov's one-sided distribution for the tail, Pelz and Good's
/// series for the rest.
///
/// - Complexity: O(n) in the tail, up to some ten million multiplications for up to 500 numbers, O(1) elsewhere.
public func kolmogorovSmirnovTail(_ distance: Double, users: Int) -> Double? {
  guard users > 0, !distance.isNaN else { return nil }
  let n = Double(users)
  if distance * n <= 0.5 { return 1 }
  if distance >= 1 { return 0 }
  let square = n * distance * distance
  // Both sides at once are less likely than 1e-9 of either from 3.5 on. From 12 on, 1 − (1 − p) has too few digits.
  if users <= 100_000 ? square >= 3.5 : square >= 12 { return min(1, 2 * oneSidedTail(distance, n)) }
  return min(1, max(0, 1 - (users <= 500 ? matrixCumulative(distance, users) : seriesCumulative(distance, n))))
}

/// Smirnov: `d Σ C(n, j) (d + j/n)^(j−1) (1 − d − j/n)^(n−j)`; all terms are positive.
private func oneSidedTail(_ d: Double, _ n: Double) -> Double {
  // Maag and Dicaire's approximation with one more term of the rate, 2d² + 4d⁴/9 + …, that a deviation of d costs.
  guard n <= 100_000 else { return exp(-(6 * n * d + 1) * (6 * n * d + 1) / (18 * n) - 4 * n * d * d * d * d / 9) }
  var sum = 0.0
  for j in stride(from: 0, through: (n * (1 - d)).rounded(.down), by: 1) {
    let share = d + j / n
    guard share < 1 else { continue }
    sum += j == 0 ? exp(n * log1p(-d)) / d : StirlingSeries.binomialDensity(j, n - j, share: share) / share
  }
  return d * sum
}

/// Marsaglia, Tsang and Wang, "Evaluating Kolmogorov's distribution", Journal of Statistical Software 8, 2003.
private func matrixCumulative(_ d: Double, _ n: Int) -> Double {
  let k = Int(Double(n) * d) + 1
  let size = 2 * k - 1
  let h = Double(k) - Double(n) * d
  var matrix = ScaledMatrix(size) { row, column in row - column + 1 < 0 ? 0 : 1 }
  for index in 0..<size {
    matrix[index, 0] -= pow(h, Double(index + 1))
    matrix[size - 1, index] -= pow(h, Double(size - index))
  }
  matrix[size - 1, 0] += 2 * h - 1 > 0 ? pow(2 * h - 1, Double(size)) : 0
  for row in 0..<size {
    for column in 0..<size where row - column + 1 > 0 {
      for divisor in 1...(row - column + 1) { matrix[row, column] /= Double(divisor) }
    }
  }
  let power = matrix.power(n)
  var (value, exponent) = (power[k - 1, k - 1], power.exponent)
  for factor in 1...n {
    value *= Double(factor) / Double(n)
    if value < 1e-140 {
      value *= 1e140
      exponent -= 140
    }
  }
  return value * pow(10, Double(exponent))
}

/// Pelz and Good, Journal of the Royal Statistical Society B 38, 1976: the limit and three terms in 1/√n.
private func seriesCumulative(_ d: Double, _ n: Double) -> Double {
  let z = d * n.squareRoot()
  let (z2, z4, z6) = (z * z, z * z * z * z, z * z * z * z * z * z)
  let (p2, p4, p6) = (Double.pi * Double.pi, pow(Double.pi, 4), pow(Double.pi, 6))
  var (k0, k1, k2, k3) = (0.0, 0.0, 0.0, 0.0)
  for index in 0..<30 {
    let odd = (Double(index) + 0.5) * (Double(index) + 0.5)
    let half = exp(-p2 * odd / (2 * z2))
    k0 += half
    k1 += (p2 * odd - z2) * half
    k2 += (6 * z6 + 2 * z4 + p2 * (2 * z4 - 5 * z2) * odd + p4 * (1 - 2 * z2) * odd * odd) * half
    k3 +=
      (-30 * z6 - 90 * z4 * z4 + p2 * (135 * z4 - 96 * z6) * odd + p4 * (212 * z4 - 60 * z2) * odd * odd
        + p6 * odd * odd * odd * (5 - 30 * z2)) * half
    let even = Double(index) * Double(index)
    let whole = exp(-p2 * even / (2 * z2))
    if index > 0 {
      k2 -= p2 * even * whole * 2 * z4
      k3 += (3 * p2 * even * z2 - p4 * even * even) * whole * 30 * z4
    }
  }
  let root = (2 * Double.pi).squareRoot()
  k0 *= root / z
  k1 *= root / (6 * z4)
  k2 *= root / (72 * z4 * z2 * z)
  k3 *= root / (6480 * z4 * z4 * z2)
  return k0 + k1 / n.squareRoot() + k2 / n + k3 / (n * n.squareRoot())
}
