/// Every node that a workspace writes down, wherever it stands.
struct NodeTemplates {
  let all: [NodeTemplate]

  init(_ workspace: Workspace) {
    let catalog = workspace.catalog
    var all: [NodeTemplate] = catalog.nodes.sorted { $0.key < $1.key }.compactMap(\.value.fallback)
    all += catalog.nodes.sorted { $0.key < $1.key }.compactMap(\.value.parent)
    all += catalog.routes.sorted { $0.key < $1.key }.flatMap(\.value.nodes)
    all += catalog.tabs.sorted { $0.key < $1.key }.map(\.value)
    all += catalog.cards.sorted { $0.key < $1.key }.map(\.value)
    let settings =
      [catalog.defaults] + workspace.segments.map(\.navigation)
      + workspace.experiments.flatMap { $0.variations.map(\.navigation) }
    for navigation in settings {
      for slot in Slot.allCases {
        if case .node(let node?)? = navigation[slot] { all.append(node) }
      }
    }
    self.all = all
  }

  /// The bound arguments, each once, in order of appearance.
  var bindings: [Rules.Binding] {
    var bindings: [Rules.Binding] = []
    var seen: Set<Rules.Binding> = []
    for template in all {
      for (argument, value) in template.arguments.sorted(by: { $0.key < $1.key }) {
        guard case .attribute(let attribute, _) = value else { continue }
        let binding = Rules.Binding(attribute: attribute, node: template.name, argument: argument)
        if seen.insert(binding).inserted { bindings.append(binding) }
      }
    }
    return bindings
  }
}
