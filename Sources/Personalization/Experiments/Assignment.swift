/// Which variation of an experiment a user got, or why none.
public struct Assignment: Hashable, Sendable {
  /// The key of the experiment.
  public let experiment: String
  /// The key of the variation; nil: none.
  public let variation: String?
  /// What ended the checks.
  public let reason: AssignmentReason
  /// Where the unit's hash fell, if it was needed.
  public let bucket: Bucket?
  /// What was hashed, if the user has it.
  public let unit: Unit?

  /// The exposure to record once the app has applied the variation; nil where there is none.
  public var exposure: Exposure? {
    guard reason.isExposure, let variation, let unit else { return nil }
    return Exposure(experiment: experiment, variation: variation, unit: unit)
  }
}

/// The record that a variation was really applied for a unit.
public struct Exposure: Hashable, Sendable {
  /// The key of the experiment.
  public let experiment: String
  /// The key of the variation.
  public let variation: String
  /// Who was exposed.
  public let unit: Unit
}

/// Passes on each exposure once.
///
/// Two exposures are the same if experiment, variation, unit attribute and unit value all are; they are compared as a
/// tuple, never as joined text.
public final class ExposureRecorder: Sendable {
  private let seen = Locked<Set<Exposure>>([])
  private let sink: @Sendable (Exposure) -> Void

  /// A recorder that calls `sink` for each new exposure, on the thread that records it.
  public init(_ sink: @escaping @Sendable (Exposure) -> Void) {
    self.sink = sink
  }

  /// Records that the app has applied the decision: every exposure of it that is new.
  public func record(_ decision: Decision) {
    for exposure in decision.exposures { record(exposure) }
  }

  /// Records one exposure, if it is new.
  public func record(_ exposure: Exposure) {
    if seen.withLock({ $0.insert(exposure).inserted }) { sink(exposure) }
  }
}
