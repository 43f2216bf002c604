public import Personalization

extension Comparison {
  /// A record whose slot changes, and why: who set the slot, and what turned in segments and experiments that have a say in
  /// it.
  ///
  /// Holds claims of the configuration and whether they are true of the user, never a value of the user's.
  public struct Example: Sendable {
    /// Which record, from 1 after the header.
    public let record: Int
    /// The slot before.
    public let before: Setting
    /// The slot after.
    public let after: Setting
    /// The segments that count otherwise than before, those that others ask for behind those who ask.
    public let segments: [SegmentTurn]
    /// The experiments that count otherwise than before, those that others require behind those who require.
    public let experiments: [ExperimentTurn]
    /// Where the flow had to leave what the slot says, before and after; empty where both are the same.
    public let detours: (before: [Detour], after: [Detour])

    /// What the slot is, and by whom.
    public struct Setting: Hashable, Sendable {
      /// The value that is really taken.
      public let value: String
      /// Who set it.
      public let source: SlotDecision.Source
      /// The segment that locks the slot for the user, if one does.
      public let lockedBy: String?
      /// Whether nothing of the record could be used, so that it gets the defaults.
      public let isRejected: Bool
    }
  }

  /// How a segment counts otherwise for a user.
  public struct SegmentTurn: Hashable, Sendable {
    /// Its key.
    public let segment: String
    /// What it is before; nil: there is none.
    public let before: Standing?
    /// What it is after; nil: there is none.
    public let after: Standing?
    /// The parts of its condition that turned.
    public let turned: [PartTurn]

    /// A segment, for one user and slot.
    public struct Standing: Hashable, Sendable {
      /// Whether the user is in it.
      public let isMatched: Bool
      /// Its priority.
      public let priority: Int
      /// What it sets the slot to.
      public let value: String?
      /// Whether it locks the slot.
      public let isLocking: Bool
    }
  }

  /// How an experiment counts otherwise for a user.
  public struct ExperimentTurn: Sendable {
    /// Its key.
    public let experiment: String
    /// What it is before; nil: there is none.
    public let before: Standing?
    /// What it is after; nil: there is none.
    public let after: Standing?
    /// The parts of its audience's condition that turned.
    public let turned: [PartTurn]

    /// An experiment, for one user and slot.
    public struct Standing: Hashable, Sendable {
      /// The variation; nil: none.
      public let variation: String?
      /// What ended the checks.
      public let reason: AssignmentReason
      /// What the variation sets the slot to.
      public let value: String?
      /// Where the unit's hash falls; nil without a unit.
      public let bucket: Int?
      /// The buckets of each variation.
      public let shares: [ExperimentTrace.Share]
      /// Where the unit's hash falls in the layer.
      public let layerBucket: Int?
      /// The buckets of the layer that are the experiment's.
      public let layerRanges: [Range<Int>]
      /// Slots that some variation sets, by the segments that lock them.
      public let locks: [String]
      /// Required experiments of which the user has no accepted variation.
      public let unmetRequirements: [String]
    }
  }

  /// A part of a condition that turned; one of both is nil where the other has no counterpart.
  public struct PartTurn: Hashable, Sendable {
    /// The part before.
    public let before: Part?
    /// The part after.
    public let after: Part?

    /// A part, and how it turned out.
    public struct Part: Hashable, Sendable {
      /// The claim, or the whole part in words.
      public let text: String
      /// Whether it holds.
      public let holds: Bool
      /// The attributes in it of which the user has no usable value.
      public let missing: [String]
    }
  }
}
