/// What stands at the place where jansson gave up, and what would have been right there.
///
/// jansson tells the byte at which it stopped. The text before that byte is sound, so reading its tokens once more
/// gives the start of the offending one, the brackets still open, and what the grammar wanted.
struct Fault {
  enum Expectation {
    case value, valueOrEnd
    case key, keyOrEnd
    case colon
    case commaOrEnd
    case endOfText
  }

  /// An array or object that is not closed yet.
  struct Open {
    let container: Token.Container
    let start: SourcePosition
    var keys: [Token] = []
  }

  private(set) var token: Token
  private(set) var open: [Open] = []
  private(set) var expectation = Expectation.value
  /// The comma directly before the token.
  private(set) var comma: SourcePosition?

  init(_ failure: JanssonTree.Failure, in bytes: [UInt8]) {
    var cursor = Cursor(bytes)
    token = cursor.nextToken()
    while !isReached(by: failure, in: bytes) {
      accept()
      token = cursor.nextToken()
    }
  }

  private func isReached(by failure: JanssonTree.Failure, in bytes: [UInt8]) -> Bool {
    if token.kind == .end { return true }
    // The last token before a premature end reaches the end too, but is sound unless it is an open string.
    if failure.reason == .endOfText {
      return token.kind == .string && StringFault.first(in: token, of: bytes)?.fault == .unclosed
    }
    // After the deepest bracket allowed, jansson looks at the depth before it looks for the end.
    if failure.reason == .depth && open.count < JanssonTree.maximumDepth { return false }
    return token.end.offset >= failure.offset
  }

  private mutating func accept() {
    comma = nil
    switch token.kind {
    case .open(let container):
      open.append(Open(container: container, start: token.start))
      expectation = container == .object ? .keyOrEnd : .valueOrEnd
    case .close:
      _ = open.popLast()
      expectation = open.isEmpty ? .endOfText : .commaOrEnd
    case .comma:
      comma = token.start
      expectation = open.last?.container == .object ? .key : .value
    case .colon:
      expectation = .value
    case .string where wantsKey:
      open[open.endIndex - 1].keys.append(token)
      expectation = .colon
    case .string, .word, .other, .end:
      expectation = open.isEmpty ? .endOfText : .commaOrEnd
    }
  }

  private var wantsKey: Bool {
    switch expectation {
    case .key, .keyOrEnd: !open.isEmpty
    case .value, .valueOrEnd, .colon, .commaOrEnd, .endOfText: false
    }
  }
}

/// What can be wrong inside a string.
enum StringFault: Equatable {
  case controlCharacter(UInt8)
  case unknownEscape(String)
  case loneSurrogate(String)
  case nullEscape
  case unclosed

  /// The first fault of a string token, or `nil` if it is a sound string.
  static func first(in token: Token, of bytes: [UInt8]) -> (fault: StringFault, position: SourcePosition)? {
    var cursor = Cursor(bytes, at: token.start)
    cursor.advance()
    while let byte = cursor.current {
      let position = cursor.position
      switch byte {
      case UInt8(ascii: "\""): return nil
      case 0..<0x20: return (.controlCharacter(byte), position)
      case UInt8(ascii: "\\"):
        if let fault = cursor.skipEscape() { return (fault, position) }
      default: cursor.advance()
      }
    }
    return (.unclosed, cursor.position)
  }
}

extension Cursor {
  /// Goes behind an escape, or says what is wrong with it.
  fileprivate mutating func skipEscape() -> StringFault? {
    guard let letter = peek(1) else {
      advance()
      return nil
    }
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      advance(by: 2)
      return nil
    case UInt8(ascii: "u"):
      return skipUnicodeEscape()
    default:
      return .unknownEscape(excerpt(length: 2))
    }
  }

  private mutating func skipUnicodeEscape() -> StringFault? {
    guard let unit = codeUnit(at: 0) else { return .unknownEscape(excerpt(length: 6)) }
    switch unit {
    case 0: return .nullEscape
    case 0xD800...0xDBFF:
      guard let second = codeUnit(at: 6), 0xDC00...0xDFFF ~= second else {
        return .loneSurrogate(excerpt(length: 6))
      }
      advance(by: 12)
    case 0xDC00...0xDFFF: return .loneSurrogate(excerpt(length: 6))
    default: advance(by: 6)
    }
    return nil
  }

  /// The number that an escape `\uXXXX` at a distance ahead writes.
  private func codeUnit(at distance: Int) -> UInt16? {
    guard peek(distance) == UInt8(ascii: "\\"), peek(distance + 1) == UInt8(ascii: "u") else { return nil }
    var unit: UInt16 = 0
    for digit in 2..<6 {
      guard let byte = peek(distance + digit), let value = Character(Unicode.Scalar(byte)).hexDigitValue else {
        return nil
      }
      unit = unit << 4 | UInt16(value)
    }
    return unit
  }

  /// The code points ahead, as far as the string goes, for a message.
  private func excerpt(length: Int) -> String {
    let ahead = String(decoding: bytes[offset...].prefix(4 * length), as: UTF8.self).unicodeScalars
    return String(String.UnicodeScalarView(ahead.prefix(length).prefix { $0.value >= 0x20 && $0 != "\"" }))
  }
}
