/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
///
/// ```swift
/// var hash = SHA256()
/// hash.update(Array("abc".utf8))
/// hash.hex   // "ba7816bf…f20015ad"
/// ```
package struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// What is left of the last block.
  private var rest: [UInt8] = []
  private var length: UInt64 = 0
  private var schedule = [UInt32](repeating: 0, count: 64)

  package init() {}

  package mutating func update(_ bytes: some Sequence<UInt8>) {
    let done: Void? = bytes.withContiguousStorageIfAvailable { update($0) }
    if done == nil { Array(bytes).withUnsafeBufferPointer { update($0) } }
  }

  private mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    length &+= UInt64(bytes.count)
    var start = 0
    if !rest.isEmpty {
      start = min(64 - rest.count, bytes.count)
      rest += bytes[..<start]
      guard rest.count == 64 else { return }
      let block = rest
      block.withUnsafeBufferPointer { compress($0, count: 1) }
      rest.removeAll(keepingCapacity: true)
    }
    let blocks = (bytes.count - start) / 64
    compress(UnsafeBufferPointer(rebasing: bytes[start...]), count: blocks)
    rest += bytes[(start + blocks * 64)...]
  }

  /// The hash of all bytes so far, in hexadecimal.
  package var hex: String {
    var ended = self
    let bits = length &* 8
    let padding = [0x80] + [UInt8](repeating: 0, count: (119 - Int(length % 64)) % 64)
    ended.update(padding + (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) })
    return ended.state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private mutating func compress(_ bytes: UnsafeBufferPointer<UInt8>, count: Int) {
    let raw = UnsafeRawBufferPointer(bytes)
    var (h0, h1, h2, h3) = (state[0], state[1], state[2], state[3])
    var (h4, h5, h6, h7) = (state[4], state[5], state[6], state[7])
    schedule.withUnsafeMutableBufferPointer { w in
      Self.constants.withUnsafeBufferPointer { k in
        for block in 0..<count {
          for i in 0..<16 {
            w[i] = UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: block * 64 + i * 4, as: UInt32.self))
          }
          for i in 16..<64 {
            let (x, y) = (w[i - 15], w[i - 2])
            let s0 = rotated(x, 7) ^ rotated(x, 18) ^ (x >> 3)
            let s1 = rotated(y, 17) ^ rotated(y, 19) ^ (y >> 10)
            w[i] = w[i - 16] &+ s0 &+ w[i - 7] &+ s1
          }
          var (a, b, c, d, e, f, g, h) = (h0, h1, h2, h3, h4, h5, h6, h7)
          for i in 0..<64 {
            let s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let first = h &+ s1 &+ ((e & f) ^ (~e & g)) &+ k[i] &+ w[i]
            let s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
            let second = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
          }
          (h0, h1, h2, h3) = (h0 &+ a, h1 &+ b, h2 &+ c, h3 &+ d)
          (h4, h5, h6, h7) = (h4 &+ e, h5 &+ f, h6 &+ g, h7 &+ h)
        }
      }
    }
    state = [h0, h1, h2, h3, h4, h5, h6, h7]
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

@inline(__always)
private func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }
