/// About how wide a text is, in the widest of the fonts that browsers use for `sans-serif` (DejaVu Sans, Verdana).
///
/// A drawing cannot ask: it is made before anybody knows which fonts its reader has.
func textWidth(_ text: some StringProtocol, size: Double = 13) -> Double {
  text.reduce(0) { $0 + width(of: $1) } * size
}

/// The text, or as much of it as fits beside an ellipsis.
func fitting(_ text: String, width room: Double, size: Double = 13) -> String {
  guard textWidth(text, size: size) > room else { return text }
  var used = width(of: "…") * size
  return text.prefix { character in
    used += width(of: character) * size
    return used <= room
  } + "…"
}

/// A text of at most so many characters.
func shortened(_ text: String, to most: Int) -> String { text.count > most ? text.prefix(most - 1) + "…" : text }

/// In parts of the font's size.
private func width(of character: Character) -> Double {
  let scalars = character.unicodeScalars
  if let scalar = scalars.first, scalar.isASCII, scalars.count == 1 {
    return switch character {
    case "i", "j", "l", "I", "J", " ", ".", ",", ":", ";", "'", "|", "!": 0.34
    case "f", "r", "s", "t", "-", "(", ")", "[", "]", "/", "\\", "_", "\"", "c", "*": 0.55
    case "m", "M", "w", "W", "@", "%": 1
    case "A"..."Z", "&", "#", "<", ">", "=", "+", "~": 0.84
    default: 0.65
    }
  }
  let isPicture = scalars.contains { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }
  if isPicture { return 1.3 }
  let isWide = scalars.contains { scalar in
    (0x1100...0x115F).contains(scalar.value) || (0x2E80...0xA4CF).contains(scalar.value)
      || (0xAC00...0xD7A3).contains(scalar.value) || (0xF900...0xFAFF).contains(scalar.value)
      || (0xFF00...0xFF60).contains(scalar.value) || (0x20000...0x3FFFD).contains(scalar.value)
  }
  // Letters of scripts that nobody measured here may be as wide as an "m".
  return isWide || scalars.first.map { $0.value > 0x24F } == true ? 1 : 0.75
}
