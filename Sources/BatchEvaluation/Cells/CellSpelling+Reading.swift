internal import Personalization

/// Cells that are not written in the usual way.
extension CellSpelling {
  /// Whether the cell is a word for no value.
  func isNull(_ cell: Span<UInt8>) -> Bool { Self.contains(nullWords, cell) }

  /// The boolean that a cell spells; nil: none.
  func boolean(_ cell: Span<UInt8>) -> Bool? {
    if Self.contains(trueWords, cell) { return true }
    if Self.contains(falseWords, cell) { return false }
    return BooleanCell.boolean(cell)
  }

  /// The date that a cell spells; nil: none.
  func date(_ cell: Span<UInt8>, _ format: DateFormat?) -> Timestamp? {
    switch dateFormat {
    case .pattern(let pattern)?: pattern.date(cell)
    case .usual?, nil: cell.date(format)
    }
  }

  /// The number that a cell spells; nil: none.
  ///
  /// Groups of digits have three each, but the first, so that no decimals pass for thousands.
  func number(_ cell: Span<UInt8>) -> Double? {
    let mark = Array((thousands ?? "").utf8)
    let decimal = hasDecimalComma == true ? UInt8(ascii: ",") : UInt8(ascii: ".")
    guard decimal != UInt8(ascii: ".") || !mark.isEmpty else { return NumberCell.number(cell) }
    let places = cell.trimmed
    var text: [UInt8] = []
    var index = places.lowerBound
    let end = places.upperBound
    func isDigit(_ index: Int) -> Bool { index < end && cell[index] &- UInt8(ascii: "0") < 10 }
    func stands(_ mark: [UInt8], at index: Int) -> Bool {
      guard !mark.isEmpty, index + mark.count <= end else { return false }
      for (offset, byte) in mark.enumerated() where cell[index + offset] != byte { return false }
      return true
    }
    if index < end, cell[index] == UInt8(ascii: "-") || cell[index] == UInt8(ascii: "+") {
      text.append(cell[index])
      index += 1
    }
    var group = 0
    var hasGroups = false
    while index < end {
      if isDigit(index) {
        text.append(cell[index])
        group += 1
        index += 1
      } else if stands(mark, at: index) {
        guard hasGroups ? group == 3 : (1...3).contains(group) else { return nil }
        hasGroups = true
        group = 0
        index += mark.count
      } else {
        break
      }
    }
    guard !hasGroups || group == 3 else { return nil }
    if index < end, cell[index] == decimal {
      text.append(UInt8(ascii: "."))
      index += 1
    }
    // Decimals and an exponent, of which no part can be a mark.
    while index < end {
      guard cell[index] != UInt8(ascii: ".") else { return nil }
      text.append(cell[index])
      index += 1
    }
    return NumberCell.number(text.span)
  }

  private static func contains(_ words: [String]?, _ cell: Span<UInt8>) -> Bool {
    guard let words else { return false }
    let content = cell.trimmed.map { cell[$0] }
    return words.contains { $0.utf8.elementsEqual(content) }
  }
}

extension Span<UInt8> {
  /// The date that a cell spells in the usual way, or as a number of a format.
  func date(_ format: DateFormat?) -> Timestamp? {
    if let format, let number = NumberCell.number(self) { return Timestamp(epoch: number, format) }
    return Timestamp(bytes: self)
  }
}

/// Words that often stand for no value in other programs' files.
enum NullWord {
  /// No word is longer.
  static let mostBytes = 4

  static let words = ["\\N", "NULL", "null", "Null", "NA", "N/A", "#N/A", "None", "none", "nil", "NaN", "nan"]

  /// Whether the bytes are such a word.
  static func isOne(_ bytes: Span<UInt8>) -> Bool {
    words.contains(String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self))
  }
}
