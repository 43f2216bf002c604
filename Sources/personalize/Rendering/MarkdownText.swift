/// Text of one line that Markdown takes for nothing else, in a table too.
struct MarkdownText: CustomStringConvertible {
  /// Longer text is cut: a cell is no place to read it.
  private static let longest = 240

  private let text: String

  init(_ text: String) { self.text = text }

  var description: String {
    var result = ""
    // By scalars: a combining mark makes another character of a "|", and Markdown still ends the cell there.
    for (index, scalar) in text.unicodeScalars.enumerated() {
      guard index < Self.longest else { return result + "…" }
      switch scalar {
      case "|", "\\", "`", "*", "_", "<", ">", "[", "]", "#", "&", "~", "$": result += "\\\(scalar)"
      case "-" where index == 0, "+" where index == 0: result += "\\\(scalar)"
      // Nobody is told that they were mentioned because an attribute's value looks like them.
      case "@": result += "@&#8203;"
      case "\n", "\r", "\t": result += " "
      case _ where scalar.properties.generalCategory == .control: result += "\u{FFFD}"
      case "\u{2028}", "\u{2029}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
