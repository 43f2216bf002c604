import Navigation
import Testing

/// Cases where two rules meet.
@Suite("Guards, gates and profiles together")
struct GuardedTests {
  private let rules = Coach.rules()

  @Test("A link that comes while a flow blocks at the start waits for that flow to end (invariant 23)")
  func waitsForFlow() {
    var state = CoachState(rules.configuration, isReady: false)
    state.apply(.open("coach://saved"), under: rules)
    state.apply(.present(FlowRequest("help", start: .settings, guarding: .block)), under: rules)
    state.apply(.ready, under: rules)
    #expect(state.visible.node == .settings && state.parkedLinks == ["coach://saved"])
    state.apply(.finish(nil), under: rules)
    #expect(state.visible.node == .savedList() && state.parkedLinks.isEmpty)
  }

  @Test("Work whose command is rejected has ended all the same, and its screen stops waiting (row 42)")
  func rejectedWork() {
    var state = CoachState(rules.configuration)
    state.apply(.beginWork("load"), under: rules)
    #expect(state.apply(.completeWork("load", then: .switchTab("attic")), under: rules).outcome == .applied)
    #expect(state.pendingWork.isEmpty && state.home.selectedTab == "home")
  }

  @Test(
    "A node of another profile is refused, however it is asked for (row SEG-3)",
    arguments: [
      .push(.savedList(profile: "b")), .pushAll([.settings, .savedList(profile: "b")]),
      .present(FlowRequest("help", start: .savedList(profile: "b"))),
      .reset(start: .home(), path: [.home(profile: "b")]),
    ] as [CoachCommand])
  func foreignNodes(command: CoachCommand) {
    var state = CoachState(rules.configuration, session: SessionState(profile: "a"))
    #expect(state.apply(command, under: rules).outcome == .rejected(.otherProfile))
  }

  @Test("The first choice of a profile leaves a saved state restorable, a later one does not (invariant 29)")
  func restoreAfterChoice() throws {
    let rules = Coach.rules(Coach.configuration(entry: .profilePicker, scope: .profile))
    var left = CoachState(rules.configuration, session: SessionState(profile: "a"))
    left.apply(.push(.settings), under: rules)
    let saved = try #require(left.snapshot(appVersion: "1", at: 0))
    var state = CoachState(rules.configuration)
    state.apply(.switchProfile("a"), under: rules)
    #expect(state.restore(saved, under: rules, at: 1).result == .restored)
    state.play([.switchProfile("b"), .switchProfile("a")], under: rules)
    #expect(state.restore(saved, under: rules, at: 1).result == .refused(.tooLate))
  }

  @Test("A gate's own node cannot be replaced away (invariant 22)")
  func gateStays() {
    var state = CoachState(rules.configuration, session: SessionState(isSignedIn: false))
    #expect(state.apply(.replace(.home()), under: rules).outcome == .rejected(.gated(.signIn)))
  }

  @Test("After a loop of crashes nothing is put back (invariant 27)")
  func crashLoop() throws {
    let saved = try #require(CoachState(rules.configuration).snapshot(appVersion: "1", at: 0))
    var record = LaunchRecord()
    var state = CoachState(rules.configuration)
    for _ in 0..<LaunchRecord.limit { #expect(record.begin() == .restore) }
    let report = state.restore(saved, under: rules, at: 1, advice: record.begin())
    #expect(report.result == .refused(.crashLoop))
  }

  @Test("A kill switch takes a tab away under a living tree, and the flows that hung on it end (row 74, invariant 33)")
  @MainActor
  func killSwitch() {
    let controller = FlowController(rules: rules)
    controller.send(.switchTab("saved"))
    controller.send(.push(.settings))
    var reason: EndReason?
    controller.present(FlowRequest("help", start: .settings)) { reason = $0 }
    controller.adapt(to: Coach.rules(Coach.configuration(tabs: Array(Coach.standardTabs.prefix(2)))))
    #expect(reason == .presenterRemoved)
    #expect(controller.state.home.tabs.map(\.key) == ["home", "practice"] && controller.state.presented.isEmpty)
  }
}
