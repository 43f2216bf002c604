extension FlowOutcome: CustomStringConvertible {
  /// The outcome in words, for logs and terminals.
  public var description: String {
    switch self {
    case .applied: "applied"
    case .noop(let reason): "nothing to do: \(reason.words)"
    case .rejected(let reason): "rejected: \(reason)"
    case .deferred(nil): "deferred until the app has started"
    case .deferred(.signIn?): "deferred until somebody signs in"
    case .deferred(.profile?): "deferred until a profile is chosen"
    }
  }
}

extension FlowOutcome.NoopReason {
  var words: String {
    switch self {
    case .atRoot: "it is at its root"
    case .noSuchEntry: "there is no such entry"
    case .unchanged: "it is there already"
    case .nothingPresented: "no such flow is presented"
    case .staleOrigin: "the screen that asked is no longer in sight"
    case .noSuchWork: "no such work is pending"
    case .duplicateLink: "the link waits already"
    }
  }
}

extension FlowOutcome.RejectionReason: CustomStringConvertible {
  /// The reason as a clause.
  public var description: String {
    switch self {
    case .foreignNode(let intent): "the node does not belong to the flow \(intent)"
    case .otherProfile: "the node is another profile's"
    case .outOfOrder: "the flow does not lead there from here"
    case .fixedRoot: "the root of home cannot be replaced"
    case .noSuchTab(let key): "there is no tab \(key)"
    case .alreadyPresenting: "a flow is presented already"
    case .guarded(let flows): "\(flows.count == 1 ? "a guard does" : "\(flows.count) guards do") not let it be closed"
    case .tooDeep: "it would be too deep"
    case .gated(.signIn): "somebody must sign in first"
    case .gated(.profile): "a profile must be chosen first"
    case .invalidLink(let problem): "\(problem)"
    }
  }
}
