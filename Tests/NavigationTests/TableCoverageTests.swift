import Foundation
import Testing

/// Every row and every invariant of the list of what must work has a test that names it: `row 33`, `invariant 13`.
@Suite("The tables")
struct TableCoverageTests {
  static let rows =
    (1...82).map(String.init) + (1...5).map { "SEG-\($0)" } + (1...5).map { "R\($0)" } + (1...5).map { "P\($0)" }
  static let invariants = (1...38).map(String.init)

  /// Rows that only a screen can show, and why nothing of them can be tested without one.
  static let adapterOnly = [
    "67": "how a status bar looked under a cover before iOS 15; the package starts at iOS 17",
    "P1": "a NavigationLink outside a stack; the adapter has no NavigationLink, every push is a command",
    "P2": "links that lag in a long list; lists are the app's own views",
  ]

  @Test("Each row and each invariant has a test")
  func complete() throws {
    let named = try Self.named()
    let rows = Set(named.rows).union(Self.adapterOnly.keys)
    #expect(Self.rows.filter { !rows.contains($0) } == [], "rows without a test")
    #expect(Self.invariants.filter { !named.invariants.contains($0) } == [], "invariants without a test")
  }

  @Test("No test names a row or an invariant that does not exist, or that is excused")
  func real() throws {
    let named = try Self.named()
    #expect(named.rows.subtracting(Self.rows).isEmpty && named.invariants.subtracting(Self.invariants).isEmpty)
    #expect(named.rows.isDisjoint(with: Self.adapterOnly.keys))
    #expect(Self.adapterOnly.values.allSatisfy { !$0.isEmpty } && Set(Self.adapterOnly.keys).isSubset(of: Self.rows))
  }

  @Test("The names of tests are read as they are written")
  func reading() {
    let text = #"""
      @Test("Nodes (row 1)") func a() {}
      @Test(
        "say \"no\" three times in a row (rows 26, SEG-4, R3, invariants 3, 12)", arguments: [7]) func b() {}
      // row 99
      let text = "row 98"
      """#
    let named = Self.named(in: text)
    #expect(named.rows == ["1", "26", "SEG-4", "R3"] && named.invariants == ["3", "12"])
  }

  /// The rows and invariants that the names of the tests beside this file name.
  private static func named() throws -> (rows: Set<String>, invariants: Set<String>) {
    let sources = try sources("Tests/NavigationTests").filter { !$0.key.hasSuffix("/TableCoverageTests.swift") }
    return named(in: sources.values.joined(separator: "\n"))
  }

  private static func named(in text: String) -> (rows: Set<String>, invariants: Set<String>) {
    var named: (rows: Set<String>, invariants: Set<String>) = ([], [])
    for match in text.matches(of: /@Test\(\s*"((?:[^"\\]|\\.)*)"/) {
      var list: WritableKeyPath<(rows: Set<String>, invariants: Set<String>), Set<String>>?
      for word in match.output.1.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "-" }) {
        switch word {
        case "row", "rows": list = \.rows
        case "invariant", "invariants": list = \.invariants
        case _ where word.wholeMatch(of: /SEG-\d|[RP]?\d+/) != nil:
          if let list { named[keyPath: list].insert(String(word)) }
        default: list = nil
        }
      }
    }
    return named
  }
}
