import Foundation
import Personalization

/// What GrowthBook's specification says of a condition, and what follows for it from each rule of ours.
///
/// Written apart from the engine and as plainly as can be: it only serves to predict the answers of rows that differ.
struct ReferenceCondition {
  let types: [String: DeclaredType]
  let groups: [String: [JSON]]
  let rules: Set<Rule>

  func holds(_ condition: JSON, _ user: User) -> Bool {
    (condition.members ?? [:]).allSatisfy { key, value in
      let parts = value.elements ?? []
      switch key {
      case "$and": return parts.allSatisfy { holds($0, user) }
      case "$or": return parts.isEmpty || parts.contains { holds($0, user) }
      case "$nor": return !(parts.isEmpty || parts.contains { holds($0, user) })
      case "$not": return !holds(value, user)
      default: return passes(value, self.value(of: key, user), types[key])
      }
    }
  }

  /// The value, as the rules about types leave it.
  private func value(of name: String, _ user: User) -> JSON {
    guard let value = user[name] else { return .null }
    // Names that mean something else here are attributes there.
    guard let type = types[name] else { return rules.isEmpty ? value : .null }
    if rules.contains(.mistypedIsMissing), !type.accepts(value) { return .null }
    if rules.contains(.semanticVersions), type == .version, value.text.flatMap(ReferenceVersion.init) == nil {
      return .null
    }
    return value
  }

  private func passes(_ expected: JSON, _ actual: JSON, _ type: DeclaredType?, ignoringCase: Bool = false) -> Bool {
    switch expected {
    case .string(let text):
      if actual == .null, rules.contains(.missingHasNoText) { return false }
      if actual.text != nil, type == .version { return isEqual(actual, expected, type) }
      let (one, other) = ignoringCase ? (actual.scriptText.lowercased(), text.lowercased()) : (actual.scriptText, text)
      return one.utf8.elementsEqual(other.utf8)
    case .number(let number):
      if actual == .null, rules.contains(.missingIsNotZero) { return false }
      return actual.scriptNumber == number
    case .boolean(let flag): return actual != .null && actual.scriptFlag == flag
    case .null, .unusable: return actual == .null
    case .list: return actual == expected
    case .object(let members):
      guard !members.isEmpty, members.keys.allSatisfy({ $0.hasPrefix("$") }) else { return actual == expected }
      return members.allSatisfy { passes($0.key, $0.value, actual, type) }
    }
  }

  private func passes(_ name: String, _ expected: JSON, _ actual: JSON, _ type: DeclaredType?) -> Bool {
    switch name {
    case "$eq": return isEqual(actual, expected, type)
    case "$ne": return !isEqual(actual, expected, type)
    case "$lt", "$lte", "$gt", "$gte":
      let isVersion = type == .version && rules.contains(.semanticVersions)
      return isVersion ? comparesVersions(actual, expected, "$v" + name.dropFirst()) : compares(actual, expected, name)
    case "$veq", "$vlt", "$vlte", "$vgt", "$vgte": return comparesVersions(actual, expected, name)
    case "$vne": return !comparesVersions(actual, expected, "$veq")
    case "$exists": return (actual != .null) == (expected.flag ?? false)
    case "$in": return expected.elements.map { isMember(actual, of: $0, type) } ?? false
    case "$nin": return expected.elements.map { !isMember(actual, of: $0, type) } ?? false
    case "$ini": return expected.elements.map { isMember(actual.lowercased, of: $0.map(\.lowercased), type) } ?? false
    case "$nini": return expected.elements.map { !isMember(actual.lowercased, of: $0.map(\.lowercased), type) } ?? false
    case "$not": return !passes(expected, actual, type)
    case "$type": return expected.text == actual.scriptType
    case "$size": return actual.elements.map { passes(expected, .number(Double($0.count)), .number) } ?? false
    case "$elemMatch": return actual.elements?.contains { passes(expected, $0, type?.element) } ?? false
    case "$all", "$alli":
      guard let elements = actual.elements, let wanted = expected.elements else { return false }
      return wanted.allSatisfy { one in
        elements.contains { passes(one, $0, type?.element, ignoringCase: name == "$alli") }
      }
    case "$regex": return isFound(expected, in: actual, [])
    case "$regexi": return isFound(expected, in: actual, .caseInsensitive)
    case "$notRegex": return !isFound(expected, in: actual, [])
    case "$notRegexi": return !isFound(expected, in: actual, .caseInsensitive)
    case "$inGroup": return isMember(actual, ofGroup: expected, type)
    case "$notInGroup": return !isMember(actual, ofGroup: expected, type)
    default: return false
    }
  }

  private func compares(_ actual: JSON, _ expected: JSON, _ name: String) -> Bool {
    if actual == .null, rules.contains(.missingIsNotZero) { return false }
    if case .string(let one) = actual, case .string(let other) = expected {
      return rules.contains(.byteOrder)
        ? Self.compares(Array(one.utf8).map(UInt16.init), Array(other.utf8).map(UInt16.init), name)
        : Self.compares(Array(one.utf16), Array(other.utf16), name)
    }
    let (one, other) = (actual.scriptNumber, expected.scriptNumber)
    switch name {
    case "$lt": return one < other
    case "$lte": return one <= other
    case "$gt": return one > other
    default: return one >= other
    }
  }

  private static func compares(_ one: [UInt16], _ other: [UInt16], _ name: String) -> Bool {
    let (isLess, isMore) = (one.lexicographicallyPrecedes(other), other.lexicographicallyPrecedes(one))
    return holds(name, isLess: isLess, isMore: isMore)
  }

  private func comparesVersions(_ actual: JSON, _ expected: JSON, _ name: String) -> Bool {
    if actual == .null, rules.contains(.missingIsNotZero) { return false }
    if rules.contains(.semanticVersions) {
      guard let one = ReferenceVersion(actual.text ?? "0"), let other = expected.text.flatMap(ReferenceVersion.init)
      else { return false }
      return Self.holds(name, isLess: one < other, isMore: other < one)
    }
    let (one, other) = (ReferenceVersion.paddedKey(actual), ReferenceVersion.paddedKey(expected))
    return Self.compares(Array(one.utf16), Array(other.utf16), name.replacingOccurrences(of: "$v", with: "$"))
  }

  private static func holds(_ name: String, isLess: Bool, isMore: Bool) -> Bool {
    switch name {
    case "$lt", "$vlt": isLess
    case "$lte", "$vlte": !isMore
    case "$gt", "$vgt": isMore
    case "$gte", "$vgte": !isLess
    default: !isLess && !isMore
    }
  }

  private func isMember(_ actual: JSON, of values: [JSON], _ type: DeclaredType?) -> Bool {
    (actual.elements ?? [actual]).contains { one in values.contains { isEqual(one, $0, type) } }
  }

  /// Text is equal byte for byte, not as `String` compares it; versions are equal by precedence.
  private func isEqual(_ one: JSON, _ other: JSON, _ type: DeclaredType?) -> Bool {
    guard let text = one.text, let wanted = other.text else { return one == other }
    if type == .version, rules.contains(.semanticVersions) { return comparesVersions(one, other, "$veq") }
    return text.utf8.elementsEqual(wanted.utf8)
  }

  private func isMember(_ actual: JSON, ofGroup name: JSON, _ type: DeclaredType?) -> Bool {
    let values = name.text.flatMap { groups[$0] } ?? []
    guard rules.contains(.groupText) else { return isMember(actual, of: values, type) }
    switch type {
    case .number?: return values.contains { $0.scriptNumber == actual.number }
    // A group's values are the lines of a file that are not empty.
    default:
      guard let text = actual.text, !text.isEmpty else { return false }
      return values.contains { $0.scriptText.utf8.elementsEqual(text.utf8) }
    }
  }

  private func isFound(_ pattern: JSON, in actual: JSON, _ options: NSRegularExpression.Options) -> Bool {
    if actual == .null, rules.contains(.missingHasNoText) { return false }
    guard let expression = try? NSRegularExpression(pattern: pattern.text ?? "", options: options) else { return false }
    let text = actual.scriptText
    return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
  }
}

/// JavaScript's conversions, which GrowthBook's specification leans on.
extension AttributeValue {
  fileprivate var scriptText: String {
    switch self {
    case .string(let text): text
    case .list(let elements): elements.map { $0 == .null ? "" : $0.scriptText }.joined(separator: ",")
    case .object: "[object Object]"
    case .null, .number, .boolean, .unusable: description
    }
  }

  fileprivate var scriptType: String {
    switch self {
    case .null, .unusable: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .string: "string"
    case .list: "array"
    case .object: "object"
    }
  }

  fileprivate var scriptNumber: Double {
    switch self {
    case .null, .unusable: 0
    case .number(let number): number
    case .boolean(let flag): flag ? 1 : 0
    case .string(let text):
      text.allSatisfy(\.isWhitespace) ? 0 : Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
    case .list: JSON.string(scriptText).scriptNumber
    case .object: .nan
    }
  }

  fileprivate var scriptFlag: Bool {
    switch self {
    case .null, .unusable: false
    case .number(let number): number != 0 && !number.isNaN
    case .boolean(let flag): flag
    case .string(let text): !text.isEmpty
    case .list, .object: true
    }
  }

  fileprivate var lowercased: JSON {
    switch self {
    case .string(let text): .string(text.lowercased())
    case .list(let elements): .list(elements.map(\.lowercased))
    case .null, .number, .boolean, .object, .unusable: self
    }
  }
}
