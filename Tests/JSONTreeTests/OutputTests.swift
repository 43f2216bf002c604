import JSONTree
import Testing
import TestSupport

@Suite("Writing JSON")
struct OutputTests {
  @Test(
    "scalars are written in their shortest form",
    arguments: [
      (nil, "null"), (true, "true"), (false, "false"), (0, "0"), (-42, "-42"), (0.1, "0.1"), (-0.0, "-0"),
      (.number(65), "65"), (.number(1e21), "1e+21"), (.number(1 / 3), "0.3333333333333333"),
      (.number(.leastNonzeroMagnitude), "5e-324"), (.number(.greatestFiniteMagnitude), "1.7976931348623157e+308"),
      (.integer(.min), "-9223372036854775808"), (.integer(.max), "9223372036854775807"),
    ] as [(JSONOutput, String)])
  func scalars(output: JSONOutput, text: String) {
    #expect(output.text(pretty: false) == text)
    #expect(output.text(pretty: true) == text)
  }

  @Test("a number that is not finite becomes null", arguments: [Double.infinity, -.infinity, .nan])
  func notFinite(value: Double) {
    #expect(JSONOutput.number(value).text(pretty: false) == "null")
  }

  @Test(
    "strings escape what JSON and scripts need escaped, and nothing else",
    arguments: [
      ("a\"b\\c/d", #""a\"b\\c/d""#), ("\u{8}\u{C}\n\r\t", #""\b\f\n\r\t""#), ("\r\n", #""\r\n""#),
      ("\0\u{1}\u{1F}\u{7F}", #""\u0000\u0001\u001F\u007F""#), ("\u{2028}\u{2029}", #""\u2028\u2029""#),
      ("é日😀e\u{301}", "\"é日😀e\u{301}\""),
    ])
  func strings(value: String, text: String) {
    #expect(Array(JSONOutput.string(value).text(pretty: false).utf8) == Array(text.utf8))
  }

  @Test("compact text has no white space and keeps the order of the members")
  func compact() {
    let output: JSONOutput = ["z": [1, "a b", [:]], "a": ["k": nil], "\n": []]
    #expect(output.text(pretty: false) == #"{"z":[1,"a b",{}],"a":{"k":null},"\n":[]}"#)
  }

  @Test("pretty text indents by two spaces and keeps short lists of scalars on one line")
  func pretty() {
    let output: JSONOutput = [
      "key": "senior", "values": [1, 2, 3], "when": ["age": ["$gte": 65]], "none": [:], "rows": [[1], ["a": true]],
    ]
    #expect(
      output.text(pretty: true) == """
        {
          "key": "senior",
          "values": [1, 2, 3],
          "when": {
            "age": {"$gte": 65}
          },
          "none": {},
          "rows": [
            [1],
            {"a": true}
          ]
        }
        """)
  }

  @Test("a line with its key and comma has at most 80 code points", arguments: [(65, 1), (66, 3)])
  func lineLength(length: Int, lines: Int) {
    // Two spaces, "list", a colon, a space, [""], and a comma are 15 code points.
    let output: JSONOutput = ["list": [.string(String(repeating: "é", count: length))], "next": [[]]]
    #expect(output.text(pretty: true).split(separator: "\n").count == lines + 3)
  }

  @Test("what is written reads back the same", arguments: 0..<200 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let output = JSONOutput.random(depth: 4, using: &random)
    for pretty in [false, true] {
      let root = try JSONDocument(parsing: output.text(pretty: pretty)).root
      #expect(root.matches(output), "seed \(seed), pretty: \(pretty)")
    }
  }
}

extension JSONNode {
  /// Whether this is what an output wrote, with doubles compared by bits and strings by bytes.
  fileprivate func matches(_ output: JSONOutput) -> Bool {
    switch (value, output) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.number(let left), .number(let right)): left.value.bitPattern == right.bitPattern
    case (.number(let left), .integer(let right)): left.text == String(right)
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.matches($1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy { $0.key.utf8.elementsEqual($1.0.utf8) && $0.value.matches($1.1) }
    default: false
    }
  }
}
