/// One named, typed fact about a user, as the catalog declares it.
public struct AttributeDefinition: Hashable, Sendable {
  /// The name in conditions, in JSON users and in CSV headers.
  public let name: String
  /// What values it takes.
  public let type: AttributeType
  /// Between the values of a list in a CSV cell; one ASCII character.
  public let separator: UInt8
  /// What a number stands for where the attribute is a date; nil: seconds since 1970, and in a CSV cell nothing.
  public let format: DateFormat?

  /// What separates the values of a list unless the declaration says otherwise.
  public static let usualSeparator = UInt8(ascii: "|")

  /// A declaration of this name and type.
  public init(
    name: String, type: AttributeType, separator: UInt8 = usualSeparator, format: DateFormat? = nil
  ) {
    self.name = name
    self.type = type
    self.separator = separator
    self.format = format
  }
}

/// How a number spells a date.
public enum DateFormat: String, Hashable, Sendable, CaseIterable {
  /// Seconds since 1970-01-01 00:00 UTC.
  case epochSeconds = "epoch-seconds"
  /// Milliseconds since then.
  case epochMilliseconds = "epoch-milliseconds"
}

/// The values that an attribute takes.
public enum AttributeType: Hashable, Sendable {
  case string
  case number
  case boolean
  /// A SemVer 2 version.
  case version
  /// A point in time.
  case date
  /// A list of values of one type.
  case list(of: Element)

  /// What a list holds.
  public enum Element: String, Hashable, Sendable, CaseIterable {
    case string
    case number
  }

  /// The name that files use: `string`, `list of number`.
  public var name: String {
    switch self {
    case .string: "string"
    case .number: "number"
    case .boolean: "boolean"
    case .version: "version"
    case .date: "date"
    case .list(let element): "list of \(element.rawValue)"
    }
  }

  /// The name with its article, for messages.
  public var phrase: String { "a \(name)" }
}
