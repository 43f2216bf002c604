/// How many of something: "1 day", "2 days".
func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

/// A difference of rates in percentage points.
func points(_ effect: Double) -> String {
  (effect > 0 ? "+" : "") + decimal(effect * 100, digits: 3) + " points"
}

/// A share of 1, as a percentage.
func percentage(_ share: Double, digits: Int = 3) -> String { decimal(share * 100, digits: digits) + "%" }

/// A difference of rates that is shown as points.
///
/// What is detectable must stay so when it is shortened: three digits, away from 0.
func roundedOutwards(_ effect: Double) -> Double {
  let scale = powerOfTen(places(effect * 100, digits: 3))
  return (effect * 100 * scale * (1 - 1e-12)).rounded(.awayFromZero) / scale / 100
}

/// A number with so many significant digits; whole numbers keep all of theirs.
func decimal(_ number: Double, digits: Int = 6) -> String {
  let places = places(number, digits: digits)
  let scaled = (number.magnitude * powerOfTen(places)).rounded()
  guard scaled < 1e18 else { return number.description }
  var text = String(Int(scaled))
  if places > 0 {
    text = String(repeating: "0", count: max(0, places + 1 - text.count)) + text
    text.insert(".", at: text.index(text.endIndex, offsetBy: -places))
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
  }
  return (number < 0 && scaled > 0 ? "-" : "") + text
}

private func places(_ number: Double, digits: Int) -> Int {
  var (places, rest) = (digits, number.magnitude)
  while rest >= 1, places > 0 { (places, rest) = (places - 1, rest / 10) }
  while rest > 0, rest < 0.1, places < 12 { (places, rest) = (places + 1, rest * 10) }
  return places
}

private func powerOfTen(_ exponent: Int) -> Double { (0..<exponent).reduce(1.0) { power, _ in power * 10 } }
