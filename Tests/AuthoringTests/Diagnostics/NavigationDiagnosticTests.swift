import Testing

@Suite("Problems of navigation")
struct NavigationDiagnosticTests {
  @Test("are reported with exact text and place", arguments: cases)
  func report(_ example: DiagnosticCase) {
    #expect(example.found == example.expected)
  }

  static let cases: [DiagnosticCase] = [
    DiagnosticCase(
      "a node that does not exist",
      [
        .replace(Path.navigation, #""practice": "modeSelection" }"#, with: #""practice": "modeSelecton" }"#),
        .replace(Path.senior, "savedList", with: "saveList"),
      ],
      [
        #"catalog/navigation.json:20:41: error[unknown-node]: there is no node "modeSelecton"; did you mean "modeSelection"?"#,
        #"segments/senior.json:5:68: error[unknown-node]: there is no node "saveList"; did you mean "savedList"?"#,
      ]),
    DiagnosticCase(
      "an argument that does not exist",
      [.replace(Path.navigation, #"{ "mode": "topicTalk" }"#, with: #"{ "mood": "topicTalk" }"#)],
      [
        #"catalog/navigation.json:18:39: error[missing-argument]: node "speaking" needs the argument "mode""#,
        #"catalog/navigation.json:18:53: error[unknown-argument]: node "speaking" has no argument "mood"; expected "mode""#,
      ]),
    DiagnosticCase(
      "an argument of an illegal value",
      [.replace(Path.navigation, #"{ "mode": "topicTalk" }"#, with: #"{ "mode": "topictalk" }"#)],
      [
        #"catalog/navigation.json:18:61: error[argument-value]: expected "review" or "topicTalk", found "topictalk"; did you mean "topicTalk"?"#
      ]),
    DiagnosticCase(
      "an argument that is missing",
      [.replace(Path.navigation, #"{ "speaking": { "mode": "topicTalk" } }"#, with: #""speaking""#)],
      [
        #"catalog/navigation.json:18:37: error[missing-argument]: node "speaking" needs the argument "mode""#
      ]),
    DiagnosticCase(
      "an argument bound to an attribute of another type",
      [.replace(Path.navigation, #""last_mode""#, with: #""age""#)],
      [
        #"catalog/navigation.json:16:64: error[binding-type]: the argument is a string, attribute "age" is a number"#
      ]),
    DiagnosticCase(
      "an argument bound to an attribute that does not exist",
      [.replace(Path.navigation, #""last_mode""#, with: #""last_mod""#)],
      [
        #"catalog/navigation.json:16:64: error[unknown-attribute]: there is no attribute "last_mod"; did you mean "last_mode"?"#
      ]),
    DiagnosticCase(
      "a node in another form",
      [
        .replace(Path.navigation, #""saved": "savedList""#, with: #""saved": { "savedList": {}, "home": {} }"#),
        .replace(Path.navigation, #""streak": "home""#, with: #""streak": 7"#),
      ],
      [
        "catalog/navigation.json:21:23: error[wrong-type]: expected a node: its name, or an object of its name and its arguments, found an object of 2 members",
        "catalog/navigation.json:21:66: error[wrong-type]: expected a node: its name, or an object of its name and its arguments, found the number 7",
      ]),
    DiagnosticCase(
      "a key that is none", [.replace(Path.navigation, #""login": {}"#, with: #""log in": {}"#)],
      [
        #"catalog/navigation.json:4:5: error[invalid-key]: "log in" cannot be the name of a node; expected letters, digits, ".", "_" and "-", beginning with a letter or digit"#,
        #"catalog/navigation.json:36:27: error[unknown-node]: there is no node "login"; did you mean "log in"?"#,
      ]),
    DiagnosticCase(
      "a version that is none, and no version at all",
      [.replace(Path.navigation, #""2.0.0""#, with: #""two", "until": 3"#)],
      [
        #"catalog/navigation.json:10:16: error[invalid-version]: expected a version such as "2.1.0", found "two""#,
        #"catalog/navigation.json:10:32: error[wrong-type]: expected a version such as "2.1.0", found the number 3"#,
      ]),
    DiagnosticCase(
      "a node that no version has",
      [.replace(Path.navigation, #""since": "2.0.0""#, with: #""since": "2.0.0", "until": "1.9""#)],
      [
        "catalog/navigation.json:10:34: error[invalid-range]: no version has this node: it exists since 2.0.0, but only until before 1.9.0"
      ]),
    DiagnosticCase(
      "an app version that is no version",
      [.replace(Path.navigation, #""appVersion": "app_version""#, with: #""appVersion": "age""#)],
      [
        #"catalog/navigation.json:2:17: error[app-version-type]: the app version is a version attribute, "age" is a number"#
      ]),
    DiagnosticCase(
      "no app version", [.replace(Path.navigation, #""appVersion": "app_version","#, with: "")],
      [
        #"catalog/navigation.json:1:1: error[missing-member]: "appVersion" is missing; node "speaking" has "since" or "until", so expected the attribute that holds the user's app version"#
      ]),
    DiagnosticCase(
      "a node that some versions lack without a fallback",
      [
        .replace(
          Path.navigation, "\"since\": \"2.0.0\",\n      \"fallback\": \"modeSelection\"", with: #""since": "2.0.0""#)
      ],
      [
        #"catalog/navigation.json:8:5: error[open-fallback]: some app versions lack node "speaking", and it has no "fallback"; expected a node that everybody can reach"#,
        #"catalog/navigation.json:15:49: error[open-fallback]: a user without a legal value cannot reach node "speaking"; give a "default" here, or node "speaking" a "fallback""#,
      ]),
    DiagnosticCase(
      "a bound argument without a fallback",
      [
        .replace(
          Path.navigation, "\"since\": \"2.0.0\",\n      \"fallback\": \"modeSelection\"", with: #""title": "Speaking""#
        )
      ],
      [
        #"catalog/navigation.json:15:49: error[open-fallback]: a user without a legal value cannot reach node "speaking"; give a "default" here, or node "speaking" a "fallback""#
      ]),
    DiagnosticCase(
      "fallbacks in a circle",
      [
        .replace(
          Path.navigation, #""modeSelection": {}"#,
          with: #""modeSelection": { "since": "1.5.0", "fallback": { "speaking": { "mode": "review" } } }"#)
      ],
      [
        "catalog/navigation.json:6:54: error[fallback-cycle]: the fallbacks go in a circle: modeSelection -> speaking -> modeSelection; expected a node at the end that everybody can reach"
      ]),
    DiagnosticCase(
      "fallbacks of routes in a circle",
      [
        .replace(
          Path.navigation, #""practice": { "nodes""#, with: #""practice": { "fallback": "continue-last", "nodes""#)
      ],
      [
        "catalog/navigation.json:16:96: error[fallback-cycle]: the fallbacks of routes go in a circle: continue-last -> practice -> continue-last"
      ]),
    DiagnosticCase(
      "a route that does not exist",
      [
        .replace(Path.navigation, #""fallback": "practice""#, with: #""fallback": "practise""#),
        .replace(Path.entry, "continue-last", with: "continue_last"),
      ],
      [
        #"catalog/navigation.json:16:96: error[unknown-route]: there is no route "practise"; did you mean "practice"?"#,
        #"experiments/entry.json:7:51: error[unknown-route]: there is no route "continue_last"; did you mean "continue-last"?"#,
      ]),
    DiagnosticCase(
      "a route without nodes",
      [
        .replace(Path.navigation, #""nodes": ["home", { "speaking": { "mode": "topicTalk" } }]"#, with: #""nodes": []"#)
      ],
      [
        "catalog/navigation.json:18:28: error[empty-array]: a route has at least one node, its target"
      ]),
    DiagnosticCase(
      "no routes at all: that each route is unknown is not said",
      [
        .write(Path.navigation, #"{ "nodes": {}, "defaults": {} }"#),
        .replace(Path.navigation, #"{ "nodes": {}, "defaults": {} }"#, with: #"{ "nodes": {} }"#),
      ],
      [
        #"catalog/navigation.json:1:1: error[missing-member]: "defaults" is missing; expected a value for every slot"#,
        #"catalog/navigation.json:1:1: error[missing-member]: "routes" is missing; expected an object of routes by key"#,
        #"experiments/cards.json:9:61: error[unknown-card]: there is no card "streak"; "cards" of catalog/navigation.json declares none"#,
        #"experiments/cards.json:9:71: error[unknown-card]: there is no card "saved"; "cards" of catalog/navigation.json declares none"#,
        #"segments/senior.json:5:68: error[unknown-node]: there is no node "savedList"; "nodes" of catalog/navigation.json declares none"#,
      ]),
    DiagnosticCase(
      "legal values of a number",
      [
        .replace(
          Path.navigation, #""type": "string", "values": ["review", "topicTalk"]"#,
          with: #""type": "number", "values": ["review"]"#),
        .replace(Path.navigation, #"{ "mode": "topicTalk" }"#, with: #"{ "mode": 1 }"#),
        .replace(Path.navigation, #"{ "attribute": "last_mode" }"#, with: #"{ "attribute": "age" }"#),
      ],
      [
        #"catalog/navigation.json:9:50: error[misplaced-member]: "values" belongs to arguments of type "string" only"#
      ]),
    DiagnosticCase(
      "links without a scheme, and with empty or broken segments",
      [
        .replace(Path.navigation, "app://practice/{mode}", with: "practice/{mode}"),
        .replace(Path.navigation, #""app://continue""#, with: #""app://continue/""#),
      ],
      [
        #"catalog/navigation.json:23:18: error[invalid-deep-link]: the pattern does not begin with a scheme and "://"; expected a pattern such as "app://practice/{mode}""#,
        #"catalog/navigation.json:24:18: error[invalid-deep-link]: a segment is empty; expected a pattern such as "app://practice/{mode}""#,
      ]),
    DiagnosticCase(
      "links that do not fit their destination",
      [
        .replace(Path.navigation, "app://practice/{mode}", with: "app://practice/{mood}"),
        .replace(Path.navigation, "app://continue", with: "app://continue/{mode}"),
      ],
      [
        #"catalog/navigation.json:23:18: error[missing-argument]: node "speaking" needs the argument "mode"; expected {mode} in the pattern"#,
        #"catalog/navigation.json:23:18: error[unknown-argument]: node "speaking" has no argument "mood"; expected "mode""#,
        "catalog/navigation.json:24:18: error[invalid-deep-link]: a route takes no arguments; expected no {mode}",
      ]),
    DiagnosticCase(
      "a link to nowhere, and one to two places",
      [
        .replace(Path.navigation, #", "node": "speaking""#, with: ""),
        .replace(Path.navigation, #""route": "continue-last""#, with: #""route": "continue-last", "node": "home""#),
      ],
      [
        #"catalog/navigation.json:23:5: error[missing-member]: "node" or "route" is missing; expected one of them"#,
        #"catalog/navigation.json:24:36: error[misplaced-member]: a link leads to a "node" or to a "route", not to both"#,
      ]),
    DiagnosticCase(
      "a link to what does not exist",
      [
        .replace(Path.navigation, #""node": "speaking""#, with: #""node": "speeking""#),
        .replace(Path.navigation, #""route": "continue-last""#, with: #""route": "continue""#),
      ],
      [
        #"catalog/navigation.json:23:51: error[unknown-node]: there is no node "speeking"; did you mean "speaking"?"#,
        #"catalog/navigation.json:24:45: error[unknown-route]: there is no route "continue"; "routes" of catalog/navigation.json declares "continue-last" and "practice""#,
      ]),
  ]
}
