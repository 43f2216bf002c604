/// A formula laid flat: its leaves from left to right, and the steps that put them together.
struct FormulaRecord<Leaf: Codable>: Codable {
  /// In the order of a stack machine: 0 takes the next leaf, 1 negates the last part, 2 + 2n makes the last n parts one
  /// that holds if all do, 3 + 2n one that holds if any does.
  let steps: [Int]
  let leaves: [Leaf]

  /// Deeper formulas are refused; what people can write stays below.
  static var deepest: Int { 500 }

  init<Source>(_ formula: Formula<Source>, leaf: (Source) -> Leaf) {
    var steps: [Int] = []
    Self.append(formula, to: &steps)
    self.steps = steps
    leaves = formula.leaves.map(leaf)
  }

  private static func append<Source>(_ formula: Formula<Source>, to steps: inout [Int]) {
    switch formula {
    case .leaf: steps.append(0)
    case .not(let part):
      append(part, to: &steps)
      steps.append(1)
    case .all(let parts):
      for part in parts { append(part, to: &steps) }
      steps.append(2 + 2 * parts.count)
    case .any(let parts):
      for part in parts { append(part, to: &steps) }
      steps.append(3 + 2 * parts.count)
    }
  }

  func formula<Target>(
    _ place: String, leaf: (Leaf) throws(BundleError) -> Target
  ) throws(BundleError) -> Formula<Target> {
    var stack: [(formula: Formula<Target>, depth: Int)] = []
    var rest = leaves[...]
    for step in steps {
      switch step {
      case 0:
        guard let next = rest.popFirst() else { throw .unsound("\(place): its condition lacks a part") }
        stack.append((.leaf(try leaf(next)), 1))
      case 1:
        guard let part = stack.popLast() else { throw .unsound("\(place): its condition lacks a part") }
        stack.append((.not(part.formula), part.depth + 1))
      case 2...:
        let count = (step - 2) / 2
        guard count <= stack.count else { throw .unsound("\(place): its condition lacks a part") }
        let parts = stack.suffix(count).map(\.formula)
        let depth = 1 + (stack.suffix(count).map(\.depth).max() ?? 0)
        stack.removeLast(count)
        stack.append((step % 2 == 0 ? .all(parts) : .any(parts), depth))
      default: throw .unsound("\(place): its condition has an unknown step")
      }
      guard let last = stack.last, last.depth <= Self.deepest else {
        throw .unsound("\(place): its condition is nested more than \(Self.deepest) levels deep")
      }
    }
    guard rest.isEmpty, stack.count == 1 else { throw .unsound("\(place): its condition has parts too many") }
    return stack[0].formula
  }
}
