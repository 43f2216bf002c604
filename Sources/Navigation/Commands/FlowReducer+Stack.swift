extension FlowReducer {
  /// The stack of the innermost context.
  var stack: Stack<Node> {
    get { state.presented.last?.stack ?? state.base }
    set {
      if !state.presented.isEmpty {
        state.presented[state.presented.count - 1].stack = newValue
      } else if state.front != nil {
        state.front = newValue
      } else {
        state.home.selectedStack = newValue
      }
    }
  }

  /// What speaks against going on to a node: it is another profile's, or the innermost flow's intent says no.
  private func objection(to node: Node, after previous: Node) -> FlowOutcome.RejectionReason? {
    if rules.isForeign(node, to: state.session) { return .otherProfile }
    guard let flow = state.presented.last, let rule = rules.intents[flow.intent] else { return nil }
    if !rule.contains(node) { return .foreignNode(intent: flow.intent) }
    return rule.leads(previous, node) ? nil : .outOfOrder
  }

  mutating func push(_ nodes: [Node]) -> Outcome {
    guard !nodes.isEmpty else { return .noop(.unchanged) }
    var stack = stack
    guard stack.path.count + nodes.count <= rules.depthLimit else { return .rejected(.tooDeep) }
    for node in nodes {
      if let objection = objection(to: node, after: stack.top.node) { return .rejected(objection) }
      stack.path.append(state.newEntry(node))
    }
    self.stack = stack
    return .applied
  }

  mutating func pop() -> Outcome {
    cut(to: stack.path.count - 1, otherwise: .atRoot)
  }

  mutating func popTo(_ index: Int) -> Outcome {
    guard stack.path.indices.contains(index) else { return .noop(.noSuchEntry) }
    return cut(to: index + 1, otherwise: .unchanged)
  }

  mutating func popTo(_ node: Node) -> Outcome {
    let stack = stack
    if let place = stack.path.dropLast().lastIndex(where: { $0.node == node }) {
      return cut(to: place + 1, otherwise: .unchanged)
    }
    if stack.top.node == node { return .noop(.unchanged) }
    guard stack.root.node == node else { return .noop(.noSuchEntry) }
    return cut(to: 0, otherwise: .unchanged)
  }

  /// Keeps the first `count` entries of the path.
  mutating func cut(to count: Int, otherwise reason: FlowOutcome.NoopReason) -> Outcome {
    guard count >= 0, count < stack.path.count else { return .noop(reason) }
    stack.path.removeSubrange(count...)
    return .applied
  }

  mutating func reconcile(_ path: [EntryID], _ flow: FlowID?) -> Outcome {
    func cut(_ stack: inout Stack<Node>) -> Outcome {
      guard path.count <= stack.path.count, path == stack.path.prefix(path.count).map(\.id) else {
        return .noop(.noSuchEntry)
      }
      guard path.count < stack.path.count else { return .noop(.unchanged) }
      stack.path.removeSubrange(path.count...)
      return .applied
    }
    if let flow {
      guard let place = state.presented.firstIndex(where: { $0.id == flow }) else { return .noop(.nothingPresented) }
      return cut(&state.presented[place].stack)
    }
    if var front = state.front {
      let outcome = cut(&front)
      state.front = front
      return outcome
    }
    return cut(&state.home.selectedStack)
  }

  mutating func replace(_ node: Node) -> Outcome {
    var stack = stack
    guard stack.top.node != node else { return .noop(.unchanged) }
    if stack.path.isEmpty, state.presented.isEmpty, state.front == nil { return .rejected(.fixedRoot) }
    if stack.path.isEmpty, state.presented.isEmpty, let gate = state.gate(of: rules.configuration) {
      return .rejected(.gated(gate))
    }
    let previous = stack.path.count > 1 ? stack.path[stack.path.count - 2].node : stack.root.node
    if let objection = objection(to: node, after: previous) {
      // A root has no node before it that could lead there.
      if objection != .outOfOrder || !stack.path.isEmpty { return .rejected(objection) }
    }
    let entry = state.newEntry(node)
    if stack.path.isEmpty { stack.root = entry } else { stack.path[stack.path.count - 1] = entry }
    self.stack = stack
    return .applied
  }

  mutating func advance(_ from: Node, _ to: Node) -> Outcome {
    guard stack.top.node == from else { return .rejected(.outOfOrder) }
    return push([to])
  }

  // MARK: The whole tree

  mutating func reset(_ start: Node, _ path: [Node]) -> Outcome {
    if let gate = state.gate(of: rules.configuration) { return .rejected(.gated(gate)) }
    guard path.count <= rules.depthLimit else { return .rejected(.tooDeep) }
    guard !([start] + path).contains(where: { rules.isForeign($0, to: state.session) }) else {
      return .rejected(.otherProfile)
    }
    var fresh = FlowState(homeOf: rules.configuration, session: state.session, isReady: state.isReady)
    fresh.take(start, path)
    return adopt(continued(fresh))
  }

  mutating func restart() -> Outcome {
    adopt(rebuilt(session: state.session))
  }

  /// The configuration's tree for a session, in the place of the present one.
  func rebuilt(session: SessionState) -> FlowState<Node> {
    continued(FlowState(rules.configuration, session: session, isReady: state.isReady))
  }

  /// A fresh tree that goes on with the numbers of the present one.
  private func continued(_ fresh: FlowState<Node>) -> FlowState<Node> {
    var fresh = fresh
    fresh.continueNumbers(after: state.lastNumber)
    fresh.epoch = state.epoch
    fresh.parkedLinks = state.parkedLinks
    fresh.isRestorable = state.isRestorable
    return fresh
  }

  /// Takes a fresh tree, unless the present one has the same nodes at the same places.
  mutating func adopt(_ fresh: FlowState<Node>) -> Outcome {
    guard !state.hasSameNodes(as: fresh) else { return .noop(.unchanged) }
    end(from: 0, .reset)
    state = fresh
    events.append(.started(state.visible.node))
    return .applied
  }

  mutating func switchTab(_ key: String) -> Outcome {
    guard state.home.tabs.contains(where: { $0.key == key }) else { return .rejected(.noSuchTab(key)) }
    if state.front != nil, let gate = state.gate(of: rules.configuration) { return .rejected(.gated(gate)) }
    if state.front == nil, state.home.selectedTab == key {
      guard state.home.selectedStack.path.isEmpty else {
        state.home.selectedStack.path.removeAll()
        return .applied
      }
      events.append(.scrollToTop(tab: key))
      return .noop(.unchanged)
    }
    if !rules.tabsKeepPaths, state.home.selectedTab != key { state.home.selectedStack.path.removeAll() }
    state.front = nil
    _ = state.home.select(key)
    return .applied
  }

  mutating func back() -> Outcome {
    guard stack.path.isEmpty else { return pop() }
    guard state.presented.isEmpty else {
      let flow = state.presented[state.presented.count - 1]
      guard flow.guarding == .allow else { return blocked([flow]) }
      return end(flow.id, .back)
    }
    return .noop(.atRoot)
  }
}

extension FlowState {
  /// Whether the trees show the same, ids aside.
  func hasSameNodes(as other: FlowState) -> Bool {
    func shape(_ stack: Stack<Node>) -> [Node] { stack.nodes }
    return home.layout == other.home.layout && home.tabs.map(\.key) == other.home.tabs.map(\.key)
      && home.cards == other.home.cards && home.selectedTab == other.home.selectedTab
      && home.stacks.map(shape) == other.home.stacks.map(shape) && front.map(shape) == other.front.map(shape)
      && presented.isEmpty && other.presented.isEmpty && session == other.session
      && parkedLinks == other.parkedLinks && pendingWork.isEmpty && other.pendingWork.isEmpty
  }

  mutating func clearPaths() {
    for place in home.tabs.indices { home.tabs[place].stack.path.removeAll() }
    home.single.path.removeAll()
    front = nil
  }

  /// Gives every entry a number after this one, so that none is ever given twice.
  mutating func continueNumbers(after last: UInt64) {
    func shifted(_ entry: Entry<Node>) -> Entry<Node> {
      Entry(id: EntryID(number: entry.id.number + last), node: entry.node)
    }
    func shifted(_ stack: Stack<Node>) -> Stack<Node> {
      Stack(root: shifted(stack.root), path: stack.path.map { shifted($0) })
    }
    for place in home.tabs.indices { home.tabs[place].stack = shifted(home.tabs[place].stack) }
    home.single = shifted(home.single)
    front = front.map { shifted($0) }
    lastNumber += last
  }
}
