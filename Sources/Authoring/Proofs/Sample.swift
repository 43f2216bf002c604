internal import Personalization

/// One test of one attribute, its group replaced by the group's values: what a condition comes down to.
struct Atom: Hashable, Sendable {
  /// The attribute's place in the catalog.
  let attribute: Int
  let test: Test
}

/// A condition in which segments stand as their own conditions.
typealias Question = Formula<Atom>

/// A value that stands for all those that the tests of a question cannot tell from it.
enum Sample: Hashable, Sendable {
  case missing
  case boolean(Bool)
  case number(Double)
  case text(ExactText)
  case version(SemanticVersion)
  case date(Timestamp)
  /// Lists of so many elements, whatever they are; `most` nil: any number above.
  case sizes(least: Int, most: Int?)
  /// One list.
  case elements([Literal])

  /// The constant that equals it; nil for lists and for no value.
  var literal: Literal? {
    switch self {
    case .boolean(let flag): .boolean(flag)
    case .number(let number): .number(number)
    case .text(let text): .string(text)
    case .version(let version): .version(version)
    case .date(let date): .date(date)
    case .missing, .sizes, .elements: nil
    }
  }
}

extension Test {
  /// Whether the sample passes; nil where that takes more than the sample, such as a search for a pattern.
  func verdict(on sample: Sample) -> Bool? {
    if sample == .missing { return false }
    switch self {
    case .exists: return true
    case .isOne(let literals):
      if let literal = sample.literal { return literals.contains(literal) }
      guard case .elements(let elements) = sample else { return nil }
      return elements.contains(where: literals.contains)
    case .isOneIgnoringCase(let texts):
      guard case .text(let text) = sample else { return sample == .elements([]) ? false : nil }
      let folded = CaseFolding.folded(text.string)
      return texts.contains { CaseFolding.folded($0.string) == folded }
    case .compares(let order, let literal): return sample.literal.map { order.holds($0, literal) }
    case .size(let formula):
      switch sample {
      case .sizes(let least, _): return formula.verdict { $0.verdict(on: .number(Double(least))) }
      case .elements(let elements): return formula.verdict { $0.verdict(on: .number(Double(elements.count))) }
      case .missing, .boolean, .number, .text, .version, .date: return nil
      }
    case .anyElement: return sample == .elements([]) ? false : nil
    case .comparesToPast, .matches, .inGroup: return nil
    }
  }
}

extension Formula {
  /// Whether the formula holds, as far as its leaves are known.
  func verdict(_ leaf: (Leaf) -> Bool?) -> Bool? {
    switch self {
    case .leaf(let claim): return leaf(claim)
    case .not(let part): return part.verdict(leaf).map { !$0 }
    case .all(let parts), .any(let parts):
      // What a single part decides for the whole: a false one of `all`, a true one of `any`.
      var deciding = true
      if case .all = self { deciding = false }
      var isKnown = true
      for part in parts {
        guard let verdict = part.verdict(leaf) else {
          isKnown = false
          continue
        }
        if verdict == deciding { return deciding }
      }
      return isKnown ? !deciding : nil
    }
  }
}

extension Order {
  /// Whether the first value stands in this order to the second.
  func holds<Value: Comparable>(_ first: Value, _ second: Value) -> Bool {
    switch self {
    case .less: first < second
    case .lessOrEqual: first <= second
    case .greater: first > second
    case .greaterOrEqual: first >= second
    }
  }

  /// Whether the first constant stands in this order to the second; false where their types differ.
  fileprivate func holds(_ first: Literal, _ second: Literal) -> Bool {
    switch (first, second) {
    case (.string(let one), .string(let other)): holds(one, other)
    case (.number(let one), .number(let other)): holds(one, other)
    case (.version(let one), .version(let other)): holds(one, other)
    case (.date(let one), .date(let other)): holds(one, other)
    case (.string, _), (.number, _), (.boolean, _), (.version, _), (.date, _): false
    }
  }
}
