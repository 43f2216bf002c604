/// HTML and SVG in which text can only be text.
struct Markup {
  private(set) var text = ""

  init() {}

  /// Text, with everything escaped that HTML, SVG or an attribute in double quotes would take for its own.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      // Controls do not exist in a page, and those that turn the direction of text would turn what follows.
      case _ where scalar.value < 0x20 && scalar != "\n" && scalar != "\t": result += "\u{FFFD}"
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{7F}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// An element around what the body adds.
  mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<String, String> = [:], _ body: (inout Markup) -> Void
  ) {
    open(name, attributes)
    body(&self)
    text += "</\(name)>"
  }

  /// An element with text in it.
  mutating func element(_ name: StaticString, _ attributes: KeyValuePairs<String, String> = [:], _ content: String = "")
  {
    element(name, attributes) { $0.add(content) }
  }

  mutating func add(_ content: String) { text += Self.escaped(content) }

  /// Markup that was made elsewhere, or is written in this module.
  mutating func add(markup: String) { text += markup }

  private mutating func open(_ name: StaticString, _ attributes: KeyValuePairs<String, String>) {
    text += "<\(name)"
    for (key, value) in attributes { text += " \(key)=\"\(Self.escaped(value))\"" }
    text += ">"
  }
}

/// A length in a drawing, with two decimals at most.
func length(_ number: Double) -> String {
  guard number.isFinite else { return "0" }
  let hundredths = Int((number * 100).rounded())
  let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
  let sign = hundredths < 0 ? "-" : ""
  guard rest > 0 else { return sign + String(whole) }
  let digits = rest < 10 ? "0\(rest)" : String(rest)
  return sign + String(whole) + "." + (digits.hasSuffix("0") ? String(digits.dropLast()) : digits)
}
