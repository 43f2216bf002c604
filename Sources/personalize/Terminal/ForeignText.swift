internal import Reporting

/// Text from files, users and command lines, as messages show it.
///
/// It must not be able to begin a line of its own, which a build server would take for a command, nor to steer the terminal;
/// what cannot be seen is written out, and what is too long is cut, with its length.
enum ForeignText {
  /// The longest name or value that is shown whole.
  static let longestName = 80
  /// Words that are longer are no words of a sentence; paths may be longer than names.
  private static let longestWord = 160
  /// The longest sentence.
  private static let longestSentence = 2000

  /// A name or a value within a message.
  static func shown(_ text: String) -> String { escaped(cut(text[...], to: longestName)) }

  /// A sentence that has such names or values in it already.
  static func sentence(_ text: String) -> String {
    guard text.utf8.count > longestWord else { return escaped(text) }
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map { cut($0, to: longestWord) }
    return escaped(cut(words.joined(separator: " ")[...], to: longestSentence))
  }

  private static func cut(_ text: Substring, to limit: Int) -> String {
    // A character of letters and marks can be as long as it likes.
    guard text.utf8.count > limit, text.unicodeScalars.count > limit else { return String(text) }
    let count = text.unicodeScalars.count
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit))) + "… (\(grouped(count)) characters)"
  }

  private static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isInvisible) else { return text }
    return text.unicodeScalars.map { isInvisible($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
  }

  /// Whether nobody sees the character, or it changes what is seen of others.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value >= 0x20, scalar.value < 0x7F { return false }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .unassigned: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
