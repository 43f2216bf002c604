internal import Personalization

/// Texts that stand for all others in a question: those that it names, those between them, and one more.
struct TextSamples {
  /// Texts that tests compare or ask for as they are.
  let named: [ExactText]
  /// ASCII texts that tests ask for in any case.
  let folded: [ExactText]
  /// Those of `named` that texts are compared with by order; none if there is a folded one.
  let ordered: [ExactText]

  var samples: [ExactText] {
    var samples: [ExactText] = []
    var known: Set<ExactText> = []
    for text in named where known.insert(text).inserted { samples.append(text) }
    for text in folded {
      if let other = otherCasing(of: CaseFolding.folded(text.string), than: known) { samples.append(other) }
    }
    guard !ordered.isEmpty else { return samples + [other(than: known)] }
    let gaps = Thresholds(ordered).samples(
      none: nil, below: { lowest(below: $0, than: known) }, between: { self.next(after: $0, before: $1, than: known) },
      above: { self.next(after: $0, before: nil, than: known) })
    return samples + gaps.filter { !known.contains($0) }
  }

  /// A text that no test names in any case.
  private func other(than known: Set<ExactText>) -> ExactText {
    let foldedNames = Set((folded + named).map { CaseFolding.folded($0.string) })
    var number = 1
    var text = "other"
    while known.contains(ExactText(text)) || foldedNames.contains(CaseFolding.folded(text)) {
      number += 1
      text = "other\(number)"
    }
    return ExactText(text)
  }

  /// A text that differs from this one in nothing but case, and that no test names; nil if there is none.
  private func otherCasing(of text: ExactText, than known: Set<ExactText>) -> ExactText? {
    guard known.contains(text) else { return text }
    let letters = text.bytes.indices.filter { text.bytes[$0] &- UInt8(ascii: "a") < 26 }
    // Among more casings than there are names, one has no name.
    var tried = 0
    while tried <= known.count, letters.count >= 62 || tried < 1 << letters.count {
      var bytes = text.bytes
      for (bit, place) in letters.prefix(62).enumerated() where tried >> bit & 1 == 1 { bytes[place] &-= 0x20 }
      if !known.contains(ExactText(bytes: bytes)) { return ExactText(bytes: bytes) }
      tried += 1
    }
    // The sign for kelvin and the long s are the only characters beyond ASCII that fold to letters of it.
    for (letter, other) in [("k", "\u{212A}"), ("s", "\u{17F}")] {
      guard let place = text.bytes.firstIndex(of: letter.utf8.first ?? 0) else { continue }
      let casing = ExactText(bytes: text.bytes[..<place] + Array(other.utf8) + text.bytes[(place + 1)...])
      if !known.contains(casing) { return casing }
    }
    return nil
  }

  private func lowest(below text: ExactText, than known: Set<ExactText>) -> ExactText? {
    text.bytes.isEmpty ? nil : known.contains("") ? next(after: "", before: text, than: known) : ""
  }

  /// A text after one and before another, and named by no test; readable where possible.
  private func next(after text: ExactText, before limit: ExactText?, than known: Set<ExactText>) -> ExactText? {
    for ending in ["a", "1", "!"] {
      let candidate = ExactText(bytes: text.bytes + Array(ending.utf8))
      if limit.map({ candidate < $0 }) ?? true, !known.contains(candidate) { return candidate }
    }
    // What follows a text immediately is the same text and the least byte that a text can hold.
    var candidate = ExactText(bytes: text.bytes + [1])
    while known.contains(candidate) { candidate = ExactText(bytes: candidate.bytes + [1]) }
    return limit.map { candidate < $0 } ?? true ? candidate : nil
  }
}
