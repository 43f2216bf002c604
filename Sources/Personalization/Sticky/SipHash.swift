/// SipHash-2-4 with 128 bits (Aumasson and Bernstein): whoever does not know the key cannot make two texts collide.
package struct SipHash: Hashable, Sendable {
  /// Two halves of 64 bits.
  package struct Value: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
      self.high = high
      self.low = low
    }
  }

  private let key: Value

  /// A hash with this key.
  package init(key: Value) { self.key = key }

  /// The hash of some bytes.
  package func hash(_ bytes: Span<UInt8>) -> Value {
    var state = State(key)
    let raw = bytes.bytes
    var index = 0
    while index &+ 8 <= bytes.count {
      state.combine(UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)))
      index &+= 8
    }
    var last = UInt64(truncatingIfNeeded: bytes.count) << 56
    var shift: UInt64 = 0
    while index < bytes.count {
      last |= UInt64(bytes[index]) << shift
      shift &+= 8
      index &+= 1
    }
    state.combine(last)
    return state.finish()
  }

  private struct State {
    private var v0, v1, v2, v3: UInt64

    @inline(__always)
    init(_ key: Value) {
      v0 = key.low ^ 0x736F_6D65_7073_6575
      v1 = key.high ^ 0x646F_7261_6E64_6F6D ^ 0xEE
      v2 = key.low ^ 0x6C79_6765_6E65_7261
      v3 = key.high ^ 0x7465_6462_7974_6573
    }

    @inline(__always)
    private static func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 { value << count | value >> (64 &- count) }

    @inline(__always)
    private mutating func mix() {
      v0 = v0 &+ v1
      v1 = Self.rotated(v1, 13) ^ v0
      v0 = Self.rotated(v0, 32)
      v2 = v2 &+ v3
      v3 = Self.rotated(v3, 16) ^ v2
      v0 = v0 &+ v3
      v3 = Self.rotated(v3, 21) ^ v0
      v2 = v2 &+ v1
      v1 = Self.rotated(v1, 17) ^ v2
      v2 = Self.rotated(v2, 32)
    }

    @inline(__always)
    mutating func combine(_ word: UInt64) {
      v3 ^= word
      mix()
      mix()
      v0 ^= word
    }

    @inline(__always)
    mutating func finish() -> Value {
      v2 ^= 0xEE
      for _ in 0..<4 { mix() }
      let low = v0 ^ v1 ^ v2 ^ v3
      v1 ^= 0xDD
      for _ in 0..<4 { mix() }
      return Value(high: v0 ^ v1 ^ v2 ^ v3, low: low)
    }
  }
}
