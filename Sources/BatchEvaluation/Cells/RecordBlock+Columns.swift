internal import Personalization

/// Columns of cells, read as columns of values.
///
/// Each loop does nothing but read; what a flawed cell is named is another matter, and rare.
extension RecordBlock {
  /// One value for each cell: `missing` for an empty one, `flawed` for one that `read` makes nothing of.
  ///
  /// - Returns: Whether some cell is flawed.
  @inline(__always)
  private func read<Value>(
    _ column: Int, into values: inout [Value], missing: Value, flawed: Value, _ read: (Range<Int>) -> Value?
  ) -> Bool {
    var values = values.mutableSpan
    var hasFlaw = false
    for record in 0..<count {
      let cell = cell(record, column)
      guard !cell.isEmpty else {
        values[record] = missing
        continue
      }
      let value = read(cell.places)
      hasFlaw = hasFlaw || value == nil
      values[record] = value ?? flawed
    }
    return hasFlaw
  }

  /// Numbers; not a number: missing, infinity: flawed.
  ///
  /// - Returns: Whether some cell is flawed.
  func readNumbers(
    _ column: Int, _ bytes: Span<UInt8>, _ spelling: CellSpelling?, into values: inout [Double]
  ) -> Bool {
    if let spelling {
      return read(column, into: &values, missing: .nan, flawed: .infinity) {
        spelling.number(bytes.extracting($0))
      }
    }
    return read(column, into: &values, missing: .nan, flawed: .infinity) { NumberCell.number(at: $0, in: bytes) }
  }

  /// Booleans: 0, 1; 2: missing, 3: flawed.
  ///
  /// - Returns: Whether some cell is flawed.
  func readBooleans(
    _ column: Int, _ bytes: Span<UInt8>, _ spelling: CellSpelling?, into values: inout [UInt8]
  ) -> Bool {
    if let spelling {
      return read(column, into: &values, missing: 2, flawed: 3) {
        spelling.boolean(bytes.extracting($0)).map { $0 ? 1 : 0 }
      }
    }
    return read(column, into: &values, missing: 2, flawed: 3) {
      BooleanCell.boolean(bytes.extracting($0)).map { $0 ? 1 : 0 }
    }
  }

  /// Dates in microseconds since 1970; the least integer: missing, the one above it: flawed.
  ///
  /// - Returns: Whether some cell is flawed.
  func readDates(
    _ column: Int, _ bytes: Span<UInt8>, _ spelling: CellSpelling?, _ format: DateFormat?, into values: inout [Int64]
  ) -> Bool {
    if spelling != nil || format != nil {
      return read(column, into: &values, missing: .min, flawed: .min + 1) {
        let cell = bytes.extracting($0)
        return (spelling.map { $0.date(cell, format) } ?? cell.date(format))?.microseconds
      }
    }
    return read(column, into: &values, missing: .min, flawed: .min + 1) {
      Timestamp(bytes: bytes.extracting($0))?.microseconds
    }
  }

  /// Versions in packed form; the greatest integer: missing, the one below it: not packed.
  ///
  /// - Returns: Whether some cell is not packed.
  func readPackedVersions(_ column: Int, _ bytes: Span<UInt8>, into values: inout [UInt64]) -> Bool {
    var values = values.mutableSpan
    var hasOther = false
    for record in 0..<count {
      let cell = cell(record, column)
      guard !cell.isEmpty else {
        values[record] = .max
        continue
      }
      let packed = SemanticVersion.packed(bytes.extracting(cell.places))
      hasOther = hasOther || packed == nil
      values[record] = packed ?? .max - 1
    }
    return hasOther
  }

  /// Texts as they stand in the bytes; a quoted empty cell is the empty text.
  ///
  /// - Returns: Whether some cell has doubled quotes, and is left out here.
  func readTexts(_ column: Int, into values: inout [TextRange]) -> Bool {
    var values = values.mutableSpan
    var hasDoubledQuotes = false
    for record in 0..<count {
      let cell = cell(record, column)
      let isMissing = (cell.isEmpty && !cell.isQuoted) || cell.hasDoubledQuotes
      values[record] = isMissing ? .missing : TextRange(start: cell.start, end: cell.end)
      hasDoubledQuotes = hasDoubledQuotes || cell.hasDoubledQuotes
    }
    return hasDoubledQuotes
  }
}
