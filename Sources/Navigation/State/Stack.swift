/// Identifies a place in a tree for as long as the tree lives; numbers are never given twice.
public struct EntryID: Hashable, Codable, Sendable {
  /// The number.
  public let number: UInt64
}

/// Identifies a presented flow for as long as the tree lives.
public struct FlowID: Hashable, Codable, Sendable {
  /// The number.
  public let number: UInt64
}

/// A node at its place in a tree.
public struct Entry<Node: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
  /// Tells it from other entries with the same node.
  public let id: EntryID
  /// What it shows.
  public let node: Node
}

/// A root and what was pushed on it; the root is never removed, only replaced.
public struct Stack<Node: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
  /// The entry at the bottom.
  public internal(set) var root: Entry<Node>
  /// The entries pushed on it, outermost last.
  public internal(set) var path: [Entry<Node>]

  /// The entry on top: what the user sees of this stack.
  public var top: Entry<Node> { path.last ?? root }

  /// Root and path, from the bottom.
  public var entries: [Entry<Node>] { [root] + path }

  /// The nodes of root and path, from the bottom.
  public var nodes: [Node] { entries.map(\.node) }
}
