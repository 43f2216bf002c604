/// A closed interval of numbers, such as the plausible values of a share.
public struct Interval: Hashable, Sendable {
  /// The lower end.
  public let lower: Double
  /// The upper end, not below the lower one.
  public let upper: Double

  init(_ lower: Double, _ upper: Double) {
    self.lower = min(lower, upper)
    self.upper = max(lower, upper)
  }

  /// How far apart the ends are.
  public var width: Double { upper - lower }

  /// Whether a number lies between the ends or is one of them.
  public func contains(_ number: Double) -> Bool { lower <= number && number <= upper }
}
