/// The text with everything replaced that is JSON and that jansson cannot hold, byte for byte in the same places.
///
/// A number beyond the range of a double becomes `0.0…`, a NUL in a key U+FFFD, and what nests more than 1,000 levels
/// deep the number `0`. Other faults stay, for jansson to find.
func tamed(_ bytes: [UInt8]) -> [UInt8] {
  var text = bytes
  var cursor = Cursor(bytes)
  var depth = 0
  /// Where an array or object begins that nests too deep.
  var tooDeep: Int?
  var string: Token?
  while true {
    let token = cursor.nextToken()
    switch token.kind {
    case .end: return text
    case .open:
      depth += 1
      if depth > deepestKept, tooDeep == nil { tooDeep = token.start.offset }
    case .close:
      depth -= 1
      if let start = tooDeep, depth == deepestKept {
        for index in start..<token.end.offset { text[index] = UInt8(ascii: " ") }
        text[start] = UInt8(ascii: "0")
        tooDeep = nil
      }
    case .colon:
      if let string { replaceNULs(in: string.range, of: &text) }
    case .word:
      if isOutOfRange(bytes[token.range]) {
        for index in token.range { text[index] = UInt8(ascii: "0") }
        text[token.start.offset + 1] = UInt8(ascii: ".")
      }
    case .string, .comma, .other: break
    }
    string = token.kind == .string ? token : nil
  }
}

private let deepestKept = 1_000

/// Whether a token is a number of JSON and no double; the shortest one is `1e309`.
private func isOutOfRange(_ token: ArraySlice<UInt8>) -> Bool {
  func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
  let digits = token.first == UInt8(ascii: "-") ? token.dropFirst() : token
  // The standard library reads more than JSON writes; what is left as it is, jansson refuses.
  guard token.count >= 5, let first = digits.first, isDigit(first), let last = digits.last, isDigit(last),
    digits.allSatisfy({ isDigit($0) || "+-.eE".utf8.contains($0) }),
    first != UInt8(ascii: "0") || !isDigit(digits[digits.startIndex + 1])
  else { return false }
  return Double(String(decoding: token, as: UTF8.self)).map { !$0.isFinite } ?? false
}

/// Replaces the escape of NUL, `\u0000`, by that of U+FFFD in a string.
private func replaceNULs(in range: Range<Int>, of text: inout [UInt8]) {
  var index = range.lowerBound
  while index < range.upperBound {
    guard text[index] == UInt8(ascii: "\\") else {
      index += 1
      continue
    }
    if text[index..<range.upperBound].starts(with: #"\u0000"#.utf8) {
      text.replaceSubrange(index..<index + 6, with: #"\ufffd"#.utf8)
    }
    index += 2
  }
}
