import Foundation
import Navigation
import Testing
import TestSupport

/// Each refusal and each reason for dropping; aliases, and the loop of crashes.
@Suite("Restoring")
struct RestoreTests {
  let rules = Coach.rules()

  /// A saved state as an older app might have written it.
  private func written(
    version: String = "1", profile: String = "null", selected: String = #""home""#, paths: String = "{}",
    front: String = "null", presented: String = "[]"
  ) -> [UInt8] {
    Array(
      """
      {"schemaVersion": \(version), "appVersion": "0.9", "profile": \(profile), "savedAt": 1000,
       "selectedTab": \(selected), "paths": \(paths), "single": [], "front": \(front), "presented": \(presented)}
      """.utf8)
  }

  private func flow(_ nodes: String, intent: String = "help", presenter: Int = 0) -> String {
    """
    {"intent": "\(intent)", "nodes": \(nodes), "style": {"fullScreenCover": {}}, "guarding": "allow", "landing": null,
     "presenter": \(presenter)}
    """
  }

  private func restored(
    _ bytes: [UInt8], aliases: [String: String] = [:], rules: FlowRules<CoachNode>? = nil,
    session: SessionState = SessionState()
  ) -> (CoachState, RestoreReport) {
    let rules = rules ?? self.rules
    var state = CoachState(rules.configuration, session: session)
    let report = state.restore(bytes, under: rules, at: 1001, aliases: aliases)
    if case .refused = report.result {
      #expect(state == CoachState(rules.configuration, session: session), "a refusal changes nothing")
      #expect(report.dropped.isEmpty)
    }
    return (state, report)
  }

  @Test("What is no saved state is refused as damaged (invariant 27)")
  func damaged() {
    let texts = ["", "{", "[]", "null", "\0", "{\"schemaVersion\": \"1\"}", "{\"schemaVersion\": 1}"]
    for text in texts { #expect(restored(Array(text.utf8)).1.result == .refused(.damaged), "\(text)") }
    #expect(restored(written(version: "0")).1.result == .refused(.damaged))
    #expect(restored(written(version: "-1")).1.result == .refused(.damaged))
    #expect(restored([0xFF, 0xFE, 0x00]).1.result == .refused(.damaged))
    #expect(restored(Array(repeating: 0x5B, count: 200_000)).1.result == .refused(.damaged))
    #expect(restored(Array(repeating: 0x20, count: 1 << 21)).1.result == .refused(.damaged))
  }

  @Test("What a newer app wrote is refused as such, whatever its form (invariant 27)")
  func newer() {
    #expect(restored(written(version: "2")).1.result == .refused(.newerSchema))
    #expect(restored(Array(#"{"schemaVersion": 99, "tree": []}"#.utf8)).1.result == .refused(.newerSchema))
  }

  @Test("Another profile's state is refused, also where only the bytes differ (invariant 30)")
  func otherProfile() {
    #expect(restored(written(profile: #""a""#)).1.result == .refused(.otherProfile))
    let composed = SessionState(profile: "\u{E9}")
    #expect(restored(written(profile: #""e\u0301""#), session: composed).1.result == .refused(.otherProfile))
    #expect(restored(written(profile: #""\u00e9""#), session: composed).1.result == .restored)
  }

  @Test("Before a closed gate nothing is put back (row 74)")
  func gated() {
    #expect(restored(written(), session: SessionState(isSignedIn: false)).1.result == .refused(.gated))
    let rules = Coach.rules(Coach.configuration(entry: .profilePicker, scope: .profile))
    #expect(restored(written(), rules: rules).1.result == .refused(.gated))
  }

  /// What the user or a link does, and whether a state may be put back after it.
  static let moves: [(CoachCommand, Bool)] = [
    (.push(.settings), false), (.switchTab("saved"), false), (.present(FlowRequest("help", start: .login)), false),
    (.open("coach://settings"), false), (.reset(start: .settings, path: []), false), (.pop, true),
    (.beginWork("load"), true), (.open("coach://nowhere"), true), (.ready, true), (.switchTab("attic"), true),
  ]

  @Test("A state is never put over what the user or a link has changed (invariant 29)", arguments: moves)
  func tooLate(command: CoachCommand, isRestorable: Bool) {
    var state = CoachState(rules.configuration)
    state.apply(command, under: rules)
    let before = state
    let report = state.restore(written(), under: rules, at: 1001)
    #expect(report.result == (isRestorable ? .restored : .refused(.tooLate)))
    if !isRestorable { #expect(state == before) }
  }

  @Test("A stack is cut before the first node that is gone, and the report says what was lost (invariant 28)")
  func unknownNode() {
    let paths = #"{"home": ["settings", "attic", "login"], "saved": [{"speaking": {"mode": "dance"}}]}"#
    let (state, report) = restored(written(paths: paths))
    #expect(report.result == .salvaged)
    #expect(
      report.lines == ["tab home: attic, login (unknownNode)", "tab saved: speaking(mode: dance) (unknownNode)"])
    #expect(state.base.nodes == [.home(), .settings])
  }

  @Test("A renamed node is found under its new name (invariant 28)")
  func alias() {
    let (state, report) = restored(
      written(paths: #"{"home": ["preferences", {"talk": {"mode": "review"}}]}"#),
      aliases: ["preferences": "settings", "talk": "speaking"])
    #expect(report.result == .restored)
    #expect(state.base.nodes == [.home(), .settings, .speaking(mode: .review)])
  }

  @Test("A node of another profile cuts the path (invariant 30)")
  func foreignProfile() {
    let (state, report) = restored(
      written(profile: #""a""#, paths: #"{"home": ["settings", {"savedList": {"profile": "b"}}]}"#),
      session: SessionState(profile: "a"))
    #expect(
      report.lines == ["tab home: savedList(profile: b) (otherProfile)"])
    #expect(state.base.nodes == [.home(), .settings])
  }

  @Test("A tab that is gone takes its path along, and the selection stays legal (invariant 17)")
  func noSuchTab() {
    let (state, report) = restored(written(selected: #""attic""#, paths: #"{"attic": ["settings"], "cellar": []}"#))
    #expect(report.lines == ["tab attic: settings (noSuchTab)"])
    #expect(state.home.selectedTab == "home")
  }

  @Test("What is deeper than the rules allow is cut (invariant 36)")
  func tooDeep() {
    var rules = rules
    rules.depthLimit = 2
    let (state, report) = restored(written(paths: #"{"home": ["settings", "login", "settings"]}"#), rules: rules)
    #expect(report.lines == ["tab home: settings (tooDeep)"])
    #expect(state.base.path.count == 2)
  }

  @Test("A flow is cut before the first node that its intent does not have or lead to (row 48)")
  func foreignNode() {
    let practice = flow(#"[{"greeting": {"mode": "review"}}, "settings"]"#, intent: "practice")
    let (state, report) = restored(written(presented: "[\(practice)]"))
    #expect(report.lines == ["flow 0: settings (foreignNode)"])
    #expect(state.screens == [[.home()], [.greeting(mode: .review)]])
    let onboarding = flow(#"["login", "home"]"#, intent: "onboarding")
    #expect(restored(written(presented: "[\(onboarding)]")).1.dropped.map(\.reason) == [.foreignNode])
  }

  @Test("A flow whose presenter is gone is not put back, nor what lies over it (invariant 10)")
  func presenterMissing() {
    let outer = flow(#"["login"]"#, presenter: 3)
    let inner = flow(#"["settings"]"#)
    let (state, report) = restored(written(presented: "[\(outer), \(inner)]"))
    #expect(
      report.lines == ["flow 0: login (presenterMissing)", "flow 1: settings (presenterMissing)"])
    #expect(state.presented.isEmpty)
    let cut = flow(#"["login", "attic"]"#)
    #expect(
      restored(written(presented: "[\(cut), \(inner)]")).1.dropped.map(\.reason) == [.unknownNode, .presenterMissing])
    #expect(restored(written(presented: "[\(flow(#"["login"]"#, presenter: -1))]")).1.dropped.count == 1)
  }

  @Test("An unknown front is dropped whole, and home shows (invariant 28)")
  func front() {
    let (state, report) = restored(written(front: #"["attic", "login"]"#))
    #expect(report.dropped.map(\.place) == ["front"])
    #expect(state.front == nil && state.visible.node == .home())
    #expect(restored(written(front: #"["login", "welcomeSetup"]"#)).0.screens == [[.login, .welcomeSetup]])
  }

  @Test("A node with two names, or none, is damage and no loop (invariant 27)")
  func oddNodes() {
    for node in [#"{"a": {}, "b": {}}"#, "{}", "7", "null", #"{"a": {"x": []}}"#] {
      #expect(restored(written(paths: #"{"home": [\#(node), "settings"]}"#)).1.result == .refused(.damaged), "\(node)")
    }
  }

  @Test("After three launches that did not come to an end, nothing is put back until one does (invariant 27)")
  func crashLoop() throws {
    var record = LaunchRecord()
    for _ in 0..<LaunchRecord.limit {
      #expect(record.begin() == .restore)
      // It crashes; the record was written down before.
      record = try JSONDecoder().decode(LaunchRecord.self, from: JSONEncoder().encode(record))
    }
    #expect(record.begin() == .discard)
    for _ in 0..<10 { #expect(record.begin() == .discard) }
    record.end()
    #expect(record.unfinishedLaunches == 0 && record.begin() == .restore)
  }

  @Test("A refused state leaves the next one untouched: a failed restore is not remembered (invariant 27)")
  func afterRefusal() {
    var state = CoachState(rules.configuration)
    #expect(state.restore([1, 2, 3], under: rules, at: 1001).result == .refused(.damaged))
    #expect(state.restore(written(paths: #"{"home": ["settings"]}"#), under: rules, at: 1001).result == .restored)
    #expect(state.visible.node == .settings)
  }
}

/// A tree coded whole, as a debugger or a test would.
@Suite("Trees, coded whole")
struct CodedStateTests {
  @Test("A tree is read back as it was (row 11)", arguments: RandomWalkTests.seeds)
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let configuration = RandomWalkTests.configuration(&random)
    var state = CoachState(configuration, session: SessionState(profile: "a"))
    for _ in 0..<40 {
      state.apply(RandomWalkTests.command(&random, state), under: Coach.rules(configuration))
      #expect(try JSONDecoder().decode(CoachState.self, from: JSONEncoder().encode(state)) == state, "seed \(seed)")
    }
  }

  static let damages = [
    (#""selectedPlace":0"#, #""selectedPlace":3"#), (#""selectedPlace":0"#, #""selectedPlace":-1"#),
    (#""lastNumber":7"#, #""lastNumber":3"#), (#""lastNumber":7"#, #""lastNumber":18446744073709551615"#),
    (#""epoch":3"#, #""epoch":18446744073709551615"#), (#""presenter":{"number":5}"#, #""presenter":{"number":4}"#),
    (#""id":{"number":2}"#, #""id":{"number":1}"#), (#""origin":{"number":7}"#, #""origin":{"number":9}"#),
  ]

  @Test(
    "Parts that do not belong together are refused, so that no command can trap on them (invariant 1)",
    arguments: damages)
  func damaged(part: String, other: String) throws {
    let rules = Coach.rules()
    var state = CoachState(rules.configuration)
    state.play(
      [.push(.settings), .present(FlowRequest("help", start: .login)), .beginWork("load")], under: rules)
    let text = try json(state)
    #expect(text.contains(part), "\(part) in \(text)")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(CoachState.self, from: Data(text.replacing(part, with: other).utf8))
    }
  }
}

extension RestoreReport {
  /// What was dropped, a line each.
  fileprivate var lines: [String] {
    dropped.map { "\($0.place): \($0.nodes.map(\.description).joined(separator: ", ")) (\($0.reason))" }
  }
}
