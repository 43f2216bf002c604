/// A field as a block keeps it.
struct Cell {
  /// The content, as in `RawField`.
  let start: UInt32
  private let endAndFlags: UInt32

  private static let quoted: UInt32 = 1 << 31
  private static let doubled: UInt32 = 1 << 30
  /// Places in a chunk are below this.
  static let placeLimit = 1 << 30

  init() {
    start = 0
    endAndFlags = 0
  }

  @inline(__always)
  init(_ field: RawField) {
    start = UInt32(truncatingIfNeeded: field.start)
    endAndFlags =
      UInt32(truncatingIfNeeded: field.end) | (field.isQuoted ? Self.quoted : 0)
      | (field.hasDoubledQuotes ? Self.doubled : 0)
  }

  @inline(__always)
  init(plain: Range<Int>) {
    start = UInt32(truncatingIfNeeded: plain.lowerBound)
    endAndFlags = UInt32(truncatingIfNeeded: plain.upperBound)
  }

  @inline(__always)
  var end: UInt32 { endAndFlags & (Self.doubled - 1) }
  @inline(__always)
  var isQuoted: Bool { endAndFlags & Self.quoted != 0 }
  @inline(__always)
  var hasDoubledQuotes: Bool { endAndFlags & Self.doubled != 0 }
  @inline(__always)
  var isEmpty: Bool { start == end }
  @inline(__always)
  var places: Range<Int> { Int(start)..<Int(end) }

  /// The field again.
  var field: RawField {
    RawField(start: Int(start), end: Int(end), isQuoted: isQuoted, hasDoubledQuotes: hasDoubledQuotes)
  }
}

/// Some complete records, cut into cells.
struct RecordBlock: ~Copyable {
  /// A record of the block.
  struct Record {
    var start = 0
    var end = 0
    var fieldCount = 0
    /// The first column with text after its closing quote; -1: none.
    var columnWithTextAfterQuote = -1
  }

  /// Why no more records were cut.
  enum End {
    /// The block is full.
    case block
    /// The bytes end where a record ends, or where the input does.
    case bytes
    /// The bytes end inside a record.
    case insideRecord
  }

  private let header: InputHeader
  private let capacity: Int
  private let columnCount: Int
  /// The cells of each record, as many as the header has columns.
  private(set) var cells: [Cell]
  private(set) var records: [Record]
  /// How many records there are.
  private(set) var count = 0
  /// Where the next block begins.
  private(set) var position = 0
  private(set) var skippedLines = 0

  /// How the first incomplete record goes on; see `ChunkReport`.
  private(set) var openQuote: Int?
  private(set) var hasMixedLineEnds = false
  private(set) var trailingNULs = 0

  init(_ header: InputHeader, capacity: Int) {
    self.header = header
    columnCount = header.columns.count
    // The cells of a wide file are kept within the reach of a processor's nearest memory too.
    self.capacity = max(1, min(capacity, 8192 / columnCount))
    cells = [Cell](repeating: Cell(), count: self.capacity * columnCount)
    records = [Record](repeating: Record(), count: self.capacity)
  }

  /// Cuts the next records, from `position` on.
  ///
  /// - Parameter isLast: Whether the input ends with `bytes`, so that the last record needs no line end.
  mutating func cut(_ bytes: Span<UInt8>, from position: Int, isLast: Bool) -> End {
    count = 0
    skippedLines = 0
    openQuote = nil
    hasMixedLineEnds = false
    trailingNULs = 0
    var cutter = FieldCutter(header.dialect)
    cutter.position = position
    self.position = position
    while count < capacity {
      guard cutter.position < bytes.count else { return .bytes }
      if skipsEmptyLine(&cutter, bytes) {
        self.position = cutter.position
        continue
      }
      guard cutRecord(&cutter, bytes, isLast: isLast) else { return .insideRecord }
      count &+= 1
      self.position = cutter.position
    }
    return .block
  }

  @inline(__always)
  private mutating func skipsEmptyLine(_ cutter: inout FieldCutter, _ bytes: Span<UInt8>) -> Bool {
    var index = cutter.position
    if bytes[index] == Dialect.carriageReturn, header.dialect.lineEnd == Dialect.lineFeed, index &+ 1 < bytes.count {
      index &+= 1
    }
    guard bytes[index] == header.dialect.lineEnd else { return false }
    cutter.position = index &+ 1
    skippedLines &+= 1
    return true
  }

  /// Answers whether the record is complete.
  @inline(__always)
  private mutating func cutRecord(_ cutter: inout FieldCutter, _ bytes: Span<UInt8>, isLast: Bool) -> Bool {
    let start = cutter.position
    let columnCount = columnCount
    let first = count &* columnCount
    var fieldCount = 0
    var columnWithTextAfterQuote = -1
    var field = RawField()
    var end: FieldCutter.End
    var row = cells.mutableSpan
    repeat {
      if fieldCount < columnCount {
        fieldCount &+= cutter.nextPlain(columnCount &- fieldCount, in: bytes, to: &row, at: first &+ fieldCount)
      }
      end = cutter.next(&field, in: bytes)
      if fieldCount < columnCount {
        row[first &+ fieldCount] = Cell(field)
        if field.hasTextAfterQuote, columnWithTextAfterQuote < 0 { columnWithTextAfterQuote = fieldCount }
      }
      fieldCount &+= 1
    } while end == .delimiter
    // A short record has empty cells in place of those of the block before.
    if fieldCount < columnCount {
      for column in fieldCount..<columnCount { row[first &+ column] = Cell() }
    }
    if end != .record || header.dialect.lineEnd != Dialect.lineFeed {
      guard isComplete(bytes, start, end, field, isLast: isLast, cutter.position) else { return false }
    }
    records[count] = Record(
      start: start, end: cutter.position, fieldCount: fieldCount, columnWithTextAfterQuote: columnWithTextAfterQuote)
    return true
  }

  /// Looks closer at a record that a line feed does not end.
  private mutating func isComplete(
    _ bytes: Span<UInt8>, _ start: Int, _ end: FieldCutter.End, _ field: RawField, isLast: Bool, _ position: Int
  ) -> Bool {
    if header.dialect.lineEnd == Dialect.carriageReturn, hasLineFeedOutsideQuotes(bytes, start..<position) {
      hasMixedLineEnds = true
      return false
    }
    switch end {
    case .delimiter, .record: return true
    case .insideQuotes:
      openQuote = field.offset
      return false
    case .bytes:
      guard isLast else { return false }
      var index = bytes.count
      while index > start, bytes[index - 1] == 0 { index -= 1 }
      trailingNULs = bytes.count - index
      return trailingNULs <= 1
    }
  }

  /// Whether a record of a file of carriage returns has a line feed in an unquoted field.
  private func hasLineFeedOutsideQuotes(_ bytes: Span<UInt8>, _ record: Range<Int>) -> Bool {
    guard ByteScan.count(of: Dialect.lineFeed, in: bytes.extracting(record)) > 0 else { return false }
    var cutter = FieldCutter(header.dialect)
    cutter.position = record.lowerBound
    var field = RawField()
    while true {
      let end = cutter.next(&field, in: bytes)
      if !field.isQuoted, !field.hasTextAfterQuote, ByteScan.count(of: Dialect.lineFeed, in: bytes.extracting(field.start..<field.end)) > 0 {
        return true
      }
      guard end == .delimiter else { return false }
    }
  }

  /// The cell of a record in a column.
  @inline(__always)
  func cell(_ record: Int, _ column: Int) -> Cell { cells[record &* columnCount &+ column] }
}
