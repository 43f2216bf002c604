import Testing

@Suite("Problems of files")
struct FilesDiagnosticTests {
  @Test("are reported with exact text and place", arguments: cases)
  func report(_ example: DiagnosticCase) {
    #expect(example.found == example.expected)
  }

  static let cases: [DiagnosticCase] = [
    DiagnosticCase("the sample has no problem", [], []),
    DiagnosticCase(
      "a catalog file that is missing", [.remove(Path.navigation)],
      [
        "catalog/navigation.json: error[missing-file]: this file is missing; every workspace has one"
      ]),
    DiagnosticCase(
      "a catalog file of another name", [.remove(Path.attributes), .write("catalog/attribute.json", "{}")],
      [
        #"catalog/attributes.json: error[missing-file]: this file is missing; every workspace has one; did you mean "attribute.json"?"#
      ]),
    DiagnosticCase(
      "a segment with another ending",
      [
        .write("segments/kid.JSON", "{}"), .write("segments/kid.jsn", "{}"), .write("segments/README.md", ""),
        .write("segments/.DS_Store", ""), .write("segments/kid.json~", ""),
      ],
      [
        #"segments/kid.JSON: warning[misnamed-file]: this file is not read; the name of a segment ends in ".json"; did you mean "kid.json"?"#,
        #"segments/kid.jsn: warning[misnamed-file]: this file is not read; the name of a segment ends in ".json"; did you mean "kid.json"?"#,
      ]),
    DiagnosticCase(
      "a file name that is no key", [.write("segments/old folks.json", #"{"when": {}, "priority": 1}"#)],
      [
        #"segments/old folks.json: error[invalid-key]: "old folks" cannot be the name of a segment; expected letters, digits, ".", "_" and "-", beginning with a letter or digit"#
      ]),
    DiagnosticCase(
      "a group that is not plain UTF-8", [.write(Path.staff, "\u{FEFF}u-1\n")],
      [
        "catalog/groups/staff.txt:1:1: error[not-utf8]: the file begins with a byte order mark; expected UTF-8 without it"
      ]),
    DiagnosticCase(
      "a text that is not JSON", [.replace(Path.senior, #""priority": 60,"#, with: #""priority": 60"#)],
      [
        #"segments/senior.json:5:3: error[syntax]: expected "," or "}", found "navigation""#
      ]),
    DiagnosticCase(
      "an empty file", [.write(Path.senior, "")],
      [
        "segments/senior.json:1:1: error[syntax]: there is no value here; expected JSON, for example {}"
      ]),
    DiagnosticCase(
      "a byte order mark", [.write(Path.senior, "\u{FEFF}{}")],
      [
        "segments/senior.json:1:1: error[not-utf8]: the text begins with a byte order mark (EF BB BF); save it as UTF-8 without one"
      ]),
    DiagnosticCase(
      "a member twice", [.replace(Path.senior, #""name": "Senior","#, with: #""priority": 1,"#)],
      [
        #"segments/senior.json:4:3: error[duplicate-key]: the object has the key "priority" twice; it stands at line 2, column 3 already"#
      ]),
    DiagnosticCase(
      "text of more levels than any of ours",
      [.write(Path.senior, String(repeating: "[", count: 2049) + String(repeating: "]", count: 2049))],
      [
        "segments/senior.json:1:2049: error[too-deep]: values are nested more than 2,048 levels deep here; expected fewer"
      ]),
    DiagnosticCase(
      "a group that no condition uses", [.write("catalog/groups/vip.txt", "u-3\n")],
      [
        "catalog/groups/vip.txt: warning[unused-group]: no condition uses this group"
      ]),
  ]
}
