import Authoring
import Foundation
import Navigation
import Personalization
import Testing

/// The four segments of the shipped workspace and every overlap of them.
@Suite("The shipped segments")
struct ShippedWorkspaceTests {
  static let directory = URL(filePath: #filePath).appending(path: "../../../..").standardized.path()
  static let engine = Result { PersonalizationEngine(try Workspace(directory: directory)) }
  static let time = Timestamp("2026-11-30T08:00:00Z") ?? .now

  static let order = ["home", "practice", "saved", "progress", "settings"]
  static let shiftOrder = ["practice", "saved", "home", "progress", "settings"]

  /// What a combination of segments must give, whatever experiments do.
  struct Row: CustomTestStringConvertible, Sendable {
    let segments: Set<String>

    var testDescription: String { segments.isEmpty ? "nobody's" : segments.sorted().joined(separator: " + ") }

    private func has(_ segment: String) -> Bool { segments.contains(segment) }

    var user: User {
      // Units of which the holdout is "held": no experiment that moves these slots runs.
      var user: User = ["user_id": "u", "app_version": "2.4.1", "last_mode": "review", "profile_id": "p-1"]
      if has("shift-worker") { user.attributes["shift"] = "night" }
      if has("quick-session") { user.attributes["quick_start_seconds"] = 10 }
      if has("senior") { user.attributes["age"] = 71 }
      if has("shared-family-device") { user.attributes["shared_device"] = true }
      return user
    }

    var entry: String {
      has("shared-family-device") ? "choose-profile" : has("quick-session") ? "continue-last" : "home"
    }
    var layout: HomeLayout { has("senior") ? .tab : has("shift-worker") ? .dashboard : .tab }
    var tabs: [String] { has("senior") ? order : has("shift-worker") ? shiftOrder : order }
    var modalDismissed: Node? { has("senior") ? Node("savedList", ["profile": "p-1"]) : nil }
    var scope: SessionScope { has("shared-family-device") ? .profile : .user }
    var signedOut: Node { has("shared-family-device") ? Node("profilePicker") : Node("login") }
  }

  static let rows: [Row] = {
    let keys = ["shift-worker", "quick-session", "senior", "shared-family-device"]
    return (0..<16).map { bits in Row(segments: Set(keys.indices.filter { bits >> $0 & 1 == 1 }.map { keys[$0] })) }
  }()

  @Test("and all their overlaps decide the slots by privacy, safety, speed and order", arguments: rows)
  func overlaps(row: Row) throws {
    let decision = try Self.engine.get().decide(for: row.user, at: Self.time, forcing: ["holdout": "held"])
    #expect(Set(decision.segments) == row.segments)
    #expect(decision.flow.entry.route == row.entry)
    #expect(decision.flow.home.layout == row.layout)
    #expect(decision.flow.home.tabs.map(\.key) == row.tabs)
    #expect(decision.flow.fallbacks.modalDismissed == row.modalDismissed)
    #expect(decision.flow.session.scope == row.scope)
    #expect(decision.flow.fallbacks.signedOut == row.signedOut)
  }

  @Test("keep the set of tabs and cards for shift workers and change only the order")
  func shiftWorker() throws {
    let engine = try Self.engine.get()
    let anybody = engine.decide(for: [:], at: Self.time).flow.home
    let worker = engine.decide(for: ["shift": "rotating"], at: Self.time).flow.home
    #expect(Set(worker.tabs) == Set(anybody.tabs) && worker.tabs != anybody.tabs)
    #expect(Set(worker.cards.map(\.key)) == Set(anybody.cards.map(\.key)))
  }

  @Test("lead a quick session straight into practice, past the choice of a mode", arguments: ["review", "topicTalk"])
  func quickSession(mode: String) throws {
    let user: User = ["quick_start_seconds": 10, "last_mode": .string(mode), "app_version": "2.4.1"]
    let entry = try Self.engine.get().decide(for: user, at: Self.time).flow.entry
    #expect(entry.visible == Node("speaking", ["mode": .string(mode)]))
    #expect(!([entry.start] + entry.path).contains { $0.name == "modeSelection" })
  }

  @Test(
    "give a quick session the shortest practice where nothing can be continued; beyond ten seconds, nothing special")
  func quickSessionEdges() throws {
    let engine = try Self.engine.get()
    let nothing = engine.decide(for: ["quick_start_seconds": 10, "app_version": "2.4.1"], at: Self.time)
    #expect(nothing.flow.entry.visible == Node("speaking", ["mode": "topicTalk"]))
    #expect(engine.decide(for: ["quick_start_seconds": 10.001], at: Self.time).segments.isEmpty)
  }

  @Test("let a user's own choice beat shift work and speed, but not safety and privacy")
  func choices() throws {
    let engine = try Self.engine.get()
    func layout(_ user: User) -> HomeLayout { engine.decide(for: user, at: Self.time).flow.home.layout }
    #expect(layout(["shift": "night", "choice.home.layout": "tab"]) == .tab)
    #expect(layout(["age": 71, "choice.home.layout": "dashboard"]) == .tab)
    let family: User = ["shared_device": true, "choice.entry": "continue-last"]
    #expect(engine.decide(for: family, at: Self.time).flow.entry.route == "choose-profile")
  }
}
