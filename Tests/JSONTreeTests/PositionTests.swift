import JSONTree
import Testing

@Suite("Positions of values and keys")
struct PositionTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let text: String
    let pointer: String
    let line: Int
    let column: Int
    let offset: Int

    var testDescription: String { name }

    init(_ name: String, _ text: String, _ pointer: String, _ line: Int, _ column: Int, _ offset: Int) {
      (self.name, self.text, self.pointer) = (name, text, pointer)
      (self.line, self.column, self.offset) = (line, column, offset)
    }
  }

  static let cases = [
    Case("the root stands at its first byte", "  7", "", 1, 3, 2),
    Case("a value stands at its first byte, not at its key", #"{"a": 1}"#, "/a", 1, 7, 6),
    Case("a string stands at its quote", #"["x", "y"]"#, "/1", 1, 7, 6),
    Case("an array stands at its bracket", #"{"a":  [1]}"#, "/a", 1, 8, 7),
    Case("columns count code points, offsets bytes", #"{"é": "日本", "b": 1}"#, "/b", 1, 18, 22),
    Case("a code point beyond the first plane is one column", #"["😀", 1]"#, "/1", 1, 7, 9),
    Case("a combining mark is a column of its own", "[\"e\u{301}\", 1]", "/1", 1, 8, 8),
    Case("a line feed begins a line", "[\n1,\n 2]", "/1", 3, 2, 6),
    Case("CRLF begins one line", "{\r\n  \"a\": 1\r\n}", "/a", 2, 8, 10),
    Case("a lone CR begins no line", "[\r1]", "/0", 1, 3, 2),
    Case("an escaped quote does not end a string", #"["\"", "\\", 1]"#, "/2", 1, 14, 13),
    Case("brackets and commas inside strings are text", #"["[,{:", [2]]"#, "/1/0", 1, 11, 10),
    Case("an escaped line feed begins no line", #"["\n", 1]"#, "/1", 1, 8, 7),
    Case("empty arrays and objects are passed", #"[[], {}, [[]], 5]"#, "/3", 1, 16, 15),
    Case("a later sibling follows a nested one", #"{"a": {"b": [1, {"c": 2}]}, "d": 3}"#, "/d", 1, 34, 33),
  ]

  @Test("values know where they stand", arguments: cases)
  func position(test: Case) throws {
    let document = try JSONDocument(parsing: test.text)
    let expected = SourcePosition(line: test.line, column: test.column, offset: test.offset)
    #expect(document.position(of: test.pointer) == expected)
  }

  @Test("keys know where they stand, in the order of the text")
  func keys() throws {
    let document = try JSONDocument(parsing: "{\"z\": 1,\n \"\\u00e9\": 2, \"a\": 3}")
    guard case .object(let members) = document.root.value else {
      Issue.record("the root is no object")
      return
    }
    #expect(members.map(\.key) == ["z", "é", "a"])
    #expect(members.map(\.keyPosition.description) == ["1:2", "2:2", "2:15"])
    #expect(members.map(\.value.position.description) == ["1:7", "2:12", "2:20"])
  }

  @Test("positions are ordered as in the text")
  func order() throws {
    let document = try JSONDocument(parsing: "[1,\n2]")
    let first = try #require(document.position(of: "/0"))
    let second = try #require(document.position(of: "/1"))
    #expect(first < second)
  }

  @Test("10,000 members keep their order and positions")
  func large() throws {
    let lines = (0..<10_000).map { "\"key \($0)\": \($0)" }
    let document = try JSONDocument(parsing: "{\n" + lines.joined(separator: ",\n") + "\n}")
    guard case .object(let members) = document.root.value else {
      Issue.record("the root is no object")
      return
    }
    #expect(members.map(\.key) == (0..<10_000).map { "key \($0)" })
    #expect(members.map(\.keyPosition.line) == Array(2...10_001))
  }
}

@Suite("JSON pointers")
struct PointerTests {
  static let text = #"{"a/b": 1, "m~n": 2, "": 3, "~1": 4, "list": [5, [6]], "0": 7, "é": 8}"#

  @Test(
    "a pointer names a value",
    arguments: [
      ("/a~1b", "1"), ("/m~0n", "2"), ("/", "3"), ("/~01", "4"), ("/list/0", "5"), ("/list/1/0", "6"), ("/0", "7"),
      ("/é", "8"),
    ])
  func found(pointer: String, number: String) throws {
    let node = try #require(try JSONDocument(parsing: Self.text).node(at: pointer))
    guard case .number(let found) = node.value else {
      Issue.record("\(pointer) is no number")
      return
    }
    #expect(found.text == number)
  }

  @Test(
    "a pointer that names nothing has no position",
    arguments: [
      "a", "/x", "/m~n", "/m~2n", "/m~", "/list/2", "/list/-", "/list/-1", "/list/+1", "/list/01", "/list/", "/list/x",
      "/list/99999999999999999999", "/0/0", "/list/0/", "/e\u{301}", "#/0",
    ])
  func absent(pointer: String) throws {
    #expect(try JSONDocument(parsing: Self.text).position(of: pointer) == nil)
  }

  @Test("the empty pointer names the root")
  func root() throws {
    #expect(try JSONDocument(parsing: " []").position(of: "")?.column == 2)
  }
}
