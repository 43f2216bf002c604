internal import JSONTree

extension SourcePosition {
  /// The place so many bytes into the text of the JSON string that begins here.
  ///
  /// Escapes are longer in the file than in the text: `"\\d+("` has its parenthesis in column 6, but at byte 3.
  func advanced(intoString textOffset: Int, of bytes: [UInt8]) -> SourcePosition {
    var column = column + 1
    var place = offset + 1
    var passed = 0
    while passed < textOffset, place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      let length: Int
      if bytes[place] == UInt8(ascii: "\\") {
        (length, passed) = Self.escape(at: place, of: bytes, passed)
        column += length
      } else {
        length = Self.sequenceLength(bytes[place])
        passed += length
        column += 1
      }
      place += length
    }
    return SourcePosition(line: line, column: column, offset: min(place, bytes.count))
  }

  /// How long an escape is in the file, and the bytes passed in the text behind it.
  private static func escape(at place: Int, of bytes: [UInt8], _ passed: Int) -> (length: Int, passed: Int) {
    guard place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "u") else { return (2, passed + 1) }
    let digits = bytes[min(place + 2, bytes.count)..<min(place + 6, bytes.count)]
    guard let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else { return (6, passed + 1) }
    // The first half of a surrogate pair is always followed by the second: the text has been parsed.
    if 0xD800...0xDBFF ~= unit { return (12, passed + 4) }
    return (6, passed + (unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3))
  }

  private static func sequenceLength(_ byte: UInt8) -> Int {
    switch byte {
    case 0xF0...: 4
    case 0xE0...: 3
    case 0xC0...: 2
    default: 1
    }
  }
}
