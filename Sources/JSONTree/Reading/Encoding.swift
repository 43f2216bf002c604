/// Refuses what is not UTF-8 text, before jansson sees it.
///
/// jansson drops a NUL directly after a number or literal (`[1\0,2]` reads as `[1,2]`) and has no word for byte order
/// marks and other encodings.
func checkEncoding(of bytes: [UInt8]) throws(JSONSyntaxError) {
  var cursor = Cursor(bytes)
  func fault(_ kind: JSONSyntaxError.Kind, _ message: String) -> JSONSyntaxError {
    JSONSyntaxError(kind: kind, message: message, position: cursor.position)
  }

  if let name = foreignEncoding(of: bytes) {
    throw fault(.encoding(name), "the text is encoded as \(name); save it as UTF-8")
  }
  if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
    throw fault(
      .byteOrderMark, "the text begins with a byte order mark (EF BB BF); save it as UTF-8 without one")
  }
  while let byte = cursor.current {
    guard byte != 0 else {
      throw fault(.nullByte, "a NUL byte (0x00) stands here; remove it")
    }
    guard let length = sequenceLength(in: bytes, at: cursor.offset) else {
      throw fault(.invalidUTF8, "the byte 0x\(hex(UInt32(byte), digits: 2)) is not UTF-8 here; save the text as UTF-8")
    }
    cursor.advance(by: length)
  }
}

/// The name of a UTF-16 or UTF-32 encoding, by its byte order mark or by the zero bytes round its first character.
///
/// The first character of a JSON text is ASCII, so without a mark the pattern of zeros tells the encoding (RFC 4627,
/// section 3). The second one is ASCII too, unless the first is a quote. Half a code unit at the end means that the zeros are stray NUL bytes.
private func foreignEncoding(of bytes: [UInt8]) -> String? {
  let isWide = bytes.count.isMultiple(of: 4)
  if isWide && bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return "UTF-32LE" }
  if isWide && bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32BE" }
  if bytes.starts(with: [0xFF, 0xFE]) { return "UTF-16LE" }
  if bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16BE" }

  guard !bytes.isEmpty, bytes.count.isMultiple(of: 2) else { return nil }
  let quote = UInt8(ascii: "\"")
  switch bytes.prefix(4).map({ $0 == 0 }) {
  case [false, true, true, true] where isWide: return "UTF-32LE"
  case [true, true, true, false] where isWide: return "UTF-32BE"
  case [false, true], [false, true, false, true]: return "UTF-16LE"
  case [true, false], [true, false, true, false]: return "UTF-16BE"
  case [false, true, false, false] where bytes[0] == quote: return "UTF-16LE"
  case [true, false, false, false] where bytes[1] == quote: return "UTF-16BE"
  default: return nil
  }
}

/// The length of the well-formed UTF-8 sequence at an offset, or `nil` (Unicode Standard, table 3-7).
private func sequenceLength(in bytes: [UInt8], at offset: Int) -> Int? {
  let second: ClosedRange<UInt8>
  let length: Int
  switch bytes[offset] {
  case 0x00...0x7F: return 1
  case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
  case 0xE0: (length, second) = (3, 0xA0...0xBF)
  case 0xED: (length, second) = (3, 0x80...0x9F)
  case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
  case 0xF0: (length, second) = (4, 0x90...0xBF)
  case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
  case 0xF4: (length, second) = (4, 0x80...0x8F)
  default: return nil
  }
  let tail = bytes[offset...].dropFirst().prefix(length - 1)
  guard tail.count == length - 1, let next = tail.first, second.contains(next) else { return nil }
  return tail.allSatisfy(isContinuation) ? length : nil
}

/// A number in upper-case hexadecimal, with leading zeros.
func hex(_ number: UInt32, digits: Int) -> String {
  let text = String(number, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
