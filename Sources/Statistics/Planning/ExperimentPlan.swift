/// How long an experiment has to run, or what it can see in a given time.
///
/// Every other variation is compared with the first, the control. More than one comparison shares alpha out evenly
/// (Bonferroni), and the comparison that needs most decides.
///
/// ```swift
/// let plan = ExperimentPlan(baseline: 0.12, weights: [1, 1], usersPerDay: 1500)
/// plan?.run(toDetect: 0.02)?.days             // 6
/// plan?.smallestIncrease(days: 6)             // 0.0199
/// ```
public struct ExperimentPlan: Hashable, Sendable {
  /// A run that is long enough.
  public struct Run: Hashable, Sendable {
    /// The users that each variation needs, in the order of the weights; 0 for a weight of 0.
    public let users: [Int]
    /// The days until every variation has them.
    public let days: Int
  }

  /// The share that is expected in control, between 0 and 1.
  public let baseline: Double
  /// The weights of the variations, control first; one of 0 takes no part.
  public let weights: [Double]
  /// The users a day that take part in the experiment.
  public let usersPerDay: Double
  /// The chance of seeing any difference where there is none.
  public let alpha: Double
  /// The chance of seeing a difference that is there, for each comparison.
  public let power: Double

  private let comparisons: [ShareComparison]

  /// A plan; nil unless control and one other variation have a weight, none is negative, there are users, and baseline,
  /// alpha and power suit `ShareComparison`.
  public init?(
    baseline: Double, weights: [Double], usersPerDay: Double, alpha: Double = 0.05, power: Double = 0.8
  ) {
    guard let control = weights.first, control > 0, usersPerDay > 0, usersPerDay.isFinite,
      weights.allSatisfy({ $0 >= 0 && $0.isFinite })
    else { return nil }
    self.baseline = baseline
    self.weights = weights
    self.usersPerDay = usersPerDay
    self.alpha = alpha
    self.power = power
    let others = weights.dropFirst().filter { $0 > 0 }
    comparisons = others.compactMap {
      ShareComparison(baseline: baseline, alpha: alpha / Double(others.count), power: power, ratio: $0 / control)
    }
    guard !others.isEmpty, comparisons.count == others.count else { return nil }
  }

  /// The variations with a weight, less control.
  public var comparisonCount: Int { comparisons.count }

  /// The alpha of each comparison.
  public var comparisonAlpha: Double { alpha / Double(comparisonCount) }

  /// The part of the experiment's users that each variation gets.
  public var shares: [Double] {
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  /// The run that shows an absolute effect in every variation; nil for an effect of 0, one that leads to a share outside
  /// 0…1, and more users than anybody has (10¹⁵).
  public func run(toDetect effect: Double) -> Run? {
    let needed = comparisons.compactMap { $0.controlUsers(toDetect: effect) }
    guard needed.count == comparisons.count, let control = needed.max() else { return nil }
    let users = weights.compactMap { usersRoundedUp(control * $0 / weights[0]) }
    guard users.count == weights.count else { return nil }
    let days = zip(users, shares).map { $1 > 0 ? Double($0) / (usersPerDay * $1) : 0 }.max() ?? 0
    // A full day is not one user more because of a rounded division.
    guard let days = usersRoundedUp(max(0, days * (1 - 1e-12))) else { return nil }
    return Run(users: users, days: max(1, days))
  }

  /// The smallest absolute increase that so many days show in every variation; nil if they show none.
  public func smallestIncrease(days: Int) -> Double? {
    smallest(days) { $0.smallestIncrease(controlUsers: $1) }
  }

  /// The smallest absolute decrease, a positive number; nil if the days show none.
  public func smallestDecrease(days: Int) -> Double? {
    smallest(days) { $0.smallestDecrease(controlUsers: $1) }
  }

  private func smallest(_ days: Int, _ effect: (ShareComparison, Double) -> Double?) -> Double? {
    let control = (Double(days) * usersPerDay * shares[0] * (1 + 1e-12)).rounded(.down)
    let effects = comparisons.compactMap { effect($0, control) }
    return effects.count == comparisons.count ? effects.max() : nil
  }
}
