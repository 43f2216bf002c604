/// How much work the proofs of a workspace may cost; every part of a formula that is looked at is one step.
///
/// Counted in steps, not in time, so that the same workspace gives the same findings everywhere.
struct Budget {
  /// The steps that one question may take.
  static let question = 200_000
  /// The steps that all questions of a workspace may take together.
  static let workspace = 2_000_000

  private var left: Int
  /// What is left for the question that is being answered.
  private var leftForQuestion = 0

  init(_ steps: Int = Budget.workspace) { left = steps }

  var isSpent: Bool { left <= 0 }

  mutating func beginQuestion() {
    // Laying out even the smallest question costs about as much as so many looks at it.
    note(50)
    leftForQuestion = max(0, min(left, Self.question))
  }

  /// Whether there is enough left for so many steps; if not, they are not made, and the question is given up.
  mutating func spend(_ steps: Int) -> Bool {
    guard steps <= leftForQuestion else {
      leftForQuestion = 0
      return false
    }
    leftForQuestion -= steps
    left -= steps
    return true
  }

  /// Counts steps that are made whatever is left.
  mutating func note(_ steps: Int) { left -= steps }
}
