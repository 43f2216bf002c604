import Authoring
import JSONTree
import Navigation
import Personalization
import TestSupport
import Testing

/// Expectation files of the sample workspace, read and compared.
@Suite("Expectations")
struct ExpectationsTests {
  private static let path = "expectations/cases.json"

  private func report(_ text: String) -> Expectations.Report {
    Expectations.check(files: SampleFiles.changed([Self.path: text]))
  }

  /// The report on one case of these parts.
  private func report(user: String = "{}", more: String = "", expect: String) -> Expectations.Report {
    report(#"{"cases": [{"name": "a", "user": \#(user), \#(more)"expect": \#(expect)}]}"#)
  }

  private func result(
    user: String = "{}", more: String = "", expect: String, at time: Timestamp? = nil
  ) throws -> ExpectationResult {
    let found = report(user: user, more: more, expect: expect)
    let expectations = try #require(found.expectations, "\(found.problems.diagnostics)")
    let expectation = try #require(expectations.cases.first)
    return expectation.result(of: PersonalizationEngine(expectations.workspace), at: time)
  }

  @Test(
    "hold where the user gets what is named, whatever else the user gets",
    arguments: [
      (#"{"age": 70}"#, #"{"segments": ["senior"]}"#),
      (#"{"age": 70}"#, #"{"home.layout": "tab", "fallback.modalDismissed": "savedList"}"#),
      (#"{"shift": "night"}"#, #"{"segments": ["night"], "home.layout": "dashboard"}"#),
      ("{}", #"{"fallback.modalDismissed": null, "session.resumeWithin": "PT30M", "modal.confirmsDismissal": false}"#),
      ("{}", #"{"fallback.default": "home", "fallback.signedOut": {"login": {}}, "session.scope": "user"}"#),
      ("{}", #"{"home.tabs": ["home", "practice"], "home.initialTab": "home", "modal.style": "sheet"}"#),
      (#"{"age": "old", "premium": 3}"#, #"{"issues": ["premium", "age"]}"#),
      ("{}", #"{"experiments": {"entry": null}}"#),
    ])
  func hold(user: String, expect: String) throws {
    let mismatches = try result(user: user, expect: expect).mismatches
    #expect(mismatches.isEmpty, "\(mismatches)")
  }

  @Test("compare a route with the one that the user takes after fallbacks")
  func fallenBack() throws {
    let force = #""force": {"entry": "continue"}, "#
    let version = #"{"app_version": "2.1.0""#
    #expect(try result(user: version + "}", more: force, expect: #"{"entry": "practice"}"#).isPassed)
    let lastMode = version + #", "last_mode": "review"}"#
    #expect(try result(user: lastMode, more: force, expect: #"{"entry": "continue-last"}"#).isPassed)
  }

  @Test("tell what was promised, what came, and where the promise stands")
  func mismatch() throws {
    let found = try result(
      user: #"{"age": 70}"#, expect: #"{"segments": [], "home.layout": "dashboard", "entry": "practice"}"#)
    #expect(
      found.mismatches.map { "\($0.claim.position) \($0.claim.subject): \($0.claim.expected), not \($0.got)" } == [
        "1:58 segments: [], not [senior]", "1:74 home.layout: dashboard, not tab",
      ])
    #expect(found.decision.segments == ["senior"])
  }

  @Test("compare segments in order")
  func order() throws {
    let files = SampleFiles.changed([
      "segments/all.json": #"{"when": {}, "priority": 1}"#,
      Self.path: #"{"cases": [{"name": "a", "user": {"age": 70}, "expect": {"segments": ["senior", "all"]}}]}"#,
    ])
    let expectations = try #require(Expectations.check(files: files).expectations)
    let engine = PersonalizationEngine(expectations.workspace)
    #expect(expectations.cases.map { $0.result(of: engine, at: nil).isPassed } == [false])
  }

  @Test("name a node with or without arguments, and with them all of them")
  func nodes() throws {
    let workspace = SampleFiles.changed([
      "segments/senior.json": #"""
      {"when": {}, "priority": 1, "navigation": {"fallback.default": {"speaking": {"mode": "review"}}}}
      """#
    ])
    func passes(_ node: String) throws -> Bool {
      var files = workspace
      files[Self.path] = """
        {"cases": [{"name": "a", "user": {"app_version": "2.0.0"}, "expect": {"fallback.default": \(node)}}]}
        """
      let expectations = try #require(Expectations.check(files: files).expectations)
      return expectations.cases.allSatisfy {
        $0.result(of: PersonalizationEngine(expectations.workspace), at: nil).isPassed
      }
    }
    #expect(try passes(#""speaking""#))
    #expect(try passes(#"{"speaking": {"mode": "review"}}"#))
    #expect(try !passes(#"{"speaking": {"mode": "topicTalk"}}"#))
    #expect(try !passes(#""home""#))
  }

  @Test("take the time of the case before the given one, and that before the file's")
  func time() throws {
    let given = try #require(Timestamp("2026-02-02"))
    func time(file: String, own: String, given: Timestamp?) throws -> String {
      let text = #"{\#(file)"cases": [{"name": "a", "user": {}, \#(own)"expect": {"issues": []}}]}"#
      let expectations = try #require(report(text).expectations)
      let expectation = try #require(expectations.cases.first)
      return expectation.result(of: PersonalizationEngine(expectations.workspace), at: given).decision.time.description
    }
    let (file, own) = (#""at": "2026-03-03", "#, #""at": "2026-01-01", "#)
    #expect(try time(file: file, own: own, given: given) == "2026-01-01T00:00:00Z")
    #expect(try time(file: file, own: "", given: given) == "2026-02-02T00:00:00Z")
    #expect(try time(file: file, own: "", given: nil) == "2026-03-03T00:00:00Z")
  }

  @Test("belong to a folder that may be missing, and leave the workspace alone")
  func none() throws {
    #expect(try #require(Expectations.check(files: SampleFiles.all).expectations).cases.isEmpty)
    #expect(Workspace.check(files: SampleFiles.changed([Self.path: "no JSON"])).diagnostics.isEmpty)
  }

  @Test("are not read beside a workspace with an error, whose problems are told instead")
  func brokenWorkspace() {
    let found = Expectations.check(files: SampleFiles.changed(["segments/senior.json": "{}", Self.path: "{}"]))
    #expect(found.expectations == nil)
    #expect(Set(found.problems.diagnostics.map(\.file)) == ["segments/senior.json"])
  }

  @Test("that lost any one byte are read, or refused with a place, but never trap")
  func damaged() {
    let text = Array(
      #"""
      {"at": "2026-01-01", "cases": [{"name": "a", "user": {"age": 7, "choice.entry": "practice"}, "force":
      {"entry": "control"}, "expect": {"segments": ["senior"], "home.tabs": ["home"], "fallback.default":
      {"speaking": {"mode": "review"}}, "experiments": {"layout": null}, "issues": []}}]}
      """#.utf8)
    for index in text.indices {
      let found = report(String(decoding: text[..<index] + text[(index + 1)...], as: UTF8.self))
      #expect(found.expectations != nil || found.problems.diagnostics.allSatisfy { $0.position != nil })
    }
  }

  @Test("are covered where every segment is matched and missed and every variation given")
  func coverage() throws {
    func coverage(_ cases: [String]) throws -> RuleCoverage {
      let list = cases.enumerated().map { #"{"name": "\#($0)", \#($1), "expect": {"issues": []}}"# }
      let found = report(#"{"at": "2026-05-05", "cases": [\#(list.joined(separator: ", "))]}"#)
      let expectations = try #require(found.expectations, "\(found.problems.diagnostics)")
      let engine = PersonalizationEngine(expectations.workspace)
      return RuleCoverage(
        of: expectations.workspace, by: expectations.cases.map { $0.result(of: engine, at: nil).decision })
    }
    let one = try coverage([#""user": {"age": 70}"#])
    #expect(one.unmatchedSegments == ["night"] && one.unmissedSegments == ["senior"] && !one.isWhole)
    #expect(
      one.unassignedVariations.map { "\($0.experiment).\($0.variation)" } == [
        "cards.control", "cards.streak-first", "entry.control", "entry.continue", "layout.control", "layout.cards",
      ])
    let whole = try coverage([
      #""user": {"age": 70}, "force": {"cards": "control", "entry": "control", "layout": "control"}"#,
      #""user": {"shift": "night"}, "force": {"cards": "streak-first", "entry": "continue", "layout": "cards"}"#,
    ])
    #expect(whole.isWhole, "\(whole)")
  }
}
