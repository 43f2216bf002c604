/// The candidate that a mistyped name most likely meant; nil if none is close.
///
/// Close is one mistake for each three letters, at least one. Of equally close ones, the first in byte order.
///
/// - Complexity: O(*n* · *m*²) for *n* candidates of about the same length *m*; others cost next to nothing.
package func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  let letters = Array(name.unicodeScalars)
  // A longer name than any we know is not a slip of the finger, and measuring it would take long.
  guard letters.count <= 200 else { return nil }
  let allowed = max(1, letters.count / 3)
  var best: (mistakes: Int, name: String)?
  for candidate in candidates where abs(candidate.unicodeScalars.count - letters.count) <= allowed {
    let mistakes = typingMistakes(from: letters, to: Array(candidate.unicodeScalars))
    guard mistakes <= allowed else { continue }
    if let known = best, (known.mistakes, known.name) <= (mistakes, candidate) { continue }
    best = (mistakes, candidate)
  }
  return best?.name
}

/// Damerau–Levenshtein distance (optimal string alignment): letters added, lost, changed or swapped.
private func typingMistakes(from source: [Unicode.Scalar], to target: [Unicode.Scalar]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...target.count)
  for i in source.indices {
    var row = [i + 1]
    for j in target.indices {
      var best = min(previous[j + 1] + 1, row[j] + 1, previous[j] + (source[i] == target[j] ? 0 : 1))
      if i > 0, j > 0, source[i] == target[j - 1], source[i - 1] == target[j] {
        best = min(best, beforePrevious[j - 1] + 1)
      }
      row.append(best)
    }
    (beforePrevious, previous) = (previous, row)
  }
  return previous[target.count]
}
