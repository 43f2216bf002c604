public import Observation

/// The observable shell round a tree: sends commands, holds the state, tells what happened.
///
/// Built from a decision's configuration in one call. Each command replaces the state in one assignment, so an observer
/// never sees half a change. Nothing else can change it.
///
/// ```swift
/// let controller = FlowController(try decision.flow.typed(as: AppNode.self))
/// controller.send(.push(.savedList(profile: nil)))   // .applied
/// controller.visible                                 // savedList
/// ```
@MainActor
@Observable
public final class FlowController<Node: Hashable & Codable & Sendable>: Identifiable {
  /// The whole tree.
  public private(set) var state: FlowState<Node>
  /// What the tree obeys; fixed for a session.
  @ObservationIgnored public private(set) var rules: FlowRules<Node>
  /// The context of the screens that belong to no presented flow.
  @ObservationIgnored public private(set) lazy var context = FlowContext(of: self, flow: nil)

  @ObservationIgnored private var contexts: [FlowID: FlowContext<Node>] = [:]
  @ObservationIgnored private var endings: [FlowID: @MainActor (EndReason) -> Void] = [:]
  @ObservationIgnored private let listeners = EventListeners<FlowEvent<Node>>()

  /// A controller at the configuration's entry.
  public convenience init(_ configuration: FlowConfiguration<Node>, session: SessionState = SessionState()) {
    self.init(rules: FlowRules(configuration), session: session)
  }

  /// A controller at the entry of the rules' configuration.
  ///
  /// - Parameters:
  ///   - rules: What the tree obeys.
  ///   - session: Who uses the app.
  ///   - isReady: Whether links may be delivered already; if not, they wait for `.ready`.
  public init(rules: FlowRules<Node>, session: SessionState = SessionState(), isReady: Bool = true) {
    self.rules = rules
    state = FlowState(under: rules, session: session, isReady: isReady)
  }

  /// The node that the user sees.
  public var visible: Node { state.visible.node }

  /// Whether the dashboard is drawn in the place of an entry's own screen.
  public func showsDashboard(at entry: Entry<Node>) -> Bool {
    state.showsDashboard(at: entry, under: rules.configuration)
  }

  /// Sends a command; see `FlowState.apply(_:under:from:)`.
  @discardableResult
  public func send(_ command: FlowCommand<Node>, from origin: CommandOrigin? = nil) -> FlowOutcome {
    var next = state
    let step = next.apply(command, under: rules, from: origin)
    if next != state { state = next }
    for event in step.events { tell(event) }
    return step.outcome
  }

  /// Makes another profile the one in use, under the rules that were decided for it.
  ///
  /// The command `.switchProfile` alone keeps the present rules; whatever in them carries the profile that was left is then
  /// not shown.
  @discardableResult
  public func switchProfile(to profile: String?, under rules: FlowRules<Node>) -> FlowOutcome {
    guard profile != state.session.profile else { return .noop(.unchanged) }
    // Where the change is refused, the rules of whoever stays must stay too.
    guard state.session.isSignedIn else { return send(.switchProfile(profile)) }
    self.rules = rules
    return send(.switchProfile(profile))
  }

  /// Goes on under other rules, for the few changes that cannot wait for the next launch; see `FlowState.adapted(to:)`.
  public func adapt(to rules: FlowRules<Node>) {
    self.rules = rules
    let next = state.adapted(to: rules.purged(for: state.session).configuration)
    guard next != state else { return }
    let ended = state.presented.filter { flow in !next.presented.contains { $0.id == flow.id } }
    let before = state.visible
    state = next
    for flow in ended.reversed() {
      tell(
        .ended(
          flow.id, intent: flow.intent, .presenterRemoved, last: flow.stack.top.node, presenter: flow.presenter))
    }
    if before.id != next.visible.id { tell(.moved(from: before, to: next.visible)) }
  }

  /// Puts a saved tree back; see `FlowState.restore(_:under:at:aliases:)`.
  public func restore(
    _ bytes: [UInt8], at seconds: Int64, aliases: [String: String] = [:], advice: LaunchRecord.Advice = .restore
  ) -> RestoreReport {
    var next = state
    let report = next.restore(bytes, under: rules, at: seconds, aliases: aliases, advice: advice)
    if next != state { state = next }
    return report
  }

  /// Presents a flow and calls `onEnd` when it has ended, once, with the reason and, if it finished, its result.
  @discardableResult
  public func present(
    _ request: FlowRequest<Node>, from origin: CommandOrigin? = nil,
    onEnd: (@MainActor (EndReason) -> Void)? = nil
  ) -> FlowOutcome {
    let outcome = send(.present(request), from: origin)
    if outcome.isApplied, let onEnd, let flow = state.presented.last { endings[flow.id] = onEnd }
    return outcome
  }

  /// Everything that happens from now on; ends with the controller.
  public func events() -> AsyncStream<FlowEvent<Node>> {
    listeners.add()
  }

  /// The context of a presented flow's screens; nil if it has ended.
  ///
  /// It goes away with the flow.
  public func context(of flow: FlowID) -> FlowContext<Node>? {
    if let known = contexts[flow] { return known }
    guard state.presented.contains(where: { $0.id == flow }) else { return nil }
    let context = FlowContext(of: self, flow: flow)
    contexts[flow] = context
    return context
  }

  private func tell(_ event: FlowEvent<Node>) {
    if case .ended(let flow, _, let reason, _, _) = event {
      contexts[flow] = nil
      endings.removeValue(forKey: flow)?(reason)
    }
    listeners.tell(event)
  }
}

/// Who listens to a controller's events.
///
/// A class of its own, whose end is that of the streams: `deinit` of an isolated class could not touch them.
private final class EventListeners<Event: Sendable> {
  private var continuations: [AsyncStream<Event>.Continuation] = []

  func add() -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream<Event>.makeStream()
    continuations.append(continuation)
    return stream
  }

  /// Those who no longer listen are forgotten.
  func tell(_ event: Event) {
    continuations.removeAll { continuation in
      if case .terminated = continuation.yield(event) { true } else { false }
    }
  }

  deinit {
    for continuation in continuations { continuation.finish() }
  }
}

/// What a screen gets: the commands of its own flow, and never the state.
///
/// It does not keep its controller alive; once that is gone every command answers that its origin is stale.
@MainActor
public final class FlowContext<Node: Hashable & Codable & Sendable> {
  private weak var controller: FlowController<Node>?
  private let flow: FlowID?

  init(of controller: FlowController<Node>, flow: FlowID?) {
    self.controller = controller
    self.flow = flow
  }

  /// Pushes a node on the flow's stack.
  @discardableResult
  public func go(to node: Node) -> FlowOutcome { send(.push(node)) }

  /// Puts a node in the place of the one on top.
  @discardableResult
  public func replace(with node: Node) -> FlowOutcome { send(.replace(node)) }

  /// Goes back by one.
  @discardableResult
  public func back() -> FlowOutcome { send(.back) }

  /// Goes back to the flow's root.
  @discardableResult
  public func popToRoot() -> FlowOutcome { send(.popToRoot) }

  /// Presents a flow over this one.
  @discardableResult
  public func present(
    _ request: FlowRequest<Node>, onEnd: (@MainActor (EndReason) -> Void)? = nil
  ) -> FlowOutcome {
    guard let controller, let origin else { return .noop(.staleOrigin) }
    return controller.present(request, from: origin, onEnd: onEnd)
  }

  /// Ends the flow and hands its result to who presented it; a no-op where the flow was not presented.
  @discardableResult
  public func finish(_ result: FlowResult? = nil) -> FlowOutcome {
    guard let flow else { return .noop(.nothingPresented) }
    return controller?.send(.finish(result, of: flow)) ?? .noop(.staleOrigin)
  }

  /// Gives the flow up; a no-op where it was not presented.
  @discardableResult
  public func cancel() -> FlowOutcome {
    guard let flow else { return .noop(.nothingPresented) }
    return controller?.send(.cancel(of: flow)) ?? .noop(.staleOrigin)
  }

  /// Changes who may close the flow.
  @discardableResult
  public func setGuard(_ guarding: DismissalGuard) -> FlowOutcome { send(.setGuard(guarding)) }

  /// Speaks to the whole app instead of the own flow: another tab, a link, a reset.
  @discardableResult
  public func sendToApp(_ command: FlowCommand<Node>) -> FlowOutcome {
    controller?.send(command) ?? .noop(.staleOrigin)
  }

  /// The entry on top of the own flow; commands from a flow that is covered are dropped.
  private var origin: CommandOrigin? {
    guard let state = controller?.state else { return nil }
    guard let flow else { return CommandOrigin(state.base.top.id) }
    return state.presented.first { $0.id == flow }.map { CommandOrigin($0.stack.top.id) }
  }

  private func send(_ command: FlowCommand<Node>) -> FlowOutcome {
    guard let controller, let origin else { return .noop(.staleOrigin) }
    return controller.send(command, from: origin)
  }
}
