#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Nodes that an app's own node type does not have.
public struct UnknownNodesError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One node that could not be read, and why.
  public struct Failure: Hashable, Sendable {
    /// The node as the configuration has it.
    public let node: Node
    /// What the app's type said, for a person.
    public let reason: String
  }

  /// The name of the app's node type.
  public let type: String
  /// Every node that failed, in order of appearance.
  public let failures: [Failure]

  /// These failures of the type of this name.
  public init(type: String, failures: [Failure]) {
    self.type = type
    self.failures = failures
  }

  /// One line a node.
  public var description: String {
    failures.map { "\(type) has no node \($0.node): \($0.reason)" }.joined(separator: "\n")
  }
}

extension Node {
  /// This node as a case of the app's own type, read by the type's `Decodable` conformance.
  ///
  /// - Throws: `UnknownNodesError` with this node, if the type has no such case or an argument does not fit.
  public func typed<AppNode: Decodable>(as type: AppNode.Type) throws(UnknownNodesError) -> AppNode {
    do {
      return try JSONDecoder().decode(AppNode.self, from: JSONEncoder().encode(self))
    } catch {
      let failure = UnknownNodesError.Failure(node: self, reason: Self.words(for: error))
      throw UnknownNodesError(type: "\(AppNode.self)", failures: [failure])
    }
  }

  private static func words(for error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .keyNotFound(let key, _): return "argument '\(key.stringValue)' is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    @unknown default: return "\(error)"
    }
  }
}

extension FlowConfiguration where Node == Navigation.Node {
  /// This configuration with every node as a case of the app's own type.
  ///
  /// - Throws: `UnknownNodesError` that names *all* nodes which the type does not have, not only the first.
  public func typed<AppNode: Decodable & Hashable & Sendable>(
    as type: AppNode.Type
  ) throws(UnknownNodesError) -> FlowConfiguration<AppNode> {
    var typed: [Node: AppNode] = [:]
    var failures: [UnknownNodesError.Failure] = []
    for node in nodes where typed[node] == nil && !failures.contains(where: { $0.node == node }) {
      do throws(UnknownNodesError) {
        typed[node] = try node.typed(as: AppNode.self)
      } catch {
        failures += error.failures
      }
    }
    guard failures.isEmpty else { throw UnknownNodesError(type: "\(AppNode.self)", failures: failures) }
    return try map { node throws(UnknownNodesError) in
      if let known = typed[node] { known } else { try node.typed(as: AppNode.self) }
    }
  }
}
