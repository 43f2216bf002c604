/// A link taken apart: scheme, segments (the host is the first), and query.
///
/// Stricter than a URL parser, on purpose: what could mean two things is refused. Empty segments count for nothing, so
/// `app:///news//a/` is `app://news/a`. The scheme and the first segment are compared without regard to case. An escaped
/// slash is part of its segment. Fragments are ignored.
struct LinkText: Hashable, Sendable {
  let scheme: String
  let segments: [String]
  /// The query's names and values, in order, with repetitions.
  let query: [(name: String, value: String)]

  /// The longest link that is read, in bytes.
  static let maximumLength = 2048

  static func == (first: LinkText, second: LinkText) -> Bool {
    first.scheme == second.scheme && first.segments == second.segments
      && first.query.map(\.name) == second.query.map(\.name) && first.query.map(\.value) == second.query.map(\.value)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(scheme)
    hasher.combine(segments)
    for (name, value) in query {
      hasher.combine(name)
      hasher.combine(value)
    }
  }

  init(_ link: String) throws(LinkProblem) {
    let bytes = Array(link.utf8)
    guard bytes.count <= Self.maximumLength else { throw .tooLong }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, bytes.count >= colon + 3,
      bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/"),
      bytes[..<colon].allSatisfy(Self.isSchemeByte), Self.isLetter(bytes[0])
    else { throw .notALink }
    scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    var rest = bytes[(colon + 3)...]
    if let fragment = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<fragment] }
    var queryBytes: ArraySlice<UInt8> = []
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      queryBytes = rest[rest.index(after: mark)...]
      rest = rest[..<mark]
    }
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    guard !authority.contains(UInt8(ascii: "@")), !authority.contains(UInt8(ascii: ":")) else { throw .authority }

    var segments: [String] = []
    for part in rest.split(separator: UInt8(ascii: "/")) {
      let segment = try Self.unescaped(part, plusIsSpace: false)
      guard segment != "." && segment != ".." else { throw .dotSegments }
      segments.append(segment)
    }
    self.segments = segments
    var query: [(name: String, value: String)] = []
    for pair in queryBytes.split(separator: UInt8(ascii: "&")) {
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      let value = equals < pair.endIndex ? pair[pair.index(after: equals)...] : []
      query.append(
        (try Self.unescaped(pair[..<equals], plusIsSpace: true), try Self.unescaped(value, plusIsSpace: true)))
    }
    self.query = query
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) throws(LinkProblem) -> String {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      var byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "%") {
        guard index + 1 < bytes.endIndex, let high = hexValue(bytes[index]), let low = hexValue(bytes[index + 1]) else {
          throw .badEscape
        }
        byte = high << 4 | low
        index += 2
      } else if byte == UInt8(ascii: "+"), plusIsSpace {
        byte = UInt8(ascii: " ")
      }
      guard byte >= 0x20, byte != 0x7F else { throw .badEscape }
      result.append(byte)
    }
    let text = String(decoding: result, as: UTF8.self)
    // Decoding repairs broken UTF-8 silently; what was repaired has other bytes.
    guard text.utf8.elementsEqual(result) else { throw .badEscape }
    return text
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte - UInt8(ascii: "0") }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : nil
  }

  /// The text with everything escaped that is not a letter, a digit, or one of `-._~`.
  static func escaped(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      if isLetter(byte) || isDigit(byte) || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte) {
        result.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }
}
