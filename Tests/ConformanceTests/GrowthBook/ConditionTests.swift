import Personalization
import Testing

/// `evalCondition`: name, condition, attributes, whether it holds, groups.
@Suite("GrowthBook: conditions", .enabled(if: GrowthBookCases.areHere, GrowthBookCases.absence))
struct ConditionTests {
  static let report = SectionReport("evalCondition", sort: sort)

  private static func sort(_ row: GrowthBookRow) -> Verdict {
    let condition = row[1]
    guard condition.members != nil, let published = row[3].flag else {
      return .unexplained("not a row of this section")
    }
    var workspace = GrowthBookWorkspace(attributes: row[2], conditions: [condition], groups: row[4])
    workspace.addSegment("row", when: condition)
    switch workspace.load() {
    case .failure(let refused):
      var refusals = Refusals(workspace)
      refusals.look(atCondition: condition, attributes: row[2], at: "/when")
      let reference = ReferenceCondition(types: workspace.types, groups: workspace.groups, rules: [])
      return refused.verdict(
        refusals.found, published: published, reference: reference.holds(condition, workspace.user))
    case .success(let engine):
      let decision = engine.decide(for: workspace.user, at: .epoch)
      return explanation(published: published, ours: decision.segments == ["row"]) { rules in
        ReferenceCondition(types: workspace.types, groups: workspace.groups, rules: rules)
          .holds(condition, workspace.user)
      }
    }
  }

  @Test("a condition holds as published, or a rule says why not", arguments: report.rows)
  func row(_ row: SortedRow) { row.check() }

  @Test("most conditions agree")
  func counts() {
    Self.report.show()
    if Self.report.rows.count == 191 { #expect(Self.report.agreeing >= 145) }
  }
}

extension Timestamp {
  /// Some time; no published row depends on it.
  static let epoch = Timestamp(microseconds: 0)
}
