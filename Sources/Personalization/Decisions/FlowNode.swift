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
  /// The node for one user; nil while an argument is open and `captured` has no value for it.
  package func filled(_ captured: (Int) -> NodeArgument?) -> Node? {
    var filled: [String: NodeArgument] = [:]
    for (name, argument) in arguments {
      switch argument {
      case .value(let value): filled[name] = value
      case .captured(let index):
        guard let value = captured(index) else { return nil }
        filled[name] = value
      }
    }
    return Node(name, filled)
  }
}
