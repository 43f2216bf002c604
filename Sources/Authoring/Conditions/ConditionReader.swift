internal import Personalization

/// Reads conditions: the logic, and which attribute or segment each member is about.
///
/// A part that has an error is reported and left out, so that all problems of a condition are found; the condition is
/// then nil.
struct ConditionReader {
  /// Conditions nest no deeper, so that nothing that walks them runs out of stack.
  static let deepest = 100

  let attributes: AttributeTable
  let segments: NameTable
  let groups: Groups

  /// The condition that a value writes.
  func condition(_ value: Value, depth: Int = 1) -> Condition? {
    guard let members = value.object("a condition, an object of attributes and operators") else { return nil }
    guard depth <= Self.deepest else {
      value.report(.tooDeep, "conditions are nested more than \(Self.deepest) levels deep here; expected fewer")
      return nil
    }
    return conjunction(of: members) { member($0, depth: depth) }
  }

  private enum Logic: String, CaseIterable {
    case and = "$and"
    case or = "$or"
    case nor = "$nor"
    case not = "$not"
    case segment = "$segment"
  }

  /// An empty `$or` asks for nothing and holds for everybody, as in GrowthBook.
  private static func alternative(_ parts: [Condition]) -> Condition {
    switch parts.count {
    case 0: .all([])
    case 1: parts[0]
    default: .any(parts)
    }
  }

  private func member(_ value: Value, depth: Int) -> Condition? {
    if value.key == "segments" { return membership(value) }
    guard value.key.utf8.first == UInt8(ascii: "$") else {
      if attributes.isComplete, attributes.types[value.key] == nil,
        let operation = PeerWords.meaning(of: value.key, among: Logic.allCases.map(\.rawValue))
      {
        value.report(
          .unknownAttribute, "there is no attribute \(quoted(value.key))", suggestion: operation, at: .key)
        return nil
      }
      guard let type = attributes.type(of: value.key, at: value, part: .key) else { return nil }
      let operators = OperatorReader(groups: groups)
      return operators.formula(value, about: .attribute(type), depth: depth + 1).map { formula in
        formula.mapped { .attribute(value.key, $0) }
      }
    }
    switch Logic(rawValue: value.key) {
    case .and: return parts(value, depth).map { $0.count == 1 ? $0[0] : .all($0) }
    case .or: return parts(value, depth).map(Self.alternative)
    case .nor: return parts(value, depth).map { .not(Self.alternative($0)) }
    case .not: return condition(value, depth: depth + 1).map { .not($0) }
    case .segment: return value.reference(to: segments).map { .leaf(.segment($0)) }
    case nil:
      if Operator(rawValue: value.key) != nil {
        value.report(
          .unknownOperator, "\(quoted(value.key)) stands under an attribute, as in {\"age\": {\"\(value.key)\": …}}",
          at: .key)
      } else {
        let remedy = Remedy(for: value.key, among: Logic.allCases.map(\.rawValue))
        value.report(
          .unknownOperator, "there is no operator \(quoted(value.key))\(remedy.ending)", suggestion: remedy.suggestion,
          at: .key)
      }
      return nil
    }
  }

  private func parts(_ value: Value, _ depth: Int) -> [Condition]? {
    guard let elements = value.array("an array of conditions") else { return nil }
    let parts = elements.map { condition($0, depth: depth + 1) }
    return allOrNil(parts)
  }

  private func membership(_ value: Value) -> Condition? {
    guard let members = value.members, !members.isEmpty else {
      value.reportType("an object with \"$in\" or \"$nin\"", code: .operandType)
      return nil
    }
    return conjunction(of: members) { member in
      guard member.key == "$in" || member.key == "$nin" else {
        member.report(
          .unknownOperator, "\"segments\" takes \"$in\" or \"$nin\", not \(quoted(member.key))",
          suggestion: nearestName(to: member.key, among: ["$in", "$nin"]), at: .key)
        return nil
      }
      guard let elements = member.array("an array of keys of segments", code: .operandType),
        let keys = allOrNil(elements.map { $0.reference(to: segments) })
      else { return nil }
      let claims = keys.map { Condition.leaf(.segment($0)) }
      let isMember: Condition = claims.count == 1 ? claims[0] : .any(claims)
      return member.key == "$in" ? isMember : .not(isMember)
    }
  }
}

/// All members must hold; a single one stands for itself.
///
/// Nil if one of them is nil.
func conjunction<Leaf>(of members: [Value], _ read: (Value) -> Formula<Leaf>?) -> Formula<Leaf>? {
  guard let parts = allOrNil(members.map(read)) else { return nil }
  return parts.count == 1 ? parts[0] : .all(parts)
}

/// The values, if none is nil.
func allOrNil<Element>(_ values: [Element?]) -> [Element]? {
  let sound = values.compactMap(\.self)
  return sound.count == values.count ? sound : nil
}

extension Formula {
  /// The same formula over leaves of another kind.
  fileprivate func mapped<Other>(_ transform: (Leaf) -> Other) -> Formula<Other> {
    switch self {
    case .all(let parts): .all(parts.map { $0.mapped(transform) })
    case .any(let parts): .any(parts.map { $0.mapped(transform) })
    case .not(let part): .not(part.mapped(transform))
    case .leaf(let leaf): .leaf(transform(leaf))
    }
  }
}
