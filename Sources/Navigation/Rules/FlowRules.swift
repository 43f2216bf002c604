/// What the tree must obey: the decided configuration, the flows that the app declares, and its policies.
public struct FlowRules<Node: Hashable & Codable & Sendable>: Sendable {
  /// The decided configuration; fixed for a session.
  public var configuration: FlowConfiguration<Node>
  /// The declared flows by intent; a flow of an intent that is not declared may show every node.
  public var intents: [String: IntentRule<Node>]
  /// Where links lead; nil: nowhere.
  public var links: LinkTable<Node>?
  /// The profile that a node carries, if it does.
  public var profile: @Sendable (Node) -> String?
  /// What is done with a flow that is to be presented over a presented one.
  public var presentOverPresented = PresentPolicy.stack
  /// Whether a tab keeps its path while another one is selected.
  public var tabsKeepPaths = true
  /// The longest path, and the longest chain of presented flows; a push beyond it is rejected.
  public var depthLimit = 64
  /// Whether a link that leads nowhere lands on `fallback.invalidDeepLink` instead of changing nothing.
  public var landsInvalidLinks = false

  /// Rules for this configuration.
  public init(
    _ configuration: FlowConfiguration<Node>, intents: [String: IntentRule<Node>] = [:], links: LinkTable<Node>? = nil,
    profile: @escaping @Sendable (Node) -> String? = { _ in nil }
  ) {
    self.configuration = configuration
    self.intents = intents
    self.links = links
    self.profile = profile
  }
}

/// The nodes of a flow, and how it walks through them.
public struct IntentRule<Node: Hashable & Codable & Sendable>: Sendable {
  /// Whether a node belongs to the flow.
  public let contains: @Sendable (Node) -> Bool
  /// Whether the flow leads from one node to the next.
  public let leads: @Sendable (Node, Node) -> Bool

  /// A flow over the nodes for which `contains` holds; by default from each of them to each other.
  public init(
    contains: @escaping @Sendable (Node) -> Bool, leads: @escaping @Sendable (Node, Node) -> Bool = { _, _ in true }
  ) {
    self.contains = contains
    self.leads = leads
  }

  /// A flow that goes through these nodes in this order and skips none.
  public static func linear(_ nodes: [Node]) -> IntentRule {
    IntentRule(
      contains: nodes.contains,
      leads: { from, to in
        guard let place = nodes.firstIndex(of: from), place + 1 < nodes.count else { return false }
        return nodes[place + 1] == to
      })
  }
}

/// What is done with a flow that is to be presented over a presented one.
public enum PresentPolicy: String, Hashable, Codable, Sendable, CaseIterable {
  /// The new one is not presented.
  case reject
  /// The new one takes the place of the old one, if its guard lets it go.
  case replace
  /// The new one is presented over the old one.
  case stack
}
