/// How files of users are written where they are not written in the usual way: names of columns, words for nothing, for
/// true and false, dates and numbers.
///
/// What `catalog/columns.json` and the options of the commands that read files say.
package struct FileSpelling: Hashable, Sendable {
  /// The attribute, or `choice.SLOT`, that a column of another name holds, by the column's name.
  package var names: [String: String] = [:]
  /// The names of columns that a file must have.
  package var requiredNames: Set<String> = []
  /// Of all columns.
  package var usual = CellSpelling()
  /// Of single columns, by attribute; what one does not say, `usual` does.
  package var columns: [String: CellSpelling] = [:]

  /// Everything in the usual way.
  package init() {}

  /// How the cells of an attribute's column are written; nil: in the usual way.
  package func spelling(of attribute: String) -> CellSpelling? {
    let spelling = columns[attribute]?.filled(from: usual) ?? usual
    return spelling == CellSpelling() ? nil : spelling
  }
}

/// How the cells of a column are written; nil: as usual, or as those of all columns.
package struct CellSpelling: Hashable, Sendable {
  /// Words that stand for no value.
  package var nullWords: [String]?
  /// Words that stand for true beside the usual ones, and before them.
  package var trueWords: [String]?
  /// Words that stand for false beside the usual ones, and before them.
  package var falseWords: [String]?
  /// The pattern of dates.
  package var dateFormat: DateSpelling?
  /// Whether a comma stands before the decimals.
  package var hasDecimalComma: Bool?
  /// What stands between groups of three digits; empty: nothing.
  package var thousands: String?
  /// What separates the elements of a list.
  package var separator: UInt8?

  /// How dates are written.
  package enum DateSpelling: Hashable, Sendable {
    /// As everywhere else.
    case usual
    case pattern(DatePattern)
  }

  package init() {}

  /// The same, with what another one says where this one says nothing.
  package func filled(from other: CellSpelling) -> CellSpelling {
    var filled = self
    filled.nullWords = nullWords ?? other.nullWords
    filled.trueWords = trueWords ?? other.trueWords
    filled.falseWords = falseWords ?? other.falseWords
    filled.dateFormat = dateFormat ?? other.dateFormat
    filled.hasDecimalComma = hasDecimalComma ?? other.hasDecimalComma
    filled.thousands = thousands ?? other.thousands
    filled.separator = separator ?? other.separator
    return filled
  }

  /// What is wrong with the spelling as a whole, as a sentence; nil: nothing.
  package var conflict: String? {
    let thousands = thousands ?? ""
    if !thousands.isEmpty {
      let decimal = hasDecimalComma == true ? "," : "."
      if thousands == decimal { return "\"\(thousands)\" stands before the decimals and cannot separate thousands too" }
    }
    let shared = Set(trueWords ?? []).intersection(falseWords ?? []).sorted()
    if let word = shared.first { return "\"\(word)\" cannot stand for true and for false" }
    let nothing = Set(nullWords ?? []).intersection((trueWords ?? []) + (falseWords ?? [])).sorted()
    if let word = nothing.first { return "\"\(word)\" cannot stand for a boolean and for no value" }
    return nil
  }

  /// Whether a text can separate thousands.
  package static func isThousandsMark(_ text: String) -> Bool {
    guard text.unicodeScalars.count == 1, let scalar = text.unicodeScalars.first else { return false }
    return !"+-eE\"".unicodeScalars.contains(scalar) && !("0"..."9").contains(scalar)
      && (scalar.value >= 0x20 && scalar.value != 0x7F)
  }
}
