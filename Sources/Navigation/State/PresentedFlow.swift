/// A flow shown over whoever presented it, with a stack of its own.
public struct PresentedFlow<Node: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
  /// Tells it from other presentations, also of the same flow.
  public let id: FlowID
  /// The user's intent that the flow serves; its nodes are declared for it in `FlowRules`.
  public let intent: String
  /// The nodes of the flow.
  public internal(set) var stack: Stack<Node>
  /// How it is shown.
  public let style: PresentationStyle
  /// Whether it may be closed from outside.
  public internal(set) var guarding: DismissalGuard
  /// Where the user lands when it has ended, whichever way; nil: as the configuration says.
  public let landing: Landing<Node>?
  /// The entry that presented it; the flow never outlives it.
  public let presenter: EntryID
}

/// How a presented flow is shown.
public enum PresentationStyle: Hashable, Codable, Sendable {
  /// On the presenter's own stack.
  case push
  /// A sheet that rests at these heights; none: at full height.
  case sheet([Detent])
  /// Over the whole screen. Where a platform has no such cover, the adapter shows a sheet.
  case fullScreenCover

  /// A height at which a sheet rests.
  public enum Detent: Hashable, Codable, Sendable {
    case medium
    case large
    /// A share of the screen, above 0 and at most 1.
    case fraction(Double)
  }

  /// The style that a configuration asks for by default.
  public init(_ style: ModalStyle) {
    switch style {
    case .push: self = .push
    case .sheet: self = .sheet([])
    case .fullScreenCover: self = .fullScreenCover
    }
  }
}

/// Whether a presented flow may be closed by someone else than itself.
public enum DismissalGuard: String, Hashable, Codable, Sendable, CaseIterable {
  /// Anybody may close it.
  case allow
  /// A gesture closes it only after the user has confirmed; the host asks, then dismisses with `.confirmed`.
  case confirm
  /// Only it itself can end: a form half filled in, a payment under way.
  case block
}

/// Where the user lands after a presented flow.
public enum Landing<Node: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
  /// Where it was presented.
  case presenter
  /// At the root of the stack that presented it.
  case root
  /// At this node, with nothing over it.
  case node(Node)
}
