#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What a decimal text says as a double: the one grammar of numbers for users, cells, groups and literals.
///
/// The text is digits with an optional sign, decimal point and exponent. JSON's numbers are among them; hexadecimal,
/// `nan`, `inf` and thousands separators are not.
package enum NumberText: Hashable, Sendable {
  /// The nearest double.
  case number(Double)
  /// A number beyond the range of a double, such as `1e400`.
  case outOfRange
  /// An integer that is not a double, such as 9007199254740993: rounding it would make two values one.
  ///
  /// Only texts that are nothing but digits and a sign: whoever writes a fraction or an exponent expects rounding.
  case inexactInteger

  /// Reads these bytes; nil if they are not a number.
  package init?(_ bytes: Span<UInt8>) {
    var index = 0
    func digits() -> Int {
      let first = index
      while index < bytes.count, bytes[index] &- UInt8(ascii: "0") < 10 { index += 1 }
      return index - first
    }
    func takes(_ characters: UInt8...) -> Bool {
      guard index < bytes.count, characters.contains(bytes[index]) else { return false }
      index += 1
      return true
    }
    _ = takes(UInt8(ascii: "-"), UInt8(ascii: "+"))
    let start = index
    var count = digits()
    let isInteger = index == bytes.count
    if takes(UInt8(ascii: ".")) { count += digits() }
    guard count > 0 else { return nil }
    if takes(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      _ = takes(UInt8(ascii: "-"), UInt8(ascii: "+"))
      guard digits() > 0 else { return nil }
    }
    guard index == bytes.count else { return nil }
    var text = bytes.indices.map { CChar(bitPattern: bytes[$0]) }
    text.append(0)
    // In the C locale, which a process that never sets one has.
    let number = strtod(text, nil)
    guard number.isFinite else {
      self = .outOfRange
      return
    }
    let isExact = !isInteger || count < 16 || Self.isExact(number.magnitude, bytes.extracting(start..<bytes.count))
    self = isExact ? .number(number) : .inexactInteger
  }

  /// Reads a text; nil if it is not a number.
  package init?(_ text: String) {
    guard let number = text.withBytes({ NumberText($0) }) else { return nil }
    self = number
  }

  /// Why a value of this text cannot be used, as the end of a sentence that begins with it; nil if it can.
  package var flaw: String? {
    switch self {
    case .number: nil
    case .outOfRange: "is too large for a number"
    case .inexactInteger: "is an integer that a number cannot hold exactly (numbers are doubles; an id is a string)"
    }
  }

  /// The number, if a double holds it.
  package var value: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// Whether these digits are the integer that the double is, which is at least 10¹⁴.
  private static func isExact(_ number: Double, _ digits: Span<UInt8>) -> Bool {
    // In limbs of nine decimal digits, the lowest first: at most 35 of them.
    let base: UInt64 = 1_000_000_000
    var limbs: [UInt64] = []
    var shift = Int(number.exponent) - Double.significandBitCount
    var carry = number.significandBitPattern | 1 << UInt64(Double.significandBitCount)
    if shift < 0 {
      guard carry.trailingZeroBitCount >= -shift else { return false }
      carry >>= UInt64(-shift)
      shift = 0
    }
    while carry > 0 {
      limbs.append(carry % base)
      carry /= base
    }
    while shift > 0 {
      let step = min(shift, 32)
      for index in limbs.indices {
        carry += limbs[index] << UInt64(step)
        limbs[index] = carry % base
        carry /= base
      }
      while carry > 0 {
        limbs.append(carry % base)
        carry /= base
      }
      shift -= step
    }
    var place = digits.count
    for limb in limbs {
      var rest = limb
      for _ in 0..<9 {
        // Above the highest digit, both have zeros.
        let digit = place > 0 ? UInt64(digits[place - 1] &- UInt8(ascii: "0")) : 0
        guard digit == rest % 10 else { return false }
        rest /= 10
        place -= 1
      }
    }
    while place > 0 {
      guard digits[place - 1] == UInt8(ascii: "0") else { return false }
      place -= 1
    }
    return true
  }
}
