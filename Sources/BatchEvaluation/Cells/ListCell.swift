internal import Personalization

/// How the elements of a list are written in a cell.
public enum ListForm: String, Hashable, Sendable, CaseIterable {
  /// `a|b`, with the column's separator.
  case separated
  /// `["a", "b"]`, `['a', 'b']` or `[a, b]`: JSON, and what DuckDB and Python print.
  case brackets
  /// `{a,"b c"}`: PostgreSQL's arrays.
  case braces

  /// The form of a cell, by its first and last character beside spaces.
  package init(of cell: Span<UInt8>) {
    self = .separated
    guard let first = cell.indices.first, cell[first] >= UInt8(ascii: "[") || cell[first] <= UInt8(ascii: " ") else {
      return
    }
    let places = cell.trimmed
    guard places.count >= 2 else { return }
    switch (cell[places.lowerBound], cell[places.upperBound - 1]) {
    case (UInt8(ascii: "["), UInt8(ascii: "]")): self = .brackets
    case (UInt8(ascii: "{"), UInt8(ascii: "}")): self = .braces
    default: return
    }
  }
}

/// Cuts a cell into the elements of a list.
package enum ListCell {
  /// The places of the elements between separators, without the spaces round them; a cell without any is one element.
  package static func elements(_ cell: Span<UInt8>, separator: UInt8) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    var start = 0
    func add(upTo place: Int) {
      var element = start..<place
      while let first = element.first, isSpace(cell[first]) { element = first + 1..<place }
      while let last = element.last, isSpace(cell[last]) { element = element.lowerBound..<last }
      elements.append(element)
    }
    for place in cell.indices where cell[place] == separator {
      add(upTo: place)
      start = place + 1
    }
    add(upTo: cell.count)
    return elements
  }

  /// The elements of a list in brackets or braces; or what is wrong with it, as the end of a sentence.
  package static func elements(_ cell: Span<UInt8>, form: ListForm) throws(ListFlaw) -> [[UInt8]] {
    var reader = EnclosedList(bytes: cell.trimmed.map { cell[$0] }, form: form)
    return try reader.elements()
  }

  /// What seems to separate the elements of a cell in which the column's separator does not stand.
  ///
  /// A comma before a space is punctuation. In a column whose separator is known to be used, every comma is.
  package static func otherSeparator(in cell: Span<UInt8>, than separator: UInt8, isInUse: Bool) -> UInt8? {
    var other: UInt8?
    for place in cell.indices {
      let byte = cell[place]
      if byte == separator { return nil }
      switch byte {
      case UInt8(ascii: ";"), UInt8(ascii: "|"): other = other ?? byte
      case UInt8(ascii: ",") where !isInUse && place + 1 < cell.count && !isSpace(cell[place + 1]):
        other = other ?? byte
      default: continue
      }
    }
    return other
  }

  @inline(__always)
  fileprivate static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}

/// Why a list in brackets or braces cannot be read, as the end of a sentence that begins with the cell.
package struct ListFlaw: Error {
  package let sentence: String
}

/// Reads a list in brackets or braces.
private struct EnclosedList {
  /// The list, from its first bracket to its last.
  let bytes: [UInt8]
  let form: ListForm
  /// The first byte that is not read yet.
  private var index = 1

  init(bytes: [UInt8], form: ListForm) {
    self.bytes = bytes
    self.form = form
  }

  private var end: Int { bytes.count - 1 }

  mutating func elements() throws(ListFlaw) -> [[UInt8]] {
    var elements: [[UInt8]] = []
    skipSpaces()
    guard index < end else { return [] }
    while true {
      elements.append(try element())
      skipSpaces()
      guard index < end else { return elements }
      guard bytes[index] == UInt8(ascii: ",") else { throw broken }
      index += 1
      skipSpaces()
    }
  }

  private var broken: ListFlaw {
    ListFlaw(
      sentence: form == .braces
        ? "looks like an array such as {a,b}, and cannot be read as one"
        : "looks like a list such as [\"a\", \"b\"], and cannot be read as one")
  }

  private mutating func skipSpaces() {
    while index < end, ListCell.isSpace(bytes[index]) { index += 1 }
  }

  private mutating func element() throws(ListFlaw) -> [UInt8] {
    guard index < end else { throw broken }
    switch bytes[index] {
    case UInt8(ascii: "\""): return try quoted()
    case UInt8(ascii: "'") where form == .brackets: return try quoted()
    default: return try bare()
    }
  }

  private mutating func bare() throws(ListFlaw) -> [UInt8] {
    let start = index
    while index < end, bytes[index] != UInt8(ascii: ",") {
      switch bytes[index] {
      case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\""): throw broken
      case UInt8(ascii: "\\") where form == .braces: throw broken
      default: index += 1
      }
    }
    let text = bytes[start..<index]
    let content = Array(text.reversed().drop(while: ListCell.isSpace).reversed())
    guard !content.isEmpty else { throw broken }
    if Self.wordsForNothing.contains(content.map { $0 | 0x20 }) {
      throw ListFlaw(sentence: "has an element without value, and no list has one")
    }
    return content
  }

  private static let wordsForNothing = [Array("null".utf8), Array("none".utf8)]

  private mutating func quoted() throws(ListFlaw) -> [UInt8] {
    let mark = bytes[index]
    var content: [UInt8] = []
    index += 1
    while index < end {
      let byte = bytes[index]
      index += 1
      switch byte {
      case mark where mark == UInt8(ascii: "'") && index < end && bytes[index] == mark:
        content.append(mark)
        index += 1
      case mark: return content
      case UInt8(ascii: "\\"): try escape(into: &content)
      default: content.append(byte)
      }
    }
    throw broken
  }

  private mutating func escape(into content: inout [UInt8]) throws(ListFlaw) {
    guard index < end else { throw broken }
    let byte = bytes[index]
    index += 1
    // PostgreSQL's backslash stands for nothing but the byte after it.
    guard form == .brackets else { return content.append(byte) }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"): try character(into: &content)
    default: throw broken
    }
  }

  /// Four hexadecimal digits, or two times four of a surrogate pair.
  private mutating func character(into content: inout [UInt8]) throws(ListFlaw) {
    var units = [try unit()]
    if UTF16.isLeadSurrogate(units[0]), index + 1 < end, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    {
      index += 2
      units.append(try unit())
    }
    guard units != [0], let text = String(validating: units, as: UTF16.self) else { throw broken }
    content.append(contentsOf: text.utf8)
  }

  private mutating func unit() throws(ListFlaw) -> UInt16 {
    guard index + 4 <= end else { throw broken }
    var unit: UInt16 = 0
    for place in index..<index + 4 {
      guard let digit = Character(UnicodeScalar(bytes[place])).hexDigitValue else { throw broken }
      unit = unit << 4 | UInt16(digit)
    }
    index += 4
    return unit
  }
}
