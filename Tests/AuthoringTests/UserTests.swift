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

  @Test("nests no more than a hundred levels")
  func depth() {
    let problem = #expect(throws: Diagnostic.self) {
      try User(json: #"{"a": "# + String(repeating: "[", count: 200) + String(repeating: "]", count: 200) + "}")
    }
    #expect(problem?.code == .tooDeep)
  }
}
