import Testing

@Suite("Problems of attributes")
struct AttributesDiagnosticTests {
  @Test("are reported with exact text and place", arguments: cases)
  func report(_ example: DiagnosticCase) {
    #expect(example.found == example.expected)
  }

  static let cases: [DiagnosticCase] = [
    DiagnosticCase(
      "a type that does not exist",
      [.replace(Path.attributes, #""age": { "type": "number" }"#, with: #""age": { "type": "numbr" }"#)],
      [
        #"catalog/attributes.json:6:22: error[unknown-value]: expected "string", "number", "boolean", "version", "date" or "list", found "numbr"; did you mean "number"?"#
      ]),
    DiagnosticCase(
      "names with a meaning of their own, and control characters",
      [
        .replace(
          Path.attributes, #""premium""#,
          with:
            #""segments": { "type": "string" }, "$x": { "type": "string" }, "choice.entry": { "type": "string" }, "": { "type": "string" }, "a\tb": { "type": "string" }, "premium""#
        )
      ],
      [
        #"catalog/attributes.json:7:5: error[reserved-name]: "segments" cannot be the name of an attribute: names that begin with "$" or "choice.", and "segments", have a meaning of their own"#,
        #"catalog/attributes.json:7:39: error[reserved-name]: "$x" cannot be the name of an attribute: names that begin with "$" or "choice.", and "segments", have a meaning of their own"#,
        #"catalog/attributes.json:7:67: error[reserved-name]: "choice.entry" cannot be the name of an attribute: names that begin with "$" or "choice.", and "segments", have a meaning of their own"#,
        #"catalog/attributes.json:7:105: error[invalid-key]: "" cannot be the name of an attribute; expected text without control characters"#,
        #"catalog/attributes.json:7:131: error[invalid-key]: "a b" cannot be the name of an attribute; expected text without control characters"#,
      ]),
    DiagnosticCase(
      "one name in two spellings of Unicode",
      [
        .replace(
          Path.attributes, #""premium""#,
          with: #""caf\#u{E9}": { "type": "string" }, "cafe\#u{301}": { "type": "string" }, "premium""#)
      ],
      [
        #"catalog/attributes.json:7:35: error[duplicate-key]: the attribute "cafe\#u{301}" is declared twice"#
      ]),
    DiagnosticCase(
      "members of lists on other types",
      [
        .replace(
          Path.attributes, #""premium": { "type": "boolean" }"#,
          with: #""premium": { "type": "boolean", "of": "string" }"#)
      ],
      [
        #"catalog/attributes.json:7:37: error[misplaced-member]: "of" belongs to attributes of type "list" only"#
      ]),
    DiagnosticCase(
      "a format on another type, and one that does not exist",
      [
        .replace(
          Path.attributes, #""premium": { "type": "boolean" }"#,
          with:
            #""premium": { "type": "boolean", "format": "epoch-seconds" }, "x": { "type": "date", "format": "epoch-second" }"#
        )
      ],
      [
        #"catalog/attributes.json:7:37: error[misplaced-member]: "format" belongs to attributes of type "date" only"#,
        #"catalog/attributes.json:7:99: error[unknown-value]: expected "epoch-seconds" or "epoch-milliseconds", found "epoch-second"; did you mean "epoch-seconds"?"#,
      ]),
    DiagnosticCase(
      "a separator of two characters", [.replace(Path.attributes, #"";""#, with: #""::""#)],
      [
        #"catalog/attributes.json:11:62: error[unknown-value]: expected one ASCII character, found the string "::""#
      ]),
    DiagnosticCase(
      "a unit that is not a string",
      [
        .replace(Path.attributes, #""unit": "user_id""#, with: #""unit": "age""#),
        .replace(Path.layout, #""status""#, with: #""fallbackUnit": "devices", "status""#),
      ],
      [
        #"catalog/attributes.json:2:11: error[unit-type]: a unit is a string attribute, "age" is a number"#,
        #"experiments/layout.json:2:19: error[unit-type]: a unit is a string attribute, "devices" is a list of string"#,
      ]),
    DiagnosticCase(
      "a unit that is not declared", [.replace(Path.attributes, #""unit": "user_id""#, with: #""unit": "userid""#)],
      [
        #"catalog/attributes.json:2:11: error[unknown-attribute]: there is no attribute "userid"; did you mean "user_id"?"#
      ]),
  ]
}
