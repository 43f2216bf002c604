import JSONTree
import Testing

@Suite("Faults of a text")
struct SyntaxErrorTests {
  struct Case: CustomTestStringConvertible {
    let bytes: [UInt8]
    let kind: JSONSyntaxError.Kind
    let description: String
    let offset: Int

    var testDescription: String { String(decoding: bytes.prefix(40), as: UTF8.self).debugDescription }

    init(_ text: String, _ kind: JSONSyntaxError.Kind, _ offset: Int, _ description: String) {
      self.init(bytes: Array(text.utf8), kind, offset, description)
    }

    init(bytes: [UInt8], _ kind: JSONSyntaxError.Kind, _ offset: Int, _ description: String) {
      (self.bytes, self.kind, self.offset, self.description) = (bytes, kind, offset, description)
    }
  }

  static func check(_ test: Case) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: test.bytes) }
    #expect(error?.description == test.description)
    #expect(error?.kind == test.kind)
    #expect(error?.position.offset == test.offset)
  }

  @Test(
    "what is not UTF-8 text is named before anything is parsed",
    arguments: [
      Case("", .empty, 0, "1:1: there is no value here; expected JSON, for example {}"),
      Case(" \r\n\t", .empty, 0, "1:1: there is no value here; expected JSON, for example {}"),
      Case("[1\0,2]", .nullByte, 2, "1:3: a NUL byte (0x00) stands here; remove it"),
      Case("[\n\"é\0\"]", .nullByte, 5, "2:3: a NUL byte (0x00) stands here; remove it"),
      Case(
        "\u{FEFF}{}", .byteOrderMark, 0,
        "1:1: the text begins with a byte order mark (EF BB BF); save it as UTF-8 without one"),
      Case(
        bytes: [0x5B, 0x0A, 0x22, 0xE9, 0x22, 0x5D], .invalidUTF8, 3,
        "2:2: the byte 0xE9 is not UTF-8 here; save the text as UTF-8"),
      Case(
        bytes: [0x22, 0xED, 0xA0, 0x80, 0x22], .invalidUTF8, 1,
        "1:2: the byte 0xED is not UTF-8 here; save the text as UTF-8"),
      Case(
        bytes: [0x22, 0xC0, 0xAF, 0x22], .invalidUTF8, 1, "1:2: the byte 0xC0 is not UTF-8 here; save the text as UTF-8"
      ),
      Case(
        bytes: [0x22, 0xE2, 0x82], .invalidUTF8, 1, "1:2: the byte 0xE2 is not UTF-8 here; save the text as UTF-8"),
    ])
  func encoding(test: Case) {
    Self.check(test)
  }

  @Test(
    "UTF-16 and UTF-32 are named, with and without a byte order mark",
    arguments: [
      ([0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00], "UTF-16LE"),
      ([0xFE, 0xFF, 0x00, 0x5B, 0x00, 0x5D], "UTF-16BE"),
      ([0x5B, 0x00, 0x5D, 0x00], "UTF-16LE"),
      ([0x00, 0x5B, 0x00, 0x5D], "UTF-16BE"),
      ([0x31, 0x00], "UTF-16LE"),
      ([0x22, 0x00, 0xE5, 0x65, 0x22, 0x00], "UTF-16LE"),
      ([0x00, 0x22, 0x65, 0xE5, 0x00, 0x22], "UTF-16BE"),
      ([0xFF, 0xFE, 0x00, 0x00, 0x31, 0x00, 0x00, 0x00], "UTF-32LE"),
      ([0x00, 0x00, 0xFE, 0xFF, 0x00, 0x00, 0x00, 0x31], "UTF-32BE"),
      ([0x31, 0x00, 0x00, 0x00], "UTF-32LE"),
      ([0x00, 0x00, 0x00, 0x31], "UTF-32BE"),
    ] as [([UInt8], String)])
  func foreignEncoding(bytes: [UInt8], name: String) {
    Self.check(
      Case(bytes: bytes, .encoding(name), 0, "1:1: the text is encoded as \(name); save it as UTF-8"))
  }

  @Test(
    "a text that ends too early is at fault after its last token",
    arguments: [
      Case(
        "{\n  \"a\": [1, 2\n\n", .unexpectedEnd, 14,
        #"2:13: the text ends inside the array that begins at line 2, column 8; expected "," or "]""#),
      Case(
        "{", .unexpectedEnd, 1,
        #"1:2: the text ends inside the object that begins at line 1, column 1; expected a key in double quotes or "}""#
      ),
      Case(
        "{\"a\" ", .unexpectedEnd, 4,
        #"1:5: the text ends inside the object that begins at line 1, column 1; expected ":" after the key"#),
      Case(
        "[1,", .unexpectedEnd, 3,
        "1:4: the text ends inside the array that begins at line 1, column 1; expected a value"),
      Case(
        "[\"é", .unexpectedEnd, 4,
        "1:4: the text ends inside the string that begins at line 1, column 2; close it with \""),
      Case(
        #"["a\"]"#, .unexpectedEnd, 6,
        "1:7: the text ends inside the string that begins at line 1, column 2; close it with \""),
      Case(
        #"["a\"#, .unexpectedEnd, 4,
        "1:5: the text ends inside the string that begins at line 1, column 2; close it with \""),
    ])
  func earlyEnd(test: Case) {
    Self.check(test)
  }

  @Test(
    "a wrong token is at fault where it begins",
    arguments: [
      Case(#"{"a": }"#, .unexpectedToken, 6, #"1:7: expected a value, found "}""#),
      Case("[1 2]", .unexpectedToken, 3, #"1:4: expected "," or "]", found "2""#),
      Case("{\"a\": 1\n\"b\": 2}", .unexpectedToken, 8, #"2:1: expected "," or "}", found "b""#),
      Case("[1}", .unexpectedToken, 2, #"1:3: expected "," or "]", found "}""#),
      Case(#"{"a" 1}"#, .unexpectedToken, 5, #"1:6: expected ":" after the key, found "1""#),
      Case(
        #"{"é": 1, 2: 3}"#, .unexpectedToken, 10,
        #"1:10: expected a key in double quotes, found "2"; write the key in double quotes"#),
      Case("[,1]", .unexpectedToken, 1, #"1:2: expected a value or "]", found ",""#),
      Case("[1,,2]", .unexpectedToken, 3, #"1:4: expected a value, found ",""#),
      Case("[1,\n\n]", .unexpectedToken, 2, #"1:3: the comma before "]" is one too many; remove it"#),
      Case(#"{"a": 1, }"#, .unexpectedToken, 7, #"1:8: the comma before "}" is one too many; remove it"#),
      Case("]", .unexpectedToken, 0, #"1:1: expected a value, found "]""#),
      Case("[True]", .unexpectedToken, 1, #"1:2: expected a value or "]", found "True"; did you mean true?"#),
      Case("[1, NaN]", .unexpectedToken, 4, #"1:5: expected a value, found "NaN"; did you mean null?"#),
      Case("[1, seven]", .unexpectedToken, 4, #"1:5: expected a value, found "seven"; strings stand in double quotes"#),
      Case("[1, 012]", .unexpectedToken, 4, #"1:5: expected a value, found "012"; numbers look like 12, -0.5 or 1e6"#),
      Case("-", .unexpectedToken, 0, #"1:1: expected a value, found "-"; numbers look like 12, -0.5 or 1e6"#),
      Case(
        "{a: 1}", .unexpectedToken, 1,
        #"1:2: expected a key in double quotes or "}", found "a"; write the key in double quotes"#),
      Case(
        "['a']", .unexpectedToken, 1,
        #"1:2: expected a value or "]", found "'"; strings and keys stand in double quotes"#),
      Case(
        "{\n// note\n}", .unexpectedToken, 2,
        #"2:1: expected a key in double quotes or "}", found "/"; JSON has no comments"#),
      Case("[1,\u{A0}2]", .unexpectedToken, 3, "1:4: expected a value, found \"\u{A0}\" (U+00A0)"),
      Case("[“a”]", .unexpectedToken, 1, #"1:2: expected a value or "]", found "“" (U+201C)"#),
      Case("[\u{C}]", .unexpectedToken, 1, #"1:2: expected a value or "]", found U+000C"#),
      Case(
        "[1 \"" + String(repeating: "é", count: 100) + "\"]", .unexpectedToken, 3,
        "1:4: expected \",\" or \"]\", found \"" + String(repeating: "é", count: 39) + "…"),
    ])
  func unexpectedToken(test: Case) {
    Self.check(test)
  }

  @Test(
    "a fault inside a string is at its own byte",
    arguments: [
      Case(
        "[\"é\n\"]", .controlCharacter, 4,
        "1:4: the line ends inside the string that begins at line 1, column 2; close it with \" or write \\n"),
      Case("[\"a\tb\"]", .controlCharacter, 3, "1:4: a tab stands inside a string; write \\t"),
      Case("\"\u{1}\"", .controlCharacter, 1, "1:2: a control character stands inside a string; write \\u0001"),
      Case(
        #"["ok", "é\x"]"#, .invalidEscape, 10,
        #"1:10: \x is not an escape; expected \", \\, \/, \b, \f, \n, \r, \t or \u with four hexadecimal digits"#),
      Case(
        #"["\u12"]"#, .invalidEscape, 2,
        #"1:3: \u12 is not an escape; expected \", \\, \/, \b, \f, \n, \r, \t or \u with four hexadecimal digits"#),
      Case(
        #"["\u00e9 \ud83d"]"#, .invalidEscape, 9,
        #"1:10: \ud83d is half of a surrogate pair; expected both halves, or the character itself"#),
      Case(
        #"["\udc00\ud800"]"#, .invalidEscape, 2,
        #"1:3: \udc00 is half of a surrogate pair; expected both halves, or the character itself"#),
      Case(#"{"a\u0000": 1}"#, .nullEscape, 3, #"1:4: \u0000 has no place in a key or a string; remove it"#),
    ])
  func insideStrings(test: Case) {
    Self.check(test)
  }

  @Test(
    "a number out of range is at fault where it begins",
    arguments: [
      Case(
        "[1e400]", .numberOutOfRange, 1, #"1:2: the number "1e400" is too large; expected less than 1.8e308 in size"#),
      Case(
        "-1e400", .numberOutOfRange, 0, #"1:1: the number "-1e400" is too large; expected less than 1.8e308 in size"#),
      Case(
        String(repeating: "1", count: 50) + "e400", .numberOutOfRange, 0,
        "1:1: the number \"" + String(repeating: "1", count: 40)
          + "…\" is too large; expected less than 1.8e308 in size"),
      Case(
        "{\"é\":\n9223372036854775808}", .numberOutOfRange, 7,
        #"2:1: the integer "9223372036854775808" does not fit in 64 bits; expected at most 9223372036854775807 in size"#
      ),
      Case(
        "-9223372036854775809", .numberOutOfRange, 0,
        #"1:1: the integer "-9223372036854775809" does not fit in 64 bits; expected at most 9223372036854775807 in size"#
      ),
    ])
  func numbers(test: Case) {
    Self.check(test)
  }

  @Test(
    "a key given twice is at fault at the second, and the message names the first",
    arguments: [
      Case(
        "{\n  \"é\": 1,\n  \"b\": 2, \"é\": 3\n}", .duplicateKey("é"), 23,
        #"3:11: the object has the key "é" twice; it stands at line 2, column 3 already"#),
      Case(
        #"{"a": {"b": 1}, "b": 2, "\u0061": 3}"#, .duplicateKey("a"), 24,
        #"1:25: the object has the key "\u0061" twice; it stands at line 1, column 2 already"#),
      Case(
        #"[{"x": 1}, {"": {"x": 1, "x": {}}}]"#, .duplicateKey("x"), 25,
        #"1:26: the object has the key "x" twice; it stands at line 1, column 18 already"#),
    ])
  func duplicateKeys(test: Case) {
    Self.check(test)
  }

  @Test("keys that only look alike are two keys")
  func lookalikes() throws {
    _ = try JSONDocument(parsing: "{\"\u{E9}\": 1, \"e\u{301}\": 2}")
  }

  @Test(
    "text after the value is at fault where it begins",
    arguments: [
      Case("{}\n {}", .trailingText, 4, #"2:2: "{" stands after the end of the value; expected nothing more"#),
      Case("[1]]", .trailingText, 3, #"1:4: "]" stands after the end of the value; expected nothing more"#),
      Case("1 2", .trailingText, 2, #"1:3: "2" stands after the end of the value; expected nothing more"#),
      Case("null \"a", .trailingText, 5, #"1:6: "a stands after the end of the value; expected nothing more"#),
    ])
  func trailingText(test: Case) {
    Self.check(test)
  }
}
