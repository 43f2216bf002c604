public import Navigation

extension PersonalizationEngine {
  /// Makes sure, at start-up, that the app's type has every node that a decision can ever contain.
  ///
  /// Tries each node of the catalog with each of its legal arguments; an argument of free text is tried with `"text"`, a
  /// number with 1.
  ///
  /// - Throws: `UnknownNodesError` that names all nodes which the type does not have.
  public func check<AppNode: Decodable & Hashable & Sendable>(_ type: AppNode.Type) throws(UnknownNodesError) {
    var failures: [UnknownNodesError.Failure] = []
    for (name, definition) in workspace.catalog.nodes.sorted(by: { $0.key < $1.key }) {
      for node in Self.examples(of: name, definition) {
        do throws(UnknownNodesError) {
          _ = try node.typed(as: AppNode.self)
        } catch {
          failures += error.failures
        }
      }
    }
    guard failures.isEmpty else { throw UnknownNodesError(type: "\(AppNode.self)", failures: failures) }
  }

  /// The node with every legal value of each argument, one argument varied at a time, and without the optional ones.
  private static func examples(of name: String, _ definition: NodeDefinition) -> [Node] {
    let legal = definition.arguments.mapValues { argument -> [NodeArgument] in
      switch argument.type {
      case .string: argument.values.isEmpty ? ["text"] : argument.values.map { .string($0) }
      case .number: [1]
      case .boolean: [true, false]
      }
    }
    let full = legal.compactMapValues(\.first)
    let required = full.filter { definition.arguments[$0.key]?.isOptional == false }
    var nodes = [Node(name, required)]
    for (argument, values) in legal.sorted(by: { $0.key < $1.key }) {
      for value in values {
        let node = Node(name, full.merging([argument: value]) { _, varied in varied })
        if !nodes.contains(node) { nodes.append(node) }
      }
    }
    return nodes
  }
}
