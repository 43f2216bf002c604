/// What a `FlowController` is built from: where the app starts, how home is laid out, and where a lost user lands.
///
/// Complete by construction: there is always an entry node, a home and every fallback. `Node` is `Navigation.Node` as
/// the engine makes it; `typed(as:)` turns it into the app's own type.
public struct FlowConfiguration<Node: Hashable & Sendable>: Hashable, Sendable {
  /// Where the app starts.
  public let entry: Entry
  /// How home is laid out.
  public let home: Home
  /// Where a user lands when something ends or cannot be shown.
  public let fallbacks: Fallbacks
  /// What a session belongs to, and how long it can be resumed.
  public let session: Session
  /// How modal flows are shown and closed.
  public let modal: Modal

  /// A configuration of these parts.
  public init(entry: Entry, home: Home, fallbacks: Fallbacks, session: Session, modal: Modal) {
    self.entry = entry
    self.home = home
    self.fallbacks = fallbacks
    self.session = session
    self.modal = modal
  }

  /// The route taken at start: the first node is the root, the last one is what the user sees.
  public struct Entry: Hashable, Sendable {
    /// The key of the route.
    public let route: String
    /// The root of the flow.
    public let start: Node
    /// The nodes pushed on it, outermost last.
    public let path: [Node]

    /// An entry through this route.
    public init(route: String, start: Node, path: [Node]) {
      self.route = route
      self.start = start
      self.path = path
    }

    /// The node that the user sees first.
    public var visible: Node { path.last ?? start }
  }

  /// Home: a tab bar, a dashboard, or a dashboard that keeps its tab bar.
  public struct Home: Hashable, Sendable {
    /// What home looks like.
    public let layout: HomeLayout
    /// The tabs in order; with `layout` dashboard and any tab, the tab bar stays.
    ///
    /// Never empty with `layout` tab.
    public let tabs: [Place]
    /// The cards of the dashboard in order.
    public let cards: [Place]
    /// The key of the tab that is selected first; a member of `tabs`, or nil if there are none.
    public let initialTab: String?

    /// A home of these parts.
    public init(layout: HomeLayout, tabs: [Place], cards: [Place], initialTab: String?) {
      self.layout = layout
      self.tabs = tabs
      self.cards = cards
      self.initialTab = initialTab
    }
  }

  /// A tab or a card: its key and the node it shows.
  public struct Place: Hashable, Sendable {
    /// The key in the catalog.
    public let key: String
    /// The root node of the tab, or the target of the card.
    public let node: Node

    /// A place of this key.
    public init(key: String, node: Node) {
      self.key = key
      self.node = node
    }
  }

  /// Where a user lands when something ends or cannot be shown.
  public struct Fallbacks: Hashable, Sendable {
    /// When nothing more exact applies.
    public let standard: Node
    /// After a modal flow ended, whichever way; nil: where it was presented.
    public let modalDismissed: Node?
    /// After a deep link that leads nowhere.
    public let invalidDeepLink: Node
    /// Instead of a node that this version of the app does not have.
    public let unavailableNode: Node
    /// After signing out.
    public let signedOut: Node
    /// When a saved state cannot be restored.
    public let restoreFailed: Node

    /// Fallbacks to these nodes.
    public init(
      standard: Node, modalDismissed: Node?, invalidDeepLink: Node, unavailableNode: Node, signedOut: Node,
      restoreFailed: Node
    ) {
      self.standard = standard
      self.modalDismissed = modalDismissed
      self.invalidDeepLink = invalidDeepLink
      self.unavailableNode = unavailableNode
      self.signedOut = signedOut
      self.restoreFailed = restoreFailed
    }
  }

  /// What a session belongs to, and how long it can be resumed.
  public struct Session: Hashable, Sendable {
    /// Whose session it is.
    public let scope: SessionScope
    /// How long after it was left a session may be resumed.
    public let resumeWithin: Duration

    /// A session of this scope and life.
    public init(scope: SessionScope, resumeWithin: Duration) {
      self.scope = scope
      self.resumeWithin = resumeWithin
    }
  }

  /// How modal flows are shown and closed.
  public struct Modal: Hashable, Sendable {
    /// How a modal flow is presented unless it says otherwise.
    public let style: ModalStyle
    /// Whether the user is asked before a modal flow is closed.
    public let confirmsDismissal: Bool

    /// Modal flows in this style.
    public init(style: ModalStyle, confirmsDismissal: Bool) {
      self.style = style
      self.confirmsDismissal = confirmsDismissal
    }
  }
}

/// What home looks like.
public enum HomeLayout: String, Hashable, Sendable, Codable, CaseIterable {
  /// A tab bar; one thing at a time, always in the same place.
  case tab
  /// Cards, everything at a glance; with tabs, the tab bar stays.
  case dashboard
}

/// Whose session is kept.
public enum SessionScope: String, Hashable, Sendable, Codable, CaseIterable {
  /// One session for the signed-in user.
  case user
  /// One session for each profile; a change of profile is a whole reset.
  case profile
}

/// How a modal flow is presented.
public enum ModalStyle: String, Hashable, Sendable, Codable, CaseIterable {
  /// A sheet over the presenting screen, which stays visible.
  case sheet
  /// A cover over the whole screen.
  case fullScreenCover
  /// A push on the presenting stack.
  case push
}

extension FlowConfiguration: Codable where Node: Codable {}
extension FlowConfiguration.Entry: Codable where Node: Codable {}
extension FlowConfiguration.Home: Codable where Node: Codable {}
extension FlowConfiguration.Place: Codable where Node: Codable {}
extension FlowConfiguration.Fallbacks: Codable where Node: Codable {}
extension FlowConfiguration.Session: Codable {}
extension FlowConfiguration.Modal: Codable {}
