import Personalization
import Testing

/// `run`: name, context, experiment, value, whether the user is in the experiment, whether by hash.
@Suite("GrowthBook: experiments", .enabled(if: GrowthBookCases.areHere, GrowthBookCases.absence))
struct RunTests {
  static let report = SectionReport("run", sort: sort)

  /// What a row publishes; outside the experiment the value is the first variation's.
  private struct Answer: Equatable {
    let value: JSON
    let isInExperiment: Bool
    let isHashUsed: Bool

    init(_ result: RunResult, _ values: [JSON]) {
      let index = result.variation ?? 0
      value = index < values.count ? values[index] : .null
      isInExperiment = result.variation != nil
      isHashUsed = result.isHashUsed
    }

    init?(_ row: GrowthBookRow) {
      guard let isInExperiment = row[4].flag, let isHashUsed = row[5].flag else { return nil }
      value = row[3]
      self.isInExperiment = isInExperiment
      self.isHashUsed = isHashUsed
    }
  }

  private static func sort(_ row: GrowthBookRow) -> Verdict {
    let context = row[1]
    let experiment = GrowthBookExperiment(row[2])
    guard let published = Answer(row) else { return .unexplained("not a row of this section") }
    let attributes = context["attributes"] ?? .object([:])
    var workspace = GrowthBookWorkspace(
      attributes: attributes, conditions: [experiment.condition].compactMap(\.self),
      groups: context["savedGroups"] ?? .null, units: [experiment.unit])
    workspace.add(experiment)
    switch workspace.load() {
    case .failure(let refused):
      var refusals = Refusals(workspace)
      refusals.look(at: experiment, attributes: attributes)
      let condition = ReferenceCondition(types: workspace.types, groups: workspace.groups, rules: [])
      let reference = ReferenceExperiment(
        context: context, experiment: experiment, condition: condition, user: workspace.user)
      return refused.verdict(
        refusals.found, published: published, reference: Answer(reference.result, experiment.values))
    case .success(let engine):
      var forced: [String: String] = [:]
      if let index = context["forcedVariations"]?[experiment.name]?.integer, experiment.keys.indices.contains(index) {
        forced[experiment.key] = experiment.keys[index]
      }
      let decision = engine.decide(for: workspace.user, at: .epoch, forcing: forced)
      guard let assignment = decision.assignment(of: experiment.key) else {
        return .unexplained("the decision has no assignment")
      }
      let ours = RunResult(
        variation: assignment.variation.flatMap { experiment.keys.firstIndex(of: $0) },
        isHashUsed: assignment.reason.isExposure)
      return explanation(published: published, ours: Answer(ours, experiment.values)) { rules in
        let condition = ReferenceCondition(types: workspace.types, groups: workspace.groups, rules: rules)
        let reference = ReferenceExperiment(
          context: context, experiment: experiment, condition: condition, user: workspace.user)
        return Answer(reference.result, experiment.values)
      }
    }
  }

  @Test("an experiment runs as published, or a rule says why not", arguments: report.rows)
  func row(_ row: SortedRow) { row.check() }

  @Test("most experiments agree")
  func counts() {
    Self.report.show()
    #expect(Self.report.agreeing * 2 >= Self.report.rows.count)
  }
}
