extension Double {
  /// The number that sixteen bits after IEEE 754 mean.
  init(halfPrecision bits: UInt16) {
    let sign: Double = bits >> 15 == 1 ? -1 : 1
    let exponent = Int(bits >> 10 & 31)
    let fraction = Double(bits & 1023)
    self =
      switch exponent {
      case 0: sign * fraction * 0x1p-24
      case 31: fraction == 0 ? sign * .infinity : .nan
      default: sign * Double(sign: .plus, exponent: exponent - 15, significand: 1 + fraction / 1024)
      }
  }

  /// The powers of ten that a double holds exactly, by their exponents.
  static let powersOfTen = (0...22).map { Double("1e\($0)") ?? .infinity }
}
