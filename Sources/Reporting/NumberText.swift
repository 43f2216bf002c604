/// A share in percent, with one decimal; nothing is shown as nothing that is more than nothing.
package func percent(_ part: Int, of whole: Int) -> String {
  guard whole > 0 else { return "–" }
  guard part > 0 else { return "0 %" }
  let share = Double(part) / Double(whole) * 100
  if share < 0.05 { return "<0.1 %" }
  if part < whole, share > 99.95 { return ">99.9 %" }
  return decimal(share, 1) + " %"
}

/// A number with so many decimals.
package func decimal(_ number: Double, _ places: Int) -> String {
  guard number.isFinite else { return "–" }
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  let scaled = (abs(number) * scale).rounded()
  guard scaled < 1e15 else { return String(number) }
  let whole = Int(scaled)
  let fraction = String(whole % Int(scale))
  let sign = number < 0 && whole > 0 ? "-" : ""
  guard places > 0 else { return sign + String(whole) }
  return sign + String(whole / Int(scale)) + "." + String(repeating: "0", count: places - fraction.count) + fraction
}

/// A count with commas between thousands.
package func grouped(_ number: Int) -> String {
  var digits = String(number.magnitude)
  var place = digits.count - 3
  while place > 0 {
    digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
    place -= 3
  }
  return (number < 0 ? "-" : "") + digits
}

/// A probability to two digits or three decimals; powers of ten below a thousandth.
package func probability(_ p: Double) -> String {
  guard p < 0.001 else { return decimal(p, 3) }
  // What a double cannot hold is no certainty.
  guard p > 0 else { return "<1e-300" }
  var (mantissa, exponent) = (p, 0)
  while mantissa < 1 {
    mantissa *= 10
    exponent -= 1
  }
  if mantissa >= 9.95 { (mantissa, exponent) = (mantissa / 10, exponent + 1) }
  return "\(decimal(mantissa, 1))e\(exponent)"
}

/// Counts below a limit are not told apart: who is one of few could be known by it.
package struct SmallCells: Sendable {
  package let limit: Int

  /// - Parameter limit: 1 shows all.
  package init(limit: Int) { self.limit = limit }

  /// Whether a count may be shown.
  package func shows(_ count: Int) -> Bool { count == 0 || count >= limit }

  /// The count, or that it is small.
  package func text(_ count: Int) -> String { shows(count) ? grouped(count) : "<\(limit)" }

  /// Whether a count is one of those that are hidden, so that nothing may be said that gives it away.
  package func hides(_ count: Int) -> Bool { !shows(count) }

  package func percentText(_ count: Int, of whole: Int) -> String { shows(count) ? percent(count, of: whole) : "" }
}
