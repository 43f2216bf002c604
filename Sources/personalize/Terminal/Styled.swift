/// Text with styles that vanish where colour is off, and tables that are laid out where it is written.
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
    var text: String
    let styles: [Style]
    var table: TitledTable?
    /// Whether it was put into a sentence, and may come from anywhere.
    var isForeign = false
  }

  fileprivate var runs: [Run] = []

  init(_ text: String, _ styles: Style...) {
    runs = [Run(text: text, styles: styles)]
  }

  init(_ table: TitledTable) { runs = [Run(text: "", styles: [], table: table)] }

  /// Without styles, and with tables as wide as they need to be.
  var plain: String { rendered(inColor: false) }

  /// - Parameter columns: The width of the terminal that tables are fitted to; nil: there is none.
  func rendered(inColor: Bool, columns: Int? = nil) -> String {
    runs.map { run in
      if let table = run.table { return table.lines(fitting: columns).rendered(inColor: inColor) }
      let text = Self.harmless(run)
      guard inColor, !run.styles.isEmpty, !text.isEmpty else { return text }
      let codes = run.styles.map { String($0.rawValue) }.joined(separator: ";")
      return "\u{1B}[\(codes)m\(text)\u{1B}[0m"
    }.joined()
  }

  /// The text, or as much of it as leaves room for an ellipsis.
  func cut(to width: Int) -> Styled {
    guard plain.displayWidth > width else { return self }
    var (result, room) = (Styled(""), max(0, width - 1))
    for run in runs {
      let text = Self.harmless(run)
      let kept = text.fitting(room)
      result.runs.append(Run(text: kept, styles: run.styles))
      room -= kept.displayWidth
      guard kept == text else {
        result.runs.append(Run(text: width > 0 ? "…" : "", styles: run.styles))
        break
      }
    }
    return result
  }

  /// The text with ends of lines written out too, for a place that has one line.
  var onOneLine: Styled {
    var result = self
    result.runs = runs.map { run in
      var run = run
      run.text = Self.written(run.text) { $0 == "\n" || $0 == "\t" || Self.isControl($0) }
      return run
    }
    return result
  }

  /// The text with control characters written out: names in files must not steer the terminal.
  private static func harmless(_ run: Run) -> String {
    // Lines end where the sentence says so, and not within what was put into it.
    written(run.text) { isControl($0) || run.isForeign && isLineEnd($0) }
  }

  /// The text as a message for people, which shows whatever cannot be seen and nothing that is endless.
  var asMessage: Styled {
    var result = self
    result.runs = runs.map { run in
      var run = run
      run.text =
        run.isForeign
        ? ForeignText.sentence(run.text)
        : Self.written(run.text) { $0 != "\n" && $0 != "\t" && ForeignText.isInvisible($0) }
      return run
    }
    return result
  }

  private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    ["\n", "\u{2028}", "\u{2029}"].contains(scalar)
  }

  private static func written(_ text: String, out isWritten: (Unicode.Scalar) -> Bool) -> String {
    guard text.unicodeScalars.contains(where: isWritten) else { return text }
    return text.unicodeScalars.map { isWritten($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
  }

  /// Controls, and those that turn the direction of the text that follows.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\t": false
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
    default: scalar.properties.generalCategory == .control
    }
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
      runs.append(Run(text: value.description, styles: styles, isForeign: true))
    }

    mutating func appendInterpolation(_ styled: Styled) { runs += styled.runs }
  }
}
