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
