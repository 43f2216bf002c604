extension JSONOutput {
  /// The JSON text, without a line break at its end.
  ///
  /// Pretty text is indented by two spaces; an array or object of scalars stays on one line if the line, with its
  /// indentation, key and comma, has at most 80 code points. Text that is not pretty has no white space at all.
  /// U+2028 and U+2029 are escaped, so the text may stand in a script.
  ///
  /// - Complexity: O(*n*) in the text.
  public func text(pretty: Bool) -> String {
    var writer = Writer()
    if pretty {
      writer.writePretty(self, indentation: 0, column: 0)
    } else {
      writer.writeCompact(self)
    }
    return writer.text
  }

  fileprivate var isScalar: Bool {
    switch self {
    case .null, .boolean, .number, .integer, .string: true
    case .array(let elements): elements.isEmpty
    case .object(let members): members.isEmpty
    }
  }
}

private struct Writer {
  static let lineLength = 80

  var text = ""

  mutating func writeCompact(_ output: JSONOutput) {
    writeOnOneLine(output, comma: ",", colon: ":")
  }

  /// Writes at a column of a line whose indentation is given.
  mutating func writePretty(_ output: JSONOutput, indentation: Int, column: Int) {
    switch output {
    case .array(let elements) where !elements.isEmpty:
      if elements.allSatisfy(\.isScalar), writeIfShort(output, column: column) { return }
      writeBlock(elements, between: ("[", "]"), indentation: indentation) { writer, element, inner in
        writer.writePretty(element, indentation: inner, column: inner)
      }
    case .object(let members) where !members.isEmpty:
      if members.allSatisfy(\.1.isScalar), writeIfShort(output, column: column) { return }
      writeBlock(members, between: ("{", "}"), indentation: indentation) { writer, member, inner in
        let key = quoted(member.0) + ": "
        writer.text += key
        writer.writePretty(member.1, indentation: inner, column: inner + key.unicodeScalars.count)
      }
    case .null, .boolean, .number, .integer, .string, .array, .object:
      writeCompact(output)
    }
  }

  private mutating func writeBlock<Item>(
    _ items: [Item], between brackets: (opening: String, closing: String), indentation: Int,
    write: (inout Writer, Item, Int) -> Void
  ) {
    let inner = indentation + 2
    text += brackets.opening
    for (index, item) in items.enumerated() {
      text += index == 0 ? "\n" : ",\n"
      text += String(repeating: " ", count: inner)
      write(&self, item, inner)
    }
    text += "\n" + String(repeating: " ", count: indentation) + brackets.closing
  }

  /// Writes on one line if that leaves room for a comma.
  private mutating func writeIfShort(_ output: JSONOutput, column: Int) -> Bool {
    var line = Writer()
    line.writeOnOneLine(output, comma: ", ", colon: ": ")
    guard column + line.text.unicodeScalars.count < Self.lineLength else { return false }
    text += line.text
    return true
  }

  private mutating func writeOnOneLine(_ output: JSONOutput, comma: String, colon: String) {
    switch output {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .number(let value): text += numeral(value)
    case .integer(let value): text += String(value)
    case .string(let value): text += quoted(value)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += comma }
        writeOnOneLine(element, comma: comma, colon: colon)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += comma }
        text += quoted(member.0) + colon
        writeOnOneLine(member.1, comma: comma, colon: colon)
      }
      text += "}"
    }
  }
}

/// The shortest JSON number that reads back to a double, or `null` for infinities and NaN, which JSON lacks.
private func numeral(_ value: Double) -> String {
  guard value.isFinite else { return "null" }
  let text = value.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

private func quoted(_ value: String) -> String {
  // Nearly every text is one that needs nothing.
  if value.utf8.allSatisfy({ isPlain($0) }) { return "\"\(value)\"" }
  var text = "\""
  for scalar in value.unicodeScalars {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\u{8}": text += "\\b"
    case "\u{C}": text += "\\f"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case "\0"..<" ", "\u{7F}", "\u{2028}", "\u{2029}": text += "\\u" + hex(scalar.value, digits: 4)
    default: text.unicodeScalars.append(scalar)
    }
  }
  return text + "\""
}

/// Whether a byte stands for itself, whatever follows; the first one of U+2028 may not.
private func isPlain(_ byte: UInt8) -> Bool {
  byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != 0x7F && byte != 0xE2
}
