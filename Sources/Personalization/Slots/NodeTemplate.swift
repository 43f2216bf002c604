public import Navigation

/// A node whose arguments may be bound to attributes of the user.
public struct NodeTemplate: Hashable, Sendable {
  /// The node's name in the catalog.
  public let name: String
  /// The arguments by name.
  public let arguments: [String: Argument]

  /// An argument: given, or taken from the user.
  public enum Argument: Hashable, Sendable {
    /// This value for everybody.
    case value(NodeArgument)
    /// The user's value of the attribute where it is legal, else the default, else none.
    case attribute(String, default: NodeArgument?)
  }

  /// A node of this name with these arguments.
  public init(_ name: String, _ arguments: [String: Argument] = [:]) {
    self.name = name
    self.arguments = arguments
  }
}

extension NodeTemplate: CustomStringConvertible {
  /// The node as people write it; a bound argument as `mode: <last_mode>`.
  public var description: String {
    guard !arguments.isEmpty else { return name }
    let list = arguments.sorted { $0.key < $1.key }.map { name, argument in
      switch argument {
      case .value(let value): "\(name): \(value)"
      case .attribute(let attribute, nil): "\(name): <\(attribute)>"
      case .attribute(let attribute, let value?): "\(name): <\(attribute)> or \(value)"
      }
    }
    return "\(name)(\(list.joined(separator: ", ")))"
  }
}
