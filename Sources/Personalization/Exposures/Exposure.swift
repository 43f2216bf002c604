/// The record that a variation was really applied for a unit.
public struct Exposure: Hashable, Sendable {
  /// The key of the experiment.
  public let experiment: String
  /// The key of the variation.
  public let variation: String
  /// Who was exposed.
  public let unit: Unit

  /// The exposure of a unit to a variation.
  public init(experiment: String, variation: String, unit: Unit) {
    self.experiment = experiment
    self.variation = variation
    self.unit = unit
  }
}
