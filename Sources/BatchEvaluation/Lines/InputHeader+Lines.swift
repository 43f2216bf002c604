internal import Personalization

extension InputHeader {
  /// The columns of a file of JSON lines: the catalog's attributes and the slots that users can choose.
  ///
  /// - Parameter bytes: The beginning of the file.
  /// - Throws: A structure error where the file cannot hold lines of JSON.
  init(linesBeginningWith bytes: Span<UInt8>, catalog: Catalog) throws(BatchError) {
    func fail(_ message: String) -> BatchError { .structure(.init(record: nil, line: 1, offset: 0), message) }
    if let encoding = Self.foreignEncoding(bytes) {
      throw fail("the file is \(encoding), not UTF-8; convert it, for example with: iconv -f \(encoding) -t UTF-8")
    }
    var start = 0
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { start = 3 }
    var first = start
    while first < bytes.count, JSONLine.isSpace(bytes[first]) { first += 1 }
    if first < bytes.count, bytes[first] == UInt8(ascii: "[") {
      throw fail(
        "the file is one JSON array, not one object a line; convert it, for example with: jq -c '.[]' FILE > FILE.jsonl"
      )
    }
    if first < bytes.count, bytes[first] != UInt8(ascii: "{"), let problem = Self.foreignFormat(bytes) {
      throw fail(problem)
    }
    let slots = Slot.allCases.enumerated().map { index, slot in
      (User.choicePrefix + slot.key, Column(kind: .choice, target: index))
    }
    self.init(
      dialect: Dialect(), columns: catalog.attributes.enumerated().map { Column($1, $0) } + slots.map(\.1),
      unitColumn: catalog.attributes.firstIndex { $0.name == catalog.unit } ?? 0,
      names: catalog.attributes.map(\.name) + slots.map(\.0), ignoredNames: [], length: start, lines: 0, isLines: true)
  }
}

/// A line of JSON among the bytes of a chunk.
struct JSONLine {
  /// Where it begins and ends, without its line feed.
  let start: Int
  let end: Int
  /// How many lines of the chunk come before it.
  let number: Int

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}

/// Cuts bytes into lines.
struct LineCutter {
  /// Where the next line begins.
  private(set) var position = 0
  /// Lines that ended before it.
  private(set) var lines = 0
  private(set) var skippedLines = 0
  private static let lineFeed = ByteScan.Pair(Dialect.lineFeed, Dialect.lineFeed)

  /// The next line that holds something; nil where the bytes end, be it inside a line.
  ///
  /// - Parameter isLast: Whether the input ends with `bytes`, so that the last line needs no line end.
  mutating func next(in bytes: Span<UInt8>, isLast: Bool) -> JSONLine? {
    while position < bytes.count {
      let end = ByteScan.firstIndex(of: Self.lineFeed, in: bytes, from: position)
      let isEnded = end < bytes.count
      guard isEnded || isLast else { return nil }
      let line = JSONLine(start: position, end: end, number: lines)
      position = isEnded ? end + 1 : end
      lines += isEnded ? 1 : 0
      var first = line.start
      while first < end, JSONLine.isSpace(bytes[first]) { first += 1 }
      if first < end { return line }
      skippedLines += 1
    }
    return nil
  }
}
