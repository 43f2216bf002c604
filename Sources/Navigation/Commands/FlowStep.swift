/// What became of a command, and what happened on the way.
public struct FlowStep<Node: Hashable & Codable & Sendable>: Hashable, Sendable {
  /// What became of it.
  public let outcome: FlowOutcome
  /// What happened, in order; nothing for a command that was rejected, but for `blocked`.
  public let events: [FlowEvent<Node>]
}

extension FlowState {
  /// Applies a command: the only way to change a tree.
  ///
  /// Pure and total: the same tree, command and rules give the same tree, and no argument traps. A command that is not
  /// applied leaves the tree equal; one that is deferred only adds to what waits.
  ///
  /// - Parameters:
  ///   - command: What is wanted.
  ///   - rules: What the tree must obey.
  ///   - origin: The entry whose screen wants it; nil: the host itself.
  /// - Complexity: O(entries) of the tree.
  @discardableResult
  public mutating func apply(
    _ command: FlowCommand<Node>, under rules: FlowRules<Node>, from origin: CommandOrigin? = nil
  ) -> FlowStep<Node> {
    if let origin, origin.entry != visible.id {
      return FlowStep(outcome: .noop(.staleOrigin), events: [])
    }
    var reducer = FlowReducer(state: self, rules: rules)
    let outcome = reducer.outcome(of: command)
    switch outcome {
    case .applied:
      reducer.removeOrphans()
      reducer.deliverWaiting()
      reducer.state.epoch += 1
      if command.isMovement(in: self) { reducer.state.isRestorable = false }
      let (before, after) = (visible, reducer.state.visible)
      if before.id != after.id || before.node != after.node {
        reducer.events.append(.moved(from: before, to: after))
      }
      self = reducer.state
    case .deferred:
      self = reducer.state
    case .noop, .rejected:
      reducer.events.removeAll { event in
        switch event {
        case .blocked, .scrollToTop, .dropped: false
        default: true
        }
      }
    }
    return FlowStep(outcome: outcome, events: reducer.events)
  }
}

extension FlowCommand {
  /// Whether it moves the user, so that a saved state must no longer be put back over it.
  func isMovement(in state: FlowState<Node>) -> Bool {
    switch self {
    case .ready, .setGuard, .beginWork, .signIn: false
    // The first choice of a profile opens a gate, as a sign-in does.
    case .switchProfile: state.session.profile != nil
    default: true
    }
  }
}

/// Works out one command on a copy of the tree.
struct FlowReducer<Node: Hashable & Codable & Sendable> {
  var state: FlowState<Node>
  /// What the host passed.
  private let declared: FlowRules<Node>
  /// The same without nodes of a profile that the session is not for.
  private(set) var rules: FlowRules<Node>
  var events: [FlowEvent<Node>] = []

  typealias Outcome = FlowOutcome

  init(state: FlowState<Node>, rules: FlowRules<Node>) {
    self.state = state
    declared = rules
    self.rules = rules.purged(for: state.session)
  }

  /// From now on the rules are those for this session.
  mutating func enter(_ session: SessionState) {
    rules = declared.purged(for: session)
  }

  mutating func outcome(of command: FlowCommand<Node>) -> Outcome {
    switch command {
    case .push(let node): push([node])
    case .pushAll(let nodes): push(nodes)
    case .pop: pop()
    case .popToIndex(let index): popTo(index)
    case .popToNode(let node): popTo(node)
    case .popToRoot: cut(to: 0, otherwise: .atRoot)
    case .replace(let node): replace(node)
    case .advance(let from, let to): advance(from, to)
    case .reset(let start, let path): reset(start, path)
    case .restart: restart()
    case .switchTab(let key): switchTab(key)
    case .back: back()
    case .present(let request): present(request)
    case .finish(let result, let flow): end(flow, .finished(result))
    case .cancel(let flow): end(flow, .cancelled)
    case .dismiss(let cause, let flow): dismiss(cause, flow)
    case .reconcile(let path, let flow): reconcile(path, flow)
    case .dismissAll: dismissAll()
    case .setGuard(let guarding): setGuard(guarding)
    case .switchProfile(let profile): switchProfile(profile)
    case .signIn(let profile): signIn(profile)
    case .signOut: signOut()
    case .ready: ready()
    case .open(let link): open(link)
    case .beginWork(let name): beginWork(name)
    case .completeWork(let name, let command): completeWork(name, command)
    }
  }

  /// Ends flows and voids work whose entry is gone: nothing outlives the entry that it hangs on.
  ///
  /// Such an end lands the user as any other does, which may remove further entries.
  mutating func removeOrphans() {
    while let place = firstOrphan {
      let flow = state.presented[place]
      end(from: place, .presenterRemoved)
      land(after: flow)
    }
    let living = Set(state.entries.map(\.id))
    state.pendingWork.removeAll { !living.contains($0.origin) }
  }

  /// The place of the outermost presented flow whose presenter is gone.
  private var firstOrphan: Int? {
    var living = Set(state.home.stacks.flatMap(\.entries).map(\.id))
    living.formUnion(state.front?.entries.map(\.id) ?? [])
    for (place, flow) in state.presented.enumerated() {
      guard living.contains(flow.presenter) else { return place }
      living.formUnion(flow.stack.entries.map(\.id))
    }
    return nil
  }
}
