/// Something that happened to the tree, for analytics and for who presented a flow.
public enum FlowEvent<Node: Hashable & Codable & Sendable>: Hashable, Sendable {
  /// The tree was built anew.
  case started(Node)
  /// The user sees another entry.
  case moved(from: Entry<Node>, to: Entry<Node>)
  /// A flow was presented.
  case presented(FlowID, intent: String, by: EntryID)
  /// A presented flow ended. Each one ends once, for one reason.
  case ended(FlowID, intent: String, EndReason, last: Node, presenter: EntryID)
  /// A flow was to be closed, and a guard did not let it be; with `confirm`, the host should ask.
  case blocked([FlowID], mayConfirm: Bool)
  /// The selected tab was selected again at its root.
  case scrollToTop(tab: String)
  /// A link was delivered.
  case opened(link: String)
  /// A link was thrown away.
  case dropped(link: String, DropReason)

  /// Why a link was thrown away.
  public enum DropReason: String, Hashable, Sendable, CaseIterable {
    /// It waited for a session that has ended.
    case sessionEnded
    /// It leads nowhere.
    case invalid
  }
}

/// Why a presented flow ended.
public enum EndReason: Hashable, Sendable {
  /// It ended itself, with this result.
  case finished(FlowResult?)
  /// It gave itself up.
  case cancelled
  /// It was closed from outside.
  case dismissed(DismissalCause)
  /// The user went back from its root.
  case back
  /// The flow that it was presented over ended.
  case presenterEnded
  /// The entry that presented it was removed.
  case presenterRemoved
  /// Another flow took its place.
  case replaced
  /// The user landed elsewhere: after another flow, or by a link.
  case landed
  /// The tree was reset, the profile changed, or the session ended.
  case reset
}
