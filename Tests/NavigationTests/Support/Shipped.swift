import Authoring
import Foundation
import Navigation
import Personalization

/// The shipped workspace, its nodes as an app declares them, and the rules that its decisions give.
enum Shipped {
  enum AppNode: Codable, Hashable, Sendable {
    case login, welcomeSetup, profilePicker, settings
    case home(profile: String? = nil)
    case modeSelection(profile: String? = nil)
    case topicPrep(mode: LearningMode, profile: String? = nil)
    case greeting(mode: LearningMode, profile: String? = nil)
    case speaking(mode: LearningMode, profile: String? = nil)
    case dailyReview(profile: String? = nil)
    case savedList(profile: String? = nil)
    case progress(profile: String? = nil)

    /// The profile that the node carries.
    var profile: String? {
      switch self {
      case .home(let profile), .modeSelection(let profile), .topicPrep(_, let profile), .greeting(_, let profile),
        .speaking(_, let profile), .dailyReview(let profile), .savedList(let profile), .progress(let profile):
        profile
      case .login, .welcomeSetup, .profilePicker, .settings: nil
      }
    }

    var isModeSelection: Bool {
      if case .modeSelection = self { true } else { false }
    }

    /// Every node of a profile.
    static func all(profile: String?) -> [AppNode] {
      let plain: [AppNode] = [
        .login, .welcomeSetup, .profilePicker, .settings, .home(profile: profile), .modeSelection(profile: profile),
        .dailyReview(profile: profile), .savedList(profile: profile), .progress(profile: profile),
      ]
      return plain
        + LearningMode.allCases.flatMap { mode -> [AppNode] in
          [
            .topicPrep(mode: mode, profile: profile), .greeting(mode: mode, profile: profile),
            .speaking(mode: mode, profile: profile),
          ]
        }
    }
  }

  typealias State = FlowState<AppNode>
  typealias Command = FlowCommand<AppNode>
  typealias Rules = FlowRules<AppNode>

  static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized.path()
  static let engine = Result { PersonalizationEngine(try Workspace(directory: root)) }
  static let time = Timestamp("2026-11-30T08:00:00Z") ?? .now

  /// A user of the newest app, with these attributes besides.
  static func user(profile: String? = "p-1", _ attributes: [String: AttributeValue] = [:]) -> User {
    var user: User = ["user_id": "u", "app_version": "2.4.1", "last_mode": "review"]
    if let profile { user.attributes["profile_id"] = .string(profile) }
    for (name, value) in User(attributes).attributes { user.attributes[name] = value }
    user.choices = User(attributes).choices
    return user
  }

  /// What the engine decides where no experiment has a say.
  static func decision(_ user: User) throws -> Decision {
    try engine.get().decide(for: user, at: time, forcing: ["holdout": "held"])
  }

  static func rules(_ user: User) throws -> Rules { try rules(decision(user)) }

  static func rules(_ decision: Decision) throws -> Rules {
    Rules(
      try decision.flow.typed(as: AppNode.self), links: decision.links(as: AppNode.self, webHosts: ["coach.example"]),
      profile: \.profile)
  }

  static let quick: [String: AttributeValue] = ["quick_start_seconds": 10]
  static let shift: [String: AttributeValue] = ["shift": "night"]
  static let senior: [String: AttributeValue] = ["age": 71]
  static let family: [String: AttributeValue] = ["shared_device": true]
}
