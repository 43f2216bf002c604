/// What became of a command.
public enum FlowOutcome: Hashable, Sendable {
  /// The tree changed, once.
  case applied
  /// There was nothing to change.
  case noop(NoopReason)
  /// The rules say no; the tree is as it was.
  case rejected(RejectionReason)
  /// It will be done when a gate opens.
  case deferred(Gate?)

  /// Whether the tree changed.
  public var isApplied: Bool { self == .applied }

  /// Why there was nothing to change.
  public enum NoopReason: String, Hashable, Sendable, CaseIterable {
    /// The stack is at its root, or the whole tree at its beginning.
    case atRoot
    /// No entry has that index or node.
    case noSuchEntry
    /// It is there already.
    case unchanged
    /// No flow is presented.
    case nothingPresented
    /// The entry that made the command is no longer the one that the user sees.
    case staleOrigin
    /// No such work is pending.
    case noSuchWork
    /// The link was already delivered, or waits already.
    case duplicateLink
  }

  /// Why the rules say no.
  public enum RejectionReason: Hashable, Sendable {
    /// The node does not belong to the flow's intent.
    case foreignNode(intent: String)
    /// The node carries another profile than the one in use.
    case otherProfile
    /// The flow does not lead from the one node to the other.
    case outOfOrder
    /// The roots of home's stacks are the configuration's.
    case fixedRoot
    /// No tab has this key.
    case noSuchTab(String)
    /// A flow is presented already, and the policy is not to present over it.
    case alreadyPresenting
    /// The guards of these flows, innermost first, do not let them be closed.
    case guarded([FlowID])
    /// The stack, or the chain of presented flows, is as deep as it may be.
    case tooDeep
    /// A gate must be opened first.
    case gated(Gate)
    /// The link leads nowhere.
    case invalidLink(LinkProblem)
  }
}
