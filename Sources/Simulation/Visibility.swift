internal import Statistics

/// The smallest difference that the users of an experiment make visible.
///
/// A two-sided z-test of two rates, every other arm against the first, alpha shared out evenly among them; the comparison
/// that shows least decides. The same as `ExperimentPlan`, for a run that has these users.
public struct Visibility: Hashable, Sendable {
  /// The chance of seeing a difference where there is none.
  public static let alpha = 0.05
  /// The chance of seeing one that is there.
  public static let power = 0.8

  /// The rate that is assumed where none is named.
  public static let usualBaseline = 0.1

  /// The rate that is assumed in control.
  public let baseline: Double
  /// The users of each arm with a weight, control first.
  public let users: [Int]
  /// The smallest absolute increase that shows; nil: they are too few for any.
  public let increase: Double?

  /// What these users show; nil where there is nothing to compare, or an arm that has a weight has no users.
  ///
  /// - Parameters:
  ///   - users: Of each arm, control first.
  ///   - weights: Of each arm; one of 0 takes no part.
  public init?(users: [Int], weights: [Double], baseline: Double) {
    let arms = zip(users, weights).filter { $1 > 0 }.map { $0.0 }
    guard arms.allSatisfy({ $0 > 0 }), weights.first.map({ $0 > 0 }) == true else { return nil }
    let plan = ExperimentPlan(
      baseline: baseline, weights: arms.map(Double.init), usersPerDay: Double(arms.reduce(0, +)), alpha: Self.alpha,
      power: Self.power)
    guard let plan else { return nil }
    self.baseline = baseline
    self.users = arms
    increase = plan.smallestIncrease(days: 1)
  }
}

extension Survey.Experiment {
  /// The smallest difference that those who were dealt a variation make visible.
  public func visibility(baseline: Double) -> Visibility? {
    Visibility(users: variations.map(\.users), weights: variations.map(\.weight), baseline: baseline)
  }
}

extension Comparison.ExperimentChange {
  /// The smallest difference that those who have a variation make visible, before and after.
  public func visibility(baseline: Double) -> (before: Visibility?, after: Visibility?) {
    func visibility(_ weights: [Weight], _ variation: (Comparison.Transition) -> String) -> Visibility? {
      let users = weights.map { weight in
        transitions.reduce(0) { $0 + (variation($1) == weight.variation ? $1.users : 0) }
      }
      return Visibility(users: users, weights: weights.map(\.share), baseline: baseline)
    }
    return (visibility(weights.before, \.before), visibility(weights.after, \.after))
  }
}
