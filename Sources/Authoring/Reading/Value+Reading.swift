internal import JSONTree
internal import Personalization

extension Value {
  /// The text, or a report.
  func string(_ expected: String = "a string") -> String? {
    guard let text else {
      reportType(expected)
      return nil
    }
    return text
  }

  /// The boolean, or a report.
  func boolean(_ expected: String = "true or false") -> Bool? {
    guard case .boolean(let flag) = node.value else {
      reportType(expected)
      return nil
    }
    return flag
  }

  /// The elements, or a report.
  func array(_ expected: String, code: Diagnostic.Code = .wrongType) -> [Value]? {
    guard let elements else {
      reportType(expected, code: code)
      return nil
    }
    return elements
  }

  /// The members, or a report.
  func object(_ expected: String, code: Diagnostic.Code = .wrongType) -> [Value]? {
    guard let members else {
      reportType(expected, code: code)
      return nil
    }
    return members
  }

  /// A whole number within a range, or a report.
  func wholeNumber(_ expected: String, in range: ClosedRange<Int>) -> Int? {
    guard let number else {
      reportType(expected)
      return nil
    }
    guard let whole = Int(exactly: number.value) else {
      report(.invalidNumber, "expected \(expected), found \(number.text)")
      return nil
    }
    guard range.contains(whole) else {
      report(
        .invalidNumber,
        "expected a whole number from \(range.lowerBound) to \(range.upperBound), found \(number.text)")
      return nil
    }
    return whole
  }

  /// One of a few texts, or a report.
  func choice<Choice: RawRepresentable & CaseIterable>(
    of type: Choice.Type, code: Diagnostic.Code = .unknownValue
  ) -> Choice? where Choice.RawValue == String {
    if let choice = text.flatMap(Choice.init(rawValue:)) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    report(
      text == nil && code == .unknownValue ? .wrongType : code,
      "expected \(alternatives(names)), found \(text.map(quoted) ?? found)",
      suggestion: text.flatMap { PeerWords.meaning(of: $0, among: names) ?? nearestName(to: $0, among: names) })
    return nil
  }

  /// A date, or a report.
  func date() -> Timestamp? {
    guard let text else {
      reportType("a date such as \"2026-01-31\" or \"2026-01-31T09:00:00Z\"")
      return nil
    }
    guard let date = Timestamp(text) else {
      reportInvalidDate()
      return nil
    }
    return date
  }

  func reportInvalidDate() {
    report(
      .invalidDate, "expected a date that exists, such as \"2026-01-31\" or \"2026-01-31T09:00:00Z\", found \(shown)")
  }

  /// A version, or a report; `code` is for a value that is no string.
  func version(code: Diagnostic.Code = .wrongType) -> SemanticVersion? {
    guard let text else {
      reportType("a version such as \"2.1.0\"", code: code)
      return nil
    }
    guard let version = SemanticVersion(text) else {
      report(.invalidVersion, "expected a version such as \"2.1.0\", found \(shown)")
      return nil
    }
    return version
  }

  /// A period, or a report; `code` is for a value that is no string.
  func period(code: Diagnostic.Code = .wrongType) -> Period? {
    guard let text else {
      reportType("a period such as \"P7D\" or \"PT30M\"", code: code)
      return nil
    }
    guard let period = Period(text) else {
      report(.invalidPeriod, "expected a period such as \"P7D\" or \"PT30M\", found \(shown)")
      return nil
    }
    return period
  }

  /// A name that is declared elsewhere, or a report.
  func reference(to names: NameTable) -> String? {
    guard let text else {
      reportType(names.phrase)
      return nil
    }
    return names.contains(text, at: self) ? text : nil
  }
}

/// The alternatives as a sentence names them: `"a", "b" or "c"`.
func alternatives(_ names: [String], quotes: Bool = true, _ conjunction: String = "or") -> String {
  let shown = quotes ? names.map { "\"\($0)\"" } : names
  guard shown.count > 1, let last = shown.last else { return shown.first ?? "nothing" }
  return shown.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}
