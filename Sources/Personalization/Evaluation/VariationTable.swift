/// The variation of each experiment for each user of a block; -1: none.
package struct VariationTable: Sendable {
  private(set) var numbers: [Int32]
  let experiments: Int

  init(users: Int, experiments: Int) {
    self.experiments = experiments
    numbers = [Int32](repeating: -1, count: users * experiments)
  }

  /// The variation of an experiment for a user.
  @inline(__always)
  package subscript(_ user: Int, _ experiment: Int) -> Int {
    get { Int(numbers[user &* experiments &+ experiment]) }
    set { numbers[user &* experiments &+ experiment] = Int32(truncatingIfNeeded: newValue) }
  }

  /// Forgets what the first users got, and lends all for writing, user after user.
  mutating func startOver(users: Int, _ body: (inout MutableSpan<Int32>) -> Void) {
    let count = users &* experiments
    var span = numbers.mutableSpan
    for index in 0..<count { span[index] = -1 }
    body(&span)
  }
}
