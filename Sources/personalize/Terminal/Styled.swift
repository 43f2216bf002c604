/// Text with styles that vanish where colour is off.
///
///     let line: Styled = "\("error:", .bold, .red) no such file"
///     line.rendered(inColor: false)   // "error: no such file"
struct Styled: Sendable, Equatable {
  /// One style, by its ANSI "select graphic rendition" number.
  enum Style: Int, Sendable {
    case bold = 1
    case dim = 2
    case underline = 4
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 34
    case magenta = 35
    case cyan = 36
  }

  fileprivate struct Run: Equatable {
    let text: String
    let styles: [Style]
  }

  fileprivate var runs: [Run] = []

  init(_ text: String, _ styles: Style...) {
    runs = [Run(text: text, styles: styles)]
  }

  var plain: String { runs.map { Self.harmless($0.text) }.joined() }

  func rendered(inColor: Bool) -> String {
    guard inColor else { return plain }
    return runs.map { run in
      let text = Self.harmless(run.text)
      guard !run.styles.isEmpty, !text.isEmpty else { return text }
      let codes = run.styles.map { String($0.rawValue) }.joined(separator: ";")
      return "\u{1B}[\(codes)m\(text)\u{1B}[0m"
    }.joined()
  }

  /// The text with control characters written out: names in files must not steer the terminal.
  private static func harmless(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return text.unicodeScalars.map { isControl($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
  }

  static func + (left: Styled, right: Styled) -> Styled {
    var sum = left
    sum += right
    return sum
  }

  static func += (left: inout Styled, right: Styled) { left.runs += right.runs }
}

extension Styled: ExpressibleByStringInterpolation {
  init(stringLiteral text: String) {
    self.init(text)
  }

  init(stringInterpolation: StringInterpolation) {
    runs = stringInterpolation.runs
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var runs: [Run] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      runs.reserveCapacity(2 * interpolationCount + 1)
    }

    mutating func appendLiteral(_ text: String) {
      if !text.isEmpty { runs.append(Run(text: text, styles: [])) }
    }

    mutating func appendInterpolation(_ value: some CustomStringConvertible, _ styles: Style...) {
      runs.append(Run(text: value.description, styles: styles))
    }

    mutating func appendInterpolation(_ styled: Styled) { runs += styled.runs }
  }
}
