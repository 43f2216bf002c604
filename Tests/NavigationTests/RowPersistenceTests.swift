import Foundation
import Navigation
import Testing

/// Saved state: rows 70 to 74.
@Suite("Saved state")
struct RowPersistenceTests {
  let rules = Coach.rules()

  private func saved(_ commands: [CoachCommand] = [.push(.settings)], at seconds: Int64 = 1000) throws -> [UInt8] {
    var state = CoachState(rules.configuration)
    state.play(commands, under: rules)
    return try #require(state.snapshot(appVersion: "1", at: seconds))
  }

  @Test("The host saves in the background and puts back once a launch (row 70, invariants 26, 29)")
  @MainActor
  func saveAndRestore() throws {
    let first = FlowController(rules: rules)
    first.send(.switchTab("saved"))
    first.send(.push(.settings))
    first.send(.present(FlowRequest("practice", start: .greeting(mode: .review))))
    let bytes = try #require(first.state.snapshot(appVersion: "1", at: 1000))
    let second = FlowController(rules: rules)
    let changes = ChangeCounter(second)
    #expect(second.restore(bytes, at: 1060).result == .restored)
    #expect(changes.count == 1)
    #expect(second.state.description == first.state.description)
    second.send(.dismiss(.program))
    let moved = second.state
    #expect(second.restore(bytes, at: 1061).result == .refused(.tooLate))
    #expect(second.state == moved && changes.count == 2)
  }

  @Test("The last position comes back: tab, paths and flows (rows 71, 72)")
  func lastPosition() throws {
    let bytes = try saved([
      .push(.settings), .switchTab("saved"), .pushAll([.login, .speaking(mode: .topicTalk)]),
      .present(FlowRequest("help", start: .login, path: [.welcomeSetup], landing: .node(.savedList()))),
    ])
    var state = CoachState(rules.configuration)
    #expect(state.restore(bytes, under: rules, at: 1001).result == .restored)
    #expect(state.screens == [[.savedList(), .login, .speaking(mode: .topicTalk)], [.login, .welcomeSetup]])
    #expect(state.home.tabs.first?.stack.nodes == [.home(), .settings])
    #expect(state.presented.first?.landing == .node(.savedList()))
  }

  /// The configuration lets a session be resumed within 1800 seconds.
  static let ages: [(Int64, RestoreReport.Result)] = [
    (0, .restored), (1799, .restored), (1800, .restored), (1801, .refused(.expired)), (-1, .refused(.expired)),
    (.max - 1000, .refused(.expired)), (.min + 1000, .refused(.expired)),
  ]

  @Test("A state older than a session may be resumed is expired; so is one from the future (row 73)", arguments: ages)
  func age(age: Int64, result: RestoreReport.Result) throws {
    var state = CoachState(rules.configuration)
    let before = state
    #expect(state.restore(try saved(), under: rules, at: 1000 + age).result == result)
    if result == .restored { #expect(state.visible.node == .settings) } else { #expect(state == before) }
  }

  @Test("At launch: gate before link before resume before the personal entry before home (row 74)")
  func precedence() throws {
    let bytes = try saved([.push(.login)])
    let entry = Coach.configuration(path: [.speaking(mode: .review)])
    let personal = Coach.rules(entry)

    var state = CoachState(Coach.configuration())
    #expect(state.visible.node == .home(), "default")
    state = CoachState(entry)
    #expect(state.visible.node == .speaking(mode: .review), "personal entry")
    #expect(state.restore(bytes, under: personal, at: 1001).result == .restored)
    #expect(state.visible.node == .login, "resume over entry")

    state = CoachState(entry, isReady: false)
    state.apply(.open("coach://settings"), under: personal)
    state.apply(.ready, under: personal)
    #expect(state.restore(bytes, under: personal, at: 1001).result == .refused(.tooLate))
    #expect(state.visible.node == .settings, "link over resume")

    state = CoachState(entry, isReady: false)
    state.apply(.open("coach://settings"), under: personal)
    #expect(state.restore(bytes, under: personal, at: 1001).result == .restored)
    state.apply(.ready, under: personal)
    #expect(state.visible.node == .settings, "link over resume, in the other order")

    state = CoachState(entry, session: SessionState(isSignedIn: false), isReady: false)
    state.apply(.open("coach://settings"), under: personal)
    state.apply(.ready, under: personal)
    #expect(state.visible.node == .login, "gate over link")
    #expect(state.restore(bytes, under: personal, at: 1001).result == .refused(.gated))
    state.apply(.signIn(profile: nil), under: personal)
    #expect(state.visible.node == .settings, "the link after the gate")
    #expect(state.restore(bytes, under: personal, at: 1001).result == .refused(.tooLate))
  }

  @Test("A sign-in lets a state be put back, but never a second time (invariant 29)")
  func onceOverSignIns() throws {
    let bytes = try saved()
    var state = CoachState(rules.configuration, session: SessionState(isSignedIn: false))
    state.apply(.signIn(profile: nil), under: rules)
    #expect(state.restore(bytes, under: rules, at: 1001).result == .restored)
    state.play([.signOut, .signIn(profile: nil)], under: rules)
    #expect(state.restore(bytes, under: rules, at: 1001).result == .refused(.tooLate))
  }

  @Test("Nobody is signed in: there is nothing to save (row 70)")
  func signedOut() {
    #expect(
      CoachState(rules.configuration, session: SessionState(isSignedIn: false)).snapshot(appVersion: "1", at: 1) == nil)
  }

  @Test("Work under way, links and sessions are not written down (rows 42, 72, invariant 30)")
  func notSaved() throws {
    let text = String(decoding: try saved([.beginWork("register"), .push(.settings)]), as: UTF8.self)
    #expect(!text.contains("register") && !text.contains("isSignedIn") && !text.contains("parked"))
  }

  @Test("A storage that fails, reading or writing, stops nothing (invariant 35)")
  func storage() {
    let rules = FlowRules<Unwritable>(.single(Unwritable(name: "a")))
    var state = FlowState(rules.configuration)
    state.apply(.push(Unwritable(name: "b")), under: rules)
    #expect(state.visible.node == Unwritable(name: "b"))
    #expect(state.snapshot(appVersion: "1", at: 1) == nil)
    var fresh = FlowState(rules.configuration)
    #expect(fresh.restore([], under: rules, at: 1).result == .refused(.damaged))
    #expect(fresh.apply(.push(Unwritable(name: "b")), under: rules).outcome == .applied)
    #expect(!fresh.description.isEmpty)
  }

  /// A node that cannot be coded.
  struct Unwritable: Codable, Hashable, Sendable {
    let name: String
    struct Full: Error {}
    func encode(to encoder: any Encoder) throws { throw Full() }
    init(name: String) { self.name = name }
    init(from decoder: any Decoder) throws { throw Full() }
  }
}
