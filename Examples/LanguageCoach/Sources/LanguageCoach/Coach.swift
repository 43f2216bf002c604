import Authoring
import Navigation
import Personalization

/// The core of the app, without screens: who uses it, what was decided for them, and where they are.
@MainActor
final class Coach {
  let controller: FlowController<AppNode>
  let decision: Decision
  private var savedState: [UInt8]?

  init(_ engine: PersonalizationEngine, user: User) throws {
    decision = engine.decide(for: user, at: .now)
    let configuration = try decision.flow.typed(as: AppNode.self)
    let rules = FlowRules(
      configuration, intents: Self.intents, links: decision.links(as: AppNode.self), profile: \.profile)
    var profile: String?
    if case .string(let text)? = user["profile_id"], configuration.session.scope == .user { profile = text }
    controller = FlowController(rules: rules, session: SessionState(profile: profile))
  }

  /// A practice goes from the greeting to speaking and shows nothing else.
  private static let intents = [
    "practice": IntentRule<AppNode>(
      contains: { node in
        switch node {
        case .greeting, .speaking, .topicPrep: true
        default: false
        }
      })
  ]

  func save() {
    savedState = controller.state.snapshot(appVersion: "1.0.0", at: Timestamp.now.microseconds / 1_000_000)
  }

  /// Restarts the app with the saved state, as a cold launch would.
  func relaunched(_ engine: PersonalizationEngine) throws -> (coach: Coach, report: RestoreReport?) {
    let coach = try Coach(engine, user: decision.user)
    guard let savedState else { return (coach, nil) }
    return (coach, coach.controller.restore(savedState, at: Timestamp.now.microseconds / 1_000_000))
  }
}

extension AppNode {
  /// The profile that the node carries, so that nothing of it survives a change of profile.
  var profile: String? {
    switch self {
    case .dailyReview(let profile), .home(let profile), .modeSelection(let profile), .progress(let profile),
      .savedList(let profile), .greeting(_, let profile), .speaking(_, let profile), .topicPrep(_, let profile):
      profile
    case .login, .profilePicker, .settings, .welcomeSetup: nil
    }
  }
}
