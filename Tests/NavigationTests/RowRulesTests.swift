import Authoring
import Foundation
import Navigation
import Personalization
import Testing
import TestSupport

/// Rules, segments and what a server decides: rows 45 to 61.
@Suite("Rules")
struct RowRulesTests {
  let rules = Coach.rules()

  @Test("No command takes a destination as text, but for links and the keys of tabs (row 45)")
  func noStrings() throws {
    let file = try #require(try sources("Sources/Navigation").first { $0.key.hasSuffix("/FlowCommand.swift") }?.value)
    var withText: Set<String> = []
    for line in file.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
      guard line.hasPrefix("case ") || line.hasPrefix("indirect case "), line.contains("String") else { continue }
      withText.insert(String(line.replacing("indirect ", with: "").dropFirst(5).prefix { $0 != "(" }))
    }
    // Profiles and the names of work are no destinations.
    #expect(withText == ["switchTab", "open", "switchProfile", "signIn", "beginWork", "completeWork"])
  }

  @Test("A node is pushed, a flow is presented; a flow is never part of its presenter's path (row 47)")
  func pushOrPresent() {
    for style in RowModalTests.styles {
      var state = CoachState(rules.configuration)
      state.apply(.push(.settings), under: rules)
      let before = state.home
      state.apply(.present(FlowRequest("practice", start: .greeting(mode: .review), style: style)), under: rules)
      #expect(state.home == before && state.presented.count == 1)
      // The root of another intent's flow cannot be smuggled in as a push.
      #expect(state.apply(.push(.login), under: rules).outcome == .rejected(.foreignNode(intent: "practice")))
      #expect(state.presented.map(\.style) == [style])
    }
  }

  @Test("A flow shows its intent's nodes alone; another intent is another flow (row 48)")
  func oneFlowAnIntent() {
    var state = CoachState(rules.configuration)
    let foreign = FlowRequest<CoachNode>("practice", start: .login)
    #expect(state.apply(.present(foreign), under: rules).outcome == .rejected(.foreignNode(intent: "practice")))
    let mixed = FlowRequest<CoachNode>("practice", start: .greeting(mode: .review), path: [.settings])
    #expect(state.apply(.present(mixed), under: rules).outcome == .rejected(.foreignNode(intent: "practice")))
    state.apply(.present(FlowRequest("practice", start: .greeting(mode: .review))), under: rules)
    let before = state
    let foreignCommands: [CoachCommand] = [
      .push(.settings), .pushAll([.speaking(mode: .review), .settings]), .replace(.settings),
      .advance(from: .greeting(mode: .review), to: .settings),
    ]
    for command in foreignCommands {
      #expect(state.apply(command, under: rules).outcome == .rejected(.foreignNode(intent: "practice")), "\(command)")
      #expect(state == before)
    }
    state.apply(.present(FlowRequest("onboarding", start: .login)), under: rules)
    #expect(state.screens == [[.home()], [.greeting(mode: .review)], [.login]])
  }

  @Test("Two people who differ in their progress alone get plans that differ in it alone (row 51, invariant 31)")
  func progress() throws {
    let review = try Shipped.decision(Shipped.user(Shipped.quick))
    let talk = try Shipped.decision(Shipped.user(Shipped.quick.merging(["last_mode": "topicTalk"]) { $1 }))
    func retold(_ node: Node) -> Node {
      guard node.arguments["mode"] == "topicTalk", ["speaking", "greeting"].contains(node.name) else { return node }
      return Node(node.name, node.arguments.merging(["mode": "review"]) { $1 })
    }
    #expect(review.flow != talk.flow && review.slots == talk.slots)
    #expect(review.flow == talk.flow.map(retold))
    #expect(review.flow.entry.visible == Node("speaking", ["mode": "review", "profile": "p-1"]))
    #expect(talk.flow.entry.visible == Node("speaking", ["mode": "topicTalk", "profile": "p-1"]))
  }

  @Test("The same user, workspace and time give the same plan and the same reasons (row 51, invariant 31)")
  func pure() throws {
    let second = PersonalizationEngine(try Shipped.engine.get().workspace)
    for overlap in SegmentRowsTests.overlaps {
      let user = Shipped.user(overlap.attributes)
      let one = try Shipped.engine.get().decide(for: user, at: Shipped.time)
      let other = second.decide(for: user, at: Shipped.time)
      #expect(one.flow == other.flow && one.slots == other.slots && one.assignments == other.assignments)
      let (why, otherWhy) = (one.explanation, other.explanation)
      #expect(why.segments == otherWhy.segments && why.experiments == otherWhy.experiments)
      #expect(why.slots == otherWhy.slots && why.detours == otherWhy.detours)
    }
  }

  static let layouts: [([String: AttributeValue], HomeLayout)] = [
    ([:], .tab), (Shipped.shift, .dashboard), (Shipped.senior, .tab),
    (Shipped.shift.merging(Shipped.senior) { $1 }, .tab), (["choice.home.layout": "dashboard"], .dashboard),
    (Shipped.shift.merging(["choice.home.layout": "tab"]) { $1 }, .tab),
  ]

  @Test("Every mix of order and overview is one layout, and a dashboard may keep its tabs (row 52)", arguments: layouts)
  func layout(attributes: [String: AttributeValue], layout: HomeLayout) throws {
    let configuration = try Shipped.rules(Shipped.user(attributes)).configuration
    let state = Shipped.State(configuration, session: SessionState(profile: "p-1"))
    #expect(state.home.layout == layout)
    #expect(state.home.tabs.count == 5 && state.home.selectedTab == "home")
  }

  /// The shipped catalog and segments, without experiments.
  private func files() throws -> [String: String] {
    var files: [String: String] = [:]
    let names = [
      "catalog/attributes.json", "catalog/navigation.json", "segments/senior.json", "segments/quick-session.json",
      "segments/shift-worker.json", "segments/shared-family-device.json", "catalog/groups/beta-testers.txt",
    ]
    for name in names { files[name] = try String(contentsOfFile: Shipped.root + "/" + name, encoding: .utf8) }
    return files
  }

  @Test("A card is added to home by configuration alone; one that is unknown changes no order (row 53)")
  func quickEntry() throws {
    var files = try files()
    let cards = #""home.cards": ["continue", "#
    files["catalog/navigation.json"] = files["catalog/navigation.json"]?
      .replacing(#""cards": {"#, with: #""cards": { "quick-entry": "settings","#)
      .replacing(cards, with: #""home.cards": ["quick-entry", "continue", "#)
    let user = Shipped.user()
    let flow = PersonalizationEngine(try Workspace(files: files)).decide(for: user, at: Shipped.time).flow
    let before = try Shipped.decision(user).flow
    #expect(flow.home.cards == [.init(key: "quick-entry", node: Node("settings"))] + before.home.cards)
    #expect(try Shipped.State(flow.typed(as: Shipped.AppNode.self)).home.cards.first?.node == .settings)

    // One that the catalog does not have is refused when it is loaded, and in a user's choice when it is used.
    files["catalog/navigation.json"] = files["catalog/navigation.json"]?
      .replacing(#"["quick-entry", "continue", "#, with: #"["quick-exit", "continue", "#)
    let error = #expect(throws: WorkspaceError.self) { try Workspace(files: files) }
    #expect(error?.diagnostics.contains { $0.message.contains("quick-exit") } == true)
    let chosen = try Shipped.decision(Shipped.user(["choice.home.cards": "streak|quick-exit|continue"]))
    #expect(chosen.flow.home.cards == before.home.cards && chosen.issues.count == 1)
  }

  @Test("What is personalised is the way, never how it looks (row 54)")
  func noSkin() throws {
    var names = Set(Slot.allCases.map(\.key))
    let tree = try JSONSerialization.jsonObject(with: Data(json(Shipped.decision(Shipped.user()).flow).utf8))
    func collect(_ value: Any) {
      if let members = value as? [String: Any] {
        for (name, member) in members {
          names.insert(name)
          collect(member)
        }
      } else if let elements = value as? [Any] {
        elements.forEach(collect)
      }
    }
    collect(tree)
    #expect(names.contains("entry") && names.contains("layout") && names.contains("speaking"))
    for word in ["theme", "color", "colour", "font", "skin", "icon", "image", "dark"] {
      #expect(!names.contains { $0.lowercased().contains(word) }, "\(word)")
    }
  }

  @Test("A script of events leads to a tree, and no screen is needed to see it (row 55, R5)")
  func script() throws {
    let rules = Coach.rules(Coach.configuration(modalDismissed: .savedList()))
    var state = CoachState(rules.configuration)
    state.play(
      [
        .switchTab("practice"), .push(.topicPrep(mode: .review)),
        .present(FlowRequest("practice", start: .greeting(mode: .review))), .push(.speaking(mode: .review)),
      ], under: rules)
    #expect(
      state.description == """
          home tab
            [home] home
            [practice*] modeSelection › topicPrep(mode: review)
            [saved] savedList
        ▸ sheet practice: greeting(mode: review) › speaking(mode: review)
        """)
    state.apply(.finish(FlowResult("done")), under: rules)
    #expect(state.visible.node == .savedList())
  }

  @Test("A preview may start at every route, for everybody: each is a valid tree (row 56)")
  func previews() throws {
    let routes = try Shipped.engine.get().workspace.catalog.routes.keys
    for overlap in SegmentRowsTests.overlaps {
      for route in routes {
        var user = Shipped.user(overlap.attributes)
        user.choices["entry"] = .string(route)
        let rules = try Shipped.rules(user)
        for session in [SessionState(profile: "p-1"), SessionState(), SessionState(isSignedIn: false)] {
          let state = Shipped.State(rules.configuration, session: session)
          let ids = state.entries.map(\.id)
          #expect(Set(ids).count == ids.count && ids.contains(state.visible.id))
          #expect(state.home.tabs.contains { $0.key == state.home.selectedTab })
          var reset = Shipped.State(rules.configuration, session: session)
          let entry = rules.configuration.entry
          if case .rejected(let reason) = reset.apply(.reset(start: entry.start, path: entry.path), under: rules)
            .outcome
          {
            #expect(reason == .gated(session.isSignedIn ? .profile : .signIn))
          } else {
            #expect(reset.visible.node == entry.visible)
          }
        }
      }
    }
  }

  @Test("The adapter decides nothing: it draws the tree and sends commands (row 57, row 69)")
  func adapter() throws {
    let adapter = try sources("Sources/NavigationUI")
    #expect(!adapter.isEmpty)
    for (path, source) in adapter {
      #expect(imports(source).isSubset(of: ["SwiftUI", "Navigation", "Foundation"]), "\(path)")
      for word in [".apply(", ".rules", ".configuration", "FlowRules", "IntentRule", "restore("] {
        #expect(!source.contains(word), "\(path): \(word)")
      }
    }
  }

  @Test("Every node has a screen, loading or not: there is no empty one (row 59)", arguments: RowTypesTests.samples)
  func neverEmpty(node: CoachNode) {
    for isLoading in [false, true] {
      var state = CoachState(Coach.configuration(entry: node))
      if isLoading { state.apply(.beginWork("load"), under: rules) }
      #expect(state.visible.node == node && state.screens.allSatisfy { !$0.isEmpty })
      #expect(state.description.contains("▸") && state.pendingWork.isEmpty != isLoading)
    }
  }

  @Test("A decision names only nodes that the user's app has, with legal arguments (invariant 32)", arguments: 1...20)
  func onlyKnownNodes(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let catalog = try Shipped.engine.get().workspace.catalog
    for _ in 0..<50 {
      var user: User = ["user_id": .string("u-\(Int.random(in: 0..<1000, using: &random))")]
      let version = ["1.0.0", "2.0.0", "2.1.9", "2.2.0", "3.0.0", "rubbish", nil].randomElement(using: &random) ?? nil
      if let version { user.attributes["app_version"] = .string(version) }
      for attributes in [Shipped.quick, Shipped.shift, Shipped.senior, Shipped.family]
      where Bool.random(using: &random) {
        user.attributes.merge(attributes) { first, _ in first }
      }
      let mode = ["review", "topicTalk", "dance", nil].randomElement(using: &random) ?? nil
      if let mode { user.attributes["last_mode"] = .string(mode) }
      if Bool.random(using: &random) { user.attributes["profile_id"] = "p-1" }
      let routes = catalog.routes.keys.sorted()
      if Bool.random(using: &random), let route = routes.randomElement(using: &random) {
        user.choices["entry"] = .string(route)
      }
      let flow = try Shipped.engine.get().decide(for: user, at: Shipped.time).flow
      for node in flow.nodes {
        let definition = try #require(catalog.nodes[node.name], "seed \(seed): \(node)")
        if let since = definition.since {
          let has = version.flatMap { SemanticVersion($0) }
          #expect(has.map { $0 >= since } == true, "seed \(seed): \(node) for \(version ?? "no version")")
        }
        for (name, argument) in definition.arguments where !argument.isOptional {
          #expect(node.arguments[name] != nil, "seed \(seed): \(node)")
        }
      }
      #expect(throws: Never.self) { try flow.typed(as: Shipped.AppNode.self) }
    }
  }

  @Test("A configuration with nodes that the app does not have names them all, and builds no tree (row 60)")
  func unknownNodes() throws {
    let flow = try Shipped.decision(Shipped.user()).flow
    let error = #expect(throws: UnknownNodesError.self) { try flow.typed(as: CoachNode.self) }
    let names = Set(error?.failures.map(\.node.name) ?? [])
    #expect(names.isSuperset(of: ["progress", "dailyReview"]))
  }
}
