public import Observation

/// The observable state of one flow: its root node and the path pushed on it.
///
/// Built from a configuration in one call. Commands never trap; one that changes nothing answers `false` and no
/// observer is told.
@MainActor
@Observable
public final class FlowController<Node: Hashable & Sendable> {
  /// What the flow was built from.
  public let configuration: FlowConfiguration<Node>
  /// The root node; never removed, only replaced by a reset.
  public private(set) var start: Node
  /// The nodes pushed on `start`, outermost last.
  public private(set) var path: [Node]

  /// A controller at the configuration's entry.
  public init(_ configuration: FlowConfiguration<Node>) {
    self.configuration = configuration
    start = configuration.entry.start
    path = configuration.entry.path
  }

  /// The node that the user sees.
  public var visible: Node { path.last ?? start }

  /// Pushes a node.
  public func go(to node: Node) {
    path.append(node)
  }

  /// Removes the outermost node; at the root, answers `false`.
  @discardableResult
  public func back() -> Bool {
    guard !path.isEmpty else { return false }
    path.removeLast()
    return true
  }

  /// Returns to the configuration's entry; answers `false` if the flow is there already.
  @discardableResult
  public func reset() -> Bool {
    guard start != configuration.entry.start || path != configuration.entry.path else { return false }
    start = configuration.entry.start
    path = configuration.entry.path
    return true
  }
}
