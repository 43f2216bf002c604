import Navigation
import Testing

/// Modal flows: rows 62 to 69.
@Suite("Modal flows")
struct RowModalTests {
  let rules = Coach.rules()

  private func presenting(
    _ request: FlowRequest<CoachNode>, over commands: [CoachCommand] = [.push(.settings)],
    under rules: FlowRules<CoachNode>? = nil
  ) -> CoachState {
    let rules = rules ?? self.rules
    var state = CoachState(rules.configuration)
    state.play(commands + [.present(request)], under: rules)
    return state
  }

  static let styles: [PresentationStyle] = [
    .push, .sheet([]), .sheet([.medium, .large]), .sheet([.fraction(0.3)]), .fullScreenCover,
  ]

  @Test("The tree keeps the style that was asked for, else that of the configuration (row 62)", arguments: styles)
  func style(style: PresentationStyle) throws {
    let state = presenting(FlowRequest("help", start: .login, style: style))
    #expect(state.presented.first?.style == style)
    #expect(presenting(FlowRequest("help", start: .login)).presented.first?.style == .sheet([]))
    // It survives being written down, whatever the platform shows in its place.
    var restored = CoachState(rules.configuration)
    #expect(restored.restore(try #require(state.snapshot(appVersion: "1", at: 1)), under: rules, at: 1).dropped.isEmpty)
    #expect(restored.presented.first?.style == style)
  }

  @Test("A flow that needs the user's whole attention is closed by itself alone (row 63)")
  func focus() {
    let transfer = FlowRequest<CoachNode>("transfer", start: .login, style: .fullScreenCover, guarding: .block)
    let state = presenting(transfer)
    for command in DismissalCause.allCases.map({ CoachCommand.dismiss($0) }) + [.back, .dismissAll] {
      var tried = state
      let step = tried.apply(command, under: rules)
      #expect(tried == state, "\(command)")
      #expect(step.events == [.blocked(state.presented.map(\.id), mayConfirm: false)])
    }
    for command in [CoachCommand.finish(FlowResult("paid")), .cancel()] {
      var tried = state
      #expect(tried.apply(command, under: rules).outcome == .applied)
      #expect(tried.presented.isEmpty)
    }
  }

  /// Which guard lets whom close a flow.
  static let guards: [(DismissalGuard, DismissalCause, Bool)] = [
    (.allow, .gesture, true), (.allow, .confirmed, true), (.allow, .program, true), (.confirm, .gesture, false),
    (.confirm, .confirmed, true), (.confirm, .program, true), (.block, .gesture, false), (.block, .confirmed, false),
    (.block, .program, false),
  ]

  @Test("A guard lets a flow be closed or blocks it, and says so (row 64, P4, invariant 12)", arguments: guards)
  func guarding(guarding: DismissalGuard, cause: DismissalCause, isAllowed: Bool) {
    var state = presenting(FlowRequest("form", start: .login))
    state.apply(.setGuard(guarding), under: rules)
    let before = state
    let step = state.apply(.dismiss(cause), under: rules)
    if isAllowed {
      #expect(step.outcome == .applied && step.endings == [.dismissed(cause)])
    } else {
      let ids = before.presented.map(\.id)
      #expect(step.outcome == .rejected(.guarded(ids)) && state == before)
      #expect(step.events == [.blocked(ids, mayConfirm: guarding == .confirm)])
    }
  }

  @Test("Closing everything changes nothing if a guard is against it, and names each (row 64, invariant 12)")
  func dismissAll() {
    var state = CoachState(rules.configuration)
    for guarding in [DismissalGuard.block, .allow, .block] {
      state.apply(.present(FlowRequest("help", start: .login, guarding: guarding)), under: rules)
    }
    let before = state
    let blocked = [state.presented[2].id, state.presented[0].id]
    #expect(state.apply(.dismissAll, under: rules).outcome == .rejected(.guarded(blocked)))
    // A flow below is closed only if those over it may be, too.
    #expect(
      state.apply(.dismiss(.program, of: state.presented[1].id), under: rules).outcome
        == .rejected(.guarded([state.presented[2].id])))
    #expect(state == before)
  }

  static let ends: [(CoachCommand, EndReason)] = [
    (.finish(FlowResult("saved", ["id": 7])), .finished(FlowResult("saved", ["id": 7]))),
    (.finish(nil), .finished(nil)),
    (.cancel(), .cancelled), (.dismiss(.gesture), .dismissed(.gesture)), (.dismiss(.program), .dismissed(.program)),
    (.dismissAll, .dismissed(.program)), (.back, .back), (.reset(start: .login, path: []), .reset), (.signOut, .reset),
    (.switchProfile("b"), .reset), (.open("coach://saved"), .landed),
  ]

  @Test("An end is told once, with its reason and the node to keep a draft of (row 65, invariant 8)", arguments: ends)
  func endEvent(command: CoachCommand, reason: EndReason) throws {
    var state = presenting(FlowRequest("form", start: .speaking(mode: .review)))
    let flow = try #require(state.presented.first)
    let step = state.apply(command, under: rules)
    let endings = step.events.filter { if case .ended = $0 { true } else { false } }
    #expect(
      endings == [
        .ended(flow.id, intent: "form", reason, last: .speaking(mode: .review), presenter: flow.presenter)
      ])
    #expect(state.apply(.finish(nil, of: flow.id), under: rules).outcome == .noop(.nothingPresented))
  }

  @Test("A half-filled form survives the swipe; confirmed, it goes with one event to keep its draft by (row 66, P4)")
  func halfFilledForm() throws {
    var state = presenting(FlowRequest("form", start: .speaking(mode: .review, profile: nil)))
    state.apply(.setGuard(.confirm), under: rules)
    let filled = state
    let swipe = state.apply(.dismiss(.gesture), under: rules)
    #expect(state == filled && swipe.events == [.blocked(filled.presented.map(\.id), mayConfirm: true)])
    let step = state.apply(.dismiss(.confirmed), under: rules)
    let drafts = step.events.compactMap { event -> CoachNode? in
      if case .ended(_, _, _, let last, _) = event { last } else { nil }
    }
    #expect(drafts == [.speaking(mode: .review)])
    #expect(state.screens == [[.home(), .settings]])
  }

  @Test("A flow that is presented again starts afresh (row 68, R3, invariant 9)", arguments: ends.prefix(7).map(\.0))
  func again(end: CoachCommand) {
    let request = FlowRequest<CoachNode>("help", start: .login, path: [.settings])
    let first = presenting(request)
    var state = first
    state.play([.push(.savedList()), .setGuard(.confirm), .popToRoot, .setGuard(.allow)], under: rules)
    state.apply(end, under: rules)
    #expect(state.home == first.home && state.front == first.front && state.presented.isEmpty)
    state.apply(.present(request), under: rules)
    #expect(state.description == first.description)
    #expect(state.presented.first?.guarding == first.presented.first?.guarding)
    #expect(state.presented.first?.id != first.presented.first?.id)
  }

  @Test("Nothing outside the module can set a state; only commands and saved trees change it (row 69, R3)")
  func settersAreNotPublic() throws {
    for (path, source) in try sources("Sources/Navigation") {
      for line in source.split(separator: "\n") where line.contains("public var ") && !line.contains("{") {
        // What rules and records are made of may be set; a state may not.
        #expect(path.hasSuffix("FlowRules.swift"), "\(path): \(line)")
      }
    }
    let state = try #require(
      try sources("Sources/Navigation").first { $0.key.hasSuffix("/Flow/FlowController.swift") }?.value)
    #expect(state.contains("public private(set) var state"))
  }

  @Test("A second flow is refused, takes the place of the first, or lies on it, as the policy says (invariant 11)")
  func policies() throws {
    for policy in PresentPolicy.allCases {
      for guarding in DismissalGuard.allCases {
        var rules = rules
        rules.presentOverPresented = policy
        var state = presenting(FlowRequest("help", start: .login, guarding: guarding), under: rules)
        let first = try #require(state.presented.first)
        let before = state
        let step = state.apply(.present(FlowRequest("help", start: .savedList())), under: rules)
        switch (policy, guarding) {
        case (.reject, _): #expect(step.outcome == .rejected(.alreadyPresenting) && state == before)
        case (.replace, .allow):
          #expect(step.endings == [.replaced])
          #expect(state.screens == [[.home(), .settings], [.savedList()]])
        case (.replace, _): #expect(step.outcome == .rejected(.guarded([first.id])) && state == before)
        case (.stack, _):
          #expect(state.screens == [[.home(), .settings], [.login], [.savedList()]])
          #expect(state.presented.last?.presenter == first.stack.root.id)
        }
        #expect(Set(state.presented.map(\.presenter)).count == state.presented.count, "one child each")
      }
    }
  }

  @Test("A flow goes with the entry that presented it, and all over it (invariant 10)")
  func presenterRemoved() {
    var state = presenting(FlowRequest("help", start: .login))
    state.apply(.present(FlowRequest("help", start: .savedList(), guarding: .block)), under: rules)
    let step = state.apply(.reconcile(path: [], of: nil), under: rules)
    #expect(step.endings == [.presenterRemoved, .presenterRemoved])
    #expect(state.screens == [[.home()]])
  }

  @Test(
    "Whichever way a flow ends, the user is at the declared node (invariant 13)", arguments: ends.prefix(7).map(\.0))
  func fallback(end: CoachCommand) {
    for node in [CoachNode.savedList(), .home(), .welcomeSetup, .settings] {
      for depth in 1...3 {
        let rules = Coach.rules(Coach.configuration(modalDismissed: node))
        var state = CoachState(rules.configuration)
        state.apply(.push(.settings), under: rules)
        for _ in 0..<depth { state.apply(.present(FlowRequest("help", start: .login)), under: rules) }
        state.apply(end, under: rules)
        #expect(state.visible.node == node && state.presented.isEmpty, "\(node), depth \(depth)")
      }
    }
  }
}
