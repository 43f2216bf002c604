/// Something about a user that could not be used; the decision was made without it.
public struct UserIssue: Hashable, Sendable, CustomStringConvertible {
  /// The attribute, or `choice.SLOT`, or the experiment of an override.
  public let name: String
  /// The value that was brought, as JSON would show it; empty for an issue of the whole user.
  public let value: String
  /// What is wrong, and what was expected.
  public let message: String

  /// One line: name, value, what is wrong.
  public var description: String { value.isEmpty ? "\(name): \(message)" : "\(name): \(value) \(message)" }

  package init(name: String, value: String, message: String) {
    self.name = name
    self.value = value
    self.message = message
  }

  /// What is said of a pattern that hit its work limit.
  package static let exhaustedPattern = "took too much work on this value and counts as no match"
}
