internal import JSONTree
internal import Personalization

/// Reports nodes without the fallback they need, and fallbacks that go in circles.
///
/// That every node used with a bound argument has a fallback is checked where it is used.
func checkFallbacks(of navigation: NavigationTable) {
  let nodes = navigation.nodes.nodes
  for (name, node) in nodes where node.isVersioned && node.fallbackValue == nil {
    node.value.report(
      .openFallback,
      "some app versions lack node \(quoted(name)), and it has no \"fallback\"; expected a node that everybody can "
        + "reach",
      at: .key)
  }

  // The chain goes on only where the fallback is a node that some user cannot reach.
  var edges: [String: [String]] = [:]
  for (name, fallback) in navigation.fallbacks {
    guard let target = nodes[fallback.name] else { continue }
    let isReachable = !target.isVersioned && fallback.isBoundWithoutDefault(in: target) == false
    edges[name] = isReachable ? [] : [fallback.name]
  }
  for cycle in cycles(in: edges) {
    cycle.first.flatMap { nodes[$0]?.fallbackValue }?.report(
      .fallbackCycle,
      "the fallbacks go in a circle: \(cycle.joined(separator: " -> ")); expected a node at the end that everybody can "
        + "reach")
  }

  for cycle in cycles(in: navigation.parents.mapValues { [$0.name] }) {
    cycle.first.flatMap { nodes[$0]?.parentValue }?.report(
      .parentCycle, "the parents go in a circle: \(cycle.joined(separator: " -> ")); expected a root at the top")
  }
  for cycle in cycles(in: navigation.routes.mapValues { $0.fallback.map { [$0] } ?? [] }) {
    cycle.first.flatMap { navigation.routeFallbacks[$0] }?.report(
      .fallbackCycle, "the fallbacks of routes go in a circle: \(cycle.joined(separator: " -> "))")
  }
}

extension NodeTemplate {
  /// Whether a required argument is the user's value or none.
  fileprivate func isBoundWithoutDefault(in node: DeclaredNode) -> Bool {
    arguments.contains { name, argument in
      guard case .attribute(_, nil) = argument, let definition = node.arguments[name] else { return false }
      return definition?.isOptional == false
    }
  }
}
