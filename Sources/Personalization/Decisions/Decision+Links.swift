public import Navigation

extension Decision {
  /// Where links lead for this user: the catalog's patterns, resolved to nodes that the user's app has.
  ///
  /// A link to a node that the app version lacks leads down the node's fallbacks, as everything else does. Under a node lie
  /// its parents. Worked out anew at each call.
  public func links<AppNode: Hashable & Codable & Sendable>(
    as type: AppNode.Type = AppNode.self, webHosts: Set<String> = []
  ) -> LinkTable<AppNode> {
    let catalog = engine.workspace.catalog
    let captured = engine.capturedArguments(of: self)
    var resolver = FlowResolver(rules: engine.rules, cohort: outcome.cohort)
    func filled(_ node: FlowNode) -> Node { node.filled { captured[$0] } }

    /// The resolved parents of a node, the root first.
    func ancestors(of name: String) -> [Node] {
      var nodes: [Node] = []
      var seen: Set<String> = [name]
      var parent = catalog.nodes[name]?.parent
      while let template = parent, seen.insert(template.name).inserted {
        let node = filled(resolver.resolved(template, in: "parent of \(name)"))
        if nodes.last != node { nodes.append(node) }
        parent = catalog.nodes[template.name]?.parent
      }
      return nodes.reversed()
    }

    let lines = catalog.deepLinks.compactMap { link -> LinkTable<AppNode>.Line? in
      guard let pattern = LinkPattern(link.pattern) else { return nil }
      let destination: LinkTable<AppNode>.Destination
      switch link.destination {
      case .route(let key):
        guard let route = catalog.routes[key] else { return nil }
        let entry = resolver.entry(key, route, standard: outcome.flow.flow.fallbacks.standard)
        let start = filled(entry.start)
        var path: [Node] = []
        for node in entry.path.map(filled) where node != path.last ?? start { path.append(node) }
        destination = .route(start: start, path: path)
      case .node(let name):
        guard let definition = catalog.nodes[name] else { return nil }
        if resolver.isAvailable(name) {
          let below = ancestors(of: name)
          destination = .node(name, definition.arguments.mapValues(LinkArgument.init), below: { _ in below })
        } else {
          let node = filled(resolver.resolved(NodeTemplate(name), in: link.pattern))
          let nodes = ancestors(of: node.name) + [node]
          destination = .route(start: nodes[0], path: Array(nodes.dropFirst()))
        }
      }
      return .init(
        pattern: pattern, destination: destination, passes: link.needsNoSession ? [.signIn, .profile] : [])
    }
    return LinkTable(lines, webHosts: webHosts)
  }
}

extension LinkArgument {
  init(_ definition: ArgumentDefinition) {
    let kind: Kind =
      switch definition.type {
      case .string: .string
      case .number: .number
      case .boolean: .boolean
      }
    self.init(kind, values: definition.values, isOptional: definition.isOptional)
  }
}

extension PersonalizationEngine {
  /// The arguments that a decision's user fills open nodes with, by their number.
  func capturedArguments(of decision: Decision) -> [Int: NodeArgument] {
    var evaluator = makeEvaluator(at: decision.time)
    var session = DecisionSession(engine: self, user: decision.user, time: decision.time, store: nil)
    session.load(into: &evaluator)
    var arguments: [Int: NodeArgument] = [:]
    for index in rules.capturedAttributes.indices { arguments[index] = evaluator.argument(index) }
    return arguments
  }
}
