/// How a file separates fields and records.
struct Dialect: Hashable, Sendable {
  /// Between the fields of a record.
  var delimiter = UInt8(ascii: ",")
  /// Ends a record: line feed (a carriage return before it belongs to the end), or, in a file without any line feed,
  /// carriage return.
  var lineEnd = Dialect.lineFeed

  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let quote = UInt8(ascii: "\"")
}

/// One field as it stands in the bytes.
struct RawField {
  /// The content: without the quotes round it, with doubled quotes still doubled.
  var start = 0
  var end = 0
  var isQuoted = false
  var hasDoubledQuotes = false
  /// Something other than a delimiter follows the closing quote. The content is then the whole field as it stands in the
  /// bytes, its quotes included, and `isQuoted` is false: what is inside the quotes may be another value of the column.
  var hasTextAfterQuote = false

  /// Where the field begins, its opening quote included.
  var offset: Int { isQuoted ? start - 1 : start }
}

/// Cuts records into fields, RFC 4180, one field at a time.
///
/// A quote opens a quoted field only as its first byte; anywhere else it is a literal character. A field with text after
/// its closing quote reaches up to the next delimiter, and is its bytes, quotes included.
struct FieldCutter {
  let dialect: Dialect
  private let separators: ByteScan.Pair
  private let quotes: ByteScan.Pair
  /// Where the next field begins.
  var position = 0
  /// Line ends inside quoted fields since it was last set to zero.
  var quotedLineEnds = 0

  enum End {
    /// Another field of the record follows.
    case delimiter
    /// The record is complete, and `position` is behind its end.
    case record
    /// The bytes end; the record is complete if nothing follows.
    case bytes
    /// The bytes end inside quotes.
    case insideQuotes
  }

  init(_ dialect: Dialect) {
    self.dialect = dialect
    separators = ByteScan.Pair(dialect.delimiter, dialect.lineEnd)
    quotes = ByteScan.Pair(Dialect.quote, dialect.lineEnd)
  }

  @inline(__always)
  mutating func next(_ field: inout RawField, in bytes: Span<UInt8>) -> End {
    let count = bytes.count
    let delimiter = dialect.delimiter
    let lineEnd = dialect.lineEnd
    let start = position
    if start < count, bytes[start] == Dialect.quote { return nextQuoted(&field, in: bytes) }
    let end = ByteScan.firstIndex(of: separators, in: bytes, from: start)
    field = RawField(start: start, end: end)
    guard end < count else {
      position = count
      return .bytes
    }
    position = end + 1
    if bytes[end] == delimiter { return .delimiter }
    if lineEnd == Dialect.lineFeed, end > start, bytes[end - 1] == Dialect.carriageReturn { field.end = end - 1 }
    return .record
  }

  /// Cuts unquoted fields as long as a delimiter ends each, at most `count` of them.
  ///
  /// What `next` does for most fields, in fewer steps.
  ///
  /// Unsafe, argued here: `index + 16 <= count` before each load of sixteen bytes and thus before each look at one; fields
  /// near the end are left to `next`. Cells are written below `count`, which is checked once against their room.
  @inline(__always)
  mutating func nextPlain(_ count: Int, in bytes: Span<UInt8>, to cells: inout MutableSpan<Cell>, at first: Int) -> Int
  {
    precondition(first >= 0 && count >= 0 && first &+ count <= cells.count, "room for the fields")
    let start = position
    let separators = separators
    let (cut, end) = bytes.withUnsafeBytes { raw in
      cells.withUnsafeMutableBufferPointer { cells in
        var fieldStart = start
        var index = start
        var cut = 0
        while cut < count, index &+ 16 <= raw.count, raw[index] != Dialect.quote {
          var bit = separators.firstBit(in: raw, at: index)
          while bit == ByteScan.Pair.none, index &+ 32 <= raw.count {
            index &+= 16
            bit = separators.firstBit(in: raw, at: index)
          }
          guard bit != ByteScan.Pair.none else { break }
          let end = index &+ bit >> 3
          guard raw[end] == separators.one else { break }
          cells[first &+ cut] = Cell(plain: fieldStart..<end)
          cut &+= 1
          fieldStart = end &+ 1
          index = fieldStart
        }
        return (cut, fieldStart)
      }
    }
    position = end
    return cut
  }

  private mutating func nextQuoted(_ field: inout RawField, in bytes: Span<UInt8>) -> End {
    let count = bytes.count
    let start = position
    var index = start + 1
    field = RawField(start: index, end: index, isQuoted: true)
    while true {
      index = ByteScan.firstIndex(of: quotes, in: bytes, from: index)
      guard index < count else {
        field.end = count
        position = count
        return .insideQuotes
      }
      guard bytes[index] == Dialect.quote else {
        quotedLineEnds += 1
        index += 1
        continue
      }
      guard index + 1 < count, bytes[index + 1] == Dialect.quote else { break }
      field.hasDoubledQuotes = true
      index += 2
    }
    field.end = index
    index += 1
    while index < count {
      let byte = bytes[index]
      if byte == dialect.delimiter || byte == dialect.lineEnd {
        if field.hasTextAfterQuote { field.end = contentEnd(index, byte, of: bytes) }
        position = index + 1
        return byte == dialect.delimiter ? .delimiter : .record
      }
      let endsLine =
        byte == Dialect.carriageReturn && dialect.lineEnd == Dialect.lineFeed && index + 1 < count
        && bytes[index + 1] == Dialect.lineFeed
      if !endsLine, !field.hasTextAfterQuote { field = RawField(start: start, end: count, hasTextAfterQuote: true) }
      index += 1
    }
    position = count
    return .bytes
  }

  /// Where the content of a field ends that the byte at `index` ends.
  private func contentEnd(_ index: Int, _ byte: UInt8, of bytes: Span<UInt8>) -> Int {
    let endsLine = byte == Dialect.lineFeed && dialect.lineEnd == Dialect.lineFeed
    return endsLine && bytes[index - 1] == Dialect.carriageReturn ? index - 1 : index
  }
}

extension RawField {
  /// The content with doubled quotes made single; only for fields that have some.
  func unquoted(in bytes: Span<UInt8>) -> [UInt8] {
    var content: [UInt8] = []
    content.reserveCapacity(end - start)
    var index = start
    while index < end {
      content.append(bytes[index])
      index += bytes[index] == Dialect.quote ? 2 : 1
    }
    return content
  }
}
