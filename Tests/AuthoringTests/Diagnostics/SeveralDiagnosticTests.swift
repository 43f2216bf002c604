import Testing

@Suite("Problems of several files")
struct SeveralDiagnosticTests {
  @Test("are reported with exact text and place", arguments: cases)
  func report(_ example: DiagnosticCase) {
    #expect(example.found == example.expected)
  }

  static let cases: [DiagnosticCase] = [
    DiagnosticCase(
      "problems of all files at once, errors first",
      [
        .replace(Path.attributes, #""number""#, with: #""numbr""#),
        .replace(Path.navigation, #""sheet""#, with: #""shet""#),
        .replace(Path.senior, #""lock": true"#, with: #""lok": true"#),
        .replace(Path.entry, #""running""#, with: #""runing""#), .write("catalog/groups/vip.txt", "a"),
      ],
      [
        #"catalog/attributes.json:6:22: error[unknown-value]: expected "string", "number", "boolean", "version", "date" or "list", found "numbr"; did you mean "number"?"#,
        #"catalog/attributes.json:11:39: error[unknown-value]: expected "string" or "number", found "numbr"; did you mean "number"?"#,
        #"catalog/navigation.json:40:20: error[slot-value]: expected "sheet", "fullScreenCover" or "push", found "shet"; did you mean "sheet"?"#,
        #"experiments/entry.json:2:13: error[unknown-value]: expected "draft", "running" or "stopped", found "runing"; did you mean "running"?"#,
        #"segments/senior.json:6:3: error[unknown-member]: there is no member "lok" here; expected "name", "description", "when", "priority", "navigation" or "lock"; did you mean "lock"?"#,
      ]),
    DiagnosticCase(
      "a broken list of attributes hides nothing else, and no attribute is unknown",
      [
        .write(Path.attributes, "{"), .replace(Path.senior, "60", with: #""60""#),
        .replace(Path.entry, "night", with: "nite"),
      ],
      [
        #"catalog/attributes.json:1:2: error[syntax]: the text ends inside the object that begins at line 1, column 1; expected a key in double quotes or "}""#,
        #"experiments/entry.json:3:29: error[unknown-segment]: there is no segment "nite"; segments/ declares "night" and "senior""#,
        #"segments/senior.json:4:15: error[wrong-type]: expected a whole number, found the string "60""#,
      ]),
    DiagnosticCase(
      "a broken catalog of nodes hides nothing else, and no node or tab is unknown",
      [.write(Path.navigation, "{"), .replace(Path.senior, "60", with: #""60""#)],
      [
        #"catalog/navigation.json:1:2: error[syntax]: the text ends inside the object that begins at line 1, column 1; expected a key in double quotes or "}""#,
        #"segments/senior.json:4:15: error[wrong-type]: expected a whole number, found the string "60""#,
      ]),
    DiagnosticCase(
      "a broken segment still has its key", [.write(Path.senior, "{")],
      [
        #"segments/senior.json:1:2: error[syntax]: the text ends inside the object that begins at line 1, column 1; expected a key in double quotes or "}""#
      ]),
    DiagnosticCase(
      "a broken experiment still has its key and variations", [.write(Path.entry, "{")],
      [
        #"experiments/entry.json:1:2: error[syntax]: the text ends inside the object that begins at line 1, column 1; expected a key in double quotes or "}""#
      ]),
    DiagnosticCase(
      "a broken group still has its name", [.write(Path.staff, "\u{FEFF}1")],
      [
        "catalog/groups/staff.txt:1:1: error[not-utf8]: the file begins with a byte order mark; expected UTF-8 without it"
      ]),
    DiagnosticCase(
      "an attribute with an error of its own is known",
      [.replace(Path.attributes, #""age": { "type": "number" }"#, with: #""age": 1"#)],
      [
        #"catalog/attributes.json:6:12: error[wrong-type]: expected an object with "type", found the number 1"#
      ]),
    DiagnosticCase(
      "a node with an error of its own is known",
      [.replace(Path.navigation, #""savedList": {}"#, with: #""savedList": 1"#)],
      [
        "catalog/navigation.json:7:18: error[wrong-type]: expected an object, {} if there is nothing to say, found the number 1"
      ]),
  ]
}
