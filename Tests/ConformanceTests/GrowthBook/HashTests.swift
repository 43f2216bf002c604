import Personalization
import Testing

/// `hash`: seed, value, version, the number from 0 to 1, or null for a version that does not exist.
@Suite("GrowthBook: hashes", .enabled(if: GrowthBookCases.areHere, GrowthBookCases.absence))
struct HashTests {
  static let report = SectionReport("hash", sort: sort)

  private static func sort(_ row: GrowthBookRow) -> Verdict {
    guard let seed = row[0].text, let value = row[1].text, let number = row[2].integer else {
      return .unexplained("not a row of this section")
    }
    let version = HashVersion(rawValue: number)
    let ours = version.map { Bucket(seed: seed, unit: value, version: $0).number }
    let published = row[3].number.map { Int(($0 * 10_000).rounded()) }
    if let version, let ours, !value.isEmpty, decided(seed, value, version) != ours {
      return .unexplained("a decision's bucket is not \(ours)")
    }
    return explanation(published: published, ours: ours) { rules in
      ReferenceHash(rules).bucket(seed: seed, value: value, version: number)
    }
  }

  /// The bucket that a decision arrives at.
  private static func decided(_ seed: String, _ value: String, _ version: HashVersion) -> Int? {
    var workspace = GrowthBookWorkspace(attributes: ["id": .string(value)], units: ["id"])
    workspace.add(
      GrowthBookExperiment([
        "key": "hash", "seed": .string(seed), "hashVersion": .number(Double(version.rawValue)), "variations": [0, 1],
      ]))
    guard case .success(let engine) = workspace.load() else { return nil }
    return engine.decide(for: workspace.user, at: .epoch).assignment(of: "hash")?.bucket?.number
  }

  @Test("a hash is the published one", arguments: report.rows)
  func row(_ row: SortedRow) { row.check() }

  @Test("all hashes agree")
  func counts() {
    Self.report.show()
    #expect(Self.report.agreeing == Self.report.rows.count)
  }
}
