/// The cycles of a graph, each spelled once from its first node in byte order: `["a", "b", "a"]`.
///
/// Of cycles that share nodes, one for each way back is found, which is enough to break them all one by one. Iterative:
/// a chain may be as long as there are files.
///
/// - Complexity: O(nodes + edges), and the length of what is found.
func cycles(in edges: [String: [String]]) -> [[String]] {
  enum State { case open, done }
  var states: [String: State] = [:]
  var found: [[String]] = []
  var seen: Set<[String]> = []
  for root in edges.keys.sorted() where states[root] == nil {
    var path: [(node: String, next: Int)] = [(root, 0)]
    states[root] = .open
    while let (node, next) = path.last {
      let targets = edges[node] ?? []
      guard next < targets.count else {
        states[node] = .done
        path.removeLast()
        continue
      }
      path[path.count - 1].next += 1
      let target = targets[next]
      switch states[target] {
      case nil:
        states[target] = .open
        path.append((target, 0))
      case .open?:
        let start = path.firstIndex { $0.node == target } ?? 0
        let cycle = rotated(path[start...].map(\.node))
        if seen.insert(cycle).inserted { found.append(cycle) }
      case .done?: continue
      }
    }
  }
  return found
}

/// The cycle from its first node in byte order, and back to it.
private func rotated(_ nodes: [String]) -> [String] {
  guard let least = nodes.min(), let start = nodes.firstIndex(of: least) else { return nodes }
  return nodes[start...] + nodes[..<start] + [least]
}
