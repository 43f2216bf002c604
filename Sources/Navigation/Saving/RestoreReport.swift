/// What became of a saved state.
public struct RestoreReport: Hashable, Sendable {
  /// Whether the tree is now the saved one, in whole or in part.
  public let result: Result
  /// What could not be put back, and why.
  public let dropped: [Dropped]

  /// How much of it was put back.
  public enum Result: Hashable, Sendable {
    case restored
    /// Up to what was dropped.
    case salvaged
    /// Nothing; the tree is as it was.
    case refused(Refusal)
  }

  /// Why nothing was put back.
  public enum Refusal: String, Hashable, Sendable, CaseIterable {
    /// It is no saved state.
    case damaged
    /// A newer app wrote it.
    case newerSchema
    /// It was left longer ago than a session may be resumed, or is dated in the future.
    case expired
    /// It is another profile's.
    case otherProfile
    /// A gate is closed.
    case gated
    /// A state was put back already in this launch, or the user or a link has moved since.
    case tooLate
    /// The app failed to start several times in a row.
    case crashLoop
  }

  /// A part that was not put back.
  public struct Dropped: Hashable, Sendable {
    /// Where it was: `tab saved`, `front`, `flow 0`.
    public let place: String
    /// The nodes that are missing, the first of which was the reason.
    public let nodes: [Node]
    /// Why.
    public let reason: Reason

    /// Why a part was not put back.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
      /// The app has no such node any more.
      case unknownNode
      /// It carries another profile.
      case otherProfile
      /// Home has no such tab any more.
      case noSuchTab
      /// It is deeper than the rules allow.
      case tooDeep
      /// The flow's intent does not have such nodes any more, or does not lead there.
      case foreignNode
      /// What presented it was not put back.
      case presenterMissing
    }
  }
}
