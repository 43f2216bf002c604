internal import JSONTree
internal import Personalization

extension Millionths {
  /// The number exactly as it is written; nil if it has more than six decimals or is above a billion.
  init?(exactly number: JSONNumber) {
    var digits: [UInt8] = []
    var decimals = 0
    var exponent = 0
    var isNegative = false
    var isFraction = false
    var rest = Substring(number.text).utf8
    if rest.first == UInt8(ascii: "-") {
      isNegative = true
      rest = rest.dropFirst()
    }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        guard let written = Int(Substring(rest)), abs(written) < 10_000 else { return nil }
        exponent = written
        rest = rest.dropFirst(rest.count)
      default:
        digits.append(byte &- UInt8(ascii: "0"))
        if isFraction { decimals += 1 }
      }
    }
    var scale = exponent - decimals + 6
    while scale < 0, digits.last == 0 {
      digits.removeLast()
      scale += 1
    }
    let significant = digits.drop { $0 == 0 }
    guard !significant.isEmpty else {
      self.init(count: 0)
      return
    }
    guard scale >= 0, significant.count + scale <= 16 else { return nil }
    var count: Int64 = 0
    for digit in significant { count = count * 10 + Int64(digit) }
    for _ in 0..<scale { count *= 10 }
    guard count <= 1_000_000_000_000_000 else { return nil }
    self.init(count: isNegative ? -count : count)
  }

  /// Whether there is nothing behind the decimal point.
  var isWhole: Bool { count % Millionths.one.count == 0 }
}

extension Value {
  /// A number of 0 to 1 with at most six decimals, or a report.
  func share(_ what: String, code: Diagnostic.Code) -> Millionths? {
    guard let number else {
      reportType("\(what), a number from 0 to 1")
      return nil
    }
    guard let share = Millionths(exactly: number), share.count >= 0, share <= .one else {
      report(code, "expected \(what), a number from 0 to 1 with at most six decimals, found \(number.text)")
      return nil
    }
    return share
  }
}
