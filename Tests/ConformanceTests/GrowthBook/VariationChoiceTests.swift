import Personalization
import Testing

/// `chooseVariation`: name, the hash from 0 to 1, ranges, the index of the variation or -1.
@Suite("GrowthBook: choice of a variation", .enabled(if: GrowthBookCases.areHere, GrowthBookCases.absence))
struct VariationChoiceTests {
  static let report = SectionReport("chooseVariation", sort: sort)

  private static func sort(_ row: GrowthBookRow) -> Verdict {
    let ranges = (row[2].elements ?? []).map { $0.elements?.compactMap(\.number) ?? [] }
    guard let hash = row[1].number, let published = row[3].integer, ranges.allSatisfy({ $0.count == 2 }) else {
      return .unexplained("not a row of this section")
    }
    guard let (weights, coverage) = shares(ranges) else {
      // No file of ours can say it, and so there is no answer to compare.
      return .refused([.noRanges])
    }
    let bucket = Int((hash * 1e8).rounded() / 1e4)
    guard let unit = unit(in: bucket) else { return .unexplained("no unit has the bucket \(bucket)") }
    let experiment = GrowthBookExperiment([
      "key": "choice", "hashVersion": 2, "variations": .list(weights.indices.map { .number(Double($0)) }),
      "coverage": .number(coverage), "weights": .list(weights.map { .number($0) }),
    ])
    var workspace = GrowthBookWorkspace(attributes: ["id": .string(unit)], units: ["id"])
    workspace.add(experiment)
    switch workspace.load() {
    case .failure(let refused):
      var refusals = Refusals(workspace)
      refusals.look(at: experiment, attributes: [:])
      return refused.verdict(
        refusals.found, published: published, reference: ranges.firstIndex { hash >= $0[0] && hash < $0[1] } ?? -1)
    case .success(let engine):
      let assignment = engine.decide(for: workspace.user, at: .epoch).assignment(of: "choice")
      let ours = assignment?.variation.flatMap { experiment.keys.firstIndex(of: $0) } ?? -1
      return explanation(published: published, ours: ours) { _ in
        ranges.firstIndex { hash >= $0[0] && hash < $0[1] } ?? -1
      }
    }
  }

  /// The weights and the coverage that make these ranges; nil if none do.
  private static func shares(_ ranges: [[Double]]) -> (weights: [Double], coverage: Double)? {
    func rounded(_ number: Double) -> Double { (number * 1e6).rounded() / 1e6 }
    let starts = ranges.map { $0[0] } + [1]
    let weights = ranges.indices.map { rounded(starts[$0 + 1] - starts[$0]) }
    guard starts.first == 0, weights.allSatisfy({ $0 >= 0 }) else { return nil }
    let coverages = Set(zip(ranges, weights).filter { $1 > 0 }.map { rounded(($0[1] - $0[0]) / $1) })
    guard coverages.count == 1, let coverage = coverages.first, (0...1).contains(coverage),
      zip(ranges, weights).allSatisfy({ $1 > 0 || $0[0] == $0[1] })
    else { return nil }
    return (weights, coverage)
  }

  /// Some unit that falls into the bucket.
  private static func unit(in bucket: Int) -> String? {
    (0..<200_000).lazy.map(String.init).first { Bucket(seed: "choice", unit: $0).number == bucket }
  }

  @Test("the hash chooses the published variation", arguments: report.rows)
  func row(_ row: SortedRow) { row.check() }

  @Test("counts") func counts() { Self.report.show() }
}
