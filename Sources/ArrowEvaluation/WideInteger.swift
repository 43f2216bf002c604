/// An integer of any number of 64-bit words, to be written in decimal.
struct WideInteger: CustomStringConvertible {
  private let isNegative: Bool
  /// The lowest word first.
  private let magnitude: [UInt64]

  /// - Parameter words: In two's complement, the lowest first.
  init(twosComplement words: [UInt64]) {
    isNegative = words.last.map { $0 >> 63 == 1 } ?? false
    guard isNegative else {
      magnitude = words
      return
    }
    var carry = true
    magnitude = words.map { word in
      let (sum, overflow) = (~word).addingReportingOverflow(carry ? 1 : 0)
      carry = overflow
      return sum
    }
  }

  /// The decimal digits, after a minus sign if it is negative.
  var description: String {
    // As many digits as one division of words gives.
    let (base, digits): (UInt64, Int) = (10_000_000_000_000_000_000, 19)
    var rest = magnitude
    var groups: [String] = []
    while rest.contains(where: { $0 != 0 }) {
      var remainder: UInt64 = 0
      for index in rest.indices.reversed() {
        (rest[index], remainder) = base.dividingFullWidth((remainder, rest[index]))
      }
      let group = String(remainder)
      groups.append(String(repeating: "0", count: digits - group.count) + group)
    }
    return (isNegative ? "-" : "") + (groups.isEmpty ? "0" : groups.reversed().joined())
  }
}
