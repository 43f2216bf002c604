internal import Personalization

/// Columns of cells, read as columns of values.
///
/// Each loop does nothing but read; what a flawed cell is named is another matter, and rare.
extension RecordBlock {
  /// Numbers; not a number: missing, infinity: flawed.
  ///
  /// - Returns: Whether some cell is flawed.
  func readNumbers(_ column: Int, _ bytes: Span<UInt8>, into values: inout [Double]) -> Bool {
    var values = values.mutableSpan
    var hasFlaw = false
    for record in 0..<count {
      let cell = cell(record, column)
      var number = Double.nan
      if !cell.isEmpty {
        number = NumberCell.number(at: cell.places, in: bytes) ?? .infinity
        hasFlaw = hasFlaw || number == .infinity
      }
      values[record] = number
    }
    return hasFlaw
  }

  /// Booleans: 0, 1; 2: missing, 3: flawed.
  ///
  /// - Returns: Whether some cell is flawed.
  func readBooleans(_ column: Int, _ bytes: Span<UInt8>, into values: inout [UInt8]) -> Bool {
    var values = values.mutableSpan
    var hasFlaw = false
    for record in 0..<count {
      let cell = cell(record, column)
      guard !cell.isEmpty else {
        values[record] = 2
        continue
      }
      let flag = BooleanCell.boolean(bytes.extracting(cell.places))
      hasFlaw = hasFlaw || flag == nil
      values[record] = flag.map { $0 ? 1 : 0 } ?? 3
    }
    return hasFlaw
  }

  /// Dates in microseconds since 1970; the least integer: missing, the one above it: flawed.
  ///
  /// - Returns: Whether some cell is flawed.
  func readDates(_ column: Int, _ bytes: Span<UInt8>, into values: inout [Int64]) -> Bool {
    var values = values.mutableSpan
    var hasFlaw = false
    for record in 0..<count {
      let cell = cell(record, column)
      guard !cell.isEmpty else {
        values[record] = .min
        continue
      }
      let date = Timestamp(bytes: bytes.extracting(cell.places))?.microseconds
      hasFlaw = hasFlaw || date == nil
      values[record] = date ?? .min + 1
    }
    return hasFlaw
  }

  /// The same of dates that numbers spell.
  func readDates(
    _ column: Int, _ bytes: Span<UInt8>, _ format: DateFormat, into values: inout [Int64]
  ) -> Bool {
    var values = values.mutableSpan
    var hasFlaw = false
    for record in 0..<count {
      let cell = cell(record, column)
      guard !cell.isEmpty else {
        values[record] = .min
        continue
      }
      let date: Timestamp?
      if let number = NumberCell.number(at: cell.places, in: bytes) {
        date = Timestamp(epoch: number, format)
      } else {
        date = Timestamp(bytes: bytes.extracting(cell.places))
      }
      hasFlaw = hasFlaw || date == nil
      values[record] = date?.microseconds ?? .min + 1
    }
    return hasFlaw
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
