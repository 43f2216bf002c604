/// A walk over the bytes of a text that always knows its line and column.
///
/// Going forward only and counting on the way keeps positions linear in the text.
struct Cursor {
  let bytes: [UInt8]
  private(set) var offset: Int
  private var line: Int
  private var column: Int

  init(_ bytes: [UInt8]) {
    self.init(bytes, at: SourcePosition(line: 1, column: 1, offset: 0))
  }

  init(_ bytes: [UInt8], at position: SourcePosition) {
    self.bytes = bytes
    offset = position.offset
    line = position.line
    column = position.column
  }

  var position: SourcePosition { SourcePosition(line: line, column: column, offset: offset) }

  /// The byte to be read next, or `nil` at the end.
  var current: UInt8? { peek(0) }

  /// The byte a distance ahead, or `nil` behind the end.
  func peek(_ distance: Int) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  /// Goes forward, at most to the end.
  mutating func advance(by count: Int = 1) {
    let end = min(offset + count, bytes.count)
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if !isContinuation(byte) {
        column += 1
      }
    }
  }

  /// Goes forward over all bytes that satisfy a condition.
  mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while let byte = current, isSkipped(byte) { advance() }
  }
}

/// A piece of a text as JSON cuts it.
struct Token {
  enum Kind: Equatable {
    case open(Container), close(Container)
    case colon, comma
    /// From the opening to the closing quote, or unclosed to a control character or the end.
    case string
    /// A run of letters, digits and signs: literals, numbers, and what people write in their place.
    case word
    /// One code point that begins no token.
    case other
    /// The end; it starts directly after the last token and ends with the text.
    case end
  }

  enum Container: Equatable {
    case array, object

    var closing: String {
      switch self {
      case .array: "]"
      case .object: "}"
      }
    }

    var noun: String {
      switch self {
      case .array: "array"
      case .object: "object"
      }
    }
  }

  let kind: Kind
  let start: SourcePosition
  let end: SourcePosition

  var range: Range<Int> { start.offset..<end.offset }
}

extension Cursor {
  /// Reads the next token; on any text each one but the last moves forward.
  mutating func nextToken() -> Token {
    let afterLast = position
    skip(while: isWhiteSpace)
    guard let byte = current else { return Token(kind: .end, start: afterLast, end: position) }

    let start = position
    let kind: Token.Kind
    switch byte {
    case UInt8(ascii: "{"): kind = .open(.object)
    case UInt8(ascii: "["): kind = .open(.array)
    case UInt8(ascii: "}"): kind = .close(.object)
    case UInt8(ascii: "]"): kind = .close(.array)
    case UInt8(ascii: ":"): kind = .colon
    case UInt8(ascii: ","): kind = .comma
    case UInt8(ascii: "\""): kind = .string
    case _ where isWordByte(byte): kind = .word
    default: kind = .other
    }

    switch kind {
    case .string: skipString()
    case .word: skip(while: isWordByte)
    case .other:
      advance()
      skip(while: isContinuation)
    case .open, .close, .colon, .comma, .end: advance()
    }
    return Token(kind: kind, start: start, end: position)
  }

  private mutating func skipString() {
    advance()
    while let byte = current, byte >= 0x20 {
      // What an escape means does not matter here, but an escaped quote does not close the string.
      advance(by: byte == UInt8(ascii: "\\") ? 2 : 1)
      if byte == UInt8(ascii: "\"") { return }
    }
  }
}

/// Whether a byte of UTF-8 continues the code point before it.
func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

func isWhiteSpace(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
  default: false
  }
}

private func isWordByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
    UInt8(ascii: "_"), UInt8(ascii: "$"):
    true
  default: false
  }
}
