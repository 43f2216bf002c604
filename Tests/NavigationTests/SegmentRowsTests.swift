import Foundation
import Navigation
import Personalization
import Testing
import TestSupport

/// The four segments and their overlaps, lived through on configurations that the engine made of the shipped workspace.
@Suite("Segments, lived through")
struct SegmentRowsTests {
  typealias AppNode = Shipped.AppNode
  typealias State = Shipped.State
  typealias Command = Shipped.Command
  typealias Rules = Shipped.Rules

  static let help = FlowRequest<AppNode>("help", start: .settings)

  /// Whether nothing in a value, written down whole, names a profile.
  private func isFree(_ value: some Encodable, of profile: String) throws -> Bool {
    try !json(value).contains(profile)
  }

  // MARK: Quick session

  @Test("Within ten seconds of opening: practising without a tap, past the choice of a mode (row SEG-1)")
  func quickSession() throws {
    let rules = try Shipped.rules(Shipped.user(Shipped.quick))
    let state = State(rules.configuration, session: SessionState(profile: "p-1"))
    // No command was sent: that is the number of taps.
    #expect(state.epoch == 0)
    #expect(state.screens == [[.home(profile: "p-1"), .speaking(mode: .review, profile: "p-1")]])
    #expect(!state.base.nodes.contains { $0.isModeSelection } && state.presented.isEmpty)
  }

  static let seconds: [(Double, Bool)] = [
    (0, true), (9.99, true), (10, true), (10.0001, false), (-1, false), (11, false),
  ]

  @Test("Ten seconds are still quick, and more are not (row SEG-1)", arguments: seconds)
  func boundary(seconds: Double, isQuick: Bool) throws {
    let rules = try Shipped.rules(Shipped.user(["quick_start_seconds": .number(seconds)]))
    let state = State(rules.configuration, session: SessionState(profile: "p-1"))
    #expect(state.visible.node == (isQuick ? .speaking(mode: .review, profile: "p-1") : .home(profile: "p-1")))
  }

  @Test("With nothing to continue, the declared fallback is still a practice (row SEG-1)", arguments: ["", "dance"])
  func nothingToContinue(mode: String) throws {
    var user = Shipped.user(Shipped.quick)
    user.attributes["last_mode"] = mode.isEmpty ? nil : .string(mode)
    let decision = try Shipped.decision(user)
    #expect(decision.flow.entry.route == "quick-practice")
    let state = State(try Shipped.rules(decision).configuration, session: SessionState(profile: "p-1"))
    #expect(state.visible.node == .speaking(mode: .topicTalk, profile: "p-1") && state.epoch == 0)
    #expect(!state.base.nodes.contains { $0.isModeSelection })
  }

  static let leavings: [(Int64, String, RestoreReport.Result)] = [
    (86_400, "p-1", .restored), (86_401, "p-1", .refused(.expired)), (60, "p-2", .refused(.otherProfile)),
  ]

  @Test("A session is resumed for a day; an old one or another's leaves the entry (row SEG-1)", arguments: leavings)
  func resume(age: Int64, profile: String, result: RestoreReport.Result) throws {
    let rules = try Shipped.rules(Shipped.user(Shipped.quick))
    var left = State(rules.configuration, session: SessionState(profile: profile))
    left.apply(.push(.settings), under: rules)
    let bytes = try #require(left.snapshot(appVersion: "2.4.1", at: 0))
    var state = State(rules.configuration, session: SessionState(profile: "p-1"))
    #expect(state.restore(bytes, under: rules, at: age).result == result)
    #expect(state.visible.node == (result == .restored ? .settings : .speaking(mode: .review, profile: "p-1")))
  }

  // MARK: Shift worker

  @Test("Shift workers see every card and keep the tabs: the same ones in another order (row SEG-2)")
  func shiftWorker() throws {
    let anybody = try Shipped.decision(Shipped.user())
    let worker = try Shipped.decision(Shipped.user(Shipped.shift))
    let (before, after) = (
      State(try Shipped.rules(anybody).configuration, session: SessionState(profile: "p-1")),
      State(try Shipped.rules(worker).configuration, session: SessionState(profile: "p-1"))
    )
    #expect(after.home.layout == .dashboard && !after.home.tabs.isEmpty)
    func places(_ state: State) -> (tabs: [String: AppNode], cards: [String: AppNode]) {
      (
        Dictionary(state.home.tabs.map { ($0.key, $0.stack.root.node) }) { first, _ in first },
        Dictionary(state.home.cards.map { ($0.key, $0.node) }) { first, _ in first }
      )
    }
    #expect(places(before).tabs == places(after).tabs && places(before).cards == places(after).cards)
    #expect(before.home.tabs.map(\.key) != after.home.tabs.map(\.key))
    #expect(before.home.cards.map(\.key) != after.home.cards.map(\.key))
    // No redirection at the start.
    #expect(before.visible.node == after.visible.node && worker.flow.entry == anybody.flow.entry)
  }

  @Test("They find the place that they used last, and their own choice beats the rule (row SEG-2)")
  func shiftWorkerHabits() throws {
    let rules = try Shipped.rules(Shipped.user(Shipped.shift))
    var evening = State(rules.configuration, session: SessionState(profile: "p-1"))
    evening.play([.switchTab("progress"), .push(.settings)], under: rules)
    let bytes = try #require(evening.snapshot(appVersion: "2.4.1", at: 0))
    var later = State(rules.configuration, session: SessionState(profile: "p-1"))
    #expect(later.restore(bytes, under: rules, at: 1800).result == .restored)
    #expect(later.home.selectedTab == "progress")
    #expect(later.screens == [[.progress(profile: "p-1"), .settings]])

    var user = Shipped.user(Shipped.shift)
    user.choices = ["home.layout": "tab", "home.tabs": "saved|home|practice|progress|settings"]
    let chosen = State(try Shipped.rules(user).configuration, session: SessionState(profile: "p-1"))
    #expect(chosen.home.layout == .tab)
    #expect(chosen.home.tabs.map(\.key) == ["saved", "home", "practice", "progress", "settings"])
  }

  @Test("The order changes under a living tree without moving anybody (row SEG-2, invariant 20)")
  func shiftBegins() throws {
    let rules = try Shipped.rules(Shipped.user())
    let shift = try Shipped.rules(Shipped.user(Shipped.shift))
    var state = State(rules.configuration, session: SessionState(profile: "p-1"))
    state.play([.switchTab("saved"), .push(.settings), .present(Self.help)], under: rules)
    let adapted = state.adapted(to: shift.configuration)
    #expect(adapted.home.tabs.map(\.key) == shift.configuration.home.tabs.map(\.key))
    #expect(adapted.screens == state.screens && adapted.visible == state.visible)
  }

  // MARK: Family

  private func family(_ profile: String?, _ more: [String: AttributeValue] = [:]) throws -> Rules {
    try Shipped.rules(Shipped.user(profile: profile, Shipped.family.merging(more) { first, _ in first }))
  }

  /// What a profile leaves in every corner of a tree.
  private static func traces(_ profile: String, _ random: inout SplitMix64) -> [Command] {
    let nodes = AppNode.all(profile: profile)
    let tabs = ["home", "practice", "saved", "progress", "settings"]
    return (0..<60).map { step in
      let node = nodes.randomElement(using: &random) ?? .settings
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return .switchTab(tabs.randomElement(using: &random) ?? "home")
      case 1:
        return .present(FlowRequest("flow-\(step)", start: node, path: [.speaking(mode: .review, profile: profile)]))
      case 2: return .open("coach://profiles/\(profile)/practice/review")
      case 3: return .beginWork("work-\(step)")
      case 4: return .reset(start: node, path: [.savedList(profile: profile)])
      case 5: return .replace(node)
      default: return .push(node)
      }
    }
  }

  @Test("Asked who is learning, the family sees nothing of anybody; then home is theirs (row SEG-3)")
  func picker() throws {
    let nobody = try family(nil)
    var state = State(nobody.configuration)
    #expect(state.screens == [[.profilePicker]])
    #expect(state.entries.allSatisfy { $0.node.profile == nil })
    #expect(state.apply(.switchTab("saved"), under: nobody).outcome == .rejected(.gated(.profile)))
    #expect(state.apply(.reset(start: .home(), path: []), under: nobody).outcome == .rejected(.gated(.profile)))
    state.apply(.switchProfile("p-A"), under: try family("p-A"))
    #expect(state.screens == [[.home(profile: "p-A")]])
    #expect(state.home.stacks.allSatisfy { $0.root.node.profile == "p-A" || $0.root.node == .settings })
  }

  @Test(
    "After a change of profile no trace of the old one is left anywhere (row SEG-3, invariant 30)", arguments: 1...40)
  func noTrace(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (rulesOfA, rulesOfB) = (try family("p-A"), try family("p-B"))
    var state = State(rulesOfA.configuration, session: SessionState(profile: "p-A"), isReady: seed % 2 == 0)
    state.play(Self.traces("p-A", &random), under: rulesOfA)
    #expect(try json(state).contains("p-A"))
    let presented = state.presented.map(\.id)
    let step = state.apply(.switchProfile("p-B"), under: rulesOfB)
    #expect(step.outcome == .applied)
    #expect(try isFree(state, of: "p-A"), "seed \(seed)")
    #expect(state.parkedLinks.isEmpty && state.pendingWork.isEmpty && state.presented.isEmpty)
    #expect(
      step.endings == Array(repeating: .presenterEnded, count: max(0, presented.count - 1))
        + presented.prefix(1).map { _ in .reset })
    let saved = try #require(state.snapshot(appVersion: "2.4.1", at: 0))
    #expect(!String(decoding: saved, as: UTF8.self).contains("p-A"))
    // Going back leads nowhere near A, and neither do A's links or what A began.
    for _ in 0..<100 { state.apply(.back, under: rulesOfB) }
    state.apply(.completeWork("work-1", then: .push(.savedList(profile: "p-A"))), under: rulesOfB)
    state.apply(.open("coach://profiles/p-A/practice/review"), under: rulesOfB)
    state.apply(.ready, under: rulesOfB)
    #expect(try isFree(state, of: "p-A"), "seed \(seed)")
  }

  @Test("Signing out leaves no trace either (row SEG-3, invariant 30)", arguments: 1...20)
  func signOut(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (rulesOfA, nobody) = (try family("p-A"), try family(nil))
    var state = State(rulesOfA.configuration, session: SessionState(profile: "p-A"))
    state.play(Self.traces("p-A", &random), under: rulesOfA)
    state.apply(.signOut, under: nobody)
    let isFree = try isFree(state, of: "p-A")
    #expect(isFree && state.visible.node == .profilePicker)
    #expect(state.snapshot(appVersion: "2.4.1", at: 0) == nil)
  }

  @Test("What a configuration decided for one profile carries of it is not shown under another (row SEG-3)")
  func configurationOfAnother() throws {
    // The tabs' own nodes carry the profile. The host decides anew for B; until then nothing of A may be there.
    let rulesOfA = try family("p-A")
    var state = State(rulesOfA.configuration, session: SessionState(profile: "p-A"))
    #expect(state.apply(.switchProfile("p-B"), under: rulesOfA).outcome == .applied)
    #expect(try isFree(state, of: "p-A"))
    state.apply(.present(FlowRequest("help", start: .settings)), under: rulesOfA)
    state.apply(.finish(nil), under: rulesOfA)
    state.apply(.restart, under: rulesOfA)
    #expect(try isFree(state, of: "p-A"))
    state.apply(.restart, under: try family("p-B"))
    #expect(state.visible.node == .home(profile: "p-B"))
  }

  @Test("A controller takes B's rules with B's profile, in one change, or neither (row SEG-3, invariants 4, 30)")
  @MainActor
  func controllerSwitches() throws {
    let (rulesOfA, rulesOfB) = (try family("p-A"), try family("p-B"))
    let controller = FlowController(rules: rulesOfA, session: SessionState(profile: "p-A"))
    controller.send(.push(.speaking(mode: .review, profile: "p-A")))
    let changes = ChangeCounter(controller)
    #expect(controller.switchProfile(to: "p-A", under: rulesOfB) == .noop(.unchanged))
    #expect(controller.rules.configuration == rulesOfA.configuration && changes.count == 0)
    #expect(controller.switchProfile(to: "p-B", under: rulesOfB) == .applied)
    #expect(changes.count == 1 && controller.rules.configuration == rulesOfB.configuration)
    #expect(try isFree(controller.state, of: "p-A"))
    #expect(controller.visible == .home(profile: "p-B"))
    controller.send(.signOut)
    #expect(controller.switchProfile(to: "p-A", under: rulesOfA) == .rejected(.gated(.signIn)))
    #expect(controller.rules.configuration == rulesOfB.configuration)
  }

  @Test("A new controller for the new profile has nothing of the old one (row SEG-3, invariant 30)")
  @MainActor
  func newController() throws {
    let controller = FlowController(rules: try family("p-B"), session: SessionState(profile: "p-B"))
    #expect(controller.visible == .home(profile: "p-B"))
    #expect(try isFree(controller.state, of: "p-A"))
  }

  @Test("A saved tree of A is not offered to B, and is there when A returns (row SEG-3, invariant 30)")
  func bookmark() throws {
    let rules = Coach.rules(Coach.configuration(entry: .profilePicker, scope: .profile))
    var first = CoachState(rules.configuration, session: SessionState(profile: "p-A"))
    first.apply(.push(.speaking(mode: .review, profile: "p-A")), under: rules)
    let bytes = try #require(first.snapshot(appVersion: "2.4.1", at: 0))
    var ofB = CoachState(rules.configuration, session: SessionState(profile: "p-B"))
    #expect(ofB.restore(bytes, under: rules, at: 60).result == .refused(.otherProfile))
    #expect(try isFree(ofB, of: "p-A"))
    var ofA = CoachState(rules.configuration, session: SessionState(profile: "p-A"))
    #expect(ofA.restore(bytes, under: rules, at: 120).result == .restored)
    #expect(ofA.visible.node == .speaking(mode: .review, profile: "p-A"))
    // A shared device resumes nothing at all.
    let shared = try family("p-A")
    var again = State(shared.configuration, session: SessionState(profile: "p-A"))
    #expect(again.restore(bytes, under: shared, at: 1).result == .refused(.expired))
  }

  // MARK: Seniors

  /// Every way in which a dialog ends, from its own buttons to the ground being taken away under it.
  static let ends: [(String, [Command])] = [
    ("finish", [.finish(FlowResult("done"))]), ("finish without result", [.finish(nil)]), ("cancel", [.cancel()]),
    ("swipe, then yes", [.dismiss(.gesture), .dismiss(.confirmed)]), ("program", [.dismiss(.program)]),
    ("dismissAll", [.dismissAll]), ("back", [.setGuard(.allow), .popToRoot, .back]),
    ("presenter removed", [.reconcile(path: [], of: nil)]),
    ("error", [.beginWork("load"), .completeWork("load", then: .cancel())]),
  ]

  private func check(_ state: State, at node: AppNode, _ words: String) {
    #expect(state.visible.node == node && state.presented.isEmpty, "\(words)")
    #expect(state.front == nil, "\(words)")
  }

  @Test("Whichever way a dialog ends, a senior is at the saved list (row SEG-4, row R3, invariant 13)", arguments: ends)
  func senior(name: String, end: [Command]) throws {
    let rules = try Shipped.rules(Shipped.user(Shipped.senior))
    for tab in ["home", "practice", "saved", "progress", "settings"] {
      for depth in 1...3 {
        var state = State(rules.configuration, session: SessionState(profile: "p-1"))
        state.play([.switchTab(tab), .push(.greeting(mode: .review))], under: rules)
        for _ in 0..<depth { state.play([.present(Self.help), .push(.login)], under: rules) }
        #expect(state.presented.allSatisfy { $0.style == .fullScreenCover && $0.guarding == .confirm })
        state.play(end, under: rules)
        check(state, at: .savedList(profile: "p-1"), "\(name), \(tab), \(depth) deep")
      }
    }
  }

  @Test("A swipe alone closes nothing: a senior is asked first (row SEG-4, row 64)")
  func seniorIsAsked() throws {
    let rules = try Shipped.rules(Shipped.user(Shipped.senior))
    var state = State(rules.configuration, session: SessionState(profile: "p-1"))
    state.apply(.present(Self.help), under: rules)
    let before = state
    #expect(
      state.apply(.dismiss(.gesture), under: rules).events == [.blocked(before.presented.map(\.id), mayConfirm: true)])
    #expect(state == before)
  }

  @Test("A place that is switched off under an open dialog leaves a senior at the saved list (row SEG-4)")
  func placeSwitchedOff() throws {
    let rules = try Shipped.rules(Shipped.user(Shipped.senior))
    var state = State(rules.configuration, session: SessionState(profile: "p-1"))
    state.play([.switchTab("progress"), .push(.settings), .present(Self.help)], under: rules)
    let home = rules.configuration.home
    let without = FlowConfiguration(
      entry: rules.configuration.entry,
      home: .init(
        layout: home.layout, tabs: home.tabs.filter { $0.key != "progress" }, cards: home.cards, initialTab: "home"),
      fallbacks: rules.configuration.fallbacks, session: rules.configuration.session, modal: rules.configuration.modal)
    check(state.adapted(to: without), at: .savedList(profile: "p-1"), "tab removed")
  }

  @Test("A senior's tabs are the same in every session, whatever is being tried (row SEG-4)")
  func seniorTabs() throws {
    let engine = try Shipped.engine.get()
    var homes: Set<FlowConfiguration<Node>.Home> = []
    for number in 0..<300 {
      var user = Shipped.user(Shipped.senior)
      user.attributes["user_id"] = .string("u-\(number)")
      user.choices = ["home.layout": "dashboard", "home.tabs": "settings|home"]
      let time = Timestamp(microseconds: Shipped.time.microseconds + Int64(number) * 86_400_000_000)
      let home = engine.decide(for: user, at: time).flow.home
      homes.insert(.init(layout: home.layout, tabs: home.tabs, cards: [], initialTab: home.initialTab))
    }
    #expect(homes.count == 1 && homes.first?.layout == .tab)
  }

  @Test("The declared node can always be shown and reached (row SEG-4)")
  func seniorFallback() throws {
    for version in ["1.0.0", "2.4.1", ""] {
      let decision = try Shipped.decision(
        Shipped.user(Shipped.senior.merging(["app_version": .string(version)]) { $1 }))
      let rules = try Shipped.rules(decision)
      let landing = try #require(rules.configuration.fallbacks.modalDismissed)
      #expect(landing == .savedList(profile: "p-1"))
      var state = State(rules.configuration, session: SessionState(profile: "p-1"))
      state.apply(.switchTab("saved"), under: rules)
      #expect(state.visible.node == landing)
    }
  }

  // MARK: Overlaps

  /// A combination of the four.
  struct Overlap: CustomTestStringConvertible, Sendable {
    let isQuick, isShift, isSenior, isFamily: Bool
    var testDescription: String {
      [(isQuick, "quick"), (isShift, "shift"), (isSenior, "senior"), (isFamily, "family")].filter(\.0).map(\.1)
        .joined(separator: " + ")
    }
    var attributes: [String: AttributeValue] {
      var attributes: [String: AttributeValue] = [:]
      for (isIn, more) in [
        (isQuick, Shipped.quick), (isShift, Shipped.shift), (isSenior, Shipped.senior), (isFamily, Shipped.family),
      ] where isIn {
        attributes.merge(more) { first, _ in first }
      }
      return attributes
    }
  }

  static let overlaps = (0..<16).map { bits in
    Overlap(isQuick: bits & 1 > 0, isShift: bits & 2 > 0, isSenior: bits & 4 > 0, isFamily: bits & 8 > 0)
  }

  @Test("Privacy before safety before speed before order, from start to end (row SEG-5)", arguments: overlaps)
  func overlap(overlap: Overlap) throws {
    func rules(_ profile: String?) throws -> Rules {
      try Shipped.rules(Shipped.user(profile: profile, overlap.attributes))
    }
    let start = overlap.isFamily ? nil : "p-A"
    let ofA = try rules("p-A")
    var state = State(try rules(start).configuration, session: SessionState(profile: start))

    // Privacy: nothing of anybody before somebody was chosen, not even for the fastest.
    if overlap.isFamily {
      #expect(state.screens == [[.profilePicker]])
      #expect(try isFree(state, of: "p-A"))
      state.apply(.switchProfile("p-A"), under: ofA)
      #expect(state.visible.node == .home(profile: "p-A"))
    } else {
      let practice = AppNode.speaking(mode: .review, profile: "p-A")
      #expect(state.visible.node == (overlap.isQuick ? practice : .home(profile: "p-A")))
      #expect(!state.base.nodes.contains { $0.isModeSelection })
    }

    // Safety: tabs in their place, and one place after every dialog. Order is for those who are not seniors.
    #expect(state.home.layout == (overlap.isShift && !overlap.isSenior ? .dashboard : .tab))
    let order =
      overlap.isShift && !overlap.isSenior
      ? ["practice", "saved", "home", "progress", "settings"] : ["home", "practice", "saved", "progress", "settings"]
    #expect(state.home.tabs.map(\.key) == order)
    for (name, end) in Self.ends {
      var ended = state
      ended.play([.switchTab("progress"), .push(.greeting(mode: .topicTalk))], under: ofA)
      ended.play([.present(Self.help)] + end, under: ofA)
      if overlap.isSenior {
        check(ended, at: .savedList(profile: "p-A"), name)
      } else {
        #expect(ended.presented.isEmpty && ended.home.selectedTab == "progress", "\(name)")
      }
    }

    // Privacy again, in the middle of everything.
    var random = SplitMix64(seed: 5)
    state.play(Self.traces("p-A", &random), under: ofA)
    let ofB = try rules("p-B")
    state.apply(.switchProfile("p-B"), under: ofB)
    #expect(try isFree(state, of: "p-A"))
    if overlap.isSenior {
      state.play([.present(Self.help), .dismissAll], under: ofB)
      check(state, at: .savedList(profile: "p-B"), "after the change of profile")
    }
  }
}
