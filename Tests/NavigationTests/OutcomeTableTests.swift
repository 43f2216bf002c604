import Foundation
import Navigation
import Testing

/// Every kind of state with every command: row 49.
@Suite("The table of outcomes")
struct OutcomeTableTests {
  /// A kind of state, with the rules that made it.
  struct Situation: CustomTestStringConvertible, Sendable {
    let name: String
    let rules: FlowRules<CoachNode>
    let state: CoachState
    var testDescription: String { name }

    init(
      _ name: String, _ configuration: FlowConfiguration<CoachNode> = Coach.configuration(),
      session: SessionState = SessionState(), isReady: Bool = true, commands: [CoachCommand] = []
    ) {
      self.name = name
      rules = Coach.rules(configuration)
      var state = CoachState(configuration, session: session, isReady: isReady)
      state.play(commands, under: rules)
      self.state = state
    }
  }

  static let help = FlowRequest<CoachNode>("help", start: .login)

  static let situations = [
    Situation("fresh"),
    Situation("pushed", commands: [.pushAll([.settings, .login]), .beginWork("load")]),
    Situation("bare", Coach.configuration(layout: .dashboard, tabs: [])),
    Situation("front", Coach.configuration(entry: .welcomeSetup)),
    Situation("modal", commands: [.present(help)]),
    Situation("asking", Coach.configuration(confirms: true), commands: [.present(help), .push(.settings)]),
    Situation(
      "blocked", commands: [.present(FlowRequest("practice", start: .greeting(mode: .review), guarding: .block))]),
    Situation("nested", Coach.configuration(modalDismissed: .savedList()), commands: [.present(help), .present(help)]),
    Situation("signedOut", session: SessionState(isSignedIn: false), commands: [.open("coach://saved")]),
    Situation("noProfile", Coach.configuration(entry: .profilePicker, scope: .profile)),
    Situation("starting", isReady: false, commands: [.open("coach://saved")]),
  ]

  /// The commands, each under the name of its case.
  static let commands: [(String, CoachCommand)] = [
    ("push", .push(.settings)), ("pushAll", .pushAll([.settings, .login])), ("pop", .pop),
    ("popToIndex", .popToIndex(0)), ("popToNode", .popToNode(.home())), ("popToRoot", .popToRoot),
    ("reconcile", .reconcile(path: [], of: nil)), ("replace", .replace(.savedList())),
    ("advance", .advance(from: .home(), to: .settings)), ("reset", .reset(start: .settings, path: [])),
    ("restart", .restart), ("switchTab", .switchTab("saved")), ("back", .back), ("present", .present(help)),
    ("finish", .finish(nil)), ("cancel", .cancel()), ("dismiss", .dismiss(.gesture)), ("dismissAll", .dismissAll),
    ("setGuard", .setGuard(.block)), ("switchProfile", .switchProfile("a")), ("signIn", .signIn(profile: "a")),
    ("signOut", .signOut), ("ready", .ready), ("open", .open("coach://saved")), ("beginWork", .beginWork("load")),
    ("completeWork", .completeWork("load", then: .push(.settings))),
  ]

  static func word(_ outcome: FlowOutcome) -> String {
    switch outcome {
    case .applied: "+"
    case .noop(let reason):
      switch reason {
      case .atRoot: "-root"
      case .noSuchEntry: "-entry"
      case .unchanged: "-same"
      case .nothingPresented: "-none"
      case .staleOrigin: "-stale"
      case .noSuchWork: "-work"
      case .duplicateLink: "-twice"
      }
    case .rejected(let reason):
      switch reason {
      case .foreignNode: "!foreign"
      case .outOfOrder: "!order"
      case .fixedRoot: "!fixed"
      case .otherProfile: "!profile"
      case .noSuchTab: "!tab"
      case .alreadyPresenting: "!presenting"
      case .guarded: "!guarded"
      case .tooDeep: "!tooDeep"
      case .gated(let gate): "!\(gate.rawValue)"
      case .invalidLink: "!invalidLink"
      }
    case .deferred(let gate): "~\(gate?.rawValue ?? "ready")"
    }
  }

  @Test("Every command has its outcome in every kind of state (row 49)")
  func table() {
    let lines = Self.commands.map { name, command in
      let words = Self.situations.map { situation in
        var state = situation.state
        return Self.word(state.apply(command, under: situation.rules).outcome)
      }
      return ([name] + words).joined(separator: " ")
    }
    #expect(lines == Self.expected.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") })
  }

  /// A column for each of the situations, in their order: `+` applied, `-` a no-op, `!` rejected, `~` deferred.
  static let expected = """
    push          +      +      +      +      +      +        !foreign +      +       +        +
    pushAll       +      +      +      +      +      +        !foreign +      +       +        +
    pop           -root  +      -root  -root  -root  +        -root    -root  -root   -root    -root
    popToIndex    -entry +      -entry -entry -entry -same    -entry   -entry -entry  -entry   -entry
    popToNode     -same  +      -same  -entry -entry -entry   -entry   -entry -entry  -entry   -same
    popToRoot     -root  +      -root  -root  -root  +        -root    -root  -root   -root    -root
    reconcile     -same  +      -same  -same  -same  -same    -same    -same  -same   -same    -same
    replace       !fixed +      !fixed +      +      +        !foreign +      !signIn !profile !fixed
    advance       +      !order +      !order !order !order   !order   !order !order  !order   +
    reset         +      +      +      +      +      +        +        +      !signIn !profile +
    restart       -same  +      -same  -same  +      +        +        +      -same   -same    -same
    switchTab     +      +      !tab   +      +      +        +        +      !signIn !profile +
    back          -root  +      -root  -root  +      +        !guarded +      -root   -root    -root
    present       +      +      +      +      +      +        +        +      +       +        +
    finish        -none  -none  -none  -none  +      +        +        +      -none   -none    -none
    cancel        -none  -none  -none  -none  +      +        +        +      -none   -none    -none
    dismiss       -none  -none  -none  -none  +      !guarded !guarded +      -none   -none    -none
    dismissAll    -none  -none  -none  -none  +      +        !guarded +      -none   -none    -none
    setGuard      -none  -none  -none  -none  +      +        -same    +      -none   -none    -none
    switchProfile +      +      +      +      +      +        +        +      !signIn +        +
    signIn        +      +      +      +      +      +        +        +      +       +        +
    signOut       +      +      +      +      +      +        +        +      -same   +        +
    ready         -same  -same  -same  -same  -same  -same    -same    -same  -same   -same    +
    open          +      +      +      +      +      +        !guarded +      -twice  ~profile -twice
    beginWork     +      -same  +      +      +      +        +        +      +       +        +
    completeWork  -work  +      -work  -work  -work  -work    -work    -work  -work   -work    -work
    """

  @Test(
    "Nothing traps, what is not applied changes nothing, and the same gives the same (rows 49, 55, invariants 1, 3, 4)",
    arguments: situations)
  func laws(situation: Situation) throws {
    let flows: [FlowID?] = [nil] + situation.state.presented.map(\.id)
    var commands = Self.commands.map(\.1)
    commands += [Int.min, -1, 1, 7, Int.max].map { .popToIndex($0) }
    commands += ["", "attic", "home"].map { .switchTab($0) }
    commands += ["", "coach://", "coach://practice/review", "%", "coach://profiles/b/practice/review"].map { .open($0) }
    commands += flows.flatMap { flow in
      DismissalCause.allCases.map { .dismiss($0, of: flow) }
        + [.finish(FlowResult("done"), of: flow), .cancel(of: flow), .reconcile(path: [], of: flow)]
    }
    commands += [.switchProfile(nil), .signIn(profile: nil), .pushAll([]), .completeWork("load", then: .signOut)]
    commands += [.completeWork("load", then: .completeWork("load", then: nil)), .replace(.home()), .popToNode(.login)]
    for command in commands {
      var (state, again) = (situation.state, situation.state)
      let step = state.apply(command, under: situation.rules)
      #expect(again.apply(command, under: situation.rules) == step && again == state)
      let moves = step.events.filter { event in
        switch event {
        case .started, .moved, .presented, .ended, .opened: true
        case .blocked, .scrollToTop, .dropped: false
        }
      }
      switch step.outcome {
      case .applied: #expect(state.epoch == situation.state.epoch + 1, "\(command)")
      case .deferred: #expect(state.entries == situation.state.entries && moves.isEmpty, "\(command)")
      case .noop, .rejected: #expect(state == situation.state && moves.isEmpty, "\(command)")
      }
      #expect(!state.base.nodes.isEmpty && state.entries.contains(state.visible))
    }
  }

  @Test("Every case of a command is in the table (row 49)")
  func complete() {
    for (name, command) in Self.commands { #expect(Self.name(command) == name) }
    #expect(Set(Self.commands.map(\.0)).count == Self.commands.count)
  }

  /// Without `default`: a new case does not compile until it is in the table.
  private static func name(_ command: CoachCommand) -> String {
    switch command {
    case .push: "push"
    case .pushAll: "pushAll"
    case .pop: "pop"
    case .popToIndex: "popToIndex"
    case .popToNode: "popToNode"
    case .popToRoot: "popToRoot"
    case .reconcile: "reconcile"
    case .replace: "replace"
    case .advance: "advance"
    case .reset: "reset"
    case .restart: "restart"
    case .switchTab: "switchTab"
    case .back: "back"
    case .present: "present"
    case .finish: "finish"
    case .cancel: "cancel"
    case .dismiss: "dismiss"
    case .dismissAll: "dismissAll"
    case .setGuard: "setGuard"
    case .switchProfile: "switchProfile"
    case .signIn: "signIn"
    case .signOut: "signOut"
    case .ready: "ready"
    case .open: "open"
    case .beginWork: "beginWork"
    case .completeWork: "completeWork"
    }
  }
}
