/// The candidate that a mistyped name most likely meant; `nil` if none is close.
///
/// Close is one mistake for each three letters, at least one. A tie goes to the earlier candidate.
func nearestName(to name: String, among candidates: [String]) -> String? {
  let allowed = max(1, name.unicodeScalars.count / 3)
  let measured = candidates.map { (name: $0, mistakes: typingMistakes(from: name, to: $0)) }
  guard let best = measured.min(by: { $0.mistakes < $1.mistakes }), best.mistakes <= allowed else { return nil }
  return best.name
}

/// Damerau–Levenshtein distance (optimal string alignment): letters added, lost, changed or swapped.
private func typingMistakes(from source: String, to target: String) -> Int {
  let (a, b) = (Array(source.unicodeScalars), Array(target.unicodeScalars))
  var beforePrevious: [Int] = []
  var previous = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var best = min(previous[j + 1] + 1, row[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforePrevious[j - 1] + 1) }
      row.append(best)
    }
    (beforePrevious, previous) = (previous, row)
  }
  return previous[b.count]
}
