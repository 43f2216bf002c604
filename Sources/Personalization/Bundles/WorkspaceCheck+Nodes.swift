internal import Navigation

extension WorkspaceCheck {
  func checkNodes() throws(BundleError) {
    for (name, node) in catalog.nodes { try check(node, name) }
    for (key, route) in catalog.routes {
      let place = "route \(key)"
      guard !route.nodes.isEmpty else { throw .unsound("\(place): it has no node") }
      for template in route.nodes { try check(template, place) }
      if let next = route.fallback, catalog.routes[next] == nil {
        throw .unsound("\(place): there is no route \(next)")
      }
    }
    for (key, template) in catalog.tabs { try check(template, "tab \(key)") }
    for (key, template) in catalog.cards { try check(template, "card \(key)") }
    for link in catalog.deepLinks {
      let isSound =
        switch link.destination {
        case .route(let key): catalog.routes[key] != nil
        case .node(let name): catalog.nodes[name] != nil
        }
      guard isSound else { throw .unsound("link \(link.pattern): it leads nowhere") }
    }
    try checkCycles("fallbacks of routes", catalog.routes.mapValues { $0.fallback.map { [$0] } ?? [] })
    try checkCycles("parents of nodes", catalog.nodes.mapValues { $0.parent.map { [$0.name] } ?? [] })
    // A chain goes on only where the fallback is a node that some user cannot reach.
    try checkCycles(
      "fallbacks of nodes",
      catalog.nodes.mapValues { node in node.fallback.map { needsFallback($0) ? [$0.name] : [] } ?? [] })
  }

  private func check(_ node: NodeDefinition, _ name: String) throws(BundleError) {
    let place = "node \(name)"
    for (argument, definition) in node.arguments {
      guard definition.type == .string || definition.values.isEmpty, !definition.values.contains("") else {
        throw .unsound("\(place): argument \(argument) has values that are not legal")
      }
    }
    if node.since != nil || node.until != nil {
      guard catalog.appVersion != nil else { throw .unsound("\(place): no attribute holds the app's version") }
      guard node.fallback != nil else { throw .unsound("\(place): some versions lack it, and it has no fallback") }
    }
    if let fallback = node.fallback { try check(fallback, place) }
    if let parent = node.parent { try check(parent, place) }
  }

  /// A node where it is used.
  func check(_ template: NodeTemplate, _ place: String) throws(BundleError) {
    guard let node = catalog.nodes[template.name] else { throw .unsound("\(place): there is no node \(template.name)") }
    for (name, argument) in template.arguments {
      guard let definition = node.arguments[name] else {
        throw .unsound("\(place): node \(template.name) has no argument \(name)")
      }
      let isSound =
        switch argument {
        case .value(let value): definition.accepts(value)
        case .attribute(let attribute, let standard):
          definition.type.fits(attributes[attribute]) && standard.map(definition.accepts) != false
        }
      guard isSound else { throw .unsound("\(place): argument \(name) of \(template.name) has no legal value") }
    }
    for (name, definition) in node.arguments where !definition.isOptional && template.arguments[name] == nil {
      throw .unsound("\(place): node \(template.name) needs the argument \(name)")
    }
    guard node.fallback != nil || !needsFallback(template) else {
      throw .unsound("\(place): some users cannot reach \(template.name), and it has no fallback")
    }
  }

  /// Whether some user cannot be shown the node: their app lacks it, or an argument may have no value.
  private func needsFallback(_ template: NodeTemplate) -> Bool {
    guard let node = catalog.nodes[template.name] else { return false }
    return node.since != nil || node.until != nil
      || template.arguments.contains { name, argument in
        if case .attribute(_, nil) = argument { node.arguments[name]?.isOptional == false } else { false }
      }
  }
}

extension ArgumentDefinition.Kind {
  fileprivate func fits(_ type: AttributeType?) -> Bool {
    switch (self, type) {
    case (.string, .string?), (.number, .number?), (.boolean, .boolean?): true
    default: false
    }
  }
}
