internal import JSONTree

extension Diagnostic {
  /// The line of the file's text that this is about, with a caret under the place; nil if it is about no line.
  ///
  /// ```
  ///   3 |   "when": { "agee": { "$gte": 65 } },
  ///     |             ^
  /// ```
  ///
  /// Tabs stand under tabs, and wide characters count two columns. Of a very long line, only the part
  /// round the place is shown.
  public func excerpt(from text: String) -> String? {
    guard let position else { return nil }
    let bytes = text.utf8
    guard let place = bytes.index(bytes.startIndex, offsetBy: position.offset, limitedBy: bytes.endIndex) else {
      return nil
    }
    let lineFeed = UInt8(ascii: "\n")
    let start = bytes[..<place].lastIndex(of: lineFeed).map(bytes.index(after:)) ?? bytes.startIndex
    let end = bytes[place...].firstIndex(of: lineFeed) ?? bytes.endIndex
    let line = Array(String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars)
    let column = min(position.column - 1, line.count)

    let first = line.count <= Self.longest ? 0 : max(0, column - Self.longest / 2)
    let last = min(line.count, first + Self.longest)
    let number = String(position.line)
    let margin = String(repeating: " ", count: number.count)
    var shown = first > 0 ? "…" : ""
    var caret = first > 0 ? " " : ""
    for (index, scalar) in line[first..<last].enumerated() {
      shown.unicodeScalars.append(scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F ? " " : scalar)
      guard first + index < column else { continue }
      caret += scalar == "\t" ? "\t" : String(repeating: " ", count: width(of: scalar))
    }
    while let scalar = shown.unicodeScalars.last, scalar == " " || scalar == "\t" { shown.unicodeScalars.removeLast() }
    if last < line.count { shown += "…" }
    return "  \(number) | \(shown)\n  \(margin) | \(caret)^"
  }

  /// How many characters of a line are shown.
  private static let longest = 160
}

/// The columns that a terminal gives to a code point.
private func width(of scalar: Unicode.Scalar) -> Int {
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: return 0
  default: break
  }
  switch scalar.value {
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
    return 2
  default: return 1
  }
}
