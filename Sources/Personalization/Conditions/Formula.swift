/// A boolean combination of leaves.
///
/// Two-valued: a leaf about a missing value is false, so its negation is true.
public indirect enum Formula<Leaf: Hashable & Sendable>: Hashable, Sendable {
  /// All of them hold; `all([])` holds for everybody.
  case all([Formula])
  /// At least one holds; `any([])` holds for nobody.
  case any([Formula])
  /// It does not hold.
  case not(Formula)
  /// One single claim.
  case leaf(Leaf)

  /// The leaves from left to right, with repetitions.
  public var leaves: [Leaf] {
    switch self {
    case .all(let parts), .any(let parts): parts.flatMap(\.leaves)
    case .not(let part): part.leaves
    case .leaf(let leaf): [leaf]
    }
  }
}

extension Formula {
  /// Whether the formula holds if its leaves hold as told.
  func holds(_ leaf: (Leaf) -> Bool) -> Bool {
    switch self {
    case .all(let parts): parts.allSatisfy { $0.holds(leaf) }
    case .any(let parts): parts.contains { $0.holds(leaf) }
    case .not(let part): !part.holds(leaf)
    case .leaf(let claim): leaf(claim)
    }
  }

  /// The same formula over other leaves.
  func mappingLeaves(_ transform: (Leaf) -> Leaf) -> Formula {
    switch self {
    case .all(let parts): .all(parts.map { $0.mappingLeaves(transform) })
    case .any(let parts): .any(parts.map { $0.mappingLeaves(transform) })
    case .not(let part): .not(part.mappingLeaves(transform))
    case .leaf(let leaf): .leaf(transform(leaf))
    }
  }
}

/// A predicate over attributes and segments.
public typealias Condition = Formula<Claim>

/// The smallest part of a condition: one test of one attribute, or membership in a segment.
public enum Claim: Hashable, Sendable {
  /// The user is in the segment of this key.
  case segment(String)
  /// The attribute of this name passes the test.
  case attribute(String, Test)
}

/// One positive test of one value; false for a missing value.
///
/// The negative operators of the files are `Formula.not` of these.
public indirect enum Test: Hashable, Sendable {
  /// There is a value of the declared type.
  case exists
  /// The value is one of these. In a list: some element is.
  case isOne(of: [Literal])
  /// The value is one of these texts, upper and lower case alike. In a list: some element is.
  case isOneIgnoringCase(of: [ExactText])
  /// The value stands in this order to the literal. Text is ordered by its UTF-8 bytes.
  case compares(Order, Literal)
  /// The date stands in this order to the moment that lies the period before the time of the decision.
  case comparesToPast(Order, Period)
  /// The pattern is found somewhere in the text.
  case matches(PatternSource)
  /// The value belongs to the named group.
  case inGroup(String)
  /// The number of elements of a list passes this formula of tests on numbers.
  case size(Formula<Test>)
  /// Some element of a list passes the whole formula.
  case anyElement(Formula<Test>)
}

/// The order of a value relative to another.
public enum Order: String, Hashable, Sendable, CaseIterable {
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}

/// A typed constant in a condition.
public enum Literal: Hashable, Sendable {
  case string(ExactText)
  case number(Double)
  case boolean(Bool)
  case version(SemanticVersion)
  case date(Timestamp)
}

/// A regular expression as written, in PCRE2 syntax over UTF-8.
public struct PatternSource: Hashable, Sendable {
  /// The expression, compared byte for byte.
  public var expression: String { bytes.string }

  private let bytes: ExactText
  /// Whether upper and lower case are alike.
  public let ignoresCase: Bool

  /// An expression, not yet compiled.
  public init(_ expression: String, ignoresCase: Bool = false) {
    bytes = ExactText(expression)
    self.ignoresCase = ignoresCase
  }
}
