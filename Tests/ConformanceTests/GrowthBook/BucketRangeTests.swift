import Personalization
import Testing

/// `getBucketRange`: name, [number of variations, coverage, weights], ranges.
@Suite("GrowthBook: bucket ranges", .enabled(if: GrowthBookCases.areHere, GrowthBookCases.absence))
struct BucketRangeTests {
  static let report = SectionReport("getBucketRange", sort: sort)

  private static func sort(_ row: GrowthBookRow) -> Verdict {
    guard let input = row[1].elements, input.count == 3, let count = input[0].integer, let ranges = row[2].elements
    else { return .unexplained("not a row of this section") }
    let published = ranges.map { $0.elements?.compactMap(\.number) ?? [] }
    guard published.allSatisfy({ $0.count == 2 }) else { return .unexplained("not ranges") }
    let buckets = published.map { ReferenceRanges.buckets(($0[0], $0[1])).nonEmpty }
    let reference = ReferenceRanges.ranges(
      count: count, coverage: input[1].number, weights: input[2].elements?.compactMap(\.number)
    ).map { ReferenceRanges.buckets($0).nonEmpty }
    return shares(count: count, coverage: input[1], weights: input[2]) { refused, predicted in
      refused.verdict(predicted, published: buckets, reference: reference)
    } verdict: { workspace, ours in
      explanation(published: buckets, ours: ours) { _ in reference }
    }
  }

  /// The buckets that each variation of such an experiment owns, as a decision explains them.
  static func shares(
    count: Int, coverage: JSON = .null, weights: JSON = .null,
    refused: (GrowthBookWorkspace.Refused, [Refusal]) -> Verdict,
    verdict: (GrowthBookWorkspace, [Range<Int>?]) -> Verdict
  ) -> Verdict {
    let experiment = GrowthBookExperiment([
      "key": "ranges", "variations": .list((0..<max(count, 0)).map { .number(Double($0)) }), "coverage": coverage,
      "weights": weights,
    ])
    var workspace = GrowthBookWorkspace(attributes: ["id": "1"], units: ["id"])
    workspace.add(experiment)
    switch workspace.load() {
    case .failure(let errors):
      var refusals = Refusals(workspace)
      refusals.look(at: experiment, attributes: [:])
      return refused(errors, refusals.found)
    case .success(let engine):
      let trace = engine.decide(for: workspace.user, at: .epoch).explanation.experiments.first
      return verdict(workspace, (trace?.shares ?? []).map(\.buckets.nonEmpty))
    }
  }

  @Test("variations own the published ranges, or a rule says why not", arguments: report.rows)
  func row(_ row: SortedRow) { row.check() }

  @Test("counts") func counts() { Self.report.show() }
}

extension Range<Int> {
  /// Nil for an empty range, wherever it lies.
  var nonEmpty: Range<Int>? { isEmpty ? nil : self }
}
