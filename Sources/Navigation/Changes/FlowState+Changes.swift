extension FlowState {
  /// The tree after one step; nil if the step is not legal here.
  ///
  /// Steps are not commands: no rule is asked and no event told. They are for whoever follows `changes(to:)`.
  public func changed(by change: TreeChange<Node>) -> FlowState? {
    var state = self
    guard state.make(change) else { return nil }
    return state
  }

  private mutating func make(_ change: TreeChange<Node>) -> Bool {
    switch change {
    case .dismissInnermost: return presented.popLast() != nil
    case .removeFront:
      guard front != nil else { return false }
      front = nil
    case .setLayout(let layout): home.layout = layout
    case .setCards(let cards): home.cards = cards
    case .selectTab(let key): return home.select(key)
    case .removeTab(let key):
      guard let place = home.tabs.firstIndex(where: { $0.key == key }) else { return false }
      let selected = home.selectedTab
      home.tabs.remove(at: place)
      reselect(selected == key ? nil : selected, near: place)
    case .insertTab(let key, let root, let place):
      guard (0...home.tabs.count).contains(place), !home.tabs.contains(where: { $0.key == key }) else { return false }
      let selected = home.selectedTab
      home.tabs.insert(.init(key: key, stack: newStack(root)), at: place)
      reselect(selected, near: place)
    case .moveTab(let key, let place):
      guard let old = home.tabs.firstIndex(where: { $0.key == key }), home.tabs.indices.contains(place) else {
        return false
      }
      let selected = home.selectedTab
      home.tabs.insert(home.tabs.remove(at: old), at: place)
      reselect(selected, near: place)
    case .showFront(let node):
      guard front == nil else { return false }
      front = newStack(node)
    case .present(let flow):
      let below = presented.last?.stack ?? base
      guard below.entries.indices.contains(flow.presenter) else { return false }
      lastNumber += 1
      let id = FlowID(number: lastNumber)
      presented.append(
        PresentedFlow(
          id: id, intent: flow.intent, stack: newStack(flow.root), style: flow.style, guarding: flow.guarding,
          landing: flow.landing, presenter: below.entries[flow.presenter].id))
    case .replaceRoot(let place, let node):
      let entry = newEntry(node)
      return edit(place) { $0 = Stack(root: entry, path: []) }
    case .cut(let place, let count):
      var isLegal = false
      let isThere = edit(place) { stack in
        isLegal = (0...stack.path.count).contains(count)
        if isLegal { stack.path.removeSubrange(count...) }
      }
      return isThere && isLegal
    case .push(let place, let node):
      let entry = newEntry(node)
      return edit(place) { $0.path.append(entry) }
    }
    return true
  }

  private mutating func edit(_ place: TreeChange<Node>.Place, _ body: (inout Stack<Node>) -> Void) -> Bool {
    switch place {
    case .tab(let key):
      guard let index = home.tabs.firstIndex(where: { $0.key == key }) else { return false }
      body(&home.tabs[index].stack)
    case .single: body(&home.single)
    case .front:
      guard var stack = front else { return false }
      body(&stack)
      front = stack
    case .innermost:
      guard !presented.isEmpty else { return false }
      body(&presented[presented.count - 1].stack)
    }
    return true
  }

  /// The selection follows its tab; if that is gone, the tab that took its place, or the last one.
  private mutating func reselect(_ key: String?, near place: Int) {
    if let key, home.select(key) { return }
    home.selectedPlace = max(0, min(place, home.tabs.count - 1))
  }
}

extension FlowState {
  /// The tree under another configuration: home is the new one's, and everything that both have stays.
  ///
  /// A configuration is fixed for a session; this is for the next launch with a saved tree, and for the few changes that
  /// cannot wait. Tabs keep their paths by key, the selection falls back to the nearest tab, and a presented flow whose
  /// presenter is gone ends. Equal configurations change nothing.
  public func adapted(to configuration: FlowConfiguration<Node>) -> FlowState {
    let fresh = FlowState(configuration, session: session, isReady: isReady)
    guard
      home.layout != fresh.home.layout || home.tabs.map(\.key) != fresh.home.tabs.map(\.key)
        || home.tabs.map(\.stack.root.node) != fresh.home.tabs.map(\.stack.root.node)
        || home.cards != fresh.home.cards || home.single.root.node != fresh.home.single.root.node
    else { return self }
    var target = fresh
    // A new configuration moves nobody: its entry is for the next launch.
    target.clearPaths()
    if home.single.root.node == target.home.single.root.node { target.home.single = home.single }
    for place in target.home.tabs.indices {
      let tab = target.home.tabs[place]
      if let old = home.tabs.first(where: { $0.key == tab.key }), old.stack.root.node == tab.stack.root.node {
        target.home.tabs[place].stack = old.stack
      }
    }
    if let selected = home.selectedTab, !target.home.select(selected) {
      target.home.selectedPlace = max(0, min(home.selectedPlace, target.home.tabs.count - 1))
    }
    var state = self
    let selection = target.home.selectedTab
    for change in state.changes(toHomeOf: target) { state = state.changed(by: change) ?? state }
    if let selection { _ = state.home.select(selection) }
    var reducer = FlowReducer(state: state, rules: FlowRules(configuration))
    reducer.removeOrphans()
    return reducer.state
  }

  private func changes(toHomeOf target: FlowState) -> [TreeChange<Node>] {
    var other = self
    other.home = target.home
    other.presented = presented
    return changes(to: other).filter { change in
      switch change {
      case .dismissInnermost, .present, .removeFront, .showFront: false
      case .cut(.innermost, _), .push(.innermost, _), .cut(.front, _), .push(.front, _): false
      default: true
      }
    }
  }
}
