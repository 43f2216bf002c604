extension String {
  /// The columns that the text takes on a terminal; a tab and other control characters count 0.
  ///
  /// East Asian wide and full-width characters and emoji take 2, combining marks and joiners 0 (Unicode annex 11).
  /// A sequence that terminals draw as one picture (flag, skin tone, family, keycap) takes 2.
  var displayWidth: Int {
    utf8.allSatisfy { 0x20..<0x7F ~= $0 } ? utf8.count : reduce(0) { $0 + $1.displayWidth }
  }

  /// The text with spaces up to a width; longer text stays as it is.
  func padded(to width: Int, alignedRight: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(0, width - displayWidth))
    return alignedRight ? spaces + self : self + spaces
  }

  /// The longest beginning that fits a width.
  func fitting(_ width: Int) -> String {
    var used = 0
    return String(
      prefix { character in
        used += character.displayWidth
        return used <= width
      })
  }
}

extension Character {
  var displayWidth: Int {
    let scalars = unicodeScalars
    let isPicture = scalars.count > 1 && scalars.contains { $0 == "\u{FE0F}" || $0.properties.isEmojiPresentation }
    return isPicture ? 2 : scalars.reduce(0) { $0 + $1.displayWidth }
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    switch properties.generalCategory {
    case .control, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
    case .format: return self == "\u{AD}" ? 1 : 0
    default: break
    }
    // Vowels and finals of decomposed Hangul are drawn inside the syllable that the initial opened.
    if 0x1160...0x11FF ~= value || 0xD7B0...0xD7FF ~= value { return 0 }
    return properties.isEmojiPresentation || wideRanges.contains { $0 ~= value } ? 2 : 1
  }
}

/// East Asian width W and F as blocks, without emoji; the standard library does not publish the property.
private let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4DC0...0xA4CF, 0xA960...0xA97F,
  0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
  0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
]
