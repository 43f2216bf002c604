/// Questions about many bytes at once, eight at a time in an integer.
///
/// Unsafe, argued here: every load of eight bytes lies within the span, since `index + 8 <= count`; the rest is read one
/// byte at a time.
enum ByteScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The high bit of each byte of `word` that is zero, and nothing else.
  @inline(__always)
  private static func zeroBytes(_ word: UInt64) -> UInt64 {
    ~(((word & ~highBits) &+ ~highBits) | word) & highBits
  }

  /// The first place at or after `start` where one of two bytes stands; the end if neither does.
  @inline(__always)
  static func firstIndex(of one: UInt8, or other: UInt8, in bytes: Span<UInt8>, from start: Int) -> Int {
    bytes.withUnsafeBytes { raw in
      let (first, second) = (ones &* UInt64(one), ones &* UInt64(other))
      var index = start
      while index &+ 8 <= raw.count {
        let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let found = zeroBytes(word ^ first) | zeroBytes(word ^ second)
        if found != 0 { return index &+ found.trailingZeroBitCount >> 3 }
        index &+= 8
      }
      while index < raw.count {
        if raw[index] == one || raw[index] == other { return index }
        index &+= 1
      }
      return raw.count
    }
  }

  /// How many bytes equal `byte`.
  static func count(of byte: UInt8, in bytes: Span<UInt8>) -> Int {
    bytes.withUnsafeBytes { raw in
      let pattern = ones &* UInt64(byte)
      var total = 0
      var index = 0
      while index + 8 <= raw.count {
        let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        total += zeroBytes(word ^ pattern).nonzeroBitCount
        index += 8
      }
      while index < raw.count {
        if raw[index] == byte { total += 1 }
        index += 1
      }
      return total
    }
  }

  /// Whether all bytes are ASCII and none is NUL: then no cell needs a look at its encoding.
  static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    bytes.withUnsafeBytes { raw in
      var flaws: UInt64 = 0
      var index = 0
      while index + 8 <= raw.count {
        let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        flaws |= (word & highBits) | zeroBytes(word)
        index += 8
      }
      while index < raw.count {
        if raw[index] == 0 || raw[index] >= 0x80 { flaws = 1 }
        index += 1
      }
      return flaws == 0
    }
  }
}
