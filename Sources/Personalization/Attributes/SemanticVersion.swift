/// A version after SemVer 2.0.0, read leniently: an optional `v`, one to three numbers (`1.2` is `1.2.0`), numbers of
/// any size.
///
/// Compared by SemVer's precedence: build metadata counts for nothing, and equal means equal precedence.
public struct SemanticVersion: Hashable, Sendable {
  /// Major, minor and patch.
  let numbers: [Numeral]
  let prerelease: [Identifier]

  /// A whole number of any size, as its digits without leading zeros.
  struct Numeral: Hashable, Sendable {
    let digits: [UInt8]
    static let zero = Numeral(digits: [UInt8(ascii: "0")])
  }

  /// One dot-separated part of a pre-release; numbers come before words.
  enum Identifier: Hashable, Sendable {
    case number(Numeral)
    case word([UInt8])
  }

  /// The version that this text spells; nil if it spells none.
  public init?(_ text: String) {
    self.init(bytes: Array(text.utf8).span)
  }

  /// The version that these bytes spell; nil if they spell none.
  package init?(bytes: Span<UInt8>) {
    var position = bytes.isEmpty || bytes[0] | 0x20 != UInt8(ascii: "v") ? 0 : 1
    var numbers: [Numeral] = []
    while numbers.count < 3 {
      guard let number = Self.numeral(bytes, &position) else { return nil }
      numbers.append(number)
      guard numbers.count < 3, position < bytes.count, bytes[position] == UInt8(ascii: ".") else { break }
      position += 1
    }
    while numbers.count < 3 { numbers.append(.zero) }
    self.numbers = numbers

    var prerelease: [Identifier] = []
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") {
      guard let words = Self.words(bytes, &position) else { return nil }
      for word in words {
        guard word.allSatisfy(Self.isDigit) else {
          prerelease.append(.word(word))
          continue
        }
        guard word.count == 1 || word[0] != UInt8(ascii: "0") else { return nil }
        prerelease.append(.number(Numeral(digits: word)))
      }
    }
    self.prerelease = prerelease
    if position < bytes.count, bytes[position] == UInt8(ascii: "+") {
      guard Self.words(bytes, &position) != nil else { return nil }
    }
    guard position == bytes.count else { return nil }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private static func numeral(_ bytes: Span<UInt8>, _ position: inout Int) -> Numeral? {
    var digits: [UInt8] = []
    while position < bytes.count, isDigit(bytes[position]) {
      digits.append(bytes[position])
      position += 1
    }
    guard !digits.isEmpty, digits.count == 1 || digits[0] != UInt8(ascii: "0") else { return nil }
    return Numeral(digits: digits)
  }

  /// The dot-separated parts after the mark at `position`, up to `+` or the end; nil if one is empty or has other
  /// characters than letters, digits and hyphens.
  private static func words(_ bytes: Span<UInt8>, _ position: inout Int) -> [[UInt8]]? {
    var words: [[UInt8]] = [[]]
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "+") {
      let byte = bytes[position]
      if byte == UInt8(ascii: ".") {
        words.append([])
      } else if isDigit(byte) || byte == UInt8(ascii: "-") || (byte | 0x20) &- UInt8(ascii: "a") < 26 {
        words[words.count - 1].append(byte)
      } else {
        return nil
      }
      position += 1
    }
    return words.contains([]) ? nil : words
  }
}

extension SemanticVersion: Comparable {
  /// SemVer 2.0.0, section 11.
  public static func < (first: SemanticVersion, second: SemanticVersion) -> Bool {
    for (one, other) in zip(first.numbers, second.numbers) where one != other { return one < other }
    if first.prerelease.isEmpty || second.prerelease.isEmpty {
      return !first.prerelease.isEmpty && second.prerelease.isEmpty
    }
    for (one, other) in zip(first.prerelease, second.prerelease) where one != other { return one < other }
    return first.prerelease.count < second.prerelease.count
  }
}

extension SemanticVersion.Numeral: Comparable {
  static func < (first: Self, second: Self) -> Bool {
    first.digits.count != second.digits.count
      ? first.digits.count < second.digits.count : first.digits.lexicographicallyPrecedes(second.digits)
  }
}

extension SemanticVersion.Identifier: Comparable {
  static func < (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.number(let one), .number(let other)): one < other
    case (.number, .word): true
    case (.word, .number): false
    case (.word(let one), .word(let other)): one.lexicographicallyPrecedes(other)
    }
  }
}

extension SemanticVersion: CustomStringConvertible {
  /// The version as SemVer writes it, without build metadata.
  public var description: String {
    let core = numbers.map { String(decoding: $0.digits, as: UTF8.self) }.joined(separator: ".")
    guard !prerelease.isEmpty else { return core }
    let words = prerelease.map { identifier in
      switch identifier {
      case .number(let number): String(decoding: number.digits, as: UTF8.self)
      case .word(let word): String(decoding: word, as: UTF8.self)
      }
    }
    return core + "-" + words.joined(separator: ".")
  }
}

extension SemanticVersion {
  /// Major, minor and patch in one integer that orders as the versions do; nil if `bytes` is no plain release with
  /// numbers below 2²¹.
  ///
  /// The common case on the hot path: no allocation.
  @inline(__always)
  package static func packed(_ bytes: Span<UInt8>) -> UInt64? {
    var position = bytes.isEmpty || bytes[0] | 0x20 != UInt8(ascii: "v") ? 0 : 1
    var packed: UInt64 = 0
    var numbers = 0
    while true {
      let start = position
      var number: UInt64 = 0
      while position < bytes.count, isDigit(bytes[position]) {
        number = number &* 10 &+ UInt64(bytes[position] &- UInt8(ascii: "0"))
        position += 1
      }
      let digits = position - start
      guard digits > 0, digits < 8, number < 1 << 21, digits == 1 || bytes[start] != UInt8(ascii: "0") else {
        return nil
      }
      packed = packed << 21 | number
      numbers += 1
      guard position < bytes.count else { return packed << UInt64(21 * (3 - numbers)) }
      guard numbers < 3, bytes[position] == UInt8(ascii: ".") else { return nil }
      position += 1
    }
  }
}
