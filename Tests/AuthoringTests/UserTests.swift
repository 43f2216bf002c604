import Authoring
import Personalization
import Testing

@Suite("A user in JSON")
struct UserTests {
  @Test("has attributes of every kind, and choices")
  func reading() throws {
    let user = try User(
      json:
        #"{"user_id": "u", "age": 71.5, "ok": true, "none": null, "l": ["a", 1], "d": {"x": 1}, "choice.home.layout": "tab"}"#
    )
    let expected: User = [
      "user_id": "u", "age": 71.5, "ok": true, "none": nil, "l": ["a", 1], "d": ["x": 1], "choice.home.layout": "tab",
    ]
    #expect(user == expected)
    #expect(user.choices == ["home.layout": "tab"])
  }

  @Test(
    "is an object",
    arguments: [
      ("[]", "user:1:1: error[wrong-type]: expected a user, an object of attributes and their values, found array"),
      ("\n 7", "user:2:2: error[wrong-type]: expected a user, an object of attributes and their values, found number"),
      (
        "{",
        #"user:1:2: error[syntax]: the text ends inside the object that begins at line 1, column 1; expected a key in double quotes or "}""#
      ),
      (
        #"{"a": 1, "a": 2}"#,
        #"user:1:10: error[duplicate-key]: the object has the key "a" twice; it stands at line 1, column 2 already"#
      ),
    ])
  func problems(_ text: String, _ expected: String) {
    let problem = #expect(throws: Diagnostic.self) { try User(json: text) }
    #expect(problem?.description == expected)
  }

  @Test(
    "keeps what no value can hold as it was written",
    arguments: [
      ("9007199254740993", "9007199254740993"), ("-9007199254740993", "-9007199254740993"),
      ("18446744073709551617", "18446744073709551617"), ("1e400", "1e400"), ("-1E+999", "-1E+999"),
      (String(repeating: "9", count: 400), String(repeating: "9", count: 400)),
    ])
  func unusable(_ written: String, _ shown: String) throws {
    let user = try User(json: #"{"a": \#(written), "b": [1, {"c": \#(written)}], "d": "e"}"#)
    guard case .unusable(shown, _)? = user["a"] else {
      Issue.record("\(String(describing: user["a"]))")
      return
    }
    #expect(user["d"] == "e")
  }

  @Test(
    "reads every other number as the nearest double",
    arguments: [
      ("9007199254740992", 9007199254740992), ("9223372036854775808", 0x1p63), ("18446744073709551616", 0x1p64),
      ("1e23", 1e23), ("0.1", 0.1), ("1e-400", 0), ("9007199254740993.0", 9007199254740992), ("-0", 0),
      ("10000000000000000000000", 1e22), ("123456789012345678e0", 123456789012345680),
    ] as [(String, Double)])
  func numbers(_ written: String, _ number: Double) throws {
    #expect(try User(json: #"{"a": \#(written)}"#)["a"] == .number(number))
  }

  @Test("keeps a NUL in a text, and is read with one in a name", arguments: [#"\u0000"#, #"x\u0000y"#, #"\\\u0000"#])
  func nul(_ text: String) throws {
    let user = try User(json: #"{"\#(text)": 1, "b": "\#(text)"}"#)
    guard case .string(let value)? = user["b"] else {
      Issue.record("not a text")
      return
    }
    #expect(value.utf8.contains(0) && user.attributes.count == 2)
  }

  @Test(
    "may nest however deep; beyond a hundred levels a value is unusable",
    arguments: [99, 100, 101, 2_000, 5_000, 100_000])
  func depth(_ levels: Int) throws {
    let deep = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    let user = try User(json: #"{"a": \#(deep), "b": 1}"#)
    var value = user["a"]
    var reached = 0
    while case .list(let elements)? = value {
      value = elements.first
      reached += 1
    }
    let isUnusable = if case .unusable? = value { true } else { false }
    #expect(isUnusable == (levels >= 100) && reached == min(levels, 99) && user["b"] == 1)
  }

  @Test("is not read if brackets that nest deep do not match", arguments: ["[", "]", "[}", "{"])
  func unbalanced(_ fault: String) {
    let deep = String(repeating: "[", count: 3_000)
    #expect(throws: Diagnostic.self) { try User(json: #"{"a": "# + deep + fault + "}") }
  }

  @Test("has no value for a name that stands there in two Unicode spellings, at any depth")
  func spellings() throws {
    let twice = #"{"caf\u00e9": 1, "cafe\u0301": 2}"#
    for user in [try User(json: twice)["café"], try User(json: #"{"d": \#(twice)}"#)["d.café"]] {
      #expect(user == .unusable("1, 2", because: "is given in two Unicode spellings of the name"))
    }
  }
}
