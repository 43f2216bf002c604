/// How much work the proofs of a workspace may cost; every part of a formula that is looked at is one step.
///
/// Counted in steps, not in time, so that the same workspace gives the same findings everywhere.
struct Budget {
  /// The steps that one question may take.
  static let question = 200_000
  /// The steps that all questions of a workspace may take together.
  static let workspace = 3_000_000

  private var left: Int
  /// What is left for the question that is being answered.
  private var leftForQuestion = 0

  init(_ steps: Int = Budget.workspace) { left = steps }

  var isSpent: Bool { left <= 0 }

  mutating func beginQuestion() { leftForQuestion = min(left, Self.question) }

  /// Whether there was enough left for so many steps.
  mutating func spend(_ steps: Int) -> Bool {
    left -= steps
    leftForQuestion -= steps
    return leftForQuestion >= 0
  }
}
