import Personalization
import Testing
import TestSupport

/// Experiments that nobody wrote, against the plain reading of the specification.
@Suite("Random experiments")
struct RandomExperimentTests {
  @Test("a decision assigns as the plain reading does", arguments: 1...40)
  func agreement(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let experiment = GrowthBookExperiment(Self.experiment(&random, number: seed))
    let attributes: JSON = .object([:])
    var workspace = GrowthBookWorkspace(
      attributes: attributes, conditions: [experiment.condition].compactMap(\.self), units: ["id"],
      types: ["age": .number])
    workspace.add(experiment)
    let engine = try workspace.load().get()
    let condition = ReferenceCondition(types: workspace.types, groups: [:], rules: .departures)
    for number in 0..<40 {
      var user: User = ["id": .string(["", "user-", "é", "用户"].randomElement(using: &random) ?? "")]
      user.attributes["id"] = .string((user["id"]?.text ?? "") + String(number))
      user.attributes["age"] = .number(Double(number))
      let reference = ReferenceExperiment(
        context: .object([:]), experiment: experiment, condition: condition, user: user)
      let assignment = try #require(engine.decide(for: user, at: .epoch).assignment(of: experiment.key))
      let variation = assignment.variation.flatMap { experiment.keys.firstIndex(of: $0) }
      #expect(variation == reference.result.variation, "\(user.attributes), \(experiment.source), seed \(seed)")
    }
  }

  private static func experiment(_ random: inout SplitMix64, number: Int) -> JSON {
    let splits: [[JSON]] = [
      [0.5, 0.5], [0.1, 0.2, 0.7], [0.25, 0.75], [0.3, 0.3, 0.4], [0, 1], [0.01, 0.99], [0.333333, 0.333333, 0.333334],
      [0.1, 0.1, 0.1, 0.7],
    ]
    let weights = splits.randomElement(using: &random) ?? []
    var experiment: [String: JSON] = [
      "key": .string("experiment-\(number)"), "variations": .list(weights.indices.map { .number(Double($0)) }),
    ]
    if Bool.random(using: &random) { experiment["weights"] = .list(weights) }
    if Bool.random(using: &random) { experiment["hashVersion"] = 2 }
    if Bool.random(using: &random) { experiment["seed"] = "sé ed" }
    if Bool.random(using: &random) { experiment["coverage"] = [0, 0.1, 0.5, 0.99, 1].randomElement(using: &random) }
    if Bool.random(using: &random) { experiment["condition"] = ["age": ["$gte": 10]] }
    if Bool.random(using: &random) { experiment["namespace"] = ["space", 0.2, 0.9] }
    if Int.random(in: 0..<8, using: &random) == 0 { experiment["active"] = false }
    return .object(experiment)
  }
}
