/// What ended the checks of an experiment for a user, in the order in which they are made.
public enum AssignmentReason: String, Hashable, Sendable, CaseIterable {
  /// An override was passed in; no exposure.
  case forced
  /// The experiment is a draft, or stopped without a winner.
  case inactive
  /// It stopped, and everybody of its audience gets the winner; no exposure.
  case rolledOut
  /// The decision's time is before its start.
  case notStarted
  /// The decision's time is at or after its end.
  case ended
  /// The user has no value for the unit, nor for the fallback unit.
  case noUnit
  /// A matched segment locks a slot that some variation sets.
  case locked
  /// The user chose a slot that some variation sets.
  case chosen
  /// The assignment on record.
  case sticky
  /// There is a record of a version below the lowest one allowed.
  case stickyBlocked
  /// The unit lies outside the experiment's part of its layer.
  case layerMiss
  /// The user is not of the audience.
  case audienceMiss
  /// The user lacks a variation of another experiment that this one requires.
  case prerequisiteMiss
  /// The bucket lies in no variation's range.
  case coverageMiss
  /// The bucket lies in a variation's range.
  case assigned

  /// Whether the user gets a variation.
  public var isAssignment: Bool {
    switch self {
    case .forced, .rolledOut, .sticky, .assigned: true
    default: false
    }
  }

  /// Whether applying the variation is an exposure.
  public var isExposure: Bool { self == .sticky || self == .assigned }

  /// The reason in OpenFeature's vocabulary.
  public var openFeature: String {
    switch self {
    case .forced, .rolledOut: "TARGETING_MATCH"
    case .sticky, .assigned: "SPLIT"
    case .inactive, .notStarted, .ended: "DISABLED"
    default: "DEFAULT"
    }
  }
}
