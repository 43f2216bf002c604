import Navigation
import Personalization
import Testing

/// The observable shell round a tree.
@Suite("Controllers")
@MainActor
struct ControllerTests {
  typealias Controller = FlowController<CoachNode>

  nonisolated static let help = FlowRequest<CoachNode>("help", start: .login)
  nonisolated static let script: [CoachCommand] = [
    .push(.settings), .pop, .pop, .present(help), .push(.welcomeSetup), .setGuard(.block), .dismiss(.gesture), .back,
    .back, .setGuard(.allow), .finish(FlowResult("done")), .switchTab("saved"), .switchTab("attic"),
    .switchTab("saved"),
    .present(help), .present(help), .dismissAll, .open("coach://practice/review"), .open("coach://nowhere"),
    .beginWork("load"), .completeWork("load", then: .push(.settings)), .switchProfile("a"), .restart, .signOut,
    .open("coach://settings"), .signIn(profile: "a"), .reset(start: .home(), path: []),
  ]

  private func context(innermostOf controller: Controller) throws -> FlowContext<CoachNode> {
    let flow = try #require(controller.state.presented.last)
    return try #require(controller.context(of: flow.id))
  }

  @Test("A command is one observable change if it changes the tree, and none if not (row 27, invariant 4)")
  func oneChange() {
    let controller = Controller(rules: Coach.rules())
    let changes = ChangeCounter(controller)
    for command in Self.script {
      let (before, count) = (controller.state, changes.count)
      let outcome = controller.send(command)
      let isChanged = controller.state != before
      #expect(changes.count - count == (isChanged ? 1 : 0), "\(command)")
      switch outcome {
      case .applied, .deferred: #expect(isChanged)
      case .noop, .rejected: #expect(!isChanged)
      }
    }
  }

  @Test("The controller and a recording executor, given one script, leave the same trace (row 22, row 58)")
  func executors() async {
    let rules = Coach.rules()
    var controller: Controller? = Controller(rules: rules)
    let events = controller?.events()
    var recorded = (outcomes: [FlowOutcome](), states: [CoachState](), events: [FlowEvent<CoachNode>]())
    var state = CoachState(rules.configuration)
    for command in Self.script {
      let step = state.apply(command, under: rules)
      recorded.outcomes.append(step.outcome)
      recorded.states.append(state)
      recorded.events += step.events
    }
    var outcomes: [FlowOutcome] = []
    var states: [CoachState] = []
    for command in Self.script {
      if let outcome = controller?.send(command) { outcomes.append(outcome) }
      if let state = controller?.state { states.append(state) }
    }
    controller = nil
    var told: [FlowEvent<CoachNode>] = []
    if let events { for await event in events { told.append(event) } }
    #expect(outcomes == recorded.outcomes && states == recorded.states && told == recorded.events)
  }

  @Test("Events tell everybody who listens, in order, and end with the controller (row 65, invariant 8)")
  func events() async throws {
    var controller: Controller? = Controller(Coach.configuration())
    let streams = [controller?.events(), controller?.events()].compactMap(\.self)
    let home = try #require(controller?.state.visible)
    controller?.send(.present(Self.help))
    let flow = try #require(controller?.state.presented.first)
    controller?.send(.setGuard(.confirm))
    controller?.send(.dismiss(.gesture))
    controller?.send(.dismiss(.confirmed))
    controller?.send(.switchTab("home"))
    let late = controller?.events()
    controller = nil
    for stream in streams {
      var told: [FlowEvent<CoachNode>] = []
      for await event in stream { told.append(event) }
      #expect(
        told == [
          .presented(flow.id, intent: "help", by: home.id), .moved(from: home, to: flow.stack.root),
          .blocked([flow.id], mayConfirm: true),
          .ended(flow.id, intent: "help", .dismissed(.confirmed), last: .login, presenter: home.id),
          .moved(from: flow.stack.root, to: home), .scrollToTop(tab: "home"),
        ])
    }
    if let late { for await event in late { Issue.record("\(event)") } }
  }

  /// Every way in which a presented flow ends.
  nonisolated static let ends: [(String, CoachCommand)] = [
    ("finish", .finish(FlowResult("done"))), ("cancel", .cancel()), ("gesture", .dismiss(.gesture)),
    ("confirmed", .dismiss(.confirmed)), ("program", .dismiss(.program)), ("dismissAll", .dismissAll), ("back", .back),
    ("presenter removed", .reconcile(path: [], of: nil)), ("reset", .reset(start: .login, path: [])),
    ("restart", .restart), ("profile", .switchProfile("b")), ("signOut", .signOut), ("link", .open("coach://saved")),
  ]

  @Test(
    "A flow's context and what its end calls are gone after every kind of end (row 9, invariant 14)", arguments: ends)
  func memory(name: String, end: CoachCommand) throws {
    final class Witness {}
    let controller = Controller(rules: Coach.rules())
    weak var context: FlowContext<CoachNode>?
    weak var witness: Witness?
    var reasons: [EndReason] = []
    do {
      let held = Witness()
      witness = held
      controller.send(.push(.settings))
      controller.present(Self.help) { reason in
        _ = held
        reasons.append(reason)
      }
      let flow = try #require(controller.state.presented.first)
      context = controller.context(of: flow.id)
      #expect(context != nil && controller.context(of: flow.id) === context)
    }
    #expect(context != nil && witness != nil, "the controller keeps them while the flow lives")
    #expect(controller.send(end) == .applied, "\(name)")
    #expect(context == nil && witness == nil && reasons.count == 1, "\(name)")
  }

  @Test("A replaced flow and one under an ended flow let go of their contexts too (invariant 14)")
  func memoryOfOthers() throws {
    var rules = Coach.rules()
    let nested = Controller(rules: rules)
    nested.send(.present(Self.help))
    nested.send(.present(Self.help))
    weak var inner: FlowContext<CoachNode>?
    inner = try context(innermostOf: nested)
    #expect(inner != nil)
    nested.send(.cancel(of: nested.state.presented.first?.id))
    #expect(inner == nil)

    rules.presentOverPresented = .replace
    let replacing = Controller(rules: rules)
    replacing.send(.present(Self.help))
    weak var old: FlowContext<CoachNode>?
    old = try context(innermostOf: replacing)
    #expect(old != nil)
    replacing.send(.present(Self.help))
    #expect(old == nil)
  }

  @Test("Who presented a flow gets its result once (row 6, row 28, invariant 8)")
  func result() throws {
    let controller = Controller(rules: Coach.rules())
    var reasons: [EndReason] = []
    controller.context.present(Self.help) { reasons.append($0) }
    let child = try context(innermostOf: controller)
    let result = FlowResult("saved", ["phrase": "p-7"])
    #expect(child.finish(result) == .applied)
    #expect(child.finish(result) == .noop(.nothingPresented) && child.cancel() == .noop(.nothingPresented))
    #expect(child.go(to: .settings) == .noop(.staleOrigin))
    #expect(reasons == [.finished(result)])
  }

  @Test("Nobody is told of the end of a flow that was never presented (row 29)")
  func notPresented() {
    var rules = Coach.rules()
    rules.presentOverPresented = .reject
    let controller = Controller(rules: rules)
    controller.send(.present(Self.help))
    #expect(controller.present(Self.help) { _ in Issue.record("it never began") } == .rejected(.alreadyPresenting))
    controller.send(.cancel())
  }

  @Test("The screens of a covered flow are not listened to, but for its own end (invariant 15)")
  func covered() throws {
    let controller = Controller(rules: Coach.rules())
    controller.send(.present(Self.help))
    let outer = try context(innermostOf: controller)
    controller.send(.present(Self.help))
    let before = controller.state
    for outcome in [
      outer.go(to: .settings), outer.replace(with: .settings), outer.back(), outer.popToRoot(),
      outer.present(Self.help), outer.setGuard(.block), controller.context.go(to: .settings), controller.context.back(),
    ] {
      #expect(outcome == .noop(.staleOrigin))
    }
    #expect(controller.state == before)
    #expect(outer.finish() == .applied && controller.state.presented.isEmpty)
  }

  @Test("A context does not keep its controller alive, and then answers that it is stale (invariant 14)")
  func weakController() {
    var controller: Controller? = Controller(rules: Coach.rules())
    weak var probe: Controller?
    probe = controller
    let context = controller?.context
    controller = nil
    #expect(probe == nil)
    #expect(context?.go(to: .settings) == .noop(.staleOrigin))
    #expect(context?.sendToApp(.signOut) == .noop(.staleOrigin))
    #expect(context?.present(Self.help) == .noop(.staleOrigin))
  }

  @Test("An onEnd that presents again finds the tree as it is after the end (invariant 4)")
  func reentrance() {
    let controller = Controller(rules: Coach.rules())
    controller.present(Self.help) { _ in
      #expect(controller.state.presented.isEmpty)
      controller.present(FlowRequest("help", start: .settings))
    }
    controller.send(.cancel())
    #expect(controller.state.screens == [[.home()], [.settings]])
  }

  @Test("An existing path is taken over and given back (row 61)")
  func adopt() {
    let path: [CoachNode] = [.settings, .speaking(mode: .review)]
    let controller = Controller(Coach.configuration(path: path))
    #expect(controller.state.base.path.map(\.node) == path)
    controller.send(.popToRoot)
    controller.send(.pushAll(path))
    #expect(controller.state.base.path.map(\.node) == path)
  }

  @Test("Only the main actor can change a controller: that is its type (row 15, P3, invariant 38)")
  func mainActor() throws {
    // A call from elsewhere does not compile without `await`; here the types say so.
    let send: @MainActor (Controller) -> FlowOutcome = { $0.send(.popToRoot) }
    #expect(send(Controller(Coach.configuration())) == .noop(.atRoot))
    for (path, source) in try sources("Sources/Navigation") {
      #expect(!source.contains("@unchecked") && !source.contains("nonisolated(unsafe)"), "\(path)")
      let lines = source.split(separator: "\n")
      for (place, line) in lines.enumerated() where line.contains("public final class") {
        #expect(lines[..<place].suffix(2).contains("@MainActor"), "\(path): \(line)")
      }
    }
  }

  @Test("A start is decided once: nothing that comes late moves it (row 74, invariants 33, 34)")
  func startStays() throws {
    let decision = try Shipped.decision(Shipped.user())
    let controller = FlowController(rules: try Shipped.rules(decision))
    let before = controller.state
    // Signing in later and deciding anew touch neither the rules nor the tree.
    let other = try Shipped.decision(Shipped.user(Shipped.shift.merging(Shipped.quick) { first, _ in first }))
    #expect(other.flow != decision.flow)
    #expect(controller.send(.signIn(profile: nil)) == .noop(.unchanged))
    #expect(controller.state == before)
    #expect(controller.rules.configuration == (try decision.flow.typed(as: Shipped.AppNode.self)))

    let late = FlowController(rules: try Shipped.rules(decision), session: SessionState(isSignedIn: false))
    #expect(late.visible == .login)
    late.send(.signIn(profile: nil))
    #expect(late.visible == before.visible.node)
    late.send(.signOut)
    #expect(late.visible == .login)
  }
}
