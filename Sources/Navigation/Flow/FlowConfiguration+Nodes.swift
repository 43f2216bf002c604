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

  /// The same configuration over other nodes; nil if `transform` has no answer for one of them.
  public func mapped<Other: Hashable & Sendable>(
    _ transform: (Node) -> Other?
  ) -> FlowConfiguration<Other>? {
    typealias Result = FlowConfiguration<Other>
    func places(_ places: [Place]) -> [Result.Place]? {
      let mapped = places.compactMap { place in transform(place.node).map { Result.Place(key: place.key, node: $0) } }
      return mapped.count == places.count ? mapped : nil
    }
    let path = entry.path.compactMap(transform)
    guard path.count == entry.path.count,
      let start = transform(entry.start),
      let tabs = places(home.tabs),
      let cards = places(home.cards),
      let standard = transform(fallbacks.standard),
      let invalidDeepLink = transform(fallbacks.invalidDeepLink),
      let unavailableNode = transform(fallbacks.unavailableNode),
      let signedOut = transform(fallbacks.signedOut),
      let restoreFailed = transform(fallbacks.restoreFailed)
    else { return nil }
    var modalDismissed: Other?
    if let node = fallbacks.modalDismissed {
      guard let mapped = transform(node) else { return nil }
      modalDismissed = mapped
    }
    return Result(
      entry: .init(route: entry.route, start: start, path: path),
      home: .init(layout: home.layout, tabs: tabs, cards: cards, initialTab: home.initialTab),
      fallbacks: .init(
        standard: standard, modalDismissed: modalDismissed, invalidDeepLink: invalidDeepLink,
        unavailableNode: unavailableNode, signedOut: signedOut, restoreFailed: restoreFailed),
      session: .init(scope: session.scope, resumeWithin: session.resumeWithin),
      modal: .init(style: modal.style, confirmsDismissal: modal.confirmsDismissal))
  }
}

