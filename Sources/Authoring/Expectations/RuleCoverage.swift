package import Personalization

/// Which rules some decisions never put to the test.
package struct RuleCoverage: Sendable {
  /// The segments that no decision matches: a condition that became too narrow would go unnoticed.
  package let unmatchedSegments: [String]
  /// The segments that no decision misses: a condition that became too wide would go unnoticed.
  package let unmissedSegments: [String]
  /// The variations that no decision has, of experiments that can give them.
  package let unassignedVariations: [(experiment: String, variation: String)]

  /// The coverage of a workspace's rules by decisions made from it.
  package init(of workspace: Workspace, by decisions: [Decision]) {
    let matched = decisions.map { Set($0.segments) }
    let keys = workspace.segments.map(\.key)
    unmatchedSegments = keys.filter { key in !matched.contains { $0.contains(key) } }
    unmissedSegments = keys.filter { key in matched.allSatisfy { $0.contains(key) } }
    var assigned: [String: Set<String>] = [:]
    for assignment in decisions.flatMap(\.assignments) {
      if let variation = assignment.variation { assigned[assignment.experiment, default: []].insert(variation) }
    }
    unassignedVariations = workspace.experiments.flatMap { experiment in
      experiment.attainableVariations
        .filter { assigned[experiment.key]?.contains($0) != true }
        .map { (experiment.key, $0) }
    }
  }

  /// Whether every segment is matched and missed, and every variation given.
  package var isWhole: Bool {
    unmatchedSegments.isEmpty && unmissedSegments.isEmpty && unassignedVariations.isEmpty
  }
}

extension Experiment {
  /// The variations that a user can get without being forced.
  fileprivate var attainableVariations: [String] {
    switch status {
    case .draft: []
    case .running: variations.filter { $0.weight.count > 0 }.map(\.key)
    case .stopped(let winner): winner.map { [$0] } ?? []
    }
  }
}
