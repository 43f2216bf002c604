internal import JSONTree
internal import Personalization

/// Reading the right sides of operators.
extension Value {
  /// The literal of an operand's type, or a report.
  func literal(of type: OperandType) -> Literal? {
    switch (type.literal, node.value) {
    case (.string, .string(let text)), (.list(of: .string), .string(let text)):
      return .string(ExactText(text))
    case (.number, .number(let number)), (.list(of: .number), .number(let number)):
      guard let value = exact(number) else { return nil }
      return .number(value)
    case (.boolean, .boolean(let flag)):
      return .boolean(flag)
    case (.version, .string):
      return version(code: .operandType).map { .version($0) }
    case (.date, .string(let text)):
      guard let date = Timestamp(text) else {
        reportInvalidDate()
        return nil
      }
      return .date(date)
    case (.date, .number(let number)):
      guard let date = Timestamp(secondsSince1970: number.value) else {
        report(.invalidDate, "expected seconds since 1970 within the years 0 to 9999, found \(number.text)")
        return nil
      }
      return .date(date)
    case (.string, _), (.number, _), (.boolean, _), (.version, _), (.date, _), (.list, _):
      reportType(type.operand, code: .operandType)
      return nil
    }
  }

  /// The number that a literal writes, or a report: an integer that is rounded would stand for its neighbors too.
  func exact(_ number: JSONNumber) -> Double? {
    guard let text = NumberText(number.text) else { return number.value }
    if let flaw = text.flaw { report(.invalidNumber, "\(number.text) \(flaw)") }
    return text.value
  }

  /// The literals of an array, or reports; one that stands there twice is a warning.
  func literals(of type: OperandType) -> [Literal]? {
    guard let elements = array("an array", code: .operandType) else { return nil }
    var seen: Set<Literal> = []
    return allOrNil(
      elements.map { element in
        guard let literal = element.literal(of: type) else { return nil }
        if !seen.insert(literal).inserted { element.reportDuplicate() }
        return literal
      })
  }

  /// The texts of an array whose case does not matter, or reports.
  func texts() -> [ExactText]? {
    guard let elements = array("an array of strings", code: .operandType) else { return nil }
    var seen: Set<ExactText> = []
    return allOrNil(
      elements.map { element in
        guard let text = element.text else {
          element.reportType("a string", code: .operandType)
          return nil
        }
        if !seen.insert(ExactText(text.lowercased())).inserted { element.reportDuplicate() }
        return ExactText(text)
      })
  }

  private func reportDuplicate() {
    report(.duplicateOperand, "\(shown) is in this array already")
  }

  /// The value as it is written, where that is short.
  var shown: String {
    switch node.value {
    case .null: "null"
    case .boolean(let flag): String(flag)
    case .number(let number): number.text
    case .string(let text): quoted(text)
    case .array, .object: "…"
    }
  }
}

extension OperandType {
  /// What an operand of this type looks like, for messages.
  fileprivate var operand: String {
    switch self {
    case .size: "a number"
    case .attribute(.string), .attribute(.list(of: .string)): "a string"
    case .attribute(.number), .attribute(.list(of: .number)): "a number"
    case .attribute(.boolean): "true or false"
    case .attribute(.version): "a version such as \"2.1.0\""
    case .attribute(.date): "a date such as \"2026-01-31\""
    }
  }
}
