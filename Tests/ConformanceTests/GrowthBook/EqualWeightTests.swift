import Testing

/// `getEqualWeights`: number of variations, weights.
@Suite("GrowthBook: equal weights", .enabled(if: GrowthBookCases.areHere, GrowthBookCases.absence))
struct EqualWeightTests {
  static let report = SectionReport("getEqualWeights", sort: sort)

  private static func sort(_ row: GrowthBookRow) -> Verdict {
    guard let count = row[0].integer, let weights = row[1].elements?.compactMap(\.number) else {
      return .unexplained("not a row of this section")
    }
    var start = 0.0
    let published = weights.map { weight in
      defer { start += weight }
      return ReferenceRanges.buckets((start, start + weight)).nonEmpty
    }
    return BucketRangeTests.shares(count: count) { refused, predicted in
      refused.verdict(predicted, published: weights.count, reference: max(count, 0))
    } verdict: { _, ours in
      explanation(published: published, ours: ours) { rules in
        // Rounded weights leave the last bucket to nobody once their errors add up; exact thirds do not.
        rules.contains(.exactEdges)
          ? ReferenceRanges.ranges(count: count, coverage: 1, weights: nil).map { ReferenceRanges.buckets($0).nonEmpty }
          : published
      }
    }
  }

  @Test("variations without weights own equal shares", arguments: report.rows)
  func row(_ row: SortedRow) { row.check() }

  @Test("counts") func counts() { Self.report.show() }
}
