import Foundation
import Navigation
import Personalization
import Testing
import TestSupport

/// Types and structure: rows 1 to 25, and the risks that they answer.
@Suite("Types and structure")
struct RowTypesTests {
  static let samples: [CoachNode] =
    [
      .login, .welcomeSetup, .profilePicker, .settings, .home(), .modeSelection(), .savedList(),
      .savedList(profile: "a"),
    ]
    + LearningMode.allCases.flatMap { mode -> [CoachNode] in
      [.topicPrep(mode: mode), .greeting(mode: mode), .speaking(mode: mode), .speaking(mode: mode, profile: "a")]
    }

  let rules = Coach.rules()
  var state = CoachState(Coach.configuration())

  @Test("Nodes are equal if case and values are, and hash alike; every screen has one (row 1)")
  func equality() {
    for (place, node) in Self.samples.enumerated() {
      for (other, second) in Self.samples.enumerated() {
        #expect((node == second) == (place == other))
        if node == second { #expect(node.hashValue == second.hashValue) }
      }
    }
    #expect(CoachNode.greeting(mode: .review) != .greeting(mode: .topicTalk))
    let names = Set(Self.samples.compactMap { try? Node(encoding: $0).name })
    let screens: Set = ["login", "welcomeSetup", "modeSelection", "topicPrep", "greeting", "speaking", "savedList"]
    #expect(screens.union(["settings"]).isSubset(of: names))
  }

  @Test("A node alone says which screen, and in which mode (row 2)", arguments: LearningMode.allCases)
  func screen(mode: LearningMode) throws {
    for node in [CoachNode.topicPrep(mode: mode), .greeting(mode: mode), .speaking(mode: mode)] {
      #expect(try Node(encoding: node).arguments["mode"] == .string(mode.rawValue))
    }
    #expect(try Node(encoding: CoachNode.speaking(mode: mode)).name == "speaking")
  }

  @Test("A mode survives coding, and an unknown one is refused with its name (row 3)")
  func mode() throws {
    for mode in LearningMode.allCases {
      #expect(try JSONDecoder().decode(LearningMode.self, from: JSONEncoder().encode(mode)) == mode)
    }
    let unknown = Node("greeting", ["mode": "karaoke"])
    let error = #expect(throws: UnknownNodesError.self) { try unknown.typed(as: CoachNode.self) }
    #expect(error?.failures.map(\.node) == [unknown])
    #expect(error?.description.contains("mode") == true)
  }

  @Test("Every route of the shipped catalog gives exactly one entry (row 4)")
  func routes() throws {
    let routes = try Shipped.engine.get().workspace.catalog.routes
    #expect(!routes.isEmpty)
    for (key, route) in routes {
      let flow = try Shipped.decision(Shipped.user(["choice.entry": .string(key)])).flow
      #expect(flow.entry.route == key)
      #expect(flow.entry.start.name == route.nodes.first?.name)
      #expect(flow.entry.visible.name == route.nodes.last?.name)
    }
  }

  @Test("A fresh controller stands at its entry, with nothing pushed or presented, and keeps its identity (row 5)")
  @MainActor
  func freshController() {
    let controller = FlowController(Coach.configuration(entry: .savedList()))
    let other = FlowController(Coach.configuration(entry: .savedList()))
    #expect(controller.state.base.root.node == .savedList())
    #expect(controller.state.base.path.isEmpty && controller.state.presented.isEmpty)
    let id = controller.id
    controller.send(.push(.settings))
    #expect(controller.id == id && controller.id != other.id)
  }

  @Test("A context speaks for its own flow; finishing it closes the parent's modal (row 6)")
  @MainActor
  func context() throws {
    let controller = FlowController(Coach.configuration())
    controller.context.go(to: .settings)
    controller.context.present(FlowRequest("help", start: .savedList()))
    let flow = try #require(controller.state.presented.first)
    let child = try #require(controller.context(of: flow.id))
    child.go(to: .greeting(mode: .review))
    #expect(controller.state.screens == [[.home(), .settings], [.savedList(), .greeting(mode: .review)]])
    #expect(child.finish() == .applied)
    #expect(controller.state.screens == [[.home(), .settings]])
  }

  @Test("A tree of any depth gives exactly its screens, one stack after the other (rows 7, 9)", arguments: 0..<6)
  func screens(depth: Int) {
    var state = state
    var expected: [[CoachNode]] = [[.home()]]
    for place in 0..<depth {
      state.apply(.present(FlowRequest("help", start: .savedList(profile: "\(place)"))), under: rules)
      state.apply(.push(.settings), under: rules)
      expected.append([.savedList(profile: "\(place)"), .settings])
    }
    #expect(state.screens == expected)
    #expect(state.visible.node == (depth == 0 ? .home() : .settings))
    for _ in 0..<depth {
      state.apply(.finish(nil), under: rules)
      expected.removeLast()
      #expect(state.screens == expected)
    }
  }

  @Test("A checkout goes through its steps in order and skips none (row 10)")
  func checkout() {
    enum CheckoutNode: Codable, Hashable, Sendable { case cart, address, payment, confirmation }
    let rules = FlowRules<CheckoutNode>(
      .single(.cart), intents: ["checkout": .linear([.cart, .address, .payment, .confirmation])])
    var state = FlowState(rules.configuration)
    state.apply(.present(FlowRequest("checkout", start: .cart)), under: rules)
    #expect(state.apply(.push(.address), under: rules).outcome == .applied)
    #expect(state.apply(.push(.confirmation), under: rules).outcome == .rejected(.outOfOrder))
    #expect(state.apply(.pushAll([.payment, .confirmation]), under: rules).outcome == .applied)
    #expect(state.presented.last?.stack.path.map(\.node) == [.address, .payment, .confirmation])
  }

  @Test("One value tells tab, paths and modal, and is equal only if all of them are (row 11)")
  func oneValue() {
    let commands: [CoachCommand] = [
      .switchTab("saved"), .push(.settings), .present(FlowRequest("help", start: .login)), .signOut,
      .switchProfile("a"), .beginWork("load"),
    ]
    var states = [state]
    for command in commands {
      var next = state
      next.apply(command, under: rules)
      #expect(!states.contains(next), "\(command)")
      states.append(next)
    }
    #expect(Set(states).count == states.count)
  }

  @Test("The selected tab is one of the layout's, whatever is asked for (row 12, invariant 17)")
  func selectedTab() {
    var state = CoachState(Coach.configuration(initialTab: "attic"))
    #expect(state.home.selectedTab == "home")
    for key in ["saved", "attic", "", "practice"] {
      state.apply(.switchTab(key), under: rules)
      #expect(state.home.tabs.contains { $0.key == state.home.selectedTab })
    }
    #expect(state.home.selectedTab == "practice")
    let without = state.adapted(to: Coach.configuration(tabs: [("home", .home()), ("saved", .savedList())]))
    #expect(without.home.selectedTab == "saved")
  }

  @Test("A saved tree keeps tab, paths and date through coding, and its bytes are always the same (rows 13, 72)")
  func bookmark() throws {
    var state = state
    state.play([.push(.settings), .switchTab("saved"), .push(.speaking(mode: .review))], under: rules)
    let bytes = try #require(state.snapshot(appVersion: "2.4.1", at: 1_795_000_000))
    let saved = try JSONDecoder().decode(SavedState.self, from: Data(bytes))
    #expect(saved.savedAt == 1_795_000_000 && saved.appVersion == "2.4.1")
    #expect(saved.schemaVersion == SavedState.currentSchemaVersion && saved.profile == nil)
    #expect(saved.selectedTab == "saved")
    #expect(saved.paths["home"] == [Node("settings")])
    #expect(saved.paths["saved"] == [Node("speaking", ["mode": "review"])])
    #expect(try json(saved) == String(decoding: bytes, as: UTF8.self))
    #expect(state.snapshot(appVersion: "2.4.1", at: 1_795_000_000) == bytes)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("CoachNode"))
  }

  @Test("Every node is read back from its coded form (row 14)", arguments: samples)
  func roundTrip(node: CoachNode) throws {
    #expect(try Node(encoding: node).typed(as: CoachNode.self) == node)
    #expect(try JSONDecoder().decode(CoachNode.self, from: JSONEncoder().encode(node)) == node)
  }

  @Test("Two controllers do not touch each other (row 15)")
  @MainActor
  func independent() {
    let (one, other) = (FlowController(Coach.configuration()), FlowController(Coach.configuration()))
    let before = other.state
    one.send(.push(.settings))
    one.send(.signOut)
    #expect(other.state == before && one.state != before)
  }

  @Test("A push on one tab leaves the others equal to the byte (rows 16, 35)")
  func tabPaths() throws {
    var state = state
    state.play([.switchTab("saved"), .push(.settings), .switchTab("home")], under: rules)
    let before = try state.home.tabs.map { try json($0.stack) }
    state.apply(.push(.greeting(mode: .review)), under: rules)
    let after = try state.home.tabs.map { try json($0.stack) }
    #expect(before[1...] == after[1...] && before[0] != after[0])
    #expect(state.home.selectedStack.nodes == [.home(), .greeting(mode: .review)])
  }

  @Test("Nodes, states and commands may cross to another actor (row 17)")
  func sendable() async {
    func crossed<Value: Hashable & Sendable>(_ value: Value) async -> Value { await Task.detached { value }.value }
    #expect(await crossed(CoachNode.settings) == .settings)
    #expect(await crossed(state) == state)
    #expect(await crossed(CoachCommand.push(.settings)) == .push(.settings))
    #expect(await crossed(Coach.configuration()) == Coach.configuration())
  }

  @Test("A link shown as a cover leaves tabs and paths alone, and closing it restores the tree (rows 19, 38)")
  func linkAsCover() throws {
    var state = state
    state.play([.switchTab("saved"), .push(.settings)], under: rules)
    let before = state
    let match = try Coach.links.match("coach://practice/review").get()
    state.apply(
      .present(
        FlowRequest("link", start: match.start, path: match.path, style: .fullScreenCover, landing: .presenter)),
      under: rules)
    #expect(state.visible.node == .speaking(mode: .review))
    #expect(state.presented.first?.style == .fullScreenCover)
    #expect(state.home == before.home && state.front == before.front)
    state.apply(.dismiss(.gesture), under: rules)
    #expect(state.home == before.home && state.presented.isEmpty)
  }

  @Test("The core imports no user interface, and the adapter exists only where there is one (rows 7, 20, 58, P5)")
  func coreImports() throws {
    let core = try sources("Sources/Navigation")
    #expect(core.count > 20)
    for (path, source) in core {
      #expect(imports(source).isSubset(of: ["Foundation", "FoundationEssentials", "Observation"]), "\(path)")
    }
    let forbidden: Set = ["UIKit", "SwiftUI", "Combine", "AppKit"]
    for (path, source) in try sources("Sources") where !path.contains("/NavigationUI/") {
      #expect(imports(source).isDisjoint(with: forbidden), "\(path)")
    }
    for (path, source) in try sources("Sources/NavigationUI") {
      #expect(source.hasPrefix("#if canImport(SwiftUI)\n"), "\(path)")
      #expect(!imports(source).contains("UIKit"), "\(path)")
    }
  }

  @Test("A number goes with its node to the destination (row 23)")
  func number() throws {
    enum Page: Codable, Hashable, Sendable { case userInfo, edit(number: Int) }
    let rules = FlowRules<Page>(.single(.userInfo))
    var state = FlowState(rules.configuration)
    state.apply(.push(.edit(number: 10)), under: rules)
    #expect(state.visible.node == .edit(number: 10))
    #expect(try Node(encoding: state.visible.node) == Node("edit", ["number": 10]))
  }

  @Test("A path behaves as a plain array does (row 24)", arguments: 1...20)
  func plainArray(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var state = state
    var model: [CoachNode] = []
    for step in 0..<200 {
      let index = Int.random(in: -2...8, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1, 2:
        let node = CoachNode.savedList(profile: "\(step)")
        if model.count < rules.depthLimit { model.append(node) }
        state.apply(.push(node), under: rules)
      case 3:
        _ = model.popLast()
        state.apply(.pop, under: rules)
      case 4:
        if model.indices.contains(index) { model.removeSubrange((index + 1)...) }
        state.apply(.popToIndex(index), under: rules)
      default:
        if step % 5 == 0 {
          model.removeAll()
          state.apply(.popToRoot, under: rules)
        }
      }
      #expect(state.base.path.map(\.node) == model, "seed \(seed), step \(step)")
      #expect(state.base.root.node == .home())
    }
  }

  @Test("Arguments are identifiers: no sample's coded form is longer than 100 bytes (row R2)", arguments: samples)
  func budget(node: CoachNode) throws {
    #expect(try json(node).utf8.count <= 100)
  }

  @Test("Equal stacks hold one node type; another type of flow comes as a case of it (invariant 5)")
  func homogeneous() {
    // What does not fit does not compile; what is left to test is that each context has a stack of its own.
    var state = state
    state.play([.push(.settings), .present(FlowRequest("help", start: .login)), .push(.welcomeSetup)], under: rules)
    let stacks: [Stack<CoachNode>] = [state.base] + state.presented.map(\.stack)
    #expect(stacks.map(\.nodes) == [[.home(), .settings], [.login, .welcomeSetup]])
  }
}

extension FlowConfiguration {
  /// Home without tabs: one stack on this node.
  static func single(_ root: Node) -> FlowConfiguration {
    FlowConfiguration(
      entry: .init(route: "entry", start: root, path: []),
      home: .init(layout: .dashboard, tabs: [], cards: [], initialTab: nil),
      fallbacks: .init(
        standard: root, modalDismissed: nil, invalidDeepLink: root, unavailableNode: root, signedOut: root,
        restoreFailed: root),
      session: .init(scope: .user, resumeWithin: .seconds(60)), modal: .init(style: .sheet, confirmsDismissal: false))
  }
}
