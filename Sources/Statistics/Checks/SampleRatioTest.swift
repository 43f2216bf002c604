/// Whether users fell into the arms of an experiment in the designed proportions.
///
/// ```swift
/// SampleRatioTest(observed: [600, 400], weights: [1, 1])?.verdict    // .fail, p = 2.5e-10
/// ```
///
/// Pearson's chi-square test against the designed weights, without Yates' correction. An arm of weight 0 takes no part in
/// the test and has no degree of freedom, but a user in it is a fault whatever the others say. Where fewer than 5 users
/// are expected in some arm, the chi-square distribution is a bad approximation: the exact multinomial test decides, or,
/// where its outcomes are too many to go through, nobody.
public struct SampleRatioTest: Hashable, Sendable {
  /// How the p-value was found.
  public enum Method: Hashable, Sendable {
    /// Pearson's chi-square test.
    case chiSquare
    /// The chance of every outcome that is no likelier than this one, added up.
    case exact
    /// There is none: too few users for the one and too many for the other.
    case none
  }

  /// What follows from the p-value.
  public enum Verdict: Hashable, Sendable {
    /// Nothing unusual.
    case ok
    /// p below 0.01: one healthy experiment in a hundred.
    case warn
    /// p below 0.001, or a user in an arm of weight 0.
    case fail
    /// Too few users to say.
    case tooFewUsers
  }

  /// Users by arm.
  public let observed: [Int]
  /// The users that the weights promise each arm.
  public let expected: [Double]
  /// `Σ (observed − expected)² / expected` over the arms with a weight.
  public let chiSquare: Double
  /// The arms with a weight, less one.
  public let degreesOfFreedom: Int
  /// The method of `p`.
  public let method: Method
  /// The chance of a split at least as uneven; nil without a method.
  public let p: Double?
  /// The greatest difference between an arm's share of users and its share of the weights: what a small p amounts to.
  public let largestDeviation: Double
  /// What follows.
  public let verdict: Verdict

  /// Tests these counts.
  ///
  /// Nil unless there are as many weights as counts, no count and no weight is negative, and the weights have a finite sum
  /// above 0; they need not sum to 1.
  ///
  /// - Complexity: O(arms), or up to 200,000 outcomes where the exact test decides.
  public init?(observed: [Int], weights: [Double]) {
    let sum = weights.reduce(0, +)
    guard observed.count == weights.count, sum > 0, sum.isFinite, weights.allSatisfy({ $0 >= 0 }),
      observed.allSatisfy({ $0 >= 0 })
    else { return nil }
    let users = observed.reduce(0.0) { $0 + Double($1) }
    let shares = weights.map { $0 / sum }
    let arms = shares.indices.filter { shares[$0] > 0 }
    let expected = shares.map { users * $0 }
    self.observed = observed
    self.expected = expected
    degreesOfFreedom = arms.count - 1
    chiSquare =
      users == 0
      ? 0
      : arms.reduce(0) { sum, arm in
        let difference = Double(observed[arm]) - expected[arm]
        return sum + difference * difference / expected[arm]
      }
    largestDeviation = users == 0 ? 0 : zip(observed, shares).map { abs(Double($0) / users - $1) }.max() ?? 0
    if arms.count == 1 {
      (method, p) = (.exact, 1)
    } else if users > 0, arms.allSatisfy({ expected[$0] >= 5 }) {
      (method, p) = (.chiSquare, chiSquareSurvival(chiSquare, degreesOfFreedom: arms.count - 1))
    } else if users > 0, let exact = MultinomialTest(arms.map { observed[$0] }, shares: arms.map { shares[$0] }) {
      (method, p) = (.exact, exact.p)
    } else {
      (method, p) = (.none, nil)
    }
    let hasStrays = zip(observed, shares).contains { $0 > 0 && $1 == 0 }
    verdict = hasStrays ? .fail : Self.verdict(p)
  }

  private static func verdict(_ p: Double?) -> Verdict {
    guard let p else { return .tooFewUsers }
    return p < 0.001 ? .fail : p < 0.01 ? .warn : .ok
  }
}
