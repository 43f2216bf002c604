extension Literal: CustomStringConvertible {
  /// The constant as people write it.
  public var description: String {
    switch self {
    case .string(let text): "\"\(text)\""
    case .number(let number): Int64(exactly: number).map(String.init) ?? String(number)
    case .boolean(let flag): String(flag)
    case .version(let version): version.description
    case .date(let date): date.description
    }
  }
}

extension Claim: CustomStringConvertible {
  /// The claim as a short sentence: `age >= 65`, `shift in ["night", "rotating"]`, `in segment senior`.
  public var description: String {
    switch self {
    case .segment(let key): "in segment \(key)"
    case .attribute(let name, let test): test.description(of: name)
    }
  }
}

extension Test {
  /// The test as a short sentence about the named value.
  func description(of name: String) -> String {
    switch self {
    case .exists: "\(name) has a value"
    case .isOne(let literals):
      literals.count == 1 ? "\(name) = \(literals[0])" : "\(name) in [\(Self.list(literals))]"
    case .isOneIgnoringCase(let texts): "\(name) in [\(Self.list(texts.map { Literal.string($0) }))] ignoring case"
    case .compares(let order, let literal): "\(name) \(order.rawValue) \(literal)"
    case .comparesToPast(let order, let period): "\(name) \(order.rawValue) \(period) ago"
    case .matches(let pattern): "\(name) matches /\(pattern.expression)/\(pattern.ignoresCase ? "i" : "")"
    case .inGroup(let group): "\(name) in group \(group)"
    case .size(let formula): formula.description { $0.description(of: "number of \(name)") }
    case .anyElement(let formula): "some of \(name): " + formula.description { $0.description(of: "element") }
    }
  }

  private static func list(_ literals: [Literal]) -> String {
    let shown = literals.prefix(8).map(\.description).joined(separator: ", ")
    return literals.count > 8 ? "\(shown), … \(literals.count - 8) more" : shown
  }
}

extension Formula {
  /// The formula in words, with parentheses where they are needed.
  func description(_ leaf: (Leaf) -> String) -> String {
    switch self {
    case .all(let parts) where parts.isEmpty: "always"
    case .any(let parts) where parts.isEmpty: "never"
    case .all(let parts) where parts.count == 1: parts[0].description(leaf)
    case .any(let parts) where parts.count == 1: parts[0].description(leaf)
    case .all(let parts): "(" + parts.map { $0.description(leaf) }.joined(separator: " and ") + ")"
    case .any(let parts): "(" + parts.map { $0.description(leaf) }.joined(separator: " or ") + ")"
    case .not(let part): "not " + part.description(leaf)
    case .leaf(let claim): leaf(claim)
    }
  }
}
