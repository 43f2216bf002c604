internal import Personalization

/// Warns of nodes that nothing leads to: no route, tab, card, deep link or value of a slot, nor a fallback or parent of
/// a node that something leads to.
func checkReachability(
  of navigation: NavigationTable, _ segments: [SegmentDraft], _ experiments: [ExperimentDraft]
) {
  var open = navigation.routes.values.flatMap { $0.nodes.map(\.name) }
  open += navigation.tabs.values.map(\.name)
  open += navigation.cards.values.map(\.name)
  for link in navigation.deepLinks {
    if case .node(let name) = link.destination { open.append(name) }
  }
  let values =
    Array(navigation.defaults.values) + segments.flatMap { $0.settings.compactMap(\.value) }
    + experiments.flatMap { $0.variations.settings.compactMap(\.value) }
  for case .node(let node?) in values { open.append(node.name) }

  var reached: Set<String> = []
  while let name = open.popLast() {
    guard reached.insert(name).inserted else { continue }
    for next in [navigation.fallbacks[name], navigation.parents[name]] {
      if let next { open.append(next.name) }
    }
  }
  for (name, node) in navigation.nodes.nodes where !reached.contains(name) {
    node.value.report(
      .unreachableNode,
      "nothing leads to node \(quoted(name)); expected a route, tab, card, deep link, slot, fallback or parent that does",
      at: .key)
  }
}
