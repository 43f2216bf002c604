/// An object whose members are known: unknown ones are reported, missing ones where they are asked for.
struct ObjectReader {
  let value: Value
  private let members: [Value]

  /// Reads the members; nil, with a report, if the value is no object.
  init?(_ value: Value, _ expected: String, knows names: [String]) {
    guard let members = value.object(expected) else { return nil }
    self.value = value
    self.members = members
    for member in members where !names.contains(where: { $0.utf8.elementsEqual(member.key.utf8) }) {
      let known = names.filter { $0 != "$schema" }
      member.report(
        .unknownMember, "there is no member \(quoted(member.key)) here; expected \(alternatives(known))",
        suggestion: PeerWords.meaning(of: member.key, among: known) ?? nearestName(to: member.key, among: known),
        at: .key)
    }
  }

  /// The value of a member, if it is there.
  subscript(name: String) -> Value? {
    members.first { $0.key.utf8.elementsEqual(name.utf8) }
  }

  /// The value of a member; a report if it is missing.
  func required(_ name: String, _ expected: String) -> Value? {
    if let value = self[name] { return value }
    value.report(.missingMember, "\"\(name)\" is missing; expected \(expected)")
    return nil
  }

  /// Checks that texts for people are texts.
  func checkTexts(_ names: String...) {
    for name in names + ["$schema"] { _ = self[name]?.string() }
  }
}
