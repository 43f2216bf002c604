#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads the number that a cell spells.
enum NumberCell {
  /// A decimal number with `.`, an optional sign and exponent, spaces and tabs round it allowed; nil for anything else,
  /// such as hexadecimal, NaN, infinity, thousands separators, and what is too large for a double.
  @inline(__always)
  static func number(_ bytes: Span<UInt8>) -> Double? {
    var index = 0
    var mantissa: UInt64 = 0
    var digits = 0
    var decimals = 0
    var isNegative = false
    if index < bytes.count, bytes[index] == UInt8(ascii: "-") {
      isNegative = true
      index += 1
    }
    while index < bytes.count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      mantissa = mantissa &* 10 &+ UInt64(digit)
      digits += 1
      index += 1
    }
    if digits > 0, index + 1 < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      while index < bytes.count {
        let digit = bytes[index] &- UInt8(ascii: "0")
        guard digit < 10 else { break }
        mantissa = mantissa &* 10 &+ UInt64(digit)
        digits += 1
        decimals += 1
        index += 1
      }
      guard decimals > 0 else { return general(bytes) }
    }
    // Up to 15 digits and a power of ten up to 22 are exact in a double, so one division rounds correctly.
    guard index == bytes.count, digits > 0, digits <= 15 else { return general(bytes) }
    let number = decimals == 0 ? Double(mantissa) : Double(mantissa) / powersOfTen[decimals]
    return isNegative ? -number : number
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// Any text of the grammar, through `strtod` in the C locale, which a process that never sets one has.
  @inline(never)
  private static func general(_ bytes: Span<UInt8>) -> Double? {
    var start = 0
    var end = bytes.count
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    while start < end, isSpace(bytes[start]) { start += 1 }
    while end > start, isSpace(bytes[end - 1]) { end -= 1 }
    var index = start
    func digits() -> Int {
      let first = index
      while index < end, bytes[index] &- UInt8(ascii: "0") < 10 { index += 1 }
      return index - first
    }
    func takes(_ characters: UInt8...) -> Bool {
      guard index < end, characters.contains(bytes[index]) else { return false }
      index += 1
      return true
    }
    _ = takes(UInt8(ascii: "-"), UInt8(ascii: "+"))
    var count = digits()
    if takes(UInt8(ascii: ".")) { count += digits() }
    guard count > 0 else { return nil }
    if takes(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      _ = takes(UInt8(ascii: "-"), UInt8(ascii: "+"))
      guard digits() > 0 else { return nil }
    }
    guard index == end else { return nil }
    var text = (start..<end).map { CChar(bitPattern: bytes[$0]) }
    text.append(0)
    let number = strtod(text, nil)
    return number.isFinite ? number : nil
  }
}

/// Reads the boolean that a cell spells.
enum BooleanCell {
  /// true/false, TRUE/FALSE, True/False, 1/0, yes/no; nil for anything else.
  @inline(__always)
  static func boolean(_ bytes: Span<UInt8>) -> Bool? {
    switch bytes.count {
    case 1:
      switch bytes[0] {
      case UInt8(ascii: "1"): true
      case UInt8(ascii: "0"): false
      default: nil
      }
    case 2: spells(bytes, "no") ? false : nil
    case 3: spells(bytes, "yes") ? true : nil
    case 4: spells(bytes, "true") || spells(bytes, "True") || spells(bytes, "TRUE") ? true : nil
    case 5: spells(bytes, "false") || spells(bytes, "False") || spells(bytes, "FALSE") ? false : nil
    default: nil
    }
  }

  @inline(__always)
  private static func spells(_ bytes: Span<UInt8>, _ word: StaticString) -> Bool {
    for index in bytes.indices where bytes[index] != word.utf8Start[index] { return false }
    return true
  }
}
