import Navigation
import Personalization
import Testing

/// The nodes of one module.
private enum OnboardingNode: Codable, Hashable, Sendable, CaseIterable { case login, welcomeSetup }

/// The nodes of another, which knows nothing of the first.
private enum PracticeNode: Codable, Hashable, Sendable {
  case home, greeting(mode: LearningMode), speaking(mode: LearningMode)

  static let all: [PracticeNode] =
    [.home] + LearningMode.allCases.flatMap { [PracticeNode.greeting(mode: $0), .speaking(mode: $0)] }
}

private enum AppNode: ComposedNode {
  case onboarding(OnboardingNode), practice(PracticeNode)

  static let registry = Result<NodeRegistry<AppNode>, any Error> {
    try NodeRegistry<AppNode>()
      .adding(OnboardingNode.self, names: ["login", "welcomeSetup"], embed: AppNode.onboarding) { node in
        if case .onboarding(let node) = node { node } else { nil }
      }
      .adding(PracticeNode.self, names: ["home", "greeting", "speaking"], embed: AppNode.practice) { node in
        if case .practice(let node) = node { node } else { nil }
      }
  }

  static let all = OnboardingNode.allCases.map(AppNode.onboarding) + PracticeNode.all.map(AppNode.practice)
}

/// Several node types in one tree.
@Suite("Composition")
struct CompositionTests {
  @Test("Two modules' nodes live in one tree and are coded as each module codes its own (rows 25, 48, R1)")
  func oneTree() throws {
    let rules = FlowRules<AppNode>(
      .single(.practice(.home)),
      intents: [
        "onboarding": IntentRule(contains: { if case .onboarding = $0 { true } else { false } }),
        "practice": IntentRule(contains: { if case .practice = $0 { true } else { false } }),
      ])
    var state = FlowState(rules.configuration)
    state.play(
      [
        .present(FlowRequest("onboarding", start: .onboarding(.login))), .push(.onboarding(.welcomeSetup)),
        .present(FlowRequest("practice", start: .practice(.greeting(mode: .review)))),
      ], under: rules)
    #expect(
      state.screens == [
        [.practice(.home)], [.onboarding(.login), .onboarding(.welcomeSetup)], [.practice(.greeting(mode: .review))],
      ])
    #expect(
      state.apply(.push(.onboarding(.login)), under: rules).outcome == .rejected(.foreignNode(intent: "practice")))
    let bytes = try #require(state.snapshot(appVersion: "1", at: 1))
    var restored = FlowState(rules.configuration)
    #expect(restored.restore(bytes, under: rules, at: 1).result == .restored)
    #expect(restored.description == state.description)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("onboarding\":{\"_0"))
  }

  @Test(
    "The registry has every node of every module, and each name leads to one (rows 8, 18, 60)", arguments: AppNode.all)
  fileprivate func complete(node: AppNode) throws {
    let registry = try AppNode.registry.get()
    let coded = try #require(try registry.coded(node))
    #expect(registry.names.contains(coded.name))
    #expect(try registry.node(coded) == node)
    #expect(try Node(encoding: node) == coded)
    #expect(Set(try AppNode.all.compactMap { try registry.coded($0)?.name }) == registry.names)
  }

  @Test("A mapping that is missing is found by its name (rows 8, 60)")
  func missing() throws {
    let registry = try NodeRegistry<AppNode>()
      .adding(OnboardingNode.self, names: ["login"], embed: AppNode.onboarding) { node in
        if case .onboarding(let node) = node { node } else { nil }
      }
    #expect(throws: UnknownNodesError.self) { try registry.node(Node("welcomeSetup")) }
    #expect(try registry.coded(.practice(.home)) == nil)
    #expect(throws: UnknownNodesError.self) { try Node("attic").typed(as: AppNode.self) }
  }

  @Test("A name that another module has is refused (rows 25, R1)")
  func duplicates() {
    let error = #expect(throws: DuplicateNodesError.self) {
      try AppNode.registry.get().adding(OnboardingNode.self, names: ["help", "speaking"], embed: AppNode.onboarding) {
        _ in nil
      }
    }
    #expect(error?.names == ["speaking"])
  }

  @Test("The shipped catalog's nodes are all cases of the app's type, and no others (rows 8, 60)")
  func shipped() throws {
    let catalog = try Shipped.engine.get().workspace.catalog
    let names = Set(try Shipped.AppNode.all(profile: "p-1").map { try Node(encoding: $0).name })
    #expect(names == Set(catalog.nodes.keys))
    for node in Shipped.AppNode.all(profile: "p-1") {
      let coded = try Node(encoding: node)
      let definition = try #require(catalog.nodes[coded.name])
      #expect(Set(coded.arguments.keys).isSubset(of: definition.arguments.keys))
    }
  }
}
