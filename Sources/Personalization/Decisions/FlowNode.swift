package import Navigation

/// A node that is decided but for the arguments that differ from user to user.
package struct FlowNode: Hashable, Sendable {
  package let name: String
  package let arguments: [String: FlowArgument]
}

/// An argument of a decided node.
package enum FlowArgument: Hashable, Sendable {
  /// The same for everybody of this outcome.
  case value(NodeArgument)
  /// The captured value of this index.
  case captured(Int)
}

extension FlowNode {
  /// Whether an argument differs from user to user.
  package var isOpen: Bool {
    arguments.values.contains { if case .captured = $0 { true } else { false } }
  }

  /// The node for one user; an open argument for which `captured` has no value is left out.
  package func filled(_ captured: (Int) -> NodeArgument?) -> Node {
    Node(
      name,
      arguments.compactMapValues { argument in
        switch argument {
        case .value(let value): value
        case .captured(let index): captured(index)
        }
      })
  }
}
