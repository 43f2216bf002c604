/// The generator of Steele, Lea and Flood (2014): the same numbers from the same seed on every machine.
struct RandomSource {
  private var state: UInt64

  /// A stream of its own for each block of users, so that threads may take them in any order.
  init(seed: UInt64, block: Int) {
    state = seed
    let first = next()
    state = first ^ (UInt64(truncatingIfNeeded: block) &* 0xD6E8_FEB8_6659_FD93)
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// A number between 0 and 1, neither of them.
  mutating func unit() -> Double { (Double(next() >> 11) + 0.5) / 9_007_199_254_740_992 }
}
