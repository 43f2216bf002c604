import Navigation

/// The nodes of a language coach, as an app would declare them.
enum CoachNode: Codable, Hashable, Sendable {
  case login, welcomeSetup, profilePicker, settings
  case home(profile: String? = nil)
  case modeSelection(profile: String? = nil)
  case savedList(profile: String? = nil)
  case topicPrep(mode: LearningMode)
  case greeting(mode: LearningMode)
  case speaking(mode: LearningMode, profile: String? = nil)

  /// The profile that the node carries.
  var profile: String? {
    switch self {
    case .home(let profile), .modeSelection(let profile), .savedList(let profile), .speaking(_, let profile): profile
    case .login, .welcomeSetup, .profilePicker, .settings, .topicPrep, .greeting: nil
    }
  }
}

enum LearningMode: String, Codable, Hashable, Sendable, CaseIterable { case review, topicTalk }

typealias CoachState = FlowState<CoachNode>
typealias CoachCommand = FlowCommand<CoachNode>

enum Coach {
  /// Home with three tabs, nothing personal.
  static func configuration(
    layout: HomeLayout = .tab, tabs: [(String, CoachNode)] = standardTabs, entry: CoachNode = .home(),
    path: [CoachNode] = [], modalDismissed: CoachNode? = nil, scope: SessionScope = .user,
    signedOut: CoachNode = .login, confirms: Bool = false, initialTab: String? = nil
  ) -> FlowConfiguration<CoachNode> {
    FlowConfiguration(
      entry: .init(route: "entry", start: entry, path: path),
      home: .init(
        layout: layout, tabs: tabs.map { .init(key: $0.0, node: $0.1) },
        cards: layout == .dashboard ? [.init(key: "saved", node: .savedList())] : [],
        initialTab: initialTab ?? tabs.first?.0),
      fallbacks: .init(
        standard: .home(), modalDismissed: modalDismissed, invalidDeepLink: .settings,
        unavailableNode: .modeSelection(),
        signedOut: signedOut, restoreFailed: .home()),
      session: .init(scope: scope, resumeWithin: .seconds(1800)),
      modal: .init(style: .sheet, confirmsDismissal: confirms))
  }

  static let standardTabs: [(String, CoachNode)] = [
    ("home", .home()), ("practice", .modeSelection()), ("saved", .savedList()),
  ]

  static let practice = IntentRule<CoachNode>(
    contains: { node in
      switch node {
      case .greeting, .speaking, .topicPrep: true
      default: false
      }
    })

  /// Login, then the welcome, then home: no step skipped.
  static let onboarding = IntentRule<CoachNode>.linear([.login, .welcomeSetup, .home()])

  static func rules(_ configuration: FlowConfiguration<CoachNode> = configuration()) -> FlowRules<CoachNode> {
    FlowRules(
      configuration, intents: ["practice": practice, "onboarding": onboarding], links: links, profile: \.profile)
  }

  static let links: LinkTable<CoachNode> = {
    let mode = LinkArgument(.string, values: ["review", "topicTalk"])
    let profile = LinkArgument(.string, isOptional: true)
    func line(_ pattern: String, _ destination: LinkTable<CoachNode>.Destination, passes: Set<Gate> = [])
      -> LinkTable<CoachNode>.Line?
    {
      LinkPattern(pattern).map { .init(pattern: $0, destination: destination, passes: passes) }
    }
    return LinkTable(
      [
        line("coach://home", .route(start: Node("home"), path: [])),
        line("coach://saved", .route(start: Node("savedList"), path: [])),
        line(
          "coach://welcome", .route(start: Node("login"), path: [Node("welcomeSetup")]), passes: [.signIn, .profile]),
        line("coach://settings", .node("settings", [:], below: { _ in [Node("home")] })),
        line(
          "coach://practice/{mode}",
          .node(
            "speaking", ["mode": mode, "profile": profile],
            below: { node in [Node("home", node.arguments.filter { $0.key == "profile" })] })),
        line(
          "coach://profiles/{profile}/practice/{mode}",
          .node(
            "speaking", ["mode": mode, "profile": LinkArgument(.string)],
            below: { _ in [Node("home")] })),
      ].compactMap(\.self), webHosts: ["coach.example"])
  }()
}

extension FlowState {
  /// Applies commands one after the other and answers what became of the last.
  @discardableResult
  mutating func play(_ commands: [FlowCommand<Node>], under rules: FlowRules<Node>) -> FlowOutcome {
    var outcome = FlowOutcome.applied
    for command in commands { outcome = apply(command, under: rules).outcome }
    return outcome
  }
}
