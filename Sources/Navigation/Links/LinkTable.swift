/// Where a link leads.
public struct LinkMatch<Node: Hashable & Codable & Sendable>: Hashable, Sendable {
  /// The root to start from; usually that of a tab.
  public let start: Node
  /// What lies on it, the target last: going back from the target is meaningful.
  public let path: [Node]
  /// The gates that do not hold this link back, since it leads to a node that needs no session.
  public let passes: Set<Gate>

  /// A link to these nodes.
  public init(start: Node, path: [Node], passes: Set<Gate> = []) {
    self.start = start
    self.path = path
    self.passes = passes
  }
}

/// What is wrong with a link.
public enum LinkProblem: Error, Hashable, Sendable {
  /// No pattern matches it.
  case noPattern
  /// It is for another profile than the one in use.
  case otherProfile
}

/// The one mapping between links and nodes.
public struct LinkTable<Node: Hashable & Codable & Sendable>: Sendable {
  let resolve: @Sendable (String) -> Result<LinkMatch<Node>, LinkProblem>

  /// Where the link leads.
  public func match(_ link: String) -> Result<LinkMatch<Node>, LinkProblem> { resolve(link) }
}
