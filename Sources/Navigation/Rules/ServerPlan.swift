/// A flow that a server asks for: an intent and the nodes that lead into it.
public struct ServerPlan: Hashable, Codable, Sendable {
  /// The user's intent.
  public let intent: String
  /// The root first, the target last.
  public let nodes: [Node]

  /// A plan of these nodes.
  public init(intent: String, nodes: [Node]) {
    self.intent = intent
    self.nodes = nodes
  }
}

/// What a server's plan became.
public enum PlanResolution<Node: Hashable & Codable & Sendable>: Hashable, Sendable {
  /// A flow of the app's own nodes, to be presented.
  case flow(FlowRequest<Node>)
  /// The plan cannot be followed; this is where the user lands instead, and why.
  case fallback(Node, PlanProblem)
}

/// Why a server's plan cannot be followed.
public enum PlanProblem: Hashable, Sendable {
  /// It has no nodes.
  case noNodes
  /// The app declares no flow of this intent.
  case unknownIntent(String)
  /// The app has no such node.
  case unknownNode(Navigation.Node)
  /// The node does not belong to the intent's flow.
  case foreignNode(Navigation.Node)
  /// The flow does not lead from each node to the next.
  case outOfOrder
  /// It has more nodes than a path may have.
  case tooDeep
}

extension FlowRules {
  /// The flow that a server's plan asks for, or the declared fallback with the reason.
  ///
  /// Never traps, whatever the plan.
  public func resolution(of plan: ServerPlan) -> PlanResolution<Node> {
    let fallback = configuration.fallbacks.unavailableNode
    guard let rule = intents[plan.intent] else { return .fallback(fallback, .unknownIntent(plan.intent)) }
    guard plan.nodes.count - 1 <= depthLimit else { return .fallback(fallback, .tooDeep) }
    var nodes: [Node] = []
    for node in plan.nodes {
      guard let typed = try? node.typed(as: Node.self) else { return .fallback(fallback, .unknownNode(node)) }
      guard rule.contains(typed) else { return .fallback(fallback, .foreignNode(node)) }
      if let previous = nodes.last, !rule.leads(previous, typed) { return .fallback(fallback, .outOfOrder) }
      nodes.append(typed)
    }
    guard let start = nodes.first else { return .fallback(fallback, .noNodes) }
    return .flow(FlowRequest(plan.intent, start: start, path: Array(nodes.dropFirst())))
  }
}
