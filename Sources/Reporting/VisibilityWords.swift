package import Simulation

extension Visibility {
  /// `4,438 and 4,438 users make a difference of 2 points visible: from 10 % to 12 %`.
  ///
  /// Rounded up: what is said to be visible is.
  package func sentence(_ cells: SmallCells) -> String? {
    guard users.allSatisfy(cells.shows) else { return nil }
    let counts = users.map(grouped)
    let list = counts.dropLast().joined(separator: ", ") + " and " + (counts.last ?? "")
    guard let increase else { return "\(list) users are too few to make any difference visible" }
    let points = (increase * 1e4 * (1 - 1e-12)).rounded(.up) / 100
    return "\(list) users make a difference of \(short(points)) points visible: from \(short(baseline * 100)) % to "
      + "\(short(baseline * 100 + points)) %"
  }

  /// What the sentence assumes.
  package static func assumptions(baseline: Double) -> String {
    "For a metric whose rate in control is \(short(baseline * 100)) %: a chance of \(short(power * 100)) % of seeing a "
      + "difference that is there, and of \(short(alpha * 100)) % of seeing one that is not."
  }
}

extension Comparison {
  /// What the experiments can show before and after, in sentences.
  package func visibilityLines(baseline: Double, _ cells: SmallCells) -> [String] {
    experiments.flatMap { change -> [String] in
      let (before, after) = change.visibility(baseline: baseline)
      let (old, new) = (before?.sentence(cells), after?.sentence(cells))
      if let old, old == new { return ["\(change.experiment), before and after: \(old)."] }
      return [
        old.map { "\(change.experiment), before: \($0)." }, new.map { "\(change.experiment), after: \($0)." },
      ].compactMap(\.self)
    }
  }
}

/// A number with up to two decimals.
private func short(_ number: Double) -> String {
  var text = decimal(number, 2)
  while text.hasSuffix("0") { text.removeLast() }
  return text.hasSuffix(".") ? String(text.dropLast()) : text
}
