import Authoring
import TestSupport
import Testing

/// What is said of expectation files that are wrong.
@Suite("Diagnostics of expectations")
struct ExpectationsDiagnosticTests {
  private static let path = "expectations/cases.json"

  private func found(_ text: String) -> [String] {
    Expectations.check(files: SampleFiles.changed([Self.path: text])).problems.diagnostics.map(\.description)
  }

  @Test(
    "of a whole file",
    arguments: [
      ("", "1:1: error[syntax]: "),
      ("[]", "1:1: error[wrong-type]: expected an object with \"cases\", found an array"),
      ("{}", "1:1: error[missing-member]: \"cases\" is missing; expected an array of cases"),
      (#"{"cases": []}"#, "1:11: error[empty-array]: expected at least one case"),
      (#"{"cases": {}}"#, "1:11: error[wrong-type]: expected an array of cases, found an object"),
      (
        #"{"cases": [1]}"#, "1:12: error[wrong-type]: expected a case: an object with \"name\", \"user\" and \"expect\""
      ),
    ])
  func file(text: String, start: String) {
    let lines = found(text)
    #expect(lines.count == 1 && lines[0].hasPrefix("\(Self.path):\(start)"), "\(lines)")
  }

  @Test(
    "of a case",
    arguments: [
      (
        #""naem": "b""#,
        #"2:2: error[unknown-member]: there is no member "naem" here; expected "name", "description", "user", "at", "force" or "expect"; did you mean "name"?"#
      ),
      (
        #""at": "soon""#,
        #"2:8: error[invalid-date]: expected a date that exists, such as "2026-01-31" or "2026-01-31T09:00:00Z", found "soon""#
      ),
      (
        #""force": {"entri": "control"}"#,
        #"2:12: error[unknown-experiment]: there is no experiment "entri"; did you mean "entry"?"#
      ),
      (
        #""force": {"entry": "controll"}"#,
        #"2:21: error[unknown-variation]: experiment "entry" has no variation "controll"; did you mean "control"?"#
      ),
      (#""force": {"entry": null}"#, "2:21: error[wrong-type]: expected the key of a variation, found null"),
      (
        #""force": []"#,
        "2:11: error[wrong-type]: expected an object of experiments and their variations, found an array"
      ),
    ])
  func parts(member: String, expected: String) {
    let lines = found("{\"cases\": [{\"name\": \"a\", \"user\": {}, \"expect\": {\"issues\": []},\n \(member)}]}")
    #expect(lines == ["\(Self.path):\(expected)"])
  }

  @Test(
    "of a user",
    arguments: [
      (#"{"agee": 70}"#, #"2:2: error[unknown-attribute]: there is no attribute "agee"; did you mean "age"?"#),
      (
        #"{"choice.home.layuot": "tab"}"#,
        #"2:2: error[unknown-slot]: there is no slot "home.layuot"; did you mean "home.layout"?"#
      ),
      ("7", "2:1: error[wrong-type]: expected an object of attributes and their values, found the number 7"),
    ])
  func user(user: String, expected: String) {
    let lines = found("{\"cases\": [{\"name\": \"a\", \"expect\": {\"issues\": []}, \"user\":\n\(user)}]}")
    #expect(lines == ["\(Self.path):\(expected)"])
  }

  @Test(
    "of what is expected",
    arguments: [
      (
        #""segments": ["seniro"]"#,
        #"2:14: error[unknown-segment]: there is no segment "seniro"; did you mean "senior"?"#
      ),
      (
        #""segments": "senior""#,
        #"2:13: error[wrong-type]: expected an array of the keys of segments, found the string "senior""#
      ),
      (
        #""experiments": {"layuot": null}"#,
        #"2:17: error[unknown-experiment]: there is no experiment "layuot"; did you mean "layout"?"#
      ),
      (
        #""experiments": {"layout": 1}"#,
        "2:27: error[wrong-type]: expected the key of a variation, or null for none, found the number 1"
      ),
      (
        #""experiments": {"layout": "card"}"#,
        #"2:27: error[unknown-variation]: experiment "layout" has no variation "card"; did you mean "cards"?"#
      ),
      (
        #""issues": 0"#,
        "2:11: error[wrong-type]: expected an array of the names of what cannot be used; [] if there is nothing, found the number 0"
      ),
      (
        #""entri": "practice""#,
        #"2:1: error[unknown-slot]: there is no slot "entri"; expected a slot, "segments", "experiments" or "issues"; did you mean "entry"?"#
      ),
      (
        #""segmetns": []"#,
        #"2:1: error[unknown-slot]: there is no slot "segmetns"; expected a slot, "segments", "experiments" or "issues"; did you mean "segments"?"#
      ),
      (#""entry": "practise""#, #"2:10: error[unknown-route]: there is no route "practise"; did you mean "practice"?"#),
      (
        #""home.layout": "grid""#,
        #"2:16: error[slot-value]: expected "tab" or "dashboard", found "grid"; did you mean "dashboard"?"#
      ),
      (#""home.tabs": ["homes"]"#, #"2:15: error[unknown-tab]: there is no tab "homes"; did you mean "home"?"#),
      (#""fallback.default": "hom""#, #"2:21: error[unknown-node]: there is no node "hom"; did you mean "home"?"#),
      (
        #""fallback.signedOut": null"#,
        "2:23: error[slot-value]: expected a node: its name, or an object of its name and its arguments, found null"
      ),
      (
        #""fallback.default": {"speaking": {"mode": "sing"}}"#,
        #"2:43: error[argument-value]: expected "review" or "topicTalk", found "sing""#
      ),
      (
        #""modal.confirmsDismissal": "yes""#,
        #"2:28: error[slot-value]: expected true or false, found the string "yes""#
      ),
      (
        "",
        #"1:51: error[missing-member]: a case that compares nothing always passes; expected a slot, "segments", "experiments" or "issues""#
      ),
    ])
  func claims(member: String, expected: String) {
    let lines = found("{\"cases\": [{\"name\": \"a\", \"user\": {}, \"expect\":    {\n\(member)}}]}")
    #expect(lines == ["\(Self.path):\(expected)"])
  }

  @Test("name a value that is taken from an attribute, since a case has one user")
  func bound() {
    let lines = found(
      #"""
      {"cases": [{"name": "a", "user": {}, "expect": {
      "fallback.default": {"speaking": {"mode": {"attribute": "last_mode"}}}}}]}
      """#)
    #expect(
      lines == [
        #"\#(Self.path):2:21: error[argument-value]: "mode" is taken from an attribute; expected the value that this user gets"#
      ])
  }

  @Test("come all at once, of all cases and files, in order")
  func together() {
    let report = Expectations.check(
      files: SampleFiles.changed([
        "expectations/b.json": #"{"cases": [{"name": "", "expect": {"entri": 1}}, {"user": {}}]}"#,
        "expectations/a.json": "{",
        "expectations/c.jsn": "",
      ]))
    #expect(report.expectations == nil)
    #expect(
      report.problems.diagnostics.map { "\($0.file) \($0.code.rawValue)" } == [
        "expectations/a.json syntax", "expectations/b.json missing-member", "expectations/b.json unknown-value",
        "expectations/b.json unknown-slot", "expectations/b.json missing-member", "expectations/b.json missing-member",
        "expectations/c.jsn misnamed-file",
      ])
    #expect(report.problems.diagnostics.allSatisfy { $0.position == nil || report.problems.excerpt(of: $0) != nil })
  }

  @Test("say which of two cases has the name of another")
  func names() {
    let one = #"{"name": "a", "user": {}, "expect": {"issues": []}}"#
    #expect(
      found("{\"cases\": [\(one),\n\(one)]}") == [
        #"\#(Self.path):2:10: error[duplicate-key]: a case of this file is named "a" already; expected different names"#
      ])
  }
}
