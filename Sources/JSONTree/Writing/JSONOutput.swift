/// JSON to be written, with its members in the order in which they are given.
///
/// ```swift
/// let output: JSONOutput = ["key": "senior", "minimum": 65, "share": 0.1]
/// output.text(pretty: false)  // {"key":"senior","minimum":65,"share":0.1}
/// ```
public enum JSONOutput: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A double, written with the fewest digits that read back to the same double; `null` if it is not finite.
  case number(Double)
  /// An integer, written exactly.
  case integer(Int)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONOutput])
  /// An object; nothing checks that its keys differ.
  case object([(String, JSONOutput)])
}

extension JSONOutput: ExpressibleByNilLiteral {
  /// `nil` is `null`.
  public init(nilLiteral: ()) { self = .null }
}

extension JSONOutput: ExpressibleByBooleanLiteral {
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension JSONOutput: ExpressibleByIntegerLiteral {
  /// An integer.
  public init(integerLiteral value: Int) { self = .integer(value) }
}

extension JSONOutput: ExpressibleByFloatLiteral {
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension JSONOutput: ExpressibleByStringInterpolation {
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONOutput: ExpressibleByArrayLiteral {
  /// An array.
  public init(arrayLiteral elements: JSONOutput...) { self = .array(elements) }
}

extension JSONOutput: ExpressibleByDictionaryLiteral {
  /// An object with its members in the order of the literal.
  public init(dictionaryLiteral elements: (String, JSONOutput)...) { self = .object(elements) }
}
