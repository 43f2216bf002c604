import Foundation
import Navigation
import Testing
import TestSupport

/// Random trees and random commands, with every invariant checked after each step.
@Suite("Random walks")
struct RandomWalkTests {
  /// What a walk was: printed when an invariant breaks, enough to repeat it.
  struct Walk {
    let seed: UInt64
    var commands: [String] = []

    var script: String { "seed \(seed):\n" + commands.suffix(40).joined(separator: "\n") }
  }

  static let seeds: [UInt64] = Array(1...60)

  static func configuration(_ random: inout SplitMix64) -> FlowConfiguration<CoachNode> {
    let tabs =
      Bool.random(using: &random) ? Coach.standardTabs : Array(Coach.standardTabs.shuffled(using: &random).prefix(2))
    let isBare = Int.random(in: 0..<6, using: &random) == 0
    return Coach.configuration(
      layout: isBare || Bool.random(using: &random) ? .dashboard : .tab, tabs: isBare ? [] : tabs,
      entry: [.home(), .profilePicker, .savedList(), .welcomeSetup].randomElement(using: &random) ?? .home(),
      path: Bool.random(using: &random) ? [] : [.speaking(mode: .review)],
      modalDismissed: [nil, .savedList(), .home()].randomElement(using: &random) ?? nil,
      scope: Bool.random(using: &random) ? .user : .profile, confirms: Bool.random(using: &random))
  }

  static func node(_ random: inout SplitMix64, profile: String?) -> CoachNode {
    let nodes: [CoachNode] = [
      .settings, .home(profile: profile), .modeSelection(profile: profile), .savedList(profile: profile),
      .topicPrep(mode: .review), .greeting(mode: .topicTalk), .speaking(mode: .review, profile: profile),
      .speaking(mode: .topicTalk),
    ]
    return nodes.randomElement(using: &random) ?? .settings
  }

  static func command(_ random: inout SplitMix64, _ state: CoachState) -> CoachCommand {
    let profile = state.session.profile
    let one = node(&random, profile: profile)
    let flow = state.presented.randomElement(using: &random)?.id
    switch Int.random(in: 0..<30, using: &random) {
    case 0...4: return .push(one)
    case 5: return .pushAll([one, node(&random, profile: profile)])
    case 6: return .pop
    case 7: return .popToIndex(Int.random(in: -2...6, using: &random))
    case 8: return .popToNode(one)
    case 9: return .popToRoot
    case 10: return .replace(one)
    case 11: return .advance(from: state.visible.node, to: one)
    case 12: return .switchTab(["home", "practice", "saved", "attic"].randomElement(using: &random) ?? "home")
    case 13, 14: return .back
    case 15, 16, 17:
      return .present(
        FlowRequest(
          ["practice", "help", "onboarding"].randomElement(using: &random) ?? "help", start: one,
          guarding: DismissalGuard.allCases.randomElement(using: &random),
          landing: [nil, .presenter, .root, .node(.savedList(profile: profile))].randomElement(using: &random) ?? nil))
    case 18: return .finish(FlowResult("saved"), of: Bool.random(using: &random) ? nil : flow)
    case 19: return .cancel(of: flow)
    case 20: return .dismiss(DismissalCause.allCases.randomElement(using: &random) ?? .program, of: flow)
    case 21: return .dismissAll
    case 22: return .setGuard(DismissalGuard.allCases.randomElement(using: &random) ?? .allow)
    case 23: return .reset(start: one, path: [])
    case 24: return .switchProfile(["a", "b", nil].randomElement(using: &random) ?? nil)
    case 25:
      return Bool.random(using: &random) ? .signOut : .signIn(profile: ["a", nil].randomElement(using: &random) ?? nil)
    case 26: return .restart
    case 27:
      let links = [
        "coach://saved", "coach://practice/review", "coach://profiles/a/practice/review", "coach://x",
        "coach://welcome",
      ]
      return .open(links.randomElement(using: &random) ?? "")
    case 28: return .beginWork("load")
    default: return .completeWork("load", then: .push(one))
    }
  }

  @Test(
    "keep every invariant after every step (invariants 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 17, 20, 30, 36)",
    arguments: seeds)
  func invariants(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var walk = Walk(seed: seed)
    let configuration = Self.configuration(&random)
    var rules = Coach.rules(configuration)
    rules.depthLimit = 8
    rules.presentOverPresented = PresentPolicy.allCases.randomElement(using: &random) ?? .stack
    var state = CoachState(configuration, session: SessionState(profile: Bool.random(using: &random) ? "a" : nil))
    var everPresented: Set<FlowID> = []
    var ended: [FlowID: Int] = [:]
    for _ in 0..<300 {
      let before = state
      let command = Self.command(&random, state)
      walk.commands.append("\(command)")
      let step = state.apply(command, under: rules)
      check(before, command, step, state, rules, walk)
      for event in step.events {
        switch event {
        case .presented(let flow, _, _): everPresented.insert(flow)
        case .ended(let flow, _, _, _, _): ended[flow, default: 0] += 1
        default: break
        }
      }
      let living = Set(state.presented.map(\.id))
      #expect(ended.values.allSatisfy { $0 == 1 }, "invariant 8: one end each\n\(walk.script)")
      #expect(Set(ended.keys) == everPresented.subtracting(living), "invariant 8: an end for each\n\(walk.script)")
    }
  }

  private func check(
    _ before: CoachState, _ command: CoachCommand, _ step: FlowStep<CoachNode>, _ after: CoachState,
    _ rules: FlowRules<CoachNode>, _ walk: Walk
  ) {
    switch step.outcome {
    case .noop, .rejected: #expect(after == before, "invariant 3: nothing changed\n\(walk.script)")
    case .applied: #expect(after.epoch == before.epoch + 1, "invariant 4: one change\n\(walk.script)")
    case .deferred: #expect(after.entries == before.entries, "a parked link changes no tree\n\(walk.script)")
    }
    let ids = after.entries.map(\.id)
    #expect(Set(ids).count == ids.count, "invariant 6: ids are unique\n\(walk.script)")
    if !after.home.tabs.isEmpty {
      #expect(after.home.tabs.contains { $0.key == after.home.selectedTab }, "invariant 17\n\(walk.script)")
    }
    var living = Set(after.home.stacks.flatMap(\.entries).map(\.id))
    living.formUnion(after.front?.entries.map(\.id) ?? [])
    for flow in after.presented {
      #expect(living.contains(flow.presenter), "invariant 10: no flow outlives its presenter\n\(walk.script)")
      living.formUnion(flow.stack.entries.map(\.id))
      if let rule = rules.intents[flow.intent] {
        #expect(flow.stack.nodes.allSatisfy(rule.contains), "a flow keeps to its nodes\n\(walk.script)")
      }
    }
    #expect(after.pendingWork.allSatisfy { living.contains($0.origin) }, "work dies with its entry\n\(walk.script)")
    for stack in after.home.stacks + [after.front].compactMap(\.self) + after.presented.map(\.stack) {
      #expect(stack.path.count <= rules.depthLimit, "invariant 36: bounded depth\n\(walk.script)")
    }
    if let profile = before.session.profile, after.session.profile != profile {
      #expect(after.entries.allSatisfy { $0.node.profile != profile }, "invariant 30: no trace\n\(walk.script)")
      #expect(after.parkedLinks.isEmpty, "invariant 30: no parked link\n\(walk.script)")
    }
    let isGated =
      !after.session.isSignedIn || (rules.configuration.session.scope == .profile && after.session.profile == nil)
    if let landing = rules.configuration.fallbacks.modalDismissed, !isGated,
      step.events.contains(where: { event in
        if case .ended(let flow, _, let reason, _, _) = event {
          return before.presented.first { $0.id == flow }?.landing == nil && reason.landsUser
            && before.presented.first?.id == flow
        }
        return false
      })
    {
      #expect(after.visible.node == landing, "invariant 13: lands on the declared node\n\(walk.script)")
    }
  }

  @Test("are put back as they were saved (invariant 26, row 71)", arguments: seeds)
  func savedState(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let configuration = Self.configuration(&random)
    let rules = Coach.rules(configuration)
    var state = CoachState(configuration, session: SessionState(profile: "a"))
    for _ in 0..<40 { state.apply(Self.command(&random, state), under: rules) }
    guard state.session.isSignedIn, configuration.session.scope == .user || state.session.profile != nil else { return }
    let bytes = try #require(state.snapshot(appVersion: "1", at: 100))
    #expect(state.snapshot(appVersion: "1", at: 100) == bytes)
    var fresh = CoachState(configuration, session: state.session)
    let report = fresh.restore(bytes, under: rules, at: 200)
    #expect(report.dropped.isEmpty, "seed \(seed): \(report)")
    #expect(fresh.description == state.description, "seed \(seed)")
    #expect(fresh.snapshot(appVersion: "1", at: 100) == bytes, "seed \(seed)")
  }

  @Test("are led to one another by legal steps", arguments: seeds)
  func changes(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func randomState(_ random: inout SplitMix64) -> CoachState {
      let configuration = Self.configuration(&random)
      let rules = Coach.rules(configuration)
      var state = CoachState(configuration, session: SessionState(profile: "a"))
      for _ in 0..<30 { state.apply(Self.command(&random, state), under: rules) }
      return state
    }
    let (start, target) = (randomState(&random), randomState(&random))
    var state = start
    for (place, change) in start.changes(to: target).enumerated() {
      guard let next = state.changed(by: change) else {
        Issue.record("seed \(seed): step \(place), \(change), is not legal in\n\(state)")
        return
      }
      state = next
    }
    #expect(state.description == target.description, "seed \(seed)")
    #expect(state.changes(to: target).isEmpty, "seed \(seed)")
    #expect(start.changes(to: start).isEmpty, "seed \(seed)")
  }

  @Test("survive any bytes as saved state (invariant 27)", arguments: seeds)
  func damagedState(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let configuration = Self.configuration(&random)
    let rules = Coach.rules(configuration)
    var state = CoachState(configuration, session: SessionState(profile: "a"))
    for _ in 0..<20 { state.apply(Self.command(&random, state), under: rules) }
    guard let saved = state.snapshot(appVersion: "1", at: 100) else { return }
    for _ in 0..<30 {
      var bytes = saved
      for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: Array("{\"x\":[1]}".utf8), at: place)
        default: bytes.removeSubrange(place...)
        }
      }
      let before = CoachState(configuration, session: state.session)
      var fresh = before
      let report = fresh.restore(bytes, under: rules, at: 200)
      if case .refused = report.result { #expect(fresh == before) }
      #expect(Set(fresh.entries.map(\.id)).count == fresh.entries.count)
      #expect(fresh.entries.allSatisfy { $0.node.profile == nil || $0.node.profile == fresh.session.profile })
    }
  }

  @Test("survive any text as a link (row 82)", arguments: seeds)
  func anyLink(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let rules = Coach.rules()
    let parts = [
      "coach", "://", "/", "practice", "review", "%2F", "%", "..", "?", "mode=", "&", "#", "@", ":", "é", "\0",
      "profiles", "a", " ", "%C3%A9", "%FF",
    ]
    for _ in 0..<200 {
      let link = (0..<Int.random(in: 0...9, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined()
      var state = CoachState(rules.configuration)
      let before = state
      let outcome = state.apply(.open(link), under: rules).outcome
      if !outcome.isApplied { #expect(state == before, "\(link)") }
    }
  }
}

extension EndReason {
  /// Whether it is an end that lands the user, rather than a reset of everything.
  var landsUser: Bool {
    switch self {
    case .finished, .cancelled, .dismissed, .back: true
    case .presenterEnded, .presenterRemoved, .replaced, .landed, .reset: false
    }
  }
}
