import Personalization
import Testing

/// `inNamespace`: name, id, namespace with its range, whether the id is in it.
@Suite("GrowthBook: namespaces", .enabled(if: GrowthBookCases.areHere, GrowthBookCases.absence))
struct NamespaceTests {
  static let report = SectionReport("inNamespace", sort: sort)

  private static func sort(_ row: GrowthBookRow) -> Verdict {
    guard row[2].elements?.count == 3, let published = row[3].flag else {
      return .unexplained("not a row of this section")
    }
    let experiment = GrowthBookExperiment(["key": "namespaced", "variations": [0, 1], "namespace": row[2]])
    var workspace = GrowthBookWorkspace(attributes: ["id": row[1]], units: ["id"])
    workspace.add(experiment)
    switch workspace.load() {
    case .failure(let refused):
      var refusals = Refusals(workspace)
      refusals.look(at: experiment, attributes: ["id": row[1]])
      let condition = ReferenceCondition(types: workspace.types, groups: [:], rules: [])
      let reference = ReferenceExperiment(
        context: [:], experiment: experiment, condition: condition, user: workspace.user)
      return refused.verdict(
        refusals.found, published: published, reference: reference.result.variation != nil)
    case .success(let engine):
      let reason = engine.decide(for: workspace.user, at: .epoch).assignment(of: "namespaced")?.reason
      guard reason == .assigned || reason == .layerMiss else { return .unexplained("the reason is \(reason as Any)") }
      return explanation(published: published, ours: reason == .assigned) { rules in
        let condition = ReferenceCondition(types: workspace.types, groups: [:], rules: rules)
        return ReferenceExperiment(context: [:], experiment: experiment, condition: condition, user: workspace.user)
          .result.variation != nil
      }
    }
  }

  @Test("an id is in a layer as it is in the namespace", arguments: report.rows)
  func row(_ row: SortedRow) { row.check() }

  @Test("all namespaces agree")
  func counts() {
    Self.report.show()
    #expect(Self.report.agreeing == Self.report.rows.count)
  }
}
