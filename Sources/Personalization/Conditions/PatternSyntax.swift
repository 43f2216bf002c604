/// The syntax of regular expressions that PCRE2 and Foundation read alike, piece by piece.
///
/// Foundation's engine, on iOS, is that of ICU. Where the two differ in meaning, the expression is translated for
/// Foundation; what only one of them has is named by `PatternSource.foreignSyntax`.
package struct PatternSyntax {
  /// A construct that only PCRE2 has, or that Foundation reads as something else.
  package struct Foreign: Hashable, Sendable {
    /// How it is written: `\K`.
    package let construct: String
    /// The UTF-8 offset of its first byte.
    package let offset: Int
    /// What to write in its place; nil if there is nothing.
    package let replacement: String?
  }

  /// The first construct that is not common to both.
  package private(set) var foreign: Foreign?
  /// The expression as Foundation has to read it.
  package private(set) var translated: String = ""

  private let bytes: [UInt8]
  private var position = 0

  package init(_ expression: String) {
    bytes = Array(expression.utf8)
    while position < bytes.count { readPiece() }
  }

  private func starts(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    for index in 0..<count where bytes[position + index] != text.utf8Start[index] { return false }
    return true
  }

  private mutating func copy(_ count: Int) {
    let end = min(bytes.count, position + count)
    translated += String(decoding: bytes[position..<end], as: UTF8.self)
    position = end
  }

  private mutating func take(_ count: Int, as text: String) {
    translated += text
    position = min(bytes.count, position + count)
  }

  /// The whole sequence of UTF-8 at the position.
  private var letterLength: Int {
    var length = 1
    while position + length < bytes.count, bytes[position + length] & 0xC0 == 0x80 { length += 1 }
    return length
  }

  private mutating func note(_ length: Int, instead replacement: String? = nil) {
    let end = min(bytes.count, position + length)
    if foreign == nil {
      foreign = Foreign(
        construct: String(decoding: bytes[position..<end], as: UTF8.self), offset: position, replacement: replacement)
    }
  }

  private mutating func readPiece() {
    switch bytes[position] {
    case UInt8(ascii: "\\"): readEscape(inClass: false)
    case UInt8(ascii: "["): readClass()
    case UInt8(ascii: "("): readGroup()
    // Only at the very end, as PCRE2 is told; Foundation's also matches before a last line end.
    case UInt8(ascii: "$"): take(1, as: #"\z"#)
    default: copy(letterLength)
    }
  }

  private mutating func readGroup() {
    if starts("(*") {
      note(2)
      return copy(2)
    }
    guard starts("(?") else { return copy(1) }
    for (construct, replacement) in Self.groups where starts(construct) {
      note(construct.utf8CodeUnitCount, instead: replacement)
      return copy(construct.utf8CodeUnitCount)
    }
    let next = position + 2 < bytes.count ? bytes[position + 2] : 0
    if next &- UInt8(ascii: "0") < 10 || next == UInt8(ascii: "R") || next == UInt8(ascii: "+") {
      note(4)
      return copy(2)
    }
    if next == UInt8(ascii: "#") {
      let end = bytes[position...].firstIndex(of: UInt8(ascii: ")")) ?? bytes.count
      position = min(bytes.count, end + 1)
      return
    }
    // Flags: `(?i)`, `(?i-s:`.
    var end = position + 2
    while end < bytes.count,
      (bytes[end] | 0x20) &- UInt8(ascii: "a") < 26 || bytes[end] == UInt8(ascii: "-")
        || bytes[end] == UInt8(ascii: "^")
    {
      if !"imsx-".utf8.contains(bytes[end]) { note(end + 1 - position) }
      if bytes[end] == UInt8(ascii: "m") || bytes[end] == UInt8(ascii: "x") { note(end + 1 - position) }
      end += 1
    }
    copy(2)
  }

  private static let groups: [(StaticString, String?)] = [
    ("(?|", nil), ("(?&", nil), ("(?P<", "(?<"), ("(?P=", #"\k<"#), ("(?P>", nil), ("(?'", "(?<"), ("(?(", nil),
    ("(?C", nil), ("(?-1", nil), ("(?-2", nil),
  ]

  private mutating func readEscape(inClass: Bool) {
    guard position + 1 < bytes.count else { return copy(1) }
    switch bytes[position + 1] {
    case UInt8(ascii: "d"): take(2, as: inClass ? "0-9" : "[0-9]")
    case UInt8(ascii: "w"): take(2, as: inClass ? "A-Za-z0-9_" : "[A-Za-z0-9_]")
    case UInt8(ascii: "s"): take(2, as: inClass ? #"\t-\r "# : #"[\t-\r ]"#)
    case UInt8(ascii: "D") where !inClass: take(2, as: "[^0-9]")
    case UInt8(ascii: "W") where !inClass: take(2, as: "[^A-Za-z0-9_]")
    case UInt8(ascii: "S") where !inClass: take(2, as: #"[^\t-\r ]"#)
    case UInt8(ascii: "b") where !inClass:
      take(2, as: "(?:(?<=[A-Za-z0-9_])(?![A-Za-z0-9_])|(?<![A-Za-z0-9_])(?=[A-Za-z0-9_]))")
    case UInt8(ascii: "B") where !inClass:
      take(2, as: "(?:(?<=[A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<![A-Za-z0-9_])(?![A-Za-z0-9_]))")
    case UInt8(ascii: "Q"):
      // Up to `\E` everything stands for itself.
      position += 2
      while position < bytes.count, !starts(#"\E"#) {
        let byte = bytes[position]
        let isLetter =
          byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: " ")
          || byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 26
        if !isLetter { translated += #"\"# }
        copy(letterLength)
      }
      position = min(bytes.count, position + 2)
    case UInt8(ascii: "K"), UInt8(ascii: "g"), UInt8(ascii: "o"), UInt8(ascii: "N"), UInt8(ascii: "R"),
      UInt8(ascii: "X"), UInt8(ascii: "H"), UInt8(ascii: "h"), UInt8(ascii: "V"), UInt8(ascii: "v"),
      UInt8(ascii: "G"), UInt8(ascii: "Z"):
      note(2, instead: Self.escapes[bytes[position + 1]])
      copy(2)
    case UInt8(ascii: "D"), UInt8(ascii: "W"), UInt8(ascii: "S"):
      note(2)
      copy(2)
    case UInt8(ascii: "k") where position + 2 < bytes.count && bytes[position + 2] != UInt8(ascii: "<"):
      note(3, instead: #"\k<"#)
      copy(2)
    case UInt8(ascii: "p"), UInt8(ascii: "P"):
      // `\pL` is short for `\p{L}` in both; scripts and categories have the same names.
      copy(2)
    default:
      copy(1)
      if position < bytes.count { copy(letterLength) }
    }
  }

  private static let escapes: [UInt8: String] = [
    UInt8(ascii: "g"): #"\1 or \k<name>"#, UInt8(ascii: "o"): #"\x{…}"#, UInt8(ascii: "N"): ".",
    UInt8(ascii: "R"): #"\r?\n"#, UInt8(ascii: "h"): #"[ \t]"#, UInt8(ascii: "H"): #"[^ \t]"#,
    UInt8(ascii: "v"): #"[\n-\r]"#, UInt8(ascii: "V"): #"[^\n-\r]"#, UInt8(ascii: "Z"): #"\z"#,
  ]

  private mutating func readClass() {
    copy(1)
    if position < bytes.count, bytes[position] == UInt8(ascii: "^") { copy(1) }
    // A bracket that comes first stands for itself in PCRE2.
    if position < bytes.count, bytes[position] == UInt8(ascii: "]") {
      note(1, instead: #"\]"#)
      take(1, as: #"\]"#)
    }
    while position < bytes.count, bytes[position] != UInt8(ascii: "]") {
      switch bytes[position] {
      case UInt8(ascii: "\\"): readEscape(inClass: true)
      case UInt8(ascii: "["):
        if starts("[:"), let end = posixEnd {
          copy(end - position)
        } else {
          // Foundation begins a set within the set.
          note(1, instead: #"\["#)
          take(1, as: #"\["#)
        }
      case UInt8(ascii: "&") where starts("&&"):
        note(2, instead: "&")
        take(2, as: "&")
      case UInt8(ascii: "-") where starts("--"):
        note(2, instead: #"\-"#)
        take(2, as: #"\-"#)
      default: copy(letterLength)
      }
    }
    copy(1)
  }

  /// Behind `[:alpha:]` at the position, if there is such a thing.
  private var posixEnd: Int? {
    var index = position + 2
    while index < bytes.count, (bytes[index] | 0x20) &- UInt8(ascii: "a") < 26 || bytes[index] == UInt8(ascii: "^") {
      index += 1
    }
    guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: ":"), bytes[index + 1] == UInt8(ascii: "]") else {
      return nil
    }
    return index + 2
  }
}

extension PatternSource {
  /// The first construct that Foundation's engine does not read as PCRE2 does; nil if there is none.
  package var foreignSyntax: PatternSyntax.Foreign? { PatternSyntax(expression).foreign }

  /// The expression as Foundation's engine has to read it to mean the same.
  package var translated: String { PatternSyntax(expression).translated }
}
