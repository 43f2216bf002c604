import Personalization

/// The type that a row's attribute is declared with, inferred from what the row does with it.
enum DeclaredType: Hashable, Sendable {
  case string, number, boolean, version, strings, numbers

  static let versionOperators: Set = ["$veq", "$vne", "$vlt", "$vlte", "$vgt", "$vgte"]
  private static let listOperators: Set = ["$elemMatch", "$all", "$alli", "$size"]

  /// What one element of a list of this type is.
  var element: DeclaredType? {
    switch self {
    case .strings: .string
    case .numbers: .number
    case .string, .number, .boolean, .version: nil
    }
  }

  /// The declaration in `catalog/attributes.json`.
  var declaration: JSON {
    switch self {
    case .string: ["type": "string"]
    case .number: ["type": "number"]
    case .boolean: ["type": "boolean"]
    case .version: ["type": "version"]
    case .strings: ["type": "list", "of": "string"]
    case .numbers: ["type": "list", "of": "number"]
    }
  }

  /// Whether a user's value is of this type; what is not counts as missing.
  func accepts(_ value: JSON) -> Bool {
    switch (self, value) {
    case (.string, .string), (.version, .string), (.number, .number), (.boolean, .boolean): true
    case (.strings, .list(let elements)): elements.allSatisfy { $0.text != nil }
    case (.numbers, .list(let elements)): elements.allSatisfy { $0.number != nil }
    default: false
    }
  }

  /// Operators decide first, then the user's value, then the operands.
  init(uses: [Use], value: JSON?) {
    let literals = uses.flatMap { $0.operands }
    let isText = literals.first.map { $0.number == nil } ?? true
    if uses.contains(where: { Self.versionOperators.contains($0.name) }) {
      self = .version
    } else if uses.contains(where: { Self.listOperators.contains($0.name) }) || value?.elements != nil {
      let first = value?.elements?.first
      self = (first.map { $0.number == nil } ?? isText) ? .strings : .numbers
    } else {
      switch value {
      case .string?: self = .string
      case .number?: self = .number
      case .boolean?: self = .boolean
      case .list?, .object?, .null?, .unusable?, nil:
        self = literals.first?.flag != nil ? .boolean : isText ? .string : .number
      }
    }
  }
}

/// One operator on one attribute, and its operand; a literal is `$eq`.
struct Use {
  let name: String
  let operand: JSON

  /// The single values that the attribute, or an element of it, is compared with.
  var operands: [JSON] {
    switch operand {
    case .null, .unusable: []
    case .list(let elements): elements.filter { $0.text != nil || $0.number != nil || $0.flag != nil }
    case .object(let members):
      name == "$size"
        ? [] : members.sorted { $0.key < $1.key }.flatMap { Use(name: $0.key, operand: $0.value).operands }
    case .string, .number, .boolean: name == "$exists" || name == "$size" || name.contains("Group") ? [] : [operand]
    }
  }
}

/// What a condition does with each attribute.
func uses(in condition: JSON) -> [String: [Use]] {
  var found: [String: [Use]] = [:]
  for (key, value) in (condition.members ?? [:]).sorted(by: { $0.key < $1.key }) {
    switch key {
    case "$and", "$or", "$nor":
      for part in value.elements ?? [] { found.merge(uses(in: part)) { $0 + $1 } }
    case "$not": found.merge(uses(in: value)) { $0 + $1 }
    case _ where key.hasPrefix("$"): break
    default: found[key, default: []] += operators(in: value)
    }
  }
  return found
}

private func operators(in value: JSON) -> [Use] {
  guard let members = value.members else { return [Use(name: "$eq", operand: value)] }
  return members.sorted { $0.key < $1.key }.flatMap { name, operand in
    name == "$not" ? operators(in: operand) : [Use(name: name, operand: operand)]
  }
}
