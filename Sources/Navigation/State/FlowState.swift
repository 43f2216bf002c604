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

extension FlowState {
  /// Decodes a tree that was encoded whole.
  ///
  /// For what a launch left behind there is `restore(_:under:at:aliases:)`, which salvages.
  ///
  /// - Throws: `DecodingError`, also for parts that do not belong together.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      home: try container.decode(HomeState<Node>.self, forKey: .home),
      front: try container.decodeIfPresent(Stack<Node>.self, forKey: .front),
      presented: try container.decode([PresentedFlow<Node>].self, forKey: .presented),
      session: try container.decode(SessionState.self, forKey: .session),
      parkedLinks: try container.decode([String].self, forKey: .parkedLinks),
      pendingWork: try container.decode([PendingWork].self, forKey: .pendingWork),
      isReady: try container.decode(Bool.self, forKey: .isReady),
      isRestorable: try container.decode(Bool.self, forKey: .isRestorable),
      epoch: try container.decode(UInt64.self, forKey: .epoch),
      lastNumber: try container.decode(UInt64.self, forKey: .lastNumber))
    guard isWhole else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: container.codingPath, debugDescription: "the parts of the tree do not belong together"))
    }
  }

  /// Whether the selection is a tab, no number is given twice or out of reach, and nothing hangs on a missing entry.
  private var isWhole: Bool {
    guard home.tabs.isEmpty ? home.selectedPlace == 0 : home.tabs.indices.contains(home.selectedPlace) else {
      return false
    }
    // Numbers only grow; half of them are more than a tree can use up.
    guard lastNumber < 1 << 63, epoch < 1 << 63 else { return false }
    var numbers: Set<UInt64> = []
    for entry in entries {
      guard entry.id.number <= lastNumber, numbers.insert(entry.id.number).inserted else { return false }
    }
    guard home.tabs.isEmpty || home.single.path.isEmpty else { return false }
    var living = Set((home.stacks + (front.map { [$0] } ?? [])).flatMap(\.entries).map(\.id))
    for flow in presented {
      guard flow.id.number <= lastNumber, numbers.insert(flow.id.number).inserted, living.contains(flow.presenter)
      else {
        return false
      }
      living.formUnion(flow.stack.entries.map(\.id))
    }
    return pendingWork.allSatisfy { living.contains($0.origin) }
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
