/// Something that the user, a screen or the system wants of the tree.
///
/// Where a command names no context it is meant for the innermost one: the presented flow on top, else the base.
public enum FlowCommand<Node: Hashable & Codable & Sendable>: Hashable, Sendable {
  // Within a stack.
  /// Pushes a node.
  case push(Node)
  /// Pushes several nodes at once.
  case pushAll([Node])
  /// Removes the top entry.
  case pop
  /// Keeps the path up to and including this index.
  case popToIndex(Int)
  /// Goes back to the nearest entry below the top with this node.
  case popToNode(Node)
  /// Removes the whole path.
  case popToRoot
  /// Makes the path of a context what the system's own back gesture left of it: the entries with these ids.
  ///
  /// Only a beginning of the present path is taken: a report that comes late neither brings an entry back nor removes a new
  /// one. The context is a presented flow, or, with nil, the base.
  case reconcile(path: [EntryID], of: FlowID?)
  /// Puts a node in the place of the top entry.
  case replace(Node)
  /// Goes on to the next step, provided that the user is still at the step named.
  case advance(from: Node, to: Node)

  // The whole tree.
  /// Starts anew at a route: every path, front and presented flow is gone.
  case reset(start: Node, path: [Node])
  /// Starts anew as the configuration says.
  case restart
  /// Selects a tab; selecting the selected one goes back to its root.
  case switchTab(String)
  /// Goes back by one: closes or shortens the innermost context.
  case back

  // Presented flows.
  /// Shows a flow over the innermost context.
  case present(FlowRequest<Node>)
  /// A flow, by default the innermost, ends itself and hands its result to who presented it.
  case finish(FlowResult?, of: FlowID? = nil)
  /// A flow, by default the innermost, gives itself up.
  case cancel(of: FlowID? = nil)
  /// Closes a flow, by default the innermost, from outside.
  case dismiss(DismissalCause, of: FlowID? = nil)
  /// Closes all presented flows from outside.
  case dismissAll
  /// Changes who may close the innermost flow.
  case setGuard(DismissalGuard)

  // Who uses the app.
  /// Makes another profile the one in use; the whole tree is reset.
  case switchProfile(String?)
  /// Somebody signed in, with a profile if the app knows it.
  case signIn(profile: String?)
  /// The user signed out; nothing of the session stays.
  case signOut

  // From outside.
  /// The app has started: parked links are delivered.
  case ready
  /// Opens a link, or parks it until a gate opens.
  case open(String)
  /// Work whose outcome will navigate has begun at the visible entry.
  case beginWork(String)
  /// The work has ended, and this is where it leads; void if the entry that began it is gone.
  indirect case completeWork(String, then: FlowCommand?)
}

/// A flow to be presented.
public struct FlowRequest<Node: Hashable & Codable & Sendable>: Hashable, Sendable {
  /// The user's intent that it serves.
  public let intent: String
  /// Its root.
  public let start: Node
  /// What is pushed on the root from the beginning.
  public let path: [Node]
  /// How it is shown; nil: as the configuration says.
  public let style: PresentationStyle?
  /// Whether it may be closed from outside; nil: as the configuration says.
  public let guarding: DismissalGuard?
  /// Where the user lands when it has ended; nil: as the configuration says.
  public let landing: Landing<Node>?

  /// A flow of this intent.
  public init(
    _ intent: String, start: Node, path: [Node] = [], style: PresentationStyle? = nil,
    guarding: DismissalGuard? = nil, landing: Landing<Node>? = nil
  ) {
    self.intent = intent
    self.start = start
    self.path = path
    self.style = style
    self.guarding = guarding
    self.landing = landing
  }
}

/// What a presented flow hands to who presented it.
public struct FlowResult: Hashable, Codable, Sendable {
  /// What happened, in the words of the flow: `saved`, `paid`.
  public let name: String
  /// Identifiers that go with it.
  public let values: [String: NodeArgument]

  /// A result of this name.
  public init(_ name: String, _ values: [String: NodeArgument] = [:]) {
    self.name = name
    self.values = values
  }
}

/// Who closes a flow from outside.
public enum DismissalCause: String, Hashable, Codable, Sendable, CaseIterable {
  /// A gesture: a swipe, a tap outside.
  case gesture
  /// A gesture that the user has confirmed.
  case confirmed
  /// The program.
  case program
}

/// Where a command was made: the entry whose screen made it.
///
/// A command whose origin is no longer the entry that the user sees is dropped: a completion that comes late, the second
/// of two taps.
public struct CommandOrigin: Hashable, Sendable {
  /// The entry whose screen made the command.
  public let entry: EntryID

  /// Made by the screen of this entry.
  public init(_ entry: EntryID) { self.entry = entry }
}
