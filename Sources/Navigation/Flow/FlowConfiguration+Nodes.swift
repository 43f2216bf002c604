extension FlowConfiguration {
  /// Every node in it, in reading order, with repetitions.
  public var nodes: [Node] {
    var nodes = [entry.start] + entry.path
    nodes += home.tabs.map(\.node)
    nodes += home.cards.map(\.node)
    nodes.append(fallbacks.standard)
    if let node = fallbacks.modalDismissed { nodes.append(node) }
    nodes += [fallbacks.invalidDeepLink, fallbacks.unavailableNode, fallbacks.signedOut, fallbacks.restoreFailed]
    return nodes
  }

  /// The same configuration whose entry shows no node twice in a row: of equal neighbours, one stays.
  package func withoutRepeatedEntries() -> FlowConfiguration {
    var path: [Node] = []
    for node in entry.path where node != path.last ?? entry.start { path.append(node) }
    guard path.count < entry.path.count else { return self }
    return FlowConfiguration(
      entry: .init(route: entry.route, start: entry.start, path: path), home: home, fallbacks: fallbacks,
      session: session, modal: modal)
  }

  /// The same configuration over other nodes.
  public func map<Other: Hashable & Sendable, Failure: Error>(
    _ transform: (Node) throws(Failure) -> Other
  ) throws(Failure) -> FlowConfiguration<Other> {
    typealias Result = FlowConfiguration<Other>
    func place(_ place: Place) throws(Failure) -> Result.Place {
      Result.Place(key: place.key, node: try transform(place.node))
    }
    var modalDismissed: Other?
    if let node = fallbacks.modalDismissed { modalDismissed = try transform(node) }
    return Result(
      entry: .init(
        route: entry.route, start: try transform(entry.start), path: try entry.path.map(transform)),
      home: .init(
        layout: home.layout, tabs: try home.tabs.map(place), cards: try home.cards.map(place),
        initialTab: home.initialTab),
      fallbacks: .init(
        standard: try transform(fallbacks.standard), modalDismissed: modalDismissed,
        invalidDeepLink: try transform(fallbacks.invalidDeepLink),
        unavailableNode: try transform(fallbacks.unavailableNode), signedOut: try transform(fallbacks.signedOut),
        restoreFailed: try transform(fallbacks.restoreFailed)),
      session: .init(scope: session.scope, resumeWithin: session.resumeWithin),
      modal: .init(style: modal.style, confirmsDismissal: modal.confirmsDismissal))
  }
}
