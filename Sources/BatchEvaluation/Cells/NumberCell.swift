internal import Personalization

/// Reads the number that a cell spells.
package enum NumberCell {
  /// A decimal number with `.`, an optional sign and exponent, spaces and tabs round it allowed; nil for anything else,
  /// such as hexadecimal, NaN, infinity and thousands separators, and for what a double does not hold.
  package static func number(_ bytes: Span<UInt8>) -> Double? {
    bytes.withUnsafeBytes { short($0, at: 0, count: $0.count) } ?? general(bytes)
  }

  /// The number of the cell at `places`, as above.
  @inline(__always)
  static func number(at places: Range<Int>, in bytes: Span<UInt8>) -> Double? {
    bytes.withUnsafeBytes { short($0, at: places.lowerBound, count: places.count) } ?? general(bytes.extracting(places))
  }

  /// The number that up to eight digits with or without a point between them spell; nil for every other text.
  ///
  /// All characters at once, in one integer, since how many digits there are is anybody's guess. Up to 15 digits and a
  /// power of ten up to 22 are exact in a double, so one division rounds correctly.
  ///
  /// Unsafe, argued here: eight bytes are loaded where `index + 8 <= raw.count`; elsewhere they are put together from
  /// those at `index..<index + count`, which the caller has.
  @inline(__always)
  private static func short(_ raw: UnsafeRawBufferPointer, at index: Int, count: Int) -> Double? {
    guard count &- 1 < 8, count > 0 else { return nil }
    var text: UInt64 = 0
    if index &+ 8 <= raw.count {
      text = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    } else {
      for offset in 0..<count { text |= UInt64(raw[index &+ offset]) << UInt64(offset &* 8) }
    }
    // The first character is the lowest byte. Digits become their values; whatever lies behind the text becomes zero.
    let used = ~UInt64(0) >> UInt64(64 &- count &* 8)
    let values = (text ^ 0x3030_3030_3030_3030) & used
    // A point has the value 0x1E; its place is taken out of the middle.
    let point = zeroBytes((values ^ 0x1E1E_1E1E_1E1E_1E1E) | ~used)
    let hasPoint = point != 0
    let place = hasPoint ? point.trailingZeroBitCount & ~7 : count &* 8
    let before = place == 64 ? ~UInt64(0) : ~(~UInt64(0) << UInt64(place))
    let digits = hasPoint ? (values & before) | (values >> 8 & ~before) : values
    let digitCount = hasPoint ? count &- 1 : count
    let decimals = digitCount &- place >> 3
    let tooLarge = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
    guard tooLarge == 0, place > 0, !hasPoint || decimals > 0 else { return nil }
    // The last digit goes to the top, zeros before the first; then pairs, fours and all eight are added up.
    var sum = digits << UInt64(64 &- digitCount &* 8)
    sum = (sum &* 10 &+ sum >> 8) & 0x00FF_00FF_00FF_00FF
    sum = (sum &* 100 &+ sum >> 16) & 0x0000_FFFF_0000_FFFF
    sum = (sum &* 10_000 &+ sum >> 32) & 0xFFFF_FFFF
    let number = Double(Int(truncatingIfNeeded: sum))
    // Most columns have the same few decimals in every cell.
    return switch decimals {
    case 0: number
    case 1: number / 10
    case 2: number / 100
    default: number / powerOfTen(decimals)
    }
  }

  private static func powerOfTen(_ exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  /// The high bit of the first byte that is zero, and perhaps of some after it.
  @inline(__always)
  private static func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  /// Any text of the grammar, spaces and tabs round it left out.
  @inline(never)
  private static func general(_ bytes: Span<UInt8>) -> Double? { text(bytes)?.value }

  /// What the cell says as a number; nil if it says none.
  static func text(_ bytes: Span<UInt8>) -> NumberText? { NumberText(bytes.extracting(bytes.trimmed)) }
}

/// Reads the boolean that a cell spells.
package enum BooleanCell {
  /// true/false, t/f, yes/no, y/n, on/off, 1/0 or 1.0/0.0, in letters of any case, spaces and tabs round it allowed; nil
  /// for anything else.
  @inline(__always)
  package static func boolean(_ bytes: Span<UInt8>) -> Bool? { word(bytes) ?? spaced(bytes) }

  @inline(__always)
  private static func word(_ bytes: Span<UInt8>) -> Bool? {
    switch bytes.count {
    case 1:
      switch bytes[0] {
      case UInt8(ascii: "1"), UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "y"), UInt8(ascii: "Y"): true
      case UInt8(ascii: "0"), UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "n"), UInt8(ascii: "N"): false
      default: nil
      }
    case 2: spells(bytes, "no") ? false : spells(bytes, "on") ? true : nil
    case 3:
      if bytes[1] == UInt8(ascii: "."), bytes[2] == UInt8(ascii: "0") {
        switch bytes[0] {
        case UInt8(ascii: "1"): true
        case UInt8(ascii: "0"): false
        default: nil
        }
      } else {
        spells(bytes, "yes") ? true : spells(bytes, "off") ? false : nil
      }
    case 4: spells(bytes, "true") ? true : nil
    case 5: spells(bytes, "false") ? false : nil
    default: nil
    }
  }

  @inline(never)
  private static func spaced(_ bytes: Span<UInt8>) -> Bool? {
    let content = bytes.extracting(bytes.trimmed)
    return content.count < bytes.count ? word(content) : nil
  }

  /// Whether the bytes are the word of small letters, whatever the case of theirs.
  @inline(__always)
  private static func spells(_ bytes: Span<UInt8>, _ word: StaticString) -> Bool {
    for index in bytes.indices where bytes[index] | 0x20 != word.utf8Start[index] { return false }
    return true
  }
}
