extension FlowRules {
  /// Whether a node carries a profile that the session is not for.
  ///
  /// Where the session names no profile, a signed-in user's nodes are the user's own, unless sessions go by profile.
  func isForeign(_ node: Node, to session: SessionState) -> Bool {
    guard let profile = profile(node) else { return false }
    guard let own = session.profile else { return !session.isSignedIn || configuration.session.scope == .profile }
    return !own.utf8.elementsEqual(profile.utf8)
  }

  /// The rules without any node of a profile that the session is not for.
  ///
  /// A configuration is decided for one profile, and its nodes may carry it. After a change of profile the app decides anew;
  /// until it has, nothing of the profile that was left may be shown: its tabs and cards are left out, and in the place of
  /// its other nodes stands one that carries none.
  ///
  /// - Complexity: O(nodes) of the configuration.
  func purged(for session: SessionState) -> FlowRules {
    func isForeign(_ node: Node) -> Bool { self.isForeign(node, to: session) }
    guard configuration.nodes.contains(where: isForeign) else { return self }
    let fallbacks = configuration.fallbacks
    let candidates = [
      fallbacks.signedOut, fallbacks.standard, fallbacks.restoreFailed, fallbacks.invalidDeepLink,
      fallbacks.unavailableNode, configuration.entry.start,
    ]
    // Without any node of nobody's there is nothing better to show than what was decided.
    guard let neutral = candidates.first(where: { !isForeign($0) }) else { return self }
    func safe(_ node: Node) -> Node { isForeign(node) ? neutral : node }
    let home = configuration.home
    let tabs = home.tabs.filter { !isForeign($0.node) }
    let hasForeignEntry = ([configuration.entry.start] + configuration.entry.path).contains(where: isForeign)
    var rules = self
    rules.configuration = FlowConfiguration(
      entry: hasForeignEntry ? .init(route: configuration.entry.route, start: neutral, path: []) : configuration.entry,
      home: .init(
        layout: home.layout, tabs: tabs, cards: home.cards.filter { !isForeign($0.node) },
        initialTab: tabs.contains { $0.key == home.initialTab } ? home.initialTab : tabs.first?.key),
      fallbacks: .init(
        standard: safe(fallbacks.standard),
        modalDismissed: fallbacks.modalDismissed.flatMap { isForeign($0) ? nil : $0 },
        invalidDeepLink: safe(fallbacks.invalidDeepLink), unavailableNode: safe(fallbacks.unavailableNode),
        signedOut: safe(fallbacks.signedOut), restoreFailed: safe(fallbacks.restoreFailed)),
      session: configuration.session, modal: configuration.modal)
    return rules
  }
}

extension FlowState {
  /// The tree that rules ask for; of nodes that carry a profile, only those of the session's.
  public init(under rules: FlowRules<Node>, session: SessionState = SessionState(), isReady: Bool = true) {
    self.init(rules.purged(for: session).configuration, session: session, isReady: isReady)
  }
}
