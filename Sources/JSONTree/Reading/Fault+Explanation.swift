/// The fault for which jansson refused a text, in words.
func explanation(of failure: JanssonTree.Failure, in bytes: [UInt8]) -> JSONSyntaxError {
  let fault = Fault(failure, in: bytes)
  return fault.explanation(reason: failure.reason, bytes: bytes)
}

extension Fault {
  fileprivate func explanation(reason: JanssonTree.Failure.Reason, bytes: [UInt8]) -> JSONSyntaxError {
    func error(_ kind: JSONSyntaxError.Kind, _ message: String, at position: SourcePosition? = nil) -> JSONSyntaxError {
      JSONSyntaxError(kind: kind, message: message, position: position ?? token.start)
    }
    let found = description(of: token, in: bytes)

    if token.kind == .end {
      guard let innermost = open.last else {
        return error(.empty, "there is no value here; expected JSON, for example {}")
      }
      return error(
        .unexpectedEnd,
        "the text ends inside the \(innermost.container.noun) that begins at \(innermost.start.words); "
          + "expected \(expected)")
    }
    if case .endOfText = expectation {
      return error(.trailingText, "\(found) stands after the end of the value; expected nothing more")
    }

    switch reason {
    case .depth:
      return error(.depth, "values are nested more than 2,048 levels deep here; expected fewer")
    case .duplicateKey:
      return duplicateKey(in: bytes)
    case .numberOutOfRange:
      return error(
        .numberOutOfRange, outOfRange(found, isInteger: bytes[token.range].allSatisfy { !".eE".utf8.contains($0) }))
    case .nulInKey, .endOfText, .syntax:
      break
    }

    if token.kind == .string, let (fault, position) = StringFault.first(in: token, of: bytes) {
      let (kind, message) = words(for: fault)
      return error(kind, message, at: position)
    }
    if case .close(let container) = token.kind, let comma, container == open.last?.container {
      return error(
        .unexpectedToken, "the comma before \(found) is one too many; remove it", at: comma)
    }
    return error(.unexpectedToken, "expected \(expected), found \(found)" + hint(in: bytes))
  }

  /// What the grammar wants in place of the token.
  private var expected: String {
    let closing = open.last.map { "\"\($0.container.closing)\"" } ?? "the end of the text"
    return switch expectation {
    case .value: "a value"
    case .valueOrEnd: "a value or \(closing)"
    case .key: "a key in double quotes"
    case .keyOrEnd: "a key in double quotes or \(closing)"
    case .colon: "\":\" after the key"
    case .commaOrEnd: "\",\" or \(closing)"
    case .endOfText: "nothing more"
    }
  }

  private func duplicateKey(in bytes: [UInt8]) -> JSONSyntaxError {
    let name = decoded(token, in: bytes) ?? ""
    // Two spellings can mean one key ("a" and "\u0061"), so compare what they mean.
    let first = open.last?.keys.first { decoded($0, in: bytes)?.utf8.elementsEqual(name.utf8) ?? false }
    let place = first.map { "; it stands at \($0.start.words) already" } ?? ""
    return JSONSyntaxError(
      kind: .duplicateKey(name),
      message: "the object has the key \(description(of: token, in: bytes)) twice\(place)",
      position: token.start)
  }

  /// The string that a token writes.
  private func decoded(_ token: Token, in bytes: [UInt8]) -> String? {
    switch JanssonTree.parse(Array(bytes[token.range])) {
    case .tree(let tree): tree.stringValue
    case .failure: nil
    }
  }

  private func outOfRange(_ number: String, isInteger: Bool) -> String {
    isInteger
      ? "the integer \(number) does not fit in 64 bits; expected at most 9223372036854775807 in size"
      : "the number \(number) is too large; expected less than 1.8e308 in size"
  }

  private func words(for fault: StringFault) -> (JSONSyntaxError.Kind, String) {
    switch fault {
    case .controlCharacter(0x0A), .controlCharacter(0x0D):
      (
        .controlCharacter,
        "the line ends inside the string that begins at \(token.start.words); close it with \" or write \\n"
      )
    case .controlCharacter(0x09):
      (.controlCharacter, "a tab stands inside a string; write \\t")
    case .controlCharacter(let byte):
      (.controlCharacter, "a control character stands inside a string; write \\u\(hex(UInt32(byte), digits: 4))")
    case .unknownEscape(let text):
      (
        .invalidEscape,
        "\(text) is not an escape; expected \\\", \\\\, \\/, \\b, \\f, \\n, \\r, \\t or \\u with four hexadecimal digits"
      )
    case .loneSurrogate(let text):
      (.invalidEscape, "\(text) is half of a surrogate pair; expected both halves, or the character itself")
    case .nullEscape:
      (.nullEscape, "\\u0000 has no place in a key or a string; remove it")
    case .unclosed:
      (.unexpectedEnd, "the text ends inside the string that begins at \(token.start.words); close it with \"")
    }
  }

  /// What a person who wrote this token most likely wants to know.
  private func hint(in bytes: [UInt8]) -> String {
    let text = String(decoding: bytes[token.range], as: UTF8.self)
    switch (token.kind, expectation) {
    case (.other, _) where text == "'":
      return "; strings and keys stand in double quotes"
    case (.other, _) where text == "/" || text == "#":
      return "; JSON has no comments"
    case (.word, .key), (.word, .keyOrEnd):
      return "; write the key in double quotes"
    case (.word, .value), (.word, .valueOrEnd):
      return wordHint(text)
    default:
      return ""
    }
  }

  private func wordHint(_ text: String) -> String {
    let word = text.lowercased()
    switch word {
    case "true", "false", "null": return "; did you mean \(word)?"
    case "nan", "inf", "infinity", "-infinity", "nil", "none", "undefined": return "; did you mean null?"
    default: break
    }
    let looksNumeric = text.utf8.first.map { "0123456789+-.".utf8.contains($0) } ?? false
    return looksNumeric ? "; numbers look like 12, -0.5 or 1e6" : "; strings stand in double quotes"
  }

  /// A token as a message shows it: strings as they are, the rest in quotes, long ones cut.
  private func description(of token: Token, in bytes: [UInt8]) -> String {
    let limit = 40
    let scalars = String(decoding: bytes[token.range].prefix(4 * (limit + 1)), as: UTF8.self).unicodeScalars
    var text = String(String.UnicodeScalarView(scalars.prefix(limit)))
    if scalars.count > limit { text += "…" }

    switch token.kind {
    case .string, .end: return text
    case .other:
      guard let scalar = scalars.first else { return text }
      // No-break spaces and typographic quotes look like the right thing; their number does not.
      let number = "U+" + hex(scalar.value, digits: 4)
      if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F ? number : "\"\(text)\"" }
      return "\"\(text)\" (\(number))"
    case .open, .close, .colon, .comma, .word: return "\"\(text)\""
    }
  }
}
