/// Home while the app runs: its tabs, each with a path of its own.
///
/// A home without tabs, which only a dashboard can have, has a single stack. So there is always a selected stack, and no
/// state without one.
public struct HomeState<Node: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
  /// What home looks like.
  public internal(set) var layout: HomeLayout
  /// The tabs in the order of the tab bar.
  public internal(set) var tabs: [Tab]
  /// The place of the selected tab; 0 where there are none.
  var selectedPlace: Int
  /// The only stack of a home without tabs.
  var single: Stack<Node>
  /// The cards of a dashboard, in order.
  public internal(set) var cards: [Card]

  /// A tab and its stack.
  public struct Tab: Hashable, Codable, Sendable {
    /// The key in the catalog.
    public let key: String
    /// Its root and path, kept while other tabs are selected.
    public internal(set) var stack: Stack<Node>
  }

  /// A card of a dashboard and the node that it leads to.
  public struct Card: Hashable, Codable, Sendable {
    /// The key in the catalog.
    public let key: String
    /// Where it leads.
    public let node: Node
  }

  /// The key of the selected tab; nil for a home without tabs.
  public var selectedTab: String? { tabs.isEmpty ? nil : tabs[selectedPlace].key }

  /// The stack of the selected tab, or the only one.
  public internal(set) var selectedStack: Stack<Node> {
    get { tabs.isEmpty ? single : tabs[selectedPlace].stack }
    set {
      if tabs.isEmpty { single = newValue } else { tabs[selectedPlace].stack = newValue }
    }
  }

  /// Every stack, in order.
  public var stacks: [Stack<Node>] { tabs.isEmpty ? [single] : tabs.map(\.stack) }

  /// Selects a tab; answers false if there is none of that key.
  mutating func select(_ key: String) -> Bool {
    guard let place = tabs.firstIndex(where: { $0.key == key }) else { return false }
    selectedPlace = place
    return true
  }
}
