/// `b₀ + a₁/(b₁ + a₂/(b₂ + …))`, from left to right.
///
/// Source: Lentz's method as modified by Thompson and Barnett.
struct ContinuedFraction {
  private static let tiny = 1e-300
  /// Every fraction here converges long before; the bound keeps a mistake from running for ever.
  private static let mostSteps = 1_000_000

  private(set) var value: Double
  private var forward: Double
  private var backward = 0.0
  private var change = 0.0
  private var steps = 0

  init(first: Double) {
    value = first == 0 ? Self.tiny : first
    forward = value
  }

  /// Whether the last step changed no more than the last digit.
  var hasConverged: Bool { abs(change - 1) < 3e-16 || steps >= Self.mostSteps }

  mutating func append(numerator: Double, denominator: Double) {
    backward = denominator + numerator * backward
    if abs(backward) < Self.tiny { backward = Self.tiny }
    forward = denominator + numerator / forward
    if abs(forward) < Self.tiny { forward = Self.tiny }
    backward = 1 / backward
    change = forward * backward
    value *= change
    steps += 1
  }
}
