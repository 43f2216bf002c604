extension FlowState {
  /// The tree that a configuration asks for.
  ///
  /// An entry whose start is the root of a tab is laid on that tab, any other one stands before home. Where a gate is
  /// closed (nobody signed in; a session by profile without one), the gate's node stands before everything, and the entry
  /// is taken when it opens. An entry that is nothing but the choice of a profile is not taken again once one is chosen.
  public init(
    _ configuration: FlowConfiguration<Node>, session: SessionState = SessionState(), isReady: Bool = true
  ) {
    self.init(homeOf: configuration, session: session, isReady: isReady)
    let entry = configuration.entry
    switch gate(of: configuration) {
    case .signIn?: front = newStack(configuration.fallbacks.signedOut)
    case .profile?: front = newStack(entry.start)
    case nil:
      let isGate = configuration.session.scope == .profile && entry.path.isEmpty
      if !isGate || home.tabs.contains(where: { $0.stack.root.node == entry.start }) { take(entry.start, entry.path) }
    }
  }

  /// Home alone, as the configuration lays it out.
  init(homeOf configuration: FlowConfiguration<Node>, session: SessionState, isReady: Bool) {
    var numbers: UInt64 = 0
    func entry(_ node: Node) -> Entry<Node> {
      numbers += 1
      return Entry(id: EntryID(number: numbers), node: node)
    }
    let home = HomeState<Node>(
      layout: configuration.home.layout,
      tabs: configuration.home.tabs.map { .init(key: $0.key, stack: Stack(root: entry($0.node), path: [])) },
      selectedPlace: 0, single: Stack(root: entry(configuration.fallbacks.standard), path: []),
      cards: configuration.home.cards.map { .init(key: $0.key, node: $0.node) })
    self.init(
      home: home, front: nil, presented: [], session: session, parkedLinks: [], pendingWork: [], isReady: isReady,
      isRestorable: true, epoch: 0, lastNumber: numbers)
    if let initial = configuration.home.initialTab { _ = self.home.select(initial) }
  }

  /// The gate that is closed, if one is.
  func gate(of configuration: FlowConfiguration<Node>) -> Gate? {
    if !session.isSignedIn { return .signIn }
    if configuration.session.scope == .profile, session.profile == nil { return .profile }
    return nil
  }

  /// Lays a route on the tree: on the tab whose root it starts from, else before home.
  mutating func take(_ start: Node, _ path: [Node]) {
    let entries = path.map { newEntry($0) }
    if home.tabs.isEmpty, home.single.root.node == start {
      front = nil
      home.single.path = entries
    } else if home.selectedStack.root.node == start {
      front = nil
      home.selectedStack.path = entries
    } else if let tab = home.tabs.first(where: { $0.stack.root.node == start }) {
      front = nil
      _ = home.select(tab.key)
      home.selectedStack.path = entries
    } else {
      let root = newEntry(start)
      front = Stack(root: root, path: entries)
    }
  }
}

/// Something that must be settled before the app can be walked through.
public enum Gate: String, Hashable, Codable, Sendable, CaseIterable {
  /// Somebody must sign in.
  case signIn
  /// A profile must be chosen.
  case profile
}
