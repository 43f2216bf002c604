/// Questions about many bytes at once, sixteen or eight at a time.
///
/// Unsafe, argued here: every load lies within the span, since `index + 16 <= count` or `index + 8 <= count`; the rest
/// is read one byte at a time.
enum ByteScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The high bit of each byte of `word` that is zero, and nothing else.
  @inline(__always)
  private static func zeroBytes(_ word: UInt64) -> UInt64 {
    ~(((word & ~highBits) &+ ~highBits) | word) & highBits
  }

  /// The bytes that are equal, each as 0xFF: the first eight, then the others.
  @inline(__always)
  private static func equalBytes(
    _ bytes: SIMD16<UInt8>, _ one: SIMD16<UInt8>, _ other: SIMD16<UInt8>
  ) -> SIMD2<UInt64> {
    unsafeBitCast((bytes .== one) .| (bytes .== other), to: SIMD2<UInt64>.self)
  }

  /// The first place at or after `start` where one of two bytes stands; the end if neither does.
  @inline(__always)
  static func firstIndex(of one: UInt8, or other: UInt8, in bytes: Span<UInt8>, from start: Int) -> Int {
    bytes.withUnsafeBytes { raw in
      let (first, second) = (SIMD16<UInt8>(repeating: one), SIMD16<UInt8>(repeating: other))
      var index = start
      while index &+ 16 <= raw.count {
        let found = equalBytes(
          raw.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self), first, second)
        if found[0] != 0 { return index &+ UInt64(littleEndian: found[0]).trailingZeroBitCount >> 3 }
        if found[1] != 0 { return index &+ 8 &+ UInt64(littleEndian: found[1]).trailingZeroBitCount >> 3 }
        index &+= 16
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
      let pattern = SIMD64<UInt8>(repeating: byte)
      var total = 0
      var index = 0
      while index + 64 <= raw.count {
        // Each lane counts up to 255 blocks before it is added up.
        var lanes = SIMD64<UInt8>()
        let end = min(raw.count, index + 255 * 64)
        while index + 64 <= end {
          let equal = raw.loadUnaligned(fromByteOffset: index, as: SIMD64<UInt8>.self) .== pattern
          // A lane that is equal holds 0xFF, which is -1.
          lanes &-= unsafeBitCast(equal, to: SIMD64<UInt8>.self)
          index += 64
        }
        for lane in lanes.indices { total += Int(lanes[lane]) }
      }
      while index < raw.count {
        if raw[index] == byte { total += 1 }
        index += 1
      }
      return total
    }
  }

  /// Whether all bytes are ASCII.
  static func isASCII(_ bytes: Span<UInt8>) -> Bool {
    bytes.withUnsafeBytes { raw in
      var index = 0
      var seen: UInt64 = 0
      while index + 8 <= raw.count {
        seen |= raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        index += 8
      }
      var rest: UInt8 = 0
      while index < raw.count {
        rest |= raw[index]
        index += 1
      }
      return seen & highBits == 0 && rest < 0x80
    }
  }

  /// How many of the first bytes are ASCII and not NUL, at least as far as whole words tell.
  @inline(__always)
  static func plainPrefix(of bytes: Span<UInt8>, from start: Int) -> Int {
    bytes.withUnsafeBytes { raw in
      var index = start
      while index &+ 16 <= raw.count {
        let first = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let second = raw.loadUnaligned(fromByteOffset: index &+ 8, as: UInt64.self)
        if (first | second) & highBits | zeroBytes(first) | zeroBytes(second) != 0 { break }
        index &+= 16
      }
      return index
    }
  }

  /// Whether some byte is at most `limit`.
  @inline(__always)
  static func hasByte(upTo limit: UInt8, in bytes: Span<UInt8>) -> Bool {
    bytes.withUnsafeBytes { raw in
      let limits = SIMD16<UInt8>(repeating: limit)
      var index = 0
      while index &+ 16 <= raw.count {
        let found = unsafeBitCast(
          raw.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self) .<= limits, to: SIMD2<UInt64>.self)
        if found[0] | found[1] != 0 { return true }
        index &+= 16
      }
      while index < raw.count {
        if raw[index] <= limit { return true }
        index &+= 1
      }
      return false
    }
  }
}
