import Foundation
import Navigation
import Testing

/// What a server asks for becomes a typed flow, or the declared fallback with the reason.
@Suite("Server plans")
struct ServerPlanTests {
  let rules = Coach.rules()

  private func plan(_ text: String) throws -> ServerPlan {
    try JSONDecoder().decode(ServerPlan.self, from: Data(text.utf8))
  }

  static let plans: [(String, PlanResolution<CoachNode>)] = [
    (
      #"{"intent": "practice", "nodes": [{"greeting": {"mode": "review"}}, {"speaking": {"mode": "review"}}]}"#,
      .flow(FlowRequest("practice", start: .greeting(mode: .review), path: [.speaking(mode: .review)]))
    ),
    (
      #"{"intent": "onboarding", "nodes": ["login", "welcomeSetup", "home"]}"#,
      .flow(FlowRequest("onboarding", start: .login, path: [.welcomeSetup, .home()]))
    ),
    (#"{"intent": "shopping", "nodes": ["login"]}"#, .fallback(.modeSelection(), .unknownIntent("shopping"))),
    (#"{"intent": "", "nodes": []}"#, .fallback(.modeSelection(), .unknownIntent(""))),
    (#"{"intent": "practice", "nodes": []}"#, .fallback(.modeSelection(), .noNodes)),
    (#"{"intent": "practice", "nodes": ["attic"]}"#, .fallback(.modeSelection(), .unknownNode(Node("attic")))),
    (
      #"{"intent": "practice", "nodes": [{"speaking": {"mode": "dance"}}]}"#,
      .fallback(.modeSelection(), .unknownNode(Node("speaking", ["mode": "dance"])))
    ),
    (#"{"intent": "practice", "nodes": ["login"]}"#, .fallback(.modeSelection(), .foreignNode(Node("login")))),
    (#"{"intent": "onboarding", "nodes": ["login", "home"]}"#, .fallback(.modeSelection(), .outOfOrder)),
  ]

  @Test("A plan is a flow of the app's nodes, or a fallback with the reason (row 50)", arguments: plans)
  func resolution(text: String, expected: PlanResolution<CoachNode>) throws {
    #expect(rules.resolution(of: try plan(text)) == expected)
  }

  @Test("A flow that a plan asks for can be presented as it is (rows 47, 50)", arguments: plans)
  func presented(text: String, expected: PlanResolution<CoachNode>) {
    guard case .flow(let request) = expected else { return }
    var state = CoachState(rules.configuration)
    #expect(state.apply(.present(request), under: rules).outcome == .applied)
    #expect(state.presented.last?.stack.nodes == [request.start] + request.path)
  }

  @Test("A plan too long for any path is refused, whatever the limit (row 50, invariant 36)")
  func tooDeep() {
    let long = ServerPlan(intent: "practice", nodes: Array(repeating: Node("greeting", ["mode": "review"]), count: 66))
    #expect(rules.resolution(of: long) == .fallback(.modeSelection(), .tooDeep))
    for limit in [Int.min, -1, 0, 1, Int.max] {
      var rules = rules
      rules.depthLimit = limit
      let resolution = rules.resolution(of: long)
      if case .flow = resolution { #expect(limit == .max) } else { #expect(limit != .max) }
    }
  }

  @Test("Text that is no plan is refused when it is read (row 50)")
  func noPlan() {
    for text in ["", "{}", #"{"intent": 7, "nodes": []}"#, #"{"intent": "practice", "nodes": [[]]}"#] {
      #expect(throws: DecodingError.self) { try plan(text) }
    }
  }
}
