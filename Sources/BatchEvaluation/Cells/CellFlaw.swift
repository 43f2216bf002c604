internal import Personalization

/// What is wrong with a cell, as the end of a sentence that begins with its value.
package enum CellFlaw {
  package static let number = "is not a number"

  /// What is wrong with a cell of a number attribute.
  static func number(_ content: Span<UInt8>) -> String { NumberCell.text(content)?.flaw ?? number }

  package static let boolean = "is not a boolean (true, false, 1, 0, yes or no)"
  package static let date = "is not a date such as 2026-03-29 or 2026-03-29T02:30:00Z"
  package static let version = "is not a version such as 1.2.3"

  package static func numberList(separator: UInt8) -> String {
    "is not a list of numbers separated by \(Character(UnicodeScalar(separator)))"
  }
}
