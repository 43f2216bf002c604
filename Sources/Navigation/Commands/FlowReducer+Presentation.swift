extension FlowReducer {
  mutating func present(_ request: FlowRequest<Node>) -> Outcome {
    guard !([request.start] + request.path).contains(where: { rules.isForeign($0, to: state.session) }) else {
      return .rejected(.otherProfile)
    }
    if let rule = rules.intents[request.intent] {
      let nodes = [request.start] + request.path
      guard nodes.allSatisfy(rule.contains) else { return .rejected(.foreignNode(intent: request.intent)) }
      guard zip(nodes, nodes.dropFirst()).allSatisfy(rule.leads) else { return .rejected(.outOfOrder) }
    }
    guard request.path.count <= rules.depthLimit else { return .rejected(.tooDeep) }
    if let current = state.presented.last {
      switch rules.presentOverPresented {
      case .reject: return .rejected(.alreadyPresenting)
      case .replace:
        guard current.guarding == .allow else { return blocked([current]) }
        end(from: state.presented.count - 1, .replaced)
      case .stack: break
      }
    }
    guard state.presented.count < rules.depthLimit else { return .rejected(.tooDeep) }
    let configuration = rules.configuration
    let presenter = stack.top.id
    state.lastNumber += 1
    let id = FlowID(number: state.lastNumber)
    let flow = PresentedFlow(
      id: id, intent: request.intent, stack: state.newStack(request.start, request.path),
      style: request.style ?? PresentationStyle(configuration.modal.style),
      guarding: request.guarding ?? (configuration.modal.confirmsDismissal ? .confirm : .allow),
      landing: request.landing, presenter: presenter)
    state.presented.append(flow)
    events.append(.presented(id, intent: request.intent, by: presenter))
    return .applied
  }

  mutating func setGuard(_ guarding: DismissalGuard) -> Outcome {
    guard let flow = state.presented.last else { return .noop(.nothingPresented) }
    guard flow.guarding != guarding else { return .noop(.unchanged) }
    state.presented[state.presented.count - 1].guarding = guarding
    return .applied
  }

  mutating func dismiss(_ cause: DismissalCause, _ id: FlowID?) -> Outcome {
    guard let place = place(of: id) else { return .noop(.nothingPresented) }
    let guarded = state.presented[place...].filter { !$0.guarding.allows(cause) }
    guard guarded.isEmpty else { return blocked(guarded.reversed()) }
    return end(at: place, .dismissed(cause))
  }

  /// The place of a flow in the chain; of the innermost, if none is named.
  private func place(of id: FlowID?) -> Int? {
    guard let id else { return state.presented.indices.last }
    return state.presented.firstIndex { $0.id == id }
  }

  mutating func end(_ id: FlowID?, _ reason: EndReason) -> Outcome {
    guard let place = place(of: id) else { return .noop(.nothingPresented) }
    return end(at: place, reason)
  }

  mutating func dismissAll() -> Outcome {
    guard let outermost = state.presented.first else { return .noop(.nothingPresented) }
    let guarded = state.presented.filter { !$0.guarding.allows(.program) }
    guard guarded.isEmpty else { return blocked(guarded.reversed()) }
    for place in state.presented.indices.reversed() { end(from: place, .dismissed(.program)) }
    land(after: outermost)
    return .applied
  }

  /// Ends the flow at a place, for whatever reason, and lands where it is declared.
  private mutating func end(at place: Int, _ reason: EndReason) -> Outcome {
    let flow = state.presented[place]
    end(from: place, reason)
    land(after: flow)
    return .applied
  }

  /// Ends the flow at a place of the chain and all that were presented over it, innermost first.
  mutating func end(from place: Int, _ reason: EndReason) {
    while state.presented.count > place {
      let flow = state.presented.removeLast()
      let own =
        state.presented.count == place ? reason : reason == .presenterRemoved ? .presenterRemoved : .presenterEnded
      events.append(
        .ended(flow.id, intent: flow.intent, own, last: flow.stack.top.node, presenter: flow.presenter))
    }
  }

  /// Takes the user where a flow's end leads.
  mutating func land(after flow: PresentedFlow<Node>) {
    // A gate stays closed, whatever ends before it.
    guard state.gate(of: rules.configuration) == nil else { return }
    switch flow.landing ?? rules.configuration.fallbacks.modalDismissed.map(Landing.node) ?? .presenter {
    case .presenter: break
    case .root: stack.path.removeAll()
    case .node(let node): land(on: node)
    }
  }

  /// Shows a node with nothing over it: where it already is, or pushed on the selected tab's root.
  mutating func land(on node: Node) {
    end(from: 0, .landed)
    if let tab = state.home.tabs.first(where: { $0.stack.root.node == node }) {
      state.front = nil
      _ = state.home.select(tab.key)
      state.home.selectedStack.path.removeAll()
    } else if let place = state.base.path.lastIndex(where: { $0.node == node }) {
      stack.path.removeSubrange((place + 1)...)
    } else if state.base.root.node == node {
      stack.path.removeAll()
    } else {
      state.front = nil
      let entry = state.newEntry(node)
      state.home.selectedStack.path = state.home.selectedStack.root.node == node ? [] : [entry]
    }
  }

  /// Says which flows' guards are in the way.
  mutating func blocked(_ flows: [PresentedFlow<Node>]) -> Outcome {
    events.append(.blocked(flows.map(\.id), mayConfirm: flows.allSatisfy { $0.guarding == .confirm }))
    return .rejected(.guarded(flows.map(\.id)))
  }
}

extension DismissalGuard {
  /// Whether it lets a flow be closed for this cause.
  func allows(_ cause: DismissalCause) -> Bool {
    switch (self, cause) {
    case (.allow, _), (.confirm, .confirmed), (.confirm, .program): true
    case (.confirm, .gesture), (.block, _): false
    }
  }
}
