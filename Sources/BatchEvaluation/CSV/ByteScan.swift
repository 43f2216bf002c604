/// Questions about many bytes at once.
///
/// Unsafe, argued here: every 64-byte load lies within the span, since `index + 64 <= count`; the rest is read one byte
/// at a time. A mask of 64 bytes has the size and layout of the bytes it was compared from.
enum ByteScan {
  /// How many bytes equal `byte`.
  static func count(of byte: UInt8, in bytes: Span<UInt8>) -> Int {
    bytes.withUnsafeBytes { raw in
      var total = 0
      var index = 0
      while index + 64 <= raw.count {
        // At most 255 rounds, so that no lane overflows.
        var lanes = SIMD64<UInt8>(repeating: 0)
        var rounds = 0
        while rounds < 255, index + 64 <= raw.count {
          let block = raw.loadUnaligned(fromByteOffset: index, as: SIMD64<UInt8>.self)
          // A lane of the mask that is true has all bits set: it is -1. `replacing(with:where:)` would not vectorise.
          lanes &-= unsafeBitCast(block .== byte, to: SIMD64<UInt8>.self)
          index += 64
          rounds += 1
        }
        for lane in 0..<64 { total += Int(lanes[lane]) }
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
      var index = 0
      var smallest = SIMD64<UInt8>(repeating: 1)
      var union = SIMD64<UInt8>(repeating: 0)
      while index + 64 <= raw.count {
        let block = raw.loadUnaligned(fromByteOffset: index, as: SIMD64<UInt8>.self)
        smallest = pointwiseMin(smallest, block)
        union |= block
        index += 64
      }
      var isPlain = smallest.min() > 0 && union.max() < 0x80
      while index < raw.count {
        if raw[index] == 0 || raw[index] >= 0x80 { isPlain = false }
        index += 1
      }
      return isPlain
    }
  }
}
