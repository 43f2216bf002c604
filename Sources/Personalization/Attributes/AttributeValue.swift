/// A value that a user brings for an attribute, as it came: not yet checked against the declared type.
///
/// ```swift
/// let user: User = ["user_id": "u-17", "age": 71, "devices": ["phone", "tablet"], "device": ["shared": true]]
/// ```
public enum AttributeValue: Hashable, Sendable {
  case null
  case string(String)
  case number(Double)
  case boolean(Bool)
  case list([AttributeValue])
  /// Nested attributes; `device.shared` finds them by path.
  case object([String: AttributeValue])
  /// What was brought and no value can hold, such as the integer 9007199254740993: the text as it was written, and what
  /// is wrong as the end of a sentence. It counts as missing, and the decision's issues name it.
  case unusable(String, because: String)
}

extension AttributeValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// A list.
  public init(arrayLiteral elements: AttributeValue...) { self = .list(elements) }
  /// Nested attributes; of a repeated name, the last value counts.
  public init(dictionaryLiteral elements: (String, AttributeValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
  /// No value: missing.
  public init(nilLiteral: ()) { self = .null }
}

extension AttributeValue: CustomStringConvertible {
  /// The value as JSON would show it, for messages.
  public var description: String {
    switch self {
    case .null: "null"
    case .string(let text): "\"\(text)\""
    case .number(let number): Int64(exactly: number).map(String.init) ?? String(number)
    case .boolean(let flag): String(flag)
    case .unusable(let text, _): text
    case .list(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", "))}"
    }
  }
}
