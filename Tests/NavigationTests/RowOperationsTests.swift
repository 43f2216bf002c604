import Foundation
import Navigation
import Testing

/// Operations: rows 26 to 44.
@Suite("Operations")
struct RowOperationsTests {
  let rules = Coach.rules()
  var state = CoachState(Coach.configuration())

  /// Five nodes that differ.
  static let nodes: [CoachNode] = (0..<5).map { .savedList(profile: "\($0)") }

  private func applied(_ commands: CoachCommand..., to start: CoachState? = nil) -> CoachState {
    var state = start ?? self.state
    state.play(commands, under: rules)
    return state
  }

  @Test("Going to a node adds it on top and leaves the entries below as they are (rows 26, 31)")
  func push() {
    var state = applied(.push(.settings))
    for node in Self.nodes {
      let before = state.base.path
      #expect(state.apply(.push(node), under: rules).outcome == .applied)
      #expect(state.base.path.count == before.count + 1)
      #expect(state.base.path.last?.node == node)
      #expect(Array(state.base.path.dropLast()) == before)
    }
  }

  static let resets: [(CoachNode, [CoachNode])] = [
    (.home(), []), (.savedList(), [.settings]), (.settings, []), (.login, [.welcomeSetup]),
  ]

  @Test("A reset gives the tree of a fresh start at every depth, in one change, once (row 27)", arguments: resets)
  @MainActor
  func reset(start: CoachNode, path: [CoachNode]) {
    for entry in [CoachNode.home(), .savedList(), .welcomeSetup] {
      for depth in 0..<4 {
        let controller = FlowController(rules: Coach.rules(Coach.configuration(entry: entry)))
        controller.send(.switchTab("practice"))
        for _ in 0..<depth {
          controller.send(.push(.greeting(mode: .review)))
          controller.send(.present(FlowRequest("help", start: .settings)))
        }
        let changes = ChangeCounter(controller)
        #expect(controller.send(.reset(start: start, path: path)) == .applied)
        #expect(changes.count == 1)
        let fresh = CoachState(Coach.configuration(entry: start, path: path))
        #expect(controller.state.description == fresh.description, "depth \(depth), entry \(entry)")
        #expect(controller.send(.reset(start: start, path: path)) == .noop(.unchanged))
        #expect(changes.count == 1)
      }
    }
  }

  @Test("A reset on a shared device goes where it is asked to, once a profile is chosen (row 27)")
  func resetShared() {
    let rules = Coach.rules(Coach.configuration(entry: .profilePicker, scope: .profile))
    var state = CoachState(rules.configuration, session: SessionState(profile: "a"))
    #expect(state.screens == [[.home()]])
    state.apply(.reset(start: .settings, path: [.login]), under: rules)
    #expect(state.screens == [[.settings, .login]])
    state.apply(.reset(start: .profilePicker, path: []), under: rules)
    #expect(state.screens == [[.profilePicker]])
  }

  @Test("Presenting opens a flow at its start and leaves the presenter's path alone (row 28)")
  func present() {
    let before = applied(.push(.settings))
    let after = applied(.present(FlowRequest("practice", start: .greeting(mode: .review))), to: before)
    #expect(after.presented.map(\.stack.nodes) == [[.greeting(mode: .review)]])
    #expect(after.presented.first?.presenter == before.visible.id)
    #expect(after.home == before.home && after.front == before.front)
  }

  @Test("Dismissing closes the flow and nothing else; with none, nothing happens (row 29, invariant 7)")
  func dismiss() {
    let before = applied(.push(.settings))
    var state = applied(.present(FlowRequest("help", start: .login)), .push(.welcomeSetup), to: before)
    #expect(state.apply(.dismiss(.program), under: rules).outcome == .applied)
    #expect(state.presented.isEmpty && state.home == before.home)
    let step = state.apply(.dismiss(.program), under: rules)
    #expect(step.outcome == .noop(.nothingPresented) && step.events == [])
  }

  @Test("Dismissing a flow in the middle takes what lies over it along and leaves what lies below (invariant 7)")
  func dismissMiddle() throws {
    var state = state
    for node in Self.nodes { state.apply(.present(FlowRequest("help", start: node)), under: rules) }
    let flows = state.presented
    let step = state.apply(.dismiss(.program, of: flows[2].id), under: rules)
    #expect(state.presented == Array(flows[..<2]))
    #expect(step.endings == [.presenterEnded, .presenterEnded, .dismissed(.program)])
    #expect(state.home == self.state.home)
  }

  @Test("A root is exchanged only by a reset, which clears the path; home's roots stay (row 30, invariant 2)")
  func swapStart() {
    var state = state
    #expect(state.apply(.replace(.settings), under: rules).outcome == .rejected(.fixedRoot))
    state = applied(.push(.login), .push(.settings))
    state.apply(.replace(.welcomeSetup), under: rules)
    #expect(state.base.nodes == [.home(), .login, .welcomeSetup])
    // Under a path, no command reaches the root of a presented flow.
    state = applied(.present(FlowRequest("help", start: .login)), .push(.settings))
    state.apply(.replace(.welcomeSetup), under: rules)
    #expect(state.presented.last?.stack.nodes == [.login, .welcomeSetup])
    let changed = state.changed(by: .replaceRoot(.innermost, .savedList()))
    #expect(changed?.presented.last?.stack.nodes == [.savedList()])
  }

  @Test("Pop takes one entry, and none from an empty path (row 32, invariant 2)")
  func pop() {
    var state = applied(.push(.settings))
    #expect(state.apply(.pop, under: rules).outcome == .applied)
    let before = state
    #expect(state.apply(.pop, under: rules).outcome == .noop(.atRoot))
    #expect(state == before && state.base.root.node == .home())
  }

  @Test(
    "Popping to an index keeps the path up to it; an index out of range changes nothing (row 33)", arguments: -2...7)
  func popToIndex(index: Int) {
    let before = applied(.pushAll(Self.nodes))
    let count = Self.nodes.count
    var state = before
    let outcome = state.apply(.popToIndex(index), under: rules).outcome
    if (0..<count - 1).contains(index) {
      #expect(outcome == .applied)
      #expect(state.base.path == Array(before.base.path[...index]))
    } else {
      #expect(outcome == .noop(index == count - 1 ? .unchanged : .noSuchEntry))
      #expect(state == before)
    }
  }

  @Test("Popping to a node goes to the nearest below; to one that is missing, nowhere (row 33)")
  func popToNode() {
    var state = applied(.pushAll([.settings, .login, .settings, .welcomeSetup]))
    #expect(state.apply(.popToNode(.settings), under: rules).outcome == .applied)
    #expect(state.base.path.map(\.node) == [.settings, .login, .settings])
    #expect(state.apply(.popToNode(.greeting(mode: .review)), under: rules).outcome == .noop(.noSuchEntry))
    #expect(state.apply(.popToNode(.home()), under: rules).outcome == .applied)
    #expect(state.base.path.isEmpty)
  }

  @Test("Popping to the root empties the path and leaves start, other tabs and modals alone (row 34)")
  func popToRoot() {
    let before = applied(.switchTab("saved"), .push(.login), .switchTab("home"), .pushAll([.settings, .login]))
    let after = applied(.popToRoot, to: before)
    #expect(after.base.path.isEmpty && after.base.root == before.base.root)
    #expect(after.home.tabs[1...] == before.home.tabs[1...])
    let modal = applied(.present(FlowRequest("help", start: .login)), .push(.settings), to: before)
    let popped = applied(.popToRoot, to: modal)
    #expect(popped.presented.map(\.stack.nodes) == [[.login]])
    #expect(popped.home == before.home)
  }

  @Test("Back closes or shortens the innermost context first, at any depth (row 36)")
  func back() {
    var state = applied(
      .push(.settings), .present(FlowRequest("help", start: .login)), .push(.welcomeSetup),
      .present(FlowRequest("help", start: .savedList())))
    let expected: [[[CoachNode]]] = [
      [[.home(), .settings], [.login, .welcomeSetup]], [[.home(), .settings], [.login]], [[.home(), .settings]],
      [[.home()]],
    ]
    for screens in expected {
      #expect(state.apply(.back, under: rules).outcome == .applied)
      #expect(state.screens == screens)
    }
    #expect(state.apply(.back, under: rules).outcome == .noop(.atRoot))
  }

  @Test("Switching tabs keeps every path, or clears by policy; a hidden tab is refused (row 37, invariant 18)")
  func switchTab() {
    var state = applied(.push(.settings), .switchTab("saved"), .push(.login))
    #expect(state.home.tabs.map(\.stack.path.count) == [1, 0, 1])
    let before = state
    #expect(state.apply(.switchTab("attic"), under: rules).outcome == .rejected(.noSuchTab("attic")))
    #expect(state == before)
    var clearing = rules
    clearing.tabsKeepPaths = false
    state.apply(.switchTab("practice"), under: clearing)
    #expect(state.home.selectedTab == "practice")
    #expect(state.home.tabs.map(\.stack.path.count) == [1, 0, 0])
  }

  @Test("Selecting the selected tab pops it to its root, and at the root asks to scroll (invariant 19)")
  func reselect() {
    var state = applied(.pushAll([.settings, .login]))
    #expect(state.apply(.switchTab("home"), under: rules).outcome == .applied)
    #expect(state.base.path.isEmpty)
    let step = state.apply(.switchTab("home"), under: rules)
    #expect(step.outcome == .noop(.unchanged) && step.events == [.scrollToTop(tab: "home")])
  }

  @Test("Clearing a path is safe where it is empty (row 40)")
  func clearEmpty() {
    var state = state
    for command in [CoachCommand.popToRoot, .pop, .popToIndex(0), .reconcile(path: [], of: nil), .pushAll([])] {
      let step = state.apply(command, under: rules)
      if case .noop = step.outcome {} else { Issue.record("\(command): \(step.outcome)") }
      #expect(state == self.state && step.events.isEmpty)
    }
  }

  @Test("A flow goes on only from the step that was completed; out of order, it says so (row 41)")
  func chain() {
    var state = applied(.present(FlowRequest("onboarding", start: .login)))
    let late = state.apply(.advance(from: .welcomeSetup, to: .home()), under: rules)
    #expect(late.outcome == .rejected(.outOfOrder))
    #expect(state.apply(.advance(from: .login, to: .home()), under: rules).outcome == .rejected(.outOfOrder))
    #expect(state.apply(.advance(from: .login, to: .welcomeSetup), under: rules).outcome == .applied)
    #expect(state.apply(.advance(from: .login, to: .welcomeSetup), under: rules).outcome == .rejected(.outOfOrder))
    #expect(state.apply(.advance(from: .welcomeSetup, to: .home()), under: rules).outcome == .applied)
    #expect(state.presented.last?.stack.nodes == [.login, .welcomeSetup, .home()])
  }

  @Test("Work under way is part of the tree, and its end leads on only if its screen is still there (row 42)")
  func work() {
    var state = applied(.present(FlowRequest("help", start: .login)), .beginWork("register"))
    #expect(state.pendingWork.map(\.name) == ["register"])
    #expect(state.pendingWork.first?.origin == state.visible.id)
    let began = state
    state.apply(.completeWork("register", then: .push(.welcomeSetup)), under: rules)
    #expect(state.visible.node == .welcomeSetup && state.pendingWork.isEmpty)

    var dismissed = applied(.dismiss(.program), to: began)
    let before = dismissed
    #expect(dismissed.pendingWork.isEmpty)
    let late = dismissed.apply(.completeWork("register", then: .push(.welcomeSetup)), under: rules)
    #expect(late.outcome == .noop(.noSuchWork) && late.events == [] && dismissed == before)

    var covered = applied(.push(.settings), to: began)
    covered.apply(.completeWork("register", then: .push(.welcomeSetup)), under: rules)
    #expect(covered.visible.node == .settings && covered.pendingWork.isEmpty)
  }

  @Test("A nested screen speaks to its own flow, and to the app where it says so (row 43)")
  @MainActor
  func addressing() throws {
    let controller = FlowController(rules: rules)
    controller.send(.present(FlowRequest("help", start: .login)))
    let flow = try #require(controller.state.presented.first)
    let child = try #require(controller.context(of: flow.id))
    child.go(to: .settings)
    #expect(controller.state.screens == [[.home()], [.login, .settings]])
    #expect(child.sendToApp(.switchTab("saved")) == .applied)
    #expect(controller.state.home.selectedTab == "saved")
    #expect(controller.state.presented.map(\.stack.nodes) == [[.login, .settings]])
  }

  static let landings: [(Landing<CoachNode>, [[CoachNode]])] = [
    (.presenter, [[.home(), .settings, .login]]), (.root, [[.home()]]), (.node(.savedList()), [[.savedList()]]),
    (.node(.settings), [[.home(), .settings]]), (.node(.welcomeSetup), [[.home(), .welcomeSetup]]),
  ]

  @Test("After sharing from a deep page the user is where the policy says (row 44)", arguments: landings)
  func landing(landing: Landing<CoachNode>, screens: [[CoachNode]]) {
    var state = applied(.pushAll([.settings, .login]))
    state.apply(.present(FlowRequest("share", start: .greeting(mode: .review), landing: landing)), under: rules)
    state.apply(.finish(FlowResult("shared")), under: rules)
    #expect(state.screens == screens)
  }

  @Test("An entry keeps its number for life; a command for one that is gone does nothing (invariant 6)")
  func identity() throws {
    var state = applied(.pushAll(Self.nodes))
    let ids = state.entries.map(\.id)
    #expect(Set(ids).count == ids.count)
    let flow = try #require(applied(.present(FlowRequest("help", start: .login)), to: state).presented.first).id
    let gone = applied(.present(FlowRequest("help", start: .login)), .dismiss(.program), to: state)
    for command in [CoachCommand.dismiss(.program, of: flow), .finish(nil, of: flow), .cancel(of: flow)] {
      var later = gone
      #expect(later.apply(command, under: rules).outcome == .noop(.nothingPresented))
      #expect(later == gone)
    }
    state.apply(.pop, under: rules)
    state.apply(.push(Self.nodes[4]), under: rules)
    #expect(!ids.contains(state.visible.id))
  }

  @Test("A command of a screen that the user no longer sees is dropped, so two taps push once (invariants 15, 16)")
  func origins() throws {
    var state = state
    let origin = CommandOrigin(state.visible.id)
    #expect(state.apply(.push(.settings), under: rules, from: origin).outcome == .applied)
    let before = state
    let second = state.apply(.push(.settings), under: rules, from: origin)
    #expect(second.outcome == .noop(.staleOrigin) && second.events == [])
    state.apply(.pop, under: rules)
    #expect(
      state.apply(.push(.login), under: rules, from: CommandOrigin(before.visible.id)).outcome == .noop(.staleOrigin))
  }

  @Test("A report of the system's back gesture that comes late neither revives nor removes an entry (invariant 37)")
  func reconcile() {
    var state = applied(.pushAll(Array(Self.nodes[..<3])))
    let ids = state.base.path.map(\.id)
    #expect(state.apply(.reconcile(path: Array(ids[..<2]), of: nil), under: rules).outcome == .applied)
    #expect(state.base.path.map(\.id) == Array(ids[..<2]))
    let shortened = state
    #expect(state.apply(.reconcile(path: ids, of: nil), under: rules).outcome == .noop(.noSuchEntry))
    #expect(state == shortened, "no entry comes back")
    state.play([.pop, .push(.settings)], under: rules)
    let newer = state
    #expect(state.apply(.reconcile(path: Array(ids[..<2]), of: nil), under: rules).outcome == .noop(.noSuchEntry))
    #expect(state == newer, "no new entry goes")
    #expect(
      state.apply(.reconcile(path: state.base.path.map(\.id), of: nil), under: rules).outcome == .noop(.unchanged))
  }

  @Test("A stack grows to the limit and no further (invariant 36)")
  func depth() {
    var rules = rules
    rules.depthLimit = 3
    var state = state
    for _ in 0..<10 { state.apply(.push(.settings), under: rules) }
    #expect(state.base.path.count == 3)
    #expect(state.apply(.push(.settings), under: rules).outcome == .rejected(.tooDeep))
    #expect(state.apply(.pushAll(Self.nodes), under: rules).outcome == .rejected(.tooDeep))
    #expect(state.apply(.reset(start: .login, path: Self.nodes), under: rules).outcome == .rejected(.tooDeep))
    for _ in 0..<10 { state.apply(.present(FlowRequest("help", start: .login)), under: rules) }
    #expect(state.presented.count == 3)
  }
}
