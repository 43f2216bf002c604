/// Where the user is: the whole tree as one value.
///
/// At the bottom is home with a path for each tab. A *front* flow (sign-in, the choice of a profile, an entry that belongs
/// to no tab) stands before it where there is one, and over both lie the presented flows, each presented by an entry below.
///
/// Every change goes through `apply(_:under:)`, which answers what became of a command and never traps; there is no other
/// way to change a state. Two states are equal if their trees are, ids included.
///
/// ```swift
/// var state = FlowState(configuration, under: rules)
/// state.apply(.push(.savedList(profile: nil)), under: rules)   // .applied
/// state.visible.node                                           // savedList
/// ```
public struct FlowState<Node: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
  /// Home, whether or not it is in sight.
  public internal(set) var home: HomeState<Node>
  /// The flow that stands before home, if one does.
  public internal(set) var front: Stack<Node>?
  /// The flows over it, each presented by an entry of the one before.
  public internal(set) var presented: [PresentedFlow<Node>]
  /// Who uses the app.
  public internal(set) var session: SessionState
  /// Links that wait for a gate to open, in order of arrival.
  public internal(set) var parkedLinks: [String]
  /// Work whose outcome will navigate, while it is under way.
  public internal(set) var pendingWork: [PendingWork]
  /// Whether the app has started: before that, links are parked.
  public internal(set) var isReady: Bool
  /// Whether a saved state was already put back in this launch, or the user or a link has moved since.
  public internal(set) var isRestorable: Bool
  /// How many commands have changed the tree.
  public internal(set) var epoch: UInt64
  var lastNumber: UInt64

  /// The entry that the user sees.
  public var visible: Entry<Node> { presented.last?.stack.top ?? base.top }

  /// The stack below the presented flows: the front one, or the selected one of home.
  public var base: Stack<Node> { front ?? home.selectedStack }

  /// Every entry of the tree: home's stacks, the front, the presented flows.
  public var entries: [Entry<Node>] {
    home.stacks.flatMap(\.entries) + (front?.entries ?? []) + presented.flatMap(\.stack.entries)
  }

  mutating func newEntry(_ node: Node) -> Entry<Node> {
    lastNumber += 1
    return Entry(id: EntryID(number: lastNumber), node: node)
  }

  mutating func newStack(_ root: Node, _ path: [Node] = []) -> Stack<Node> {
    let bottom = newEntry(root)
    return Stack(root: bottom, path: path.map { newEntry($0) })
  }
}

/// Who uses the app.
public struct SessionState: Hashable, Codable, Sendable {
  /// Whether somebody is signed in.
  public internal(set) var isSignedIn: Bool
  /// The profile in use; nil where none was chosen.
  public internal(set) var profile: String?

  /// A session of this kind.
  public init(isSignedIn: Bool = true, profile: String? = nil) {
    self.isSignedIn = isSignedIn
    self.profile = profile
  }
}

/// Work whose outcome will navigate: shown as loading, and void once the entry that began it is gone.
public struct PendingWork: Hashable, Codable, Sendable {
  /// What it is called, unique among the pending.
  public let name: String
  /// The entry that began it.
  public let origin: EntryID
}
