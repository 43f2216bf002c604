extension Rules {
  /// Lays the tests that a text passes over a vector of bits.
  @inline(__always)
  func lay(
    _ text: Span<UInt8>, _ column: ColumnLayout, _ scratch: PatternScratch, over bits: inout [UInt64],
    _ exhausted: inout [Int]
  ) {
    guard column.isRead else { return }
    tables.lay(0, of: column.rows, over: &bits)
    if column.exact.count > 0 {
      tables.lay(tables.row(of: text, in: column.exact), of: column.exact.rows, over: &bits)
    }
    if column.folded.count > 0 {
      let folded = Self.lowercased(text)
      tables.lay(tables.row(of: folded.span, in: column.folded), of: column.folded.rows, over: &bits)
    }
    if !column.thresholds.isEmpty {
      let rank = Self.rank(text, among: column.thresholds, of: tables.texts)
      tables.lay(rank, of: column.orderRows, over: &bits)
    }
    for index in column.patterns {
      let test = tables.patternTests[index]
      switch tables.patterns[test.pattern].isFound(in: text, scratch) {
      case true?: bits[test.bit >> 6] |= 1 << UInt64(test.bit & 63)
      case false?: break
      case nil: if !exhausted.contains(test.pattern) { exhausted.append(test.pattern) }
      }
    }
  }

  private static func lowercased(_ text: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for index in text.indices {
      let byte = text[index]
      guard byte < 0x80 else {
        let string = text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        return Array(string.lowercased().utf8)
      }
      bytes.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
    }
    return bytes
  }

  /// As `ColumnTables.rank`, without copying the text.
  private static func rank(_ text: Span<UInt8>, among thresholds: Range<Int>, of pool: [ExactText]) -> Int {
    var smaller = 0
    for index in thresholds {
      switch order(pool[index].bytes, text) {
      case ..<0: smaller += 1
      case 0: return smaller * 2 + 1
      default: return smaller * 2
      }
    }
    return smaller * 2
  }

  private static func order(_ first: [UInt8], _ second: Span<UInt8>) -> Int {
    for index in 0..<min(first.count, second.count) where first[index] != second[index] {
      return first[index] < second[index] ? -1 : 1
    }
    return first.count - second.count
  }
}
