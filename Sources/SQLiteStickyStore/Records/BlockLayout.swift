internal import Personalization

/// Where the parts of a block stand, in bytes that were checked once.
///
/// A block holds the units whose hashes lie in one range, in the order of their hashes: the range's end (8 bytes), how many
/// units there are (4), for each its hash (8, 8) and where its variations end (4), then the variations' numbers, one after
/// the other as LEB128. Fixed numbers have their lowest byte first.
struct BlockLayout {
  static let headLength = 12
  static let unitLength = 20
  static let wholeRange: Range<UInt64> = 0..<1 << 63

  let range: Range<UInt64>
  let count: Int
  private var units: Int
  private var variations: Int

  /// Of a block that fills the bytes; nil if there is none that begins at this hash.
  init?(first: Int64, _ bytes: Span<UInt8>) {
    guard first >= 0, bytes.count >= Self.headLength else { return nil }
    let end = Self.number(bytes, at: 0, UInt64.self)
    guard UInt64(first) < end, end <= Self.wholeRange.upperBound else { return nil }
    range = UInt64(first)..<end
    count = Int(Self.number(bytes, at: 8, UInt32.self))
    units = Self.headLength
    variations = units + count * Self.unitLength
    guard variations <= bytes.count else { return nil }
    var (last, place): (UnitHash?, Int) = (nil, 0)
    for index in 0..<count {
      let (hash, end) = (hash(index, bytes), self.end(index, bytes))
      guard range.contains(hash.high), end >= place, last.map({ $0 < hash }) ?? true else { return nil }
      (last, place) = (hash, end)
    }
    guard variations + place == bytes.count else { return nil }
    // No number may reach into the next unit's.
    for index in 0..<count {
      var position = self.place(index, bytes).lowerBound
      let end = self.place(index, bytes).upperBound
      while position < end { guard Self.number(bytes, &position, end) != nil else { return nil } }
    }
  }

  /// The same behind so many other bytes.
  func moved(by offset: Int) -> BlockLayout {
    var layout = self
    layout.units += offset
    layout.variations += offset
    return layout
  }

  @inline(__always)
  private static func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: Span<UInt8>, at place: Int, _ type: Number.Type
  ) -> Number {
    // The span traps beyond its end.
    Number(littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: Number.self))
  }

  @inline(__always)
  private func high(_ index: Int, _ bytes: Span<UInt8>) -> UInt64 {
    Self.number(bytes, at: units &+ index &* Self.unitLength, UInt64.self)
  }

  @inline(__always)
  func hash(_ index: Int, _ bytes: Span<UInt8>) -> UnitHash {
    UnitHash(
      high: high(index, bytes), low: Self.number(bytes, at: units &+ index &* Self.unitLength &+ 8, UInt64.self))
  }

  @inline(__always)
  private func end(_ index: Int, _ bytes: Span<UInt8>) -> Int {
    Int(Self.number(bytes, at: units &+ index &* Self.unitLength &+ 16, UInt32.self))
  }

  /// Where a unit's variations stand.
  @inline(__always)
  func place(_ index: Int, _ bytes: Span<UInt8>) -> Range<Int> {
    variations &+ (index == 0 ? 0 : end(index &- 1, bytes))..<variations &+ end(index, bytes)
  }

  /// The place of a unit; nil if it is not there.
  @inline(__always)
  func find(_ unit: UnitHash, _ bytes: Span<UInt8>) -> Int? {
    // Hashes are spread evenly, so their place can be told from what they are, nearly.
    let share = (unit.high &- range.lowerBound).multipliedFullWidth(by: UInt64(truncatingIfNeeded: count))
    let width = range.upperBound &- range.lowerBound
    guard share.high < width else { return nil }
    var index = min(Int(truncatingIfNeeded: width.dividingFullWidth(share).quotient), count)
    while index > 0, high(index &- 1, bytes) >= unit.high { index &-= 1 }
    while index < count, high(index, bytes) < unit.high { index &+= 1 }
    while index < count, high(index, bytes) == unit.high {
      if hash(index, bytes) == unit { return index }
      index &+= 1
    }
    return nil
  }

  /// Calls the body with each variation that is on record of a unit.
  @inline(__always)
  func forEachVariation(of unit: UnitHash, in bytes: Span<UInt8>, _ body: (Int) -> Void) {
    guard let index = find(unit, bytes) else { return }
    let place = place(index, bytes)
    var position = place.lowerBound
    while let number = Self.number(bytes, &position, place.upperBound) { body(number) }
  }

  /// The number at a place, which moves behind it; nil if there is none.
  @inline(__always)
  static func number(_ bytes: Span<UInt8>, _ position: inout Int, _ end: Int) -> Int? {
    var (value, shift) = (0, 0)
    while position < end, shift < 35 {
      let byte = bytes[position]
      position &+= 1
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift &+= 7
    }
    return nil
  }
}
