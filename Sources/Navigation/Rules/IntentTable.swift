/// Turns the intents of view models into commands: the one place where an app decides what an intent means.
///
/// A view model says *that* something is wanted (`openProfile`), never where that is; the table says where; the controller
/// goes there. An intent that the table does not know stays local to its screen.
///
/// ```swift
/// let table = IntentTable<ProfileIntent, AppNode> { intent, state in
///   switch intent {
///   case .openSettings: .push(.settings)
///   case .showFilter: nil   // the screen's own sheet
///   }
/// }
/// ```
public struct IntentTable<Intent: Sendable, Node: Hashable & Codable & Sendable>: Sendable {
  private let resolve: @Sendable (Intent, FlowState<Node>) -> FlowCommand<Node>?

  /// A table of this one function, which must be pure.
  public init(_ resolve: @escaping @Sendable (Intent, FlowState<Node>) -> FlowCommand<Node>?) {
    self.resolve = resolve
  }

  /// What the intent means in this state; nil: nothing to the app.
  public func command(for intent: Intent, in state: FlowState<Node>) -> FlowCommand<Node>? {
    resolve(intent, state)
  }
}
