/// What one navigation stack on the screen shows: a context, and the flows that are pushed on it.
///
/// A flow presented as a push has a stack of its own in the tree, but shares the screen's stack with its presenter. Sheets and
/// covers begin a new one.
public struct ScreenStack<Node: Hashable & Codable & Sendable>: Hashable, Sendable {
  /// The parts, from the bottom: the context itself, then each flow that is pushed on the part before.
  let parts: [Part]

  struct Part: Hashable, Sendable {
    let flow: FlowID?
    let stack: Stack<Node>
  }

  /// The presented flow that it begins with; nil for the base.
  public let flow: PresentedFlow<Node>?

  /// The entry at the bottom.
  public var root: Entry<Node> { parts[0].stack.root }

  /// Everything on it, in order: paths, and the roots and paths of pushed flows.
  public var path: [Entry<Node>] {
    parts[0].stack.path + parts.dropFirst().flatMap(\.stack.entries)
  }

  /// The flow that an entry belongs to; nil for the base.
  public func flow(of entry: EntryID) -> FlowID? {
    parts.first { part in part.stack.entries.contains { $0.id == entry } }?.flow ?? nil
  }
}

extension HomeState {
  /// The stack of a tab that is not selected: its path alone.
  public func screenStack(of tab: Tab) -> ScreenStack<Node> {
    ScreenStack(parts: [.init(flow: nil, stack: tab.stack)], flow: nil)
  }
}

extension FlowState {
  /// The stacks on the screen, the outermost last; always at least one.
  public var screenStacks: [ScreenStack<Node>] {
    var stacks: [ScreenStack<Node>] = []
    var parts = [ScreenStack<Node>.Part(flow: nil, stack: base)]
    var first: PresentedFlow<Node>?
    for flow in presented {
      if flow.style != .push {
        stacks.append(ScreenStack(parts: parts, flow: first))
        parts = []
        first = flow
      }
      parts.append(.init(flow: flow.id, stack: flow.stack))
    }
    stacks.append(ScreenStack(parts: parts, flow: first))
    return stacks
  }

  /// Whether the dashboard is drawn in the place of an entry's own screen: at the root of home, where home is a dashboard.
  public func showsDashboard(at entry: Entry<Node>, under configuration: FlowConfiguration<Node>) -> Bool {
    home.layout == .dashboard && entry.node == configuration.fallbacks.standard
      && home.stacks.contains { $0.root.id == entry.id }
  }
}

extension FlowController {
  /// Makes a stack on the screen what the system's own back gesture left of it.
  ///
  /// Only a beginning of the present path is taken. Where the root of a pushed flow is gone, that flow is dismissed by the
  /// gesture, unless its guard says no.
  @discardableResult
  public func reconcile(screenPath path: [EntryID], at place: Int) -> FlowOutcome {
    let stacks = state.screenStacks
    guard stacks.indices.contains(place) else { return .noop(.nothingPresented) }
    let stack = stacks[place]
    let present = stack.path.map(\.id)
    guard path.count <= present.count, path == Array(present.prefix(path.count)) else { return .noop(.noSuchEntry) }
    guard path.count < present.count else { return .noop(.unchanged) }
    var left = path.count
    for (index, part) in stack.parts.enumerated() {
      let entries = index == 0 ? part.stack.path : part.stack.entries
      guard left < entries.count || (left == 0 && index > 0) else {
        left -= entries.count
        continue
      }
      if index > 0, left == 0 { return send(.dismiss(.gesture, of: part.flow)) }
      if index + 1 < stack.parts.count {
        let outcome = send(.dismiss(.gesture, of: stack.parts[index + 1].flow))
        guard outcome.isApplied else { return outcome }
      }
      let kept = part.stack.path.prefix(index == 0 ? left : left - 1).map(\.id)
      return send(.reconcile(path: Array(kept), of: part.flow))
    }
    return .noop(.unchanged)
  }
}
