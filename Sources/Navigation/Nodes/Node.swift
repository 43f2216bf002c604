/// One screen state: a name and small identifying arguments, such as `speaking(mode: review)`.
///
/// A node says *which* screen and *for what*, never what the screen shows: its arguments are identifiers. It is coded
/// as Swift codes an enum case, so that an app's own `enum` with synthesised `Codable` reads it without code:
///
/// ```swift
/// enum AppNode: Codable { case home, speaking(mode: LearningMode) }
/// // {"speaking": {"mode": "review"}}   is  Node("speaking", ["mode": "review"])  is  AppNode.speaking(mode: .review)
/// // {"home": {}}, or just "home"       is  Node("home")                          is  AppNode.home
/// ```
public struct Node: Hashable, Sendable {
  /// The screen's name in the catalog.
  public let name: String
  /// The arguments by name.
  public let arguments: [String: NodeArgument]

  /// A node of this name with these arguments.
  public init(_ name: String, _ arguments: [String: NodeArgument] = [:]) {
    self.name = name
    self.arguments = arguments
  }
}

extension Node: CustomStringConvertible {
  /// The node as people write it: `home`, `speaking(mode: review)`; arguments in the order of their names.
  public var description: String {
    guard !arguments.isEmpty else { return name }
    let list = arguments.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return "\(name)(\(list.joined(separator: ", ")))"
  }
}

/// The value of one argument of a node.
///
/// Texts are equal if their bytes are: an id with é in one piece is another id than one with e and an accent.
public enum NodeArgument: Sendable {
  case string(String)
  case number(Double)
  case boolean(Bool)
}

extension NodeArgument: Hashable {
  /// Equality of values, byte for byte.
  public static func == (first: NodeArgument, second: NodeArgument) -> Bool {
    switch (first, second) {
    case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
    case (.number(let one), .number(let other)): one == other
    case (.boolean(let one), .boolean(let other)): one == other
    default: false
    }
  }

  /// Hashes the bytes of the value.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .string(let text):
      for byte in text.utf8 { hasher.combine(byte) }
      hasher.combine(0xFF as UInt8)
    case .number(let number): hasher.combine(number)
    case .boolean(let flag): hasher.combine(flag)
    }
  }
}

extension NodeArgument: CustomStringConvertible {
  /// The bare value: text without quotes, whole numbers without a decimal point.
  public var description: String {
    switch self {
    case .string(let text): text
    case .number(let number):
      Int64(exactly: number).map(String.init) ?? String(number)
    case .boolean(let flag): String(flag)
    }
  }
}

extension NodeArgument: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  /// A text argument.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A number argument.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A number argument.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// A boolean argument.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
