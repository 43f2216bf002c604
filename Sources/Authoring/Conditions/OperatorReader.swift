internal import JSONTree
internal import Personalization

/// Reads what stands under an attribute: a literal, or an object of operators.
struct OperatorReader {
  let groups: Groups

  private typealias Tests = Formula<Test>

  /// The tests that a value writes about values of a type; nil, with a report, if it has an error.
  func formula(_ value: Value, about type: OperandType, depth: Int) -> Formula<Test>? {
    value.members == nil ? equality(value, type) : operators(value, about: type, depth: depth)
  }

  private func operators(_ value: Value, about type: OperandType, depth: Int) -> Tests? {
    guard depth <= ConditionReader.deepest else {
      value.report(
        .tooDeep, "conditions are nested more than \(ConditionReader.deepest) levels deep here; expected fewer")
      return nil
    }
    guard let members = value.members, !members.isEmpty else {
      value.report(
        .operandType,
        "expected an object of operators such as {\"$exists\": true}, found "
          + (value.members == nil ? value.found : "an empty one")
      )
      return nil
    }
    return conjunction(of: members) { member in
      guard let name = Operator(rawValue: member.key) else {
        reportUnknown(member, about: type)
        return nil
      }
      guard name.fits(type) else {
        report(name, doesNotFit: type, at: member)
        return nil
      }
      return formula(name, member, about: type, depth: depth)
    }
  }

  private func formula(_ name: Operator, _ value: Value, about type: OperandType, depth: Int) -> Tests? {
    switch name {
    case .equal: equality(value, type)
    case .notEqual: equality(value, type)?.negated
    case .versionEqual: value.literal(of: type).map { .leaf(.isOne(of: [$0])) }
    case .versionNotEqual: value.literal(of: type).map { .not(.leaf(.isOne(of: [$0]))) }
    case .in: membership(value, type)
    case .notIn: membership(value, type)?.negated
    case .inIgnoringCase: membershipIgnoringCase(value)
    case .notInIgnoringCase: membershipIgnoringCase(value)?.negated
    case .less, .versionLess: comparison(.less, value, type)
    case .lessOrEqual, .versionLessOrEqual: comparison(.lessOrEqual, value, type)
    case .greater, .versionGreater: comparison(.greater, value, type)
    case .greaterOrEqual, .versionGreaterOrEqual: comparison(.greaterOrEqual, value, type)
    case .matches: pattern(value, ignoresCase: false)
    case .matchesIgnoringCase: pattern(value, ignoresCase: true)
    case .notMatches: pattern(value, ignoresCase: false)?.negated
    case .notMatchesIgnoringCase: pattern(value, ignoresCase: true)?.negated
    case .exists: existence(value)
    case .all:
      value.literals(of: type).map { literals in Self.all(literals.map { .isOne(of: [$0]) }) }
    case .allIgnoringCase:
      value.texts().map { texts in Self.all(texts.map { .isOneIgnoringCase(of: [$0]) }) }
    case .anyElement: anyElement(value, type, depth: depth)
    case .size: formula(value, about: .size, depth: depth + 1).map { .leaf(.size($0)) }
    case .inGroup: group(value, type)
    case .notInGroup: group(value, type)?.negated
    case .not: operators(value, about: type, depth: depth + 1)?.negated
    }
  }

  /// All of the tests; of none, that there is a list: like every positive test, false for a missing value.
  private static func all(_ tests: [Test]) -> Tests {
    tests.isEmpty ? .leaf(.exists) : .all(tests.map { .leaf($0) })
  }

  private func equality(_ value: Value, _ type: OperandType) -> Tests? {
    if value.isNull { return .not(.leaf(.exists)) }
    if case .attribute(.list) = type {
      value.report(
        .operandType,
        "a list equals no single value; expected null, or operators such as {\"$in\": [\(value.shown)]}"
      )
      return nil
    }
    return value.literal(of: type).map { .leaf(.isOne(of: [$0])) }
  }

  private func membership(_ value: Value, _ type: OperandType) -> Tests? {
    value.literals(of: type).map { .leaf(.isOne(of: $0)) }
  }

  private func membershipIgnoringCase(_ value: Value) -> Tests? {
    value.texts().map { .leaf(.isOneIgnoringCase(of: $0)) }
  }

  private func comparison(_ order: Order, _ value: Value, _ type: OperandType) -> Tests? {
    guard type == .attribute(.date), value.members != nil else {
      return value.literal(of: type).map { .leaf(.compares(order, $0)) }
    }
    guard let object = ObjectReader(value, "a date", knows: ["ago"]) else { return nil }
    return object.required("ago", "a period such as \"P7D\"")?.period(code: .operandType)
      .map { .leaf(.comparesToPast(order, $0)) }
  }

  private func existence(_ value: Value) -> Tests? {
    guard case .boolean(let flag) = value.node.value else {
      value.reportType("true or false", code: .operandType)
      return nil
    }
    return flag ? .leaf(.exists) : .not(.leaf(.exists))
  }

  private func pattern(_ value: Value, ignoresCase: Bool) -> Tests? {
    guard let text = value.text else {
      value.reportType("a regular expression in a string", code: .operandType)
      return nil
    }
    let pattern = PatternSource(text, ignoresCase: ignoresCase)
    do throws(PatternError) {
      try pattern.check()
    } catch {
      value.report(
        .invalidPattern, "the regular expression \(quoted(text)) is wrong: \(error.message)",
        at: .textOffset(error.offset))
      return nil
    }
    if let foreign = pattern.foreignSyntax {
      value.report(
        .foreignPattern,
        "\(quoted(foreign.construct)) is PCRE2's own; regular expressions on iOS lack it or read it otherwise"
          + (foreign.replacement.map { "; expected \(quoted($0))" } ?? ""),
        at: .textOffset(foreign.offset))
    }
    return .leaf(.matches(pattern))
  }

  private func anyElement(_ value: Value, _ type: OperandType, depth: Int) -> Tests? {
    guard case .attribute(.list(let element)) = type else { return nil }
    guard value.members != nil else {
      value.reportType("an object of operators such as {\"$in\": […]}", code: .operandType)
      return nil
    }
    let elementType: AttributeType = element == .string ? .string : .number
    return operators(value, about: .attribute(elementType), depth: depth + 1).map { .leaf(.anyElement($0)) }
  }

  private func group(_ value: Value, _ type: OperandType) -> Tests? {
    guard value.text != nil else {
      value.reportType(groups.names.phrase, code: .operandType)
      return nil
    }
    guard let name = value.reference(to: groups.names) else { return nil }
    groups.use(name, forNumbers: type.literal == .number)
    return .leaf(.inGroup(name))
  }

  private func reportUnknown(_ member: Value, about type: OperandType) {
    let fitting = Operator.allCases.filter { $0.fits(type) }.map(\.rawValue)
    let isList = if case .attribute(.list) = type { true } else { false }
    let meant = PeerWords.meaning(ofOperator: member.key, onLists: isList)
    let hasSign = member.key.utf8.first == UInt8(ascii: "$")
    // One that does not fit is guessed too; the next message says what fits.
    let suggestion =
      meant.form == nil
      ? meant.operator
        ?? nearestName(to: hasSign ? member.key : "$" + member.key, among: Operator.allCases.map(\.rawValue)) : nil
    let ending =
      if let form = meant.form {
        "; write \(form)"
      } else if suggestion == nil {
        "; expected \(alternatives(fitting, quotes: false))"
      } else {
        ""
      }
    let message =
      hasSign
      ? "there is no operator \(quoted(member.key))"
      : "expected an operator such as \"$eq\", found \(quoted(member.key))"
    member.report(.unknownOperator, message + ending, suggestion: suggestion, at: .key)
  }

  private func report(_ name: Operator, doesNotFit type: OperandType, at member: Value) {
    let fitting = Operator.allCases.filter { $0.fits(type) && $0 != .not }.map(\.rawValue)
    let subject =
      switch type {
      case .attribute(let type): type.phrase
      case .size: "the size of a list"
      }
    member.report(
      .operatorType,
      "\(name.rawValue) does not fit \(subject); expected \(alternatives(fitting, quotes: false))", at: .key)
  }
}

extension Formula {
  /// Its negation; two negations are none.
  fileprivate var negated: Formula {
    if case .not(let part) = self { part } else { .not(self) }
  }
}
