/// What makes a file of CSV safe and legible in a spreadsheet.
enum SpreadsheetText {
  /// The byte order mark, by which spreadsheets know UTF-8.
  static let mark: StaticString = "\u{FEFF}"
  /// Makes a cell a text.
  static let prefix = UInt8(ascii: "'")

  /// Whether a spreadsheet would run the text: it begins like a formula and is no number.
  ///
  /// Full-width signs count: where people type them, they are signs as well.
  static func isFormula(_ content: Span<UInt8>) -> Bool {
    guard content.count > 0 else { return false }
    switch content[0] {
    case UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): return true
    case UInt8(ascii: "+"), UInt8(ascii: "-"): return NumberCell.number(content) == nil
    case 0xEF:
      guard content.count >= 3, content[1] == 0xBC else { return false }
      // ＋, －, ＝ and ＠.
      return [0x8B, 0x8D, 0x9D, 0xA0].contains(content[2])
    default: return false
    }
  }
}
