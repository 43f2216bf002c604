import Testing

@Suite("Proofs")
struct ProofsDiagnosticTests {
  @Test("are reported with exact text and place", arguments: cases)
  func report(_ example: DiagnosticCase) {
    #expect(example.found == example.expected)
  }

  private static let probe = "segments/probe.json"
  private static let trial = "experiments/trial.json"

  static let cases: [DiagnosticCase] = [
    DiagnosticCase(
      "a segment and those that ask for it",
      [
        .write(probe, #"{"when": {"age": {"$lt": 18, "$gte": 65}}, "priority": 1}"#),
        .write("segments/other.json", #"{"when": {"$segment": "probe", "premium": true}, "priority": 1}"#),
      ],
      [
        "segments/other.json:1:10: warning[never-matches]: this segment matches nobody: it asks that age is below 18 and at least 65",
        "segments/probe.json:1:10: warning[never-matches]: this segment matches nobody: it asks that age is below 18 and at least 65",
      ]),
    DiagnosticCase(
      "alternatives none of which can be, in the words of their types",
      [
        .write(
          probe,
          """
          {"when": {"premium": true, "$or": [
            {"devices": {"$all": ["phone", "tv"], "$size": {"$lt": 2}}},
            {"joined": {"$gt": {"ago": "P7D"}, "$lt": {"ago": "P1M"}}},
            {"shift": {"$in": ["day", "night"], "$nini": ["DAY", "NIGHT"]}}]}, "priority": 1}
          """)
      ],
      [
        #"segments/probe.json:1:10: warning[never-matches]: this segment matches nobody: it asks that devices has "phone" and has "tv" and the number of devices is below 2, or that joined is after P7D ago and before P1M ago, or that shift is one of "day", "night" and none of "DAY", "NIGHT" in any case"#
      ]),
    DiagnosticCase(
      "a segment of everybody",
      [
        .write(
          probe, #"{"when": {"$or": [{"age": {"$gte": 18}}, {"age": {"$lt": 21}}, {"age": null}]}, "priority": 1}"#)
      ],
      [
        "segments/probe.json:1:10: warning[always-matches]: this segment matches everybody: age is at least 18 or below 21 or has no value, whoever it is; expected a condition that somebody does not meet, or {}"
      ]),
    DiagnosticCase(
      "a segment in the shadow of another",
      [
        .write(
          probe,
          #"{"when": {"age": {"$gt": 90}, "user_id": "u-9"}, "priority": 1, "navigation": {"home.layout": "tab"}}"#)
      ],
      [
        #"segments/probe.json:1:10: warning[shadowed-segment]: this segment never decides anything: whoever is in it is in segment "senior" too, which wins over it in every slot that it sets; for example {"user_id": "u-9", "age": 91}"#
      ]),
    DiagnosticCase(
      "a segment that locks what the other does not is in nobody's shadow",
      [
        .replace(Path.senior, #""lock": true"#, with: #""lock": ["fallback.modalDismissed"]"#),
        .write(
          probe,
          #"{"when": {"age": {"$gt": 90}, "user_id": "u-9"}, "priority": 1, "navigation": {"home.layout": "tab"}, "lock": true}"#
        ),
      ], []),
    DiagnosticCase(
      "a segment in the shadow of two, by the order of their keys where priorities are equal",
      [
        .write(
          "segments/b1.json", #"{"when": {"age": {"$gte": 9}}, "priority": 1, "navigation": {"entry": "practice"}}"#),
        .write(
          "segments/b2.json", #"{"when": {"age": {"$lt": 9}}, "priority": 1, "navigation": {"entry": "practice"}}"#),
        .write(
          "segments/a.json",
          #"{"when": {"age": {"$exists": true}}, "priority": 1, "navigation": {"entry": "practice"}}"#),
      ],
      [
        #"segments/a.json:1:10: warning[shadowed-segment]: this segment never decides anything: whoever is in it is in segment "b2" or "b1" too, and they win over it in every slot that it sets; for example {"age": 0}"#
      ]),
    DiagnosticCase(
      "an experiment whose audience is locked",
      [
        .write(
          trial,
          """
          {"status": "running", "audience": {"age": {"$gt": 80}, "user_id": {"$nin": ["u-1", "u-2", "u-3"]}},
           "layer": {"name": "x", "range": [0, 1]},
           "variations": [{"key": "a"}, {"key": "b", "navigation": {"fallback.modalDismissed": "home"}}]}
          """)
      ],
      [
        #"experiments/trial.json:1:35: warning[starved-experiment]: nobody can take part: whoever is of this audience is in segment "senior", which locks "fallback.modalDismissed"; for example {"age": 81}"#
      ]),
    DiagnosticCase(
      "an experiment that compares nothing",
      [
        .replace(
          Path.entry, #"{ "key": "control" }"#,
          with: #"{ "key": "control", "navigation": { "entry": "continue-last" } }"#)
      ],
      [
        #"experiments/entry.json:5:3: warning[same-variations]: the variations differ in nothing: each sets "entry" to continue-last; expected at least one that does something else"#
      ]),
    DiagnosticCase(
      "an experiment that stopped without a winner is left alone",
      [
        .replace(Path.entry, #""running""#, with: #""stopped""#),
        .replace(Path.entry, #"{ "$segment": "night" }"#, with: #"{ "age": { "$in": [] } }"#),
      ], []),
    DiagnosticCase(
      "a node that nothing leads to, and one to which only that one leads",
      [
        .replace(
          Path.navigation, #""savedList": {},"#,
          with: #""savedList": {}, "archive": { "parent": "attic" }, "attic": {},"#)
      ],
      [
        #"catalog/navigation.json:7:22: warning[unreachable-node]: nothing leads to node "archive"; expected a route, tab, card, deep link, slot, fallback or parent that does"#,
        #"catalog/navigation.json:7:56: warning[unreachable-node]: nothing leads to node "attic"; expected a route, tab, card, deep link, slot, fallback or parent that does"#,
      ]),
  ]
}
