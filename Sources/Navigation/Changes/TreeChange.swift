/// One legal step from a tree to another.
///
/// For adapters that must lead a view hierarchy step by step, and for telling what a new configuration would change.
public enum TreeChange<Node: Hashable & Codable & Sendable>: Hashable, Sendable {
  /// Closes the innermost presented flow.
  case dismissInnermost
  /// Takes the front flow away.
  case removeFront
  /// Changes what home looks like.
  case setLayout(HomeLayout)
  /// Removes a tab with its path.
  case removeTab(String)
  /// Adds a tab at this place.
  case insertTab(String, root: Node, at: Int)
  /// Moves a tab to this place, with its path.
  case moveTab(String, to: Int)
  /// Changes the cards of the dashboard.
  case setCards([HomeState<Node>.Card])
  /// Selects a tab.
  case selectTab(String)
  /// Puts another root under a stack and removes its path.
  case replaceRoot(Place, Node)
  /// Keeps so many entries of a path.
  case cut(Place, to: Int)
  /// Pushes a node on a stack.
  case push(Place, Node)
  /// Puts a flow before home.
  case showFront(Node)
  /// Presents a flow over the innermost context, by its top entry, or by an entry below.
  case present(SavedFlow)

  /// Which stack a step is about.
  public enum Place: Hashable, Sendable {
    /// A tab's.
    case tab(String)
    /// The only one of a home without tabs.
    case single
    /// The flow before home.
    case front
    /// The innermost presented flow's.
    case innermost
  }

  /// A flow to be presented, with its root alone.
  public struct SavedFlow: Hashable, Sendable {
    /// The intent that it serves.
    public let intent: String
    /// Its root.
    public let root: Node
    /// How it is shown.
    public let style: PresentationStyle
    /// Who may close it.
    public let guarding: DismissalGuard
    /// Where the user lands after it.
    public let landing: Landing<Node>?
    /// Which entry of the context below presents it: 0 is the root.
    public let presenter: Int
  }
}

extension FlowState {
  /// The steps that lead from this tree to another, in an order in which each is legal; empty if they show the same.
  ///
  /// Presented flows that both have stay as they are, as do the tabs of equal keys and the common beginnings of paths.
  public func changes(to target: FlowState) -> [TreeChange<Node>] {
    var changes: [TreeChange<Node>] = []
    let frontStays = (front == nil) == (target.front == nil) && front?.root.node == target.front?.root.node
    let kept = frontStays ? commonFlows(with: target) : 0
    changes += repeatElement(.dismissInnermost, count: presented.count - kept)
    if front != nil, !frontStays { changes.append(.removeFront) }
    changes += homeChanges(to: target)
    if let targetFront = target.front {
      if !frontStays { changes.append(.showFront(targetFront.root.node)) }
      changes += Self.stackChanges(.front, frontStays ? front : nil, targetFront)
    }
    for (place, flow) in target.presented.enumerated() {
      if place >= kept {
        let below = place == 0 ? target.base : target.presented[place - 1].stack
        changes.append(
          .present(
            .init(
              intent: flow.intent, root: flow.stack.root.node, style: flow.style, guarding: flow.guarding,
              landing: flow.landing, presenter: below.entries.firstIndex { $0.id == flow.presenter } ?? 0)))
      }
      let old = place < kept ? presented[place].stack : nil
      changes += Self.stackChanges(.innermost, old, flow.stack)
    }
    return changes
  }

  /// How many presented flows, from the outermost, both trees have and need not touch: all but the last are equal to the
  /// last node, and the last may differ in its path.
  private func commonFlows(with target: FlowState) -> Int {
    guard base.nodes == target.base.nodes, home.selectedTab == target.home.selectedTab else { return 0 }
    var common = 0
    for (one, other) in zip(presented, target.presented) {
      let isSame =
        one.intent == other.intent && one.style == other.style && one.guarding == other.guarding
        && one.landing == other.landing && one.stack.root.node == other.stack.root.node
        && presenterPlace(common) == target.presenterPlace(common)
      guard isSame else { break }
      common += 1
      guard one.stack.nodes == other.stack.nodes else {
        // Its path can only be changed while it is on top.
        return presented.count == common ? common : common - 1
      }
    }
    return common
  }

  private func presenterPlace(_ place: Int) -> Int? {
    let below = place == 0 ? base : presented[place - 1].stack
    return below.entries.firstIndex { $0.id == presented[place].presenter }
  }

  private func homeChanges(to target: FlowState) -> [TreeChange<Node>] {
    var changes: [TreeChange<Node>] = []
    let targetKeys = target.home.tabs.map(\.key)
    var keys = home.tabs.map(\.key)
    for key in keys where !targetKeys.contains(key) { changes.append(.removeTab(key)) }
    keys.removeAll { !targetKeys.contains($0) }
    for (place, tab) in target.home.tabs.enumerated() {
      if let old = keys.firstIndex(of: tab.key) {
        guard old != place else { continue }
        changes.append(.moveTab(tab.key, to: place))
        keys.remove(at: old)
      } else {
        changes.append(.insertTab(tab.key, root: tab.stack.root.node, at: place))
      }
      keys.insert(tab.key, at: place)
    }
    if home.layout != target.home.layout { changes.append(.setLayout(target.home.layout)) }
    if home.cards != target.home.cards { changes.append(.setCards(target.home.cards)) }
    for tab in target.home.tabs {
      let old = home.tabs.first { $0.key == tab.key }?.stack
      changes += Self.stackChanges(.tab(tab.key), old, tab.stack)
    }
    changes += Self.stackChanges(.single, home.single, target.home.single)
    if let key = target.home.selectedTab {
      // Removing tabs may have moved the selection; it is cheaper to say it once more than to follow it.
      let isUntouched = home.selectedTab == key && changes.isEmpty
      if !isUntouched { changes.append(.selectTab(key)) }
    }
    return changes
  }

  private static func stackChanges(
    _ place: TreeChange<Node>.Place, _ old: Stack<Node>?, _ new: Stack<Node>
  ) -> [TreeChange<Node>] {
    var oldPath = old?.path.map(\.node) ?? []
    let newPath = new.path.map(\.node)
    var changes: [TreeChange<Node>] = []
    if let old, old.root.node != new.root.node {
      changes.append(.replaceRoot(place, new.root.node))
      oldPath = []
    }
    let common = zip(oldPath, newPath).prefix { $0 == $1 }.count
    if common < oldPath.count { changes.append(.cut(place, to: common)) }
    changes += newPath[common...].map { .push(place, $0) }
    return changes
  }
}
