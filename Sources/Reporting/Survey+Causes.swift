package import Simulation

extension Survey.Experiment {
  /// Why its variations did not get the users that their weights promise.
  package var likelyCause: String {
    layerWithSameSplit.map { "its seed hashes like layer \($0)" }
      ?? "an unlucky seed (1 in 1,000), or ids that follow a pattern"
  }
}
