import Testing

@Suite("Problems of experiments")
struct ExperimentsDiagnosticTests {
  @Test("are reported with exact text and place", arguments: cases)
  func report(_ example: DiagnosticCase) {
    #expect(example.found == example.expected)
  }

  static let cases: [DiagnosticCase] = [
    DiagnosticCase(
      "a status that does not exist", [.replace(Path.layout, "running", with: "runing")],
      [
        #"experiments/layout.json:2:13: error[unknown-value]: expected "draft", "running" or "stopped", found "runing"; did you mean "running"?"#
      ]),
    DiagnosticCase(
      "a winner that does not exist",
      [.replace(Path.layout, #""status": "running""#, with: #""status": "stopped", "winner": "card""#)],
      [
        #"experiments/layout.json:2:34: error[unknown-winner]: there is no variation "card" in this experiment; did you mean "cards"?"#
      ]),
    DiagnosticCase(
      "a winner while it runs",
      [.replace(Path.layout, #""status": "running""#, with: #""status": "running", "winner": "cards""#)],
      [
        #"experiments/layout.json:2:24: error[misplaced-member]: only a stopped experiment has a winner; this one is "running""#
      ]),
    DiagnosticCase(
      "two variations of one key", [.replace(Path.layout, #""key": "cards""#, with: #""key": "control""#)],
      [
        #"experiments/layout.json:6:14: error[duplicate-variation]: there is a variation "control" already; expected different keys"#
      ]),
    DiagnosticCase(
      "a key of a variation that is none", [.replace(Path.layout, #""key": "cards""#, with: #""key": "car ds""#)],
      [
        #"experiments/layout.json:6:14: error[invalid-key]: "car ds" cannot be the name of a variation; expected letters, digits, ".", "_" and "-", beginning with a letter or digit"#
      ]),
    DiagnosticCase(
      "one variation",
      [
        .replace(Path.layout, #"{ "key": "control", "weight": 0.9 },"#, with: ""),
        .replace(Path.layout, "0.1", with: "1"),
      ],
      [
        "experiments/layout.json:4:17: error[too-few-variations]: expected at least two variations, found 1"
      ]),
    DiagnosticCase(
      "65 variations",
      [
        .write(
          Path.layout,
          #"{"status": "draft", "variations": ["# + (0..<65).map { #"{"key": "v\#($0)"}"# }.joined(separator: ", ")
            + "]}")
      ],
      [
        "experiments/layout.json:1:35: error[too-many-variations]: expected at most 64 variations, found 65"
      ]),
    DiagnosticCase(
      "weights that do not sum to 1", [.replace(Path.layout, "0.9", with: "0.8")],
      [
        "experiments/layout.json:4:17: error[invalid-weight]: the weights sum to 0.9; expected decimals that sum to exactly 1 or 100, or whole numbers"
      ]),
    DiagnosticCase(
      "weights that are no weights",
      [
        .replace(Path.layout, "0.9", with: "-1"), .replace(Path.layout, "0.1", with: "0.0000001"),
        .replace(Path.cards, #""key": "control""#, with: #""key": "control", "weight": "1""#),
      ],
      [
        #"experiments/cards.json:8:35: error[wrong-type]: expected a weight, a number of at least 0, found the string "1""#,
        "experiments/layout.json:5:35: error[invalid-weight]: expected a weight from 0 to 1000000 with at most six decimals, found -1",
        "experiments/layout.json:6:33: error[invalid-weight]: expected a weight from 0 to 1000000 with at most six decimals, found 0.0000001",
      ]),
    DiagnosticCase(
      "weights that are all 0", [.replace(Path.layout, "0.9", with: "0"), .replace(Path.layout, "0.1", with: "0")],
      [
        "experiments/layout.json:4:17: error[invalid-weight]: all weights are 0; expected one above 0"
      ]),
    DiagnosticCase(
      "weights of more than a million",
      [.replace(Path.layout, "0.9", with: "999999"), .replace(Path.layout, "0.1", with: "2")],
      [
        "experiments/layout.json:4:17: error[invalid-weight]: the weights sum to 1000001; expected at most 1000000"
      ]),
    DiagnosticCase(
      "coverage above 1", [.replace(Path.cards, #""coverage": 0.5"#, with: #""coverage": 1.5"#)],
      [
        "experiments/cards.json:3:15: error[invalid-coverage]: expected coverage, a number from 0 to 1 with at most six decimals, found 1.5"
      ]),
    DiagnosticCase(
      "coverage finer than millionths", [.replace(Path.cards, #""coverage": 0.5"#, with: #""coverage": 0.1234567"#)],
      [
        "experiments/cards.json:3:15: error[invalid-coverage]: expected coverage, a number from 0 to 1 with at most six decimals, found 0.1234567"
      ]),
    DiagnosticCase(
      "ranges that are none",
      [
        .replace(Path.entry, "[0, 0.5]", with: "[0, 1.5]"),
        .replace(Path.cards, "[0.5, 0.7], [0.8, 1]", with: #"[0.7, 0.7], [0.8], [0.9, "1"]"#),
      ],
      [
        "experiments/cards.json:6:41: error[invalid-range]: the range from 0.7 to 0.7 is empty; expected an end above its beginning",
        "experiments/cards.json:6:53: error[invalid-range]: expected a range [from, to], found an array of 1",
        #"experiments/cards.json:6:66: error[wrong-type]: expected the end of a range, a number from 0 to 1, found the string "1""#,
        "experiments/entry.json:4:43: error[invalid-range]: expected the end of a range, a number from 0 to 1 with at most six decimals, found 1.5",
      ]),
    DiagnosticCase(
      "a layer with neither range nor name",
      [.replace(Path.entry, #"{ "name": "home", "range": [0, 0.5] }"#, with: "{}")],
      [
        #"experiments/entry.json:4:12: error[missing-member]: "name" is missing; expected the name of the layer"#,
        #"experiments/entry.json:4:12: error[missing-member]: "range" is missing; expected [from, to] within 0 to 1"#,
      ]),
    DiagnosticCase(
      "a layer with both kinds of ranges, or none",
      [
        .replace(Path.entry, #""range": [0, 0.5]"#, with: #""range": [0, 0.5], "ranges": []"#),
        .replace(Path.cards, "[[0.5, 0.7], [0.8, 1]]", with: "[]"),
      ],
      [
        "experiments/cards.json:6:40: error[empty-array]: expected at least one range [from, to]",
        #"experiments/entry.json:4:49: error[misplaced-member]: a layer has "range" or "ranges", not both"#,
      ]),
    DiagnosticCase(
      "an end before the start", [.replace(Path.cards, "2026-12-31T23:59:59Z", with: "2026-01-01")],
      [
        "experiments/cards.json:4:33: error[invalid-schedule]: the experiment ends before it has started; expected a date after 2026-01-01T00:00:00Z"
      ]),
    DiagnosticCase(
      "ranges of two experiments that overlap", [.replace(Path.entry, "[0, 0.5]", with: "[0, 0.6]")],
      [
        "experiments/entry.json:4:39: error[layer-overlap]: the range [0, 0.6] overlaps [0.5, 0.7] of experiments/cards.json in the same layer"
      ]),
    DiagnosticCase(
      "ranges of one experiment that overlap", [.replace(Path.cards, "[0.8, 1]", with: "[0.6, 1]")],
      [
        "experiments/cards.json:6:53: error[layer-overlap]: the range [0.6, 1] overlaps [0.5, 0.7] of the same experiment"
      ]),
    DiagnosticCase(
      "a layer hashed in two ways",
      [
        .replace(Path.entry, #""name": "home""#, with: #""name": "home", "hashVersion": 1"#),
        .replace(Path.entry, #""status""#, with: #""unit": "device_id", "status""#),
      ],
      [
        #"experiments/entry.json:4:12: error[layer-mismatch]: experiments/cards.json has hash version 2 in layer "home", this one 1; expected the same, or the layer does not keep users apart"#,
        #"experiments/entry.json:4:12: error[layer-mismatch]: experiments/cards.json has unit "user_id" in layer "home", this one "device_id"; expected the same, or the layer does not keep users apart"#,
      ]),
    DiagnosticCase(
      "one slot in two experiments",
      [
        .replace(Path.layout, #""home.layout": "dashboard""#, with: #""home.layout": "dashboard", "entry": "practice""#)
      ],
      [
        #"experiments/layout.json:6:82: error[shared-slot]: experiments/entry.json sets "entry" too, and the two share no layer; expected both in one layer, or one of them stopped"#
      ]),
    DiagnosticCase(
      "one slot in two layers",
      [
        .replace(Path.cards, #""home.cards": ["streak", "saved"]"#, with: #""entry": "practice""#),
        .replace(Path.cards, #""name": "home""#, with: #""name": "cards""#),
      ],
      [
        #"experiments/entry.json:7:42: error[shared-slot]: experiments/cards.json sets "entry" too, and the two share no layer; expected both in one layer, or one of them stopped"#
      ]),
    DiagnosticCase(
      "an experiment that does not exist",
      [.replace(Path.layout, #""entry": ["control"]"#, with: #""entri": ["control"]"#)],
      [
        #"experiments/layout.json:3:17: error[unknown-experiment]: there is no experiment "entri"; did you mean "entry"?"#
      ]),
    DiagnosticCase(
      "a variation that does not exist",
      [.replace(Path.layout, #""entry": ["control"]"#, with: #""entry": ["controll"]"#)],
      [
        #"experiments/layout.json:3:27: error[unknown-variation]: experiment "entry" has no variation "controll"; did you mean "control"?"#
      ]),
    DiagnosticCase(
      "no variation required", [.replace(Path.layout, #""entry": ["control"]"#, with: #""entry": []"#)],
      [
        "experiments/layout.json:3:26: error[empty-array]: expected at least one variation that satisfies"
      ]),
    DiagnosticCase(
      "experiments that require each other",
      [
        .replace(Path.entry, #""status""#, with: #""requires": { "cards": ["control"] }, "status""#),
        .replace(Path.cards, #""status""#, with: #""requires": { "layout": ["control"] }, "status""#),
      ],
      [
        "experiments/cards.json:2:17: error[prerequisite-cycle]: experiments require each other in a circle: cards -> layout -> entry -> cards"
      ]),
    DiagnosticCase(
      "a seed that two experiments share", [.replace(Path.layout, #""status""#, with: #""seed": "cards", "status""#)],
      [
        #"experiments/layout.json:2:11: warning[shared-seed]: experiments/cards.json has the same seed "cards", so both split users alike; expected different seeds"#
      ]),
  ]
}
