import Foundation

extension ReferenceUser {
  /// Whether a condition holds, by SEMANTICS section 2.
  func holds(_ condition: Tree) -> Bool {
    condition.members.allSatisfy { member in
      let value = member.value
      return switch member.key {
      case "$and": value.elements.allSatisfy(holds)
      // As in GrowthBook, no alternatives are no demand.
      case "$or": value.elements.isEmpty || value.elements.contains(where: holds)
      case "$nor": !value.elements.isEmpty && !value.elements.contains(where: holds)
      case "$not": !holds(value)
      case "$segment": isMember(value.text ?? "")
      case "segments":
        value.members.allSatisfy { keys in
          let isIn = keys.value.elements.contains { isMember($0.text ?? "") }
          return keys.key == "$in" ? isIn : !isIn
        }
      default: passes(value, self.value(member.key))
      }
    }
  }

  func isMember(_ segment: String) -> Bool {
    world.segments.first { $0.key == segment }.map { holds($0.tree["when"] ?? .object([])) } ?? false
  }

  /// What stands under an attribute: a literal, or operators that must all hold.
  private func passes(_ operand: Tree, _ value: ReferenceValue?) -> Bool {
    guard operand.isObject else { return equals(operand, value) }
    return operand.members.allSatisfy { passes($0.key, $0.value, value) }
  }

  private func passes(_ name: String, _ operand: Tree, _ value: ReferenceValue?) -> Bool {
    switch name {
    case "$eq", "$veq": equals(operand, value)
    case "$ne", "$vne": !equals(operand, value)
    case "$exists": (value != nil) == operand.flag
    case "$not": !passes(operand, value)
    case "$nin": !passes("$in", operand, value)
    case "$nini": !passes("$ini", operand, value)
    case "$notRegex": !passes("$regex", operand, value)
    case "$notRegexi": !passes("$regexi", operand, value)
    case "$notInGroup": !passes("$inGroup", operand, value)
    default:
      // Every positive test on a missing value is false.
      value.map { passesPositive(name, operand, $0) } ?? false
    }
  }

  private func passesPositive(_ name: String, _ operand: Tree, _ value: ReferenceValue) -> Bool {
    switch name {
    case "$in": operand.elements.contains { isAny($0, value, ignoresCase: false) }
    case "$ini": operand.elements.contains { isAny($0, value, ignoresCase: true) }
    case "$all": operand.elements.allSatisfy { isAny($0, value, ignoresCase: false) }
    case "$alli": operand.elements.allSatisfy { isAny($0, value, ignoresCase: true) }
    case "$lt", "$vlt": order(value, operand).map { $0 < 0 } ?? false
    case "$lte", "$vlte": order(value, operand).map { $0 <= 0 } ?? false
    case "$gt", "$vgt": order(value, operand).map { $0 > 0 } ?? false
    case "$gte", "$vgte": order(value, operand).map { $0 >= 0 } ?? false
    case "$regex", "$regexi":
      if case .text(let text) = value {
        ReferencePattern.isFound(operand.text ?? "", ignoresCase: name == "$regexi", in: text)
      } else {
        false
      }
    case "$elemMatch":
      if case .list(let elements) = value { elements.contains { passes(operand, $0) } } else { false }
    case "$size":
      if case .list(let elements) = value { passes(operand, .number(Double(elements.count))) } else { false }
    case "$inGroup": isInGroup(operand.text ?? "", value)
    default: false
    }
  }

  /// Equality with a literal; `null` means missing.
  private func equals(_ literal: Tree, _ value: ReferenceValue?) -> Bool {
    guard let value else { return literal.isNull }
    return !literal.isNull && isAny(literal, value, ignoresCase: false)
  }

  /// Whether the value, or any element of a list, is the literal.
  private func isAny(_ literal: Tree, _ value: ReferenceValue, ignoresCase: Bool) -> Bool {
    if case .list(let elements) = value { return elements.contains { isAny(literal, $0, ignoresCase: ignoresCase) } }
    if ignoresCase, case .text(let text) = value { return isSame(folded(text), folded(literal.text ?? "")) }
    return order(value, literal) == 0
  }

  /// How the value stands to a literal of its type: negative before, positive after.
  private func order(_ value: ReferenceValue, _ literal: Tree) -> Int? {
    switch value {
    case .text(let text): return literal.text.map { compareBytes(text, $0) }
    case .number(let number): return literal.number.map { number < $0 ? -1 : number > $0 ? 1 : 0 }
    case .boolean(let flag): return literal.flag.map { flag == $0 ? 0 : 1 }
    case .version(let version): return literal.text.flatMap(ReferenceVersion.init).map { version.compared(to: $0) }
    case .date(let date):
      let other: Int?
      switch literal {
      case .string(let text): other = ReferenceDate.microseconds(text)
      case .number(let seconds): other = ReferenceDate.microseconds(seconds: seconds)
      default: other = ReferenceDate.moment(literal["ago"]?.text ?? "", before: time)
      }
      return other.map { date - $0 }
    case .list: return nil
    }
  }

  private func isInGroup(_ group: String, _ value: ReferenceValue) -> Bool {
    let lines = world.groups[group] ?? []
    return switch value {
    case .text(let text): lines.contains { isSame($0, text) }
    case .number(let number): lines.contains { Double($0) == number }
    default: false
    }
  }
}

/// Unicode's simple case folding, by way of upper case: ς and σ are one letter.
private func folded(_ text: String) -> String {
  func single(_ mapped: String, or scalar: Unicode.Scalar) -> Unicode.Scalar {
    mapped.unicodeScalars.count == 1 ? mapped.unicodeScalars.first ?? scalar : scalar
  }
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    let upper = "İı".unicodeScalars.contains(scalar) ? scalar : single(scalar.properties.uppercaseMapping, or: scalar)
    result.append("İı".unicodeScalars.contains(scalar) ? scalar : single(upper.properties.lowercaseMapping, or: upper))
  }
  return String(result)
}
