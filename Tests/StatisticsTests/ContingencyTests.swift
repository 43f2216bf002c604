import Statistics
import TestSupport
import Testing

@Suite("Contingency tables")
struct ContingencyTests {
  private static let reference = Reference.values

  @Test("statistic, p and V are scipy's", arguments: reference.tables)
  func golden(value: Reference.Table) throws {
    let test = try #require(ContingencyTable(value.table)?.independence)
    #expect(test.degreesOfFreedom == value.df)
    expect(test.chiSquare, value.chi2, within: 1e-12, absolute: 1e-13)
    expect(test.p, value.p, within: 1e-9)
    expect(test.cramersV, value.cramersV, within: 1e-12)
  }

  @Test("experiments hashed alike are found, to the digits of the record", arguments: reference.hashes)
  func hashes(value: Reference.Hash) throws {
    let test = try #require(ContingencyTable(value.table)?.independence)
    expect(test.chiSquare, value.chi2, within: 0, absolute: 5.1e-5)
    expect(test.p, value.p, within: 5e-4, absolute: 1e-300)
    expect(test.cramersV, value.cramersV, within: 0, absolute: 5.1e-6)
  }

  @Test(
    "the corrected V takes off what chance adds",
    arguments: [
      ([[300, 200], [200, 300]], 0.19758055610890618), ([[30, 10, 20], [15, 25, 20]], 0.28124019129160777),
      ([[12, 5], [9, 11]], 0.1989392639281972), ([[250, 250], [250, 250]], 0), ([[1, 0], [0, 1]], 0),
    ] as [([[Int]], Double)])
  func corrected(table: [[Int]], v: Double) {
    expect(ContingencyTable(table)?.independence?.correctedV, v, within: 1e-11)
  }

  @Test("empty rows and columns are left out")
  func empty() throws {
    let padded = try #require(
      ContingencyTable([[0, 0, 0, 0], [30, 10, 0, 20], [0, 0, 0, 0], [15, 25, 0, 20]])?.independence)
    #expect(padded == ContingencyTable([[30, 10, 20], [15, 25, 20]])?.independence)
    #expect(padded.smallestExpected == 17.5)
    #expect(ContingencyTable([[1, 2], [0, 0]])?.independence == nil)
    #expect(ContingencyTable([[0, 0], [0, 0]])?.independence == nil)
  }

  @Test(
    "experiments that nobody shares are exclusive",
    arguments: [
      ([[0, 0, 40], [0, 0, 60], [50, 50, 10]], true), ([[0, 0, 40], [0, 0, 60], [50, 50, 0]], true),
      ([[0, 1, 40], [0, 0, 60], [50, 50, 10]], false), ([[0, 0, 0], [0, 0, 0], [50, 50, 10]], false),
      ([[0, 0, 1], [0, 0, 1], [0, 0, 10]], false),
    ] as [([[Int]], Bool)])
  func exclusive(table: [[Int]], isExclusive: Bool) throws {
    let table = try #require(ContingencyTable(table))
    #expect(table.isExclusive(outsideRow: 2, outsideColumn: 2) == isExclusive)
    #expect(!table.isExclusive(outsideRow: 3, outsideColumn: 0) && !table.isExclusive(outsideRow: -1, outsideColumn: 0))
  }

  @Test("rows and columns may be exchanged and shuffled, and V stays from 0 to 1", arguments: 0..<20)
  func transposed(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<30 {
      let (rows, columns) = (Int.random(in: 2...5, using: &random), Int.random(in: 2...5, using: &random))
      let most = [1, 10, 1000].randomElement(using: &random) ?? 1
      let counts = (0..<rows).map { _ in (0..<columns).map { _ in Int.random(in: 0...most, using: &random) } }
      let turned = (0..<columns).map { column in counts.map { $0[column] } }
      let (table, other) = (
        ContingencyTable(counts)?.independence, ContingencyTable(turned.shuffled(using: &random))?.independence
      )
      #expect((table == nil) == (other == nil))
      guard let table, let other else { continue }
      expect(other.chiSquare, table.chiSquare, within: 1e-11, absolute: 1e-11)
      expect(other.cramersV, table.cramersV, within: 1e-11, absolute: 1e-7)
      expect(other.correctedV, table.correctedV, within: 1e-9, absolute: 1e-6)
      #expect((0...1).contains(table.cramersV) && (0...1).contains(table.correctedV) && (0...1).contains(table.p))
      #expect(table.correctedV <= table.cramersV + 1e-12 || most == 1)
    }
  }

  @Test("what makes no sense is nil")
  func nonsense() {
    #expect(ContingencyTable([]) == nil && ContingencyTable([[]]) == nil && ContingencyTable([[1], [1, 2]]) == nil)
    #expect(ContingencyTable([[1, -1], [1, 1]]) == nil)
    #expect(ContingencyTable([[.max, 0], [0, .max]])?.independence?.cramersV == 1)
  }
}
