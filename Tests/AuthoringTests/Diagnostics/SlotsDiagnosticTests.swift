import Testing

@Suite("Problems of slots")
struct SlotsDiagnosticTests {
  @Test("are reported with exact text and place", arguments: cases)
  func report(_ example: DiagnosticCase) {
    #expect(example.found == example.expected)
  }

  static let cases: [DiagnosticCase] = [
    DiagnosticCase(
      "a slot without a default", [.replace(Path.navigation, "\"modal.style\": \"sheet\",\n", with: "")],
      [
        #"catalog/navigation.json:26:15: error[missing-default]: slot "modal.style" has no default; every slot needs one"#
      ]),
    DiagnosticCase(
      "a slot that does not exist", [.replace(Path.senior, #""home.layout""#, with: #""home.layuot""#)],
      [
        #"segments/senior.json:5:19: error[unknown-slot]: there is no slot "home.layuot"; did you mean "home.layout"?"#
      ]),
    DiagnosticCase(
      "values of other types",
      [
        .replace(
          Path.senior, #""home.layout": "tab", "fallback.modalDismissed": "savedList""#,
          with:
            #""entry": 1, "home.layout": "tabs", "home.tabs": "home", "home.cards": ["saved", 1], "home.initialTab": null, "fallback.default": null, "session.scope": true, "session.resumeWithin": 30, "modal.style": "sheets", "modal.confirmsDismissal": "no""#
        )
      ],
      [
        "segments/senior.json:5:28: error[slot-value]: expected the key of a route, found the number 1",
        #"segments/senior.json:5:46: error[slot-value]: expected "tab" or "dashboard", found "tabs"; did you mean "tab"?"#,
        #"segments/senior.json:5:67: error[slot-value]: expected an array of keys of tabs, found the string "home""#,
        "segments/senior.json:5:99: error[slot-value]: expected the key of a card, found the number 1",
        "segments/senior.json:5:122: error[slot-value]: expected the key of a tab, found null",
        "segments/senior.json:5:148: error[slot-value]: expected a node: its name, or an object of its name and its arguments, found null",
        #"segments/senior.json:5:171: error[slot-value]: expected "user" or "profile", found true"#,
        #"segments/senior.json:5:201: error[slot-value]: expected a period such as "P7D" or "PT30M", found the number 30"#,
        #"segments/senior.json:5:220: error[slot-value]: expected "sheet", "fullScreenCover" or "push", found "sheets"; did you mean "sheet"?"#,
        #"segments/senior.json:5:257: error[slot-value]: expected true or false, found the string "no""#,
      ]),
    DiagnosticCase(
      "values of other types in a variation",
      [.replace(Path.entry, #""entry": "continue-last""#, with: #""home.cards": "saved""#)],
      [
        #"experiments/entry.json:7:56: error[slot-value]: expected an array of keys of cards, found the string "saved""#
      ]),
    DiagnosticCase(
      "keys that do not exist",
      [
        .replace(
          Path.senior, #""home.layout": "tab""#,
          with: #""home.tabs": ["homes"], "home.cards": ["save"], "home.initialTab": "practise""#)
      ],
      [
        #"segments/senior.json:5:33: error[unknown-tab]: there is no tab "homes"; did you mean "home"?"#,
        #"segments/senior.json:5:58: error[unknown-card]: there is no card "save"; did you mean "saved"?"#,
        #"segments/senior.json:5:86: error[unknown-tab]: there is no tab "practise"; did you mean "practice"?"#,
      ]),
    DiagnosticCase(
      "a key twice", [.replace(Path.cards, #"["streak", "saved"]"#, with: #"["streak", "streak"]"#)],
      [
        #"experiments/cards.json:9:71: error[slot-value]: card "streak" is in this array already; expected each key once"#
      ]),
    DiagnosticCase(
      "a period with months", [.replace(Path.navigation, "PT30M", with: "P1M")],
      [
        #"catalog/navigation.json:39:29: error[slot-value]: months and years are not equally long; expected a period of at most days such as "P30D""#
      ]),
    DiagnosticCase(
      "no tabs by default", [.replace(Path.navigation, #"["home", "practice"]"#, with: "[]")],
      [
        #"catalog/navigation.json:29:18: error[empty-array]: the default of "home.tabs" has at least one tab"#
      ]),
    DiagnosticCase(
      "a lock on a slot that is not set, or does not exist",
      [.replace(Path.senior, #""lock": true"#, with: #""lock": ["entry", "entri"]"#)],
      [
        #"segments/senior.json:6:12: error[lock-without-value]: slot "entry" is locked, but this segment does not set it"#,
        #"segments/senior.json:6:21: error[unknown-slot]: there is no slot "entri"; did you mean "entry"?"#,
      ]),
    DiagnosticCase(
      "two segments of one priority", [.replace(Path.night, "20", with: "60")],
      [
        #"segments/senior.json:5:19: warning[equal-priority]: segments/night.json sets "home.layout" to another value with the same priority 60; of users in both, this one wins for its key"#
      ]),
  ]
}
