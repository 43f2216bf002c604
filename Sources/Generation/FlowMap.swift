public import Personalization

/// Where users can land: nodes, the routes into them, what lies under links, fallbacks and the ends of modal flows.
///
/// With a segment, the map shows that segment's entry and fallbacks; without, everything that any decision can lead to.
public struct FlowMap: Sendable {
  /// What leads from one place to another.
  public struct Edge: Hashable, Sendable {
    /// Where it begins: a node, or the name of a source such as `route continue-last`.
    public let from: String
    /// The node where it ends.
    public let to: String
    /// What it is.
    public let kind: Kind
    /// What is written on it.
    public let label: String

    /// What an edge is.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case route
      case home
      case link
      case fallback
      case landing
    }
  }

  /// The nodes by name, in byte order.
  public let nodes: [String]
  /// The places that edges begin at and that are no nodes: routes, tabs, cards, links, fallback slots.
  public let sources: [String]
  /// The edges, without repetition.
  public let edges: [Edge]

  /// The map of a workspace, or of what one segment asks for.
  public init(_ workspace: Workspace, segment: Segment? = nil) {
    let catalog = workspace.catalog
    var edges: [Edge] = []
    func add(_ edge: Edge) {
      if !edges.contains(edge) { edges.append(edge) }
    }
    let settings: [(String, [Slot: SlotValue])] =
      if let segment {
        [("segment \(segment.key)", catalog.defaults.merging(segment.navigation) { _, own in own })]
      } else {
        [("default", catalog.defaults)] + workspace.segments.map { ("segment \($0.key)", $0.navigation) }
          + workspace.experiments.flatMap { experiment in
            experiment.variations.map { ("experiment \(experiment.key): \($0.key)", $0.navigation) }
          }
      }
    var routes: Set<String> = []
    var tabs: [String] = []
    var cards: [String] = []
    for (who, navigation) in settings {
      for (slot, value) in navigation.sorted(by: { $0.key < $1.key }) {
        switch value {
        case .route(let key): routes.insert(key)
        case .node(let node?):
          let kind: Edge.Kind = slot == .fallbackModalDismissed ? .landing : .fallback
          add(Edge(from: slot.key, to: node.name, kind: kind, label: who))
        case .keys(let keys) where slot == .homeTabs: tabs += keys.filter { !tabs.contains($0) }
        case .keys(let keys) where slot == .homeCards: cards += keys.filter { !cards.contains($0) }
        default: continue
        }
      }
    }
    if segment == nil { routes.formUnion(catalog.routes.keys) }
    for key in routes.sorted() {
      guard let route = catalog.routes[key] else { continue }
      var from = "route \(key)"
      for node in route.nodes {
        add(Edge(from: from, to: node.name, kind: .route, label: from == "route \(key)" ? "" : key))
        from = node.name
      }
      if let next = route.fallback.flatMap({ catalog.routes[$0]?.nodes.first }) {
        add(Edge(from: "route \(key)", to: next.name, kind: .fallback, label: "route \(route.fallback ?? "")"))
      }
    }
    for key in tabs {
      if let node = catalog.tabs[key] { add(Edge(from: "tab \(key)", to: node.name, kind: .home, label: "")) }
    }
    for key in cards {
      if let node = catalog.cards[key] { add(Edge(from: "card \(key)", to: node.name, kind: .home, label: "")) }
    }
    for (name, node) in catalog.nodes.sorted(by: { $0.key < $1.key }) {
      if let fallback = node.fallback { add(Edge(from: name, to: fallback.name, kind: .fallback, label: "")) }
    }
    for link in catalog.deepLinks {
      switch link.destination {
      case .node(let name): add(Edge(from: link.pattern, to: name, kind: .link, label: ""))
      case .route(let key):
        if let target = catalog.routes[key]?.nodes.last {
          add(Edge(from: link.pattern, to: target.name, kind: .link, label: key))
        }
      }
    }
    let names = catalog.nodes.keys.sorted()
    nodes = names
    self.edges = edges
    var sources: [String] = []
    for edge in edges where !names.contains(edge.from) && !sources.contains(edge.from) { sources.append(edge.from) }
    self.sources = sources
  }

  /// The nodes that no route, place, link, slot or fallback leads to.
  public var unreachable: [String] {
    let reached = Set(edges.map(\.to))
    return nodes.filter { !reached.contains($0) }
  }

  // MARK: Pictures

  /// The map in Graphviz's language: `dot -Tsvg`.
  public var dot: String {
    func quoted(_ text: String) -> String {
      "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
    var lines = [
      "digraph flow {", "  rankdir=LR;", "  node [shape=box, style=rounded, fontname=\"sans-serif\"];",
      "  edge [fontname=\"sans-serif\", fontsize=10];",
    ]
    let unreachable = Set(unreachable)
    for node in nodes { lines.append("  \(quoted(node))\(unreachable.contains(node) ? " [color=red]" : "");") }
    for source in sources { lines.append("  \(quoted(source)) [shape=plaintext];") }
    for edge in edges {
      var attributes = edge.label.isEmpty ? [] : ["label=\(quoted(edge.label))"]
      switch edge.kind {
      case .fallback: attributes.append("style=dashed")
      case .landing: attributes.append("style=dotted")
      case .route, .home, .link: break
      }
      let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
      lines.append("  \(quoted(edge.from)) -> \(quoted(edge.to))\(list);")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  /// The map in Mermaid's language, which many forges draw.
  public var mermaid: String {
    var numbers: [String: String] = [:]
    for (place, name) in (nodes + sources).enumerated() { numbers[name] = "n\(place)" }
    func id(_ name: String) -> String { numbers[name] ?? "n" }
    func escaped(_ text: String) -> String {
      text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
        .replacing(">", with: "&gt;")
    }
    var lines = ["flowchart LR"]
    for node in nodes { lines.append("  \(id(node))(\"\(escaped(node))\")") }
    for source in sources { lines.append("  \(id(source))[\"\(escaped(source))\"]") }
    for edge in edges {
      let label = edge.label.isEmpty ? "" : "|\"\(escaped(edge.label))\"|"
      let arrow =
        switch edge.kind {
        case .route, .home, .link: "-->"
        case .fallback, .landing: "-.->"
        }
      lines.append("  \(id(edge.from)) \(arrow)\(label) \(id(edge.to))")
    }
    for node in unreachable { lines.append("  style \(id(node)) stroke:#d00") }
    return lines.joined(separator: "\n") + "\n"
  }
}
