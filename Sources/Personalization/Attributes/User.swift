/// A set of attributes, and the slots that the user has chosen: everything that a decision knows of a person.
///
/// ```swift
/// let user: User = ["user_id": "u-17", "age": 71, "choice.home.layout": "dashboard"]
/// user.attributes["age"]        // 71
/// user.choices["home.layout"]   // "dashboard"
/// ```
public struct User: Hashable, Sendable {
  /// The attributes by name.
  ///
  /// Names that the catalog does not declare are ignored.
  public var attributes: [String: AttributeValue]
  /// What the user chose explicitly, by slot; beats segments and experiments, but not a lock.
  public var choices: [String: AttributeValue]

  /// A user with these attributes and choices.
  ///
  /// An attribute named `choice.SLOT` is taken for a choice, as in a CSV header.
  public init(_ attributes: [String: AttributeValue] = [:], choices: [String: AttributeValue] = [:]) {
    self.attributes = attributes
    self.choices = choices
    for (name, value) in attributes where name.hasPrefix(Self.choicePrefix) {
      self.attributes[name] = nil
      self.choices[String(name.dropFirst(Self.choicePrefix.count))] = value
    }
  }

  /// What a column or member that holds a choice begins with.
  public static let choicePrefix = "choice."

  /// The value of an attribute: under its literal name, else, at the dots of the name, down the nested objects.
  ///
  /// Nil if there is none, or if it is null.
  public subscript(name: String) -> AttributeValue? {
    let value = attributes[name] ?? nestedValue(name)
    return value == .null ? nil : value
  }

  private func nestedValue(_ name: String) -> AttributeValue? {
    guard name.utf8.contains(UInt8(ascii: ".")) else { return nil }
    return Self.value(at: name[...], in: attributes)
  }

  /// At each level the whole rest of the name is tried as a literal key first, then every shorter prefix of it.
  private static func value(at name: Substring, in members: [String: AttributeValue]) -> AttributeValue? {
    if let value = members[String(name)] { return value }
    var end = name.endIndex
    while let dot = name[..<end].lastIndex(of: ".") {
      if case .object(let inner)? = members[String(name[..<dot])],
        let value = value(at: name[name.index(after: dot)...], in: inner)
      {
        return value
      }
      end = dot
    }
    return nil
  }
}

extension User: ExpressibleByDictionaryLiteral {
  /// A user with these attributes; of a repeated name, the last value counts.
  public init(dictionaryLiteral elements: (String, AttributeValue)...) {
    self.init(Dictionary(elements) { _, last in last })
  }
}
