package import Personalization

/// What is wrong with a cell, as the end of a sentence that begins with its value.
package enum CellFlaw {
  package static let number = "is not a number"

  /// What is wrong with a cell of a number attribute.
  static func number(_ content: Span<UInt8>) -> String { NumberCell.text(content)?.flaw ?? number }

  package static let boolean = "is not a boolean (true, t, yes, y, on, 1 or 1.0; false, f, no, n, off, 0 or 0.0)"
  package static let version = "is not a version such as 1.2.3"

  package static func date(_ format: DateFormat?) -> String {
    switch format {
    case nil: "is not a date such as 2026-03-29 or 2026-03-29T02:30:00Z"
    case .epochSeconds: "is not a number of seconds since 1970, nor a date such as 2026-03-29"
    case .epochMilliseconds: "is not a number of milliseconds since 1970, nor a date such as 2026-03-29"
    }
  }

  static func date(_ column: InputHeader.Column) -> String {
    if case .pattern(let pattern)? = column.spelling?.dateFormat {
      return "is not a date of the format \(pattern.text)"
    }
    return date(column.dateFormat)
  }

  package static func numberList(separator: UInt8) -> String {
    "is not a list of numbers separated by \(Self.name(of: separator))"
  }

  /// Of a list that looks as if something else separated its elements.
  package static func otherSeparator(_ other: UInt8, than separator: UInt8) -> String {
    "looks like a list separated by \(name(of: other)); the elements of this column are separated by "
      + name(of: separator)
  }

  private static func name(of separator: UInt8) -> String {
    separator == UInt8(ascii: "\t") ? "tabs" : String(UnicodeScalar(separator))
  }
}
