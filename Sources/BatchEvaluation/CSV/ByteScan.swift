/// Questions about many bytes at once, sixteen or eight at a time.
///
/// Unsafe, argued here: every load lies within the span, since `index + 16 <= count` or `index + 8 <= count`; the rest
/// is read one byte at a time.
enum ByteScan {
  @inline(__always) private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  @inline(__always) private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Two bytes to look for.
  struct Pair {
    let one: UInt8
    let other: UInt8
    fileprivate let ones: SIMD16<UInt8>
    fileprivate let others: SIMD16<UInt8>

    init(_ one: UInt8, _ other: UInt8) {
      self.one = one
      self.other = other
      ones = SIMD16(repeating: one)
      others = SIMD16(repeating: other)
    }

    /// What `firstBit` answers where neither stands.
    @inline(__always) static var none: Int { 128 }

    /// Eight times the place of the first of the sixteen bytes at `index` that is one of the two.
    ///
    /// The caller makes sure that there are sixteen.
    @inline(__always)
    func firstBit(in raw: UnsafeRawBufferPointer, at index: Int) -> Int {
      let loaded = raw.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
      // Each byte that is one of the two as 0xFF, in two words.
      let found = unsafeBitCast((loaded .== ones) .| (loaded .== others), to: SIMD2<UInt64>.self)
      // Chosen without a branch: whether a field is shorter than eight bytes is anybody's guess.
      let low = UInt64(littleEndian: found[0]).trailingZeroBitCount
      let high = UInt64(littleEndian: found[1]).trailingZeroBitCount &+ 64
      return low < 64 ? low : high
    }
  }

  /// The first place at or after `start` where one of two bytes stands; the end if neither does.
  @inline(__always)
  static func firstIndex(of pair: Pair, in bytes: Span<UInt8>, from start: Int) -> Int {
    bytes.withUnsafeBytes { raw in
      var index = start
      while index &+ 16 <= raw.count {
        let bit = pair.firstBit(in: raw, at: index)
        if bit != Pair.none { return index &+ bit >> 3 }
        index &+= 16
      }
      while index < raw.count {
        if raw[index] == pair.one || raw[index] == pair.other { return index }
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
      var (first, second): (UInt64, UInt64) = (0, 0)
      while index &+ 16 <= raw.count {
        first |= raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        second |= raw.loadUnaligned(fromByteOffset: index &+ 8, as: UInt64.self)
        index &+= 16
      }
      var rest: UInt8 = 0
      while index < raw.count {
        rest |= raw[index]
        index &+= 1
      }
      return (first | second) & highBits == 0 && rest < 0x80
    }
  }

  /// Where, from `start` on, bytes end of which all are ASCII and none is NUL, at least as far as thirty-two at a time tell.
  @inline(__always)
  static func plainEnd(of bytes: Span<UInt8>, from start: Int) -> Int {
    bytes.withUnsafeBytes { raw in
      var index = start
      while index &+ 32 <= raw.count {
        var flaws: UInt64 = 0
        for offset in 0..<4 {
          let word = raw.loadUnaligned(fromByteOffset: index &+ offset &* 8, as: UInt64.self)
          // The high bit of a byte that has it, or, if none has, of one that is zero and borrows.
          flaws |= word | (word &- ones)
        }
        if flaws & highBits != 0 { break }
        index &+= 32
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
      if raw.count >= 16 {
        // The last sixteen first: what they share with the others is seen twice.
        var seen = raw.loadUnaligned(fromByteOffset: raw.count &- 16, as: SIMD16<UInt8>.self) .<= limits
        while index &+ 16 <= raw.count {
          seen .|= raw.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self) .<= limits
          index &+= 16
        }
        let found = unsafeBitCast(seen, to: SIMD2<UInt64>.self)
        return found[0] | found[1] != 0
      }
      while index < raw.count {
        if raw[index] <= limit { return true }
        index &+= 1
      }
      return false
    }
  }
}
