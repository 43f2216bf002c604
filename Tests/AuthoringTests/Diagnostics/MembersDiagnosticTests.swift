import Testing

@Suite("Problems of members")
struct MembersDiagnosticTests {
  @Test("are reported with exact text and place", arguments: cases)
  func report(_ example: DiagnosticCase) {
    #expect(example.found == example.expected)
  }

  static let cases: [DiagnosticCase] = [
    DiagnosticCase(
      "a member that does not exist", [.replace(Path.senior, #""priority""#, with: #""priorty""#)],
      [
        #"segments/senior.json:1:1: error[missing-member]: "priority" is missing; expected a whole number"#,
        #"segments/senior.json:4:3: error[unknown-member]: there is no member "priorty" here; expected "name", "description", "when", "priority", "navigation" or "lock"; did you mean "priority"?"#,
      ]),
    DiagnosticCase(
      "a member that is missing", [.write(Path.senior, "{}")],
      [
        #"segments/senior.json:1:1: error[missing-member]: "priority" is missing; expected a whole number"#,
        #"segments/senior.json:1:1: error[missing-member]: "when" is missing; expected a condition; {} holds for everybody"#,
      ]),
    DiagnosticCase(
      "a member of another type",
      [
        .replace(Path.senior, #""priority": 60"#, with: #""priority": "60""#),
        .replace(Path.senior, #""name": "Senior""#, with: #""name": 1"#),
        .replace(Path.night, #""priority": 20"#, with: #""priority": 20.5"#),
      ],
      [
        "segments/night.json:3:15: error[invalid-number]: expected a whole number, found 20.5",
        "segments/senior.json:2:11: error[wrong-type]: expected a string, found the number 1",
        #"segments/senior.json:4:15: error[wrong-type]: expected a whole number, found the string "60""#,
      ]),
    DiagnosticCase(
      "a root that is no object",
      [.write(Path.senior, "[]"), .write(Path.entry, "1"), .write(Path.attributes, "null")],
      [
        #"catalog/attributes.json:1:1: error[wrong-type]: expected an object with "unit" and "attributes", found null"#,
        #"experiments/entry.json:1:1: error[wrong-type]: expected an object with "status" and "variations", found the number 1"#,
        #"segments/senior.json:1:1: error[wrong-type]: expected an object with "when" and "priority", found an array"#,
      ]),
    DiagnosticCase(
      "a whole number out of bounds",
      [
        .replace(Path.cards, #""bucketVersion": 1"#, with: #""bucketVersion": 1, "minBucketVersion": 2"#),
        .replace(Path.senior, "60", with: "1e10"),
      ],
      [
        "experiments/cards.json:5:55: error[invalid-number]: a minimum above the bucket version 1 blocks everybody; expected at most 1",
        "segments/senior.json:4:15: error[invalid-number]: expected a whole number from -1000000000 to 1000000000, found 1e10",
      ]),
    DiagnosticCase(
      "a hash version that does not exist", [.replace(Path.layout, #""status""#, with: #""hashVersion": 4, "status""#)],
      [
        "experiments/layout.json:2:18: error[unknown-value]: expected hash version 1, 2 or 3, found 4"
      ]),
    DiagnosticCase(
      "the old hash version", [.replace(Path.layout, #""status""#, with: #""hashVersion": 1, "status""#)],
      [
        "experiments/layout.json:2:18: warning[old-hash]: hash version 1 splits users of similar seeds alike; expected 2 or 3 unless the experiment began with 1"
      ]),
  ]
}
