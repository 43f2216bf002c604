import JSONTree
import Personalization
import Testing

@testable import Authoring

@Suite("Reading")
struct ReadingTests {
  @Test(
    "numbers as millionths is exact",
    arguments: [
      ("0", 0), ("1", 1_000_000), ("0.1", 100_000), ("0.000001", 1), ("-0.5", -500_000), ("1e-6", 1),
      ("25e-2", 250_000),
      ("0.5000000", 500_000), ("1E3", 1_000_000_000), ("0e999", 0), ("-0", 0), ("100.00e-2", 1_000_000),
      ("0.0000001", nil), ("1e-7", nil), ("0.3333333333", nil), ("1e10", nil), ("123456789012345678.9e3", nil),
    ] as [(String, Int64?)])
  func millionths(_ text: String, _ expected: Int64?) throws {
    let number: JSONNumber
    guard case .number(let value) = try JSONDocument(parsing: text).root.value else {
      Issue.record("no number")
      return
    }
    number = value
    #expect(Millionths(exactly: number)?.count == expected)
  }

  @Test(
    "a mistyped name finds the nearest",
    arguments: [
      ("agee", "age"), ("gae", "age"), ("ag", "age"), ("userid", "user_id"), ("xyz", nil), ("", nil), ("a", nil),
      (String(repeating: "x", count: 10_000), nil),
    ] as [(String, String?)])
  func nearest(_ name: String, _ expected: String?) {
    #expect(nearestName(to: name, among: ["age", "user_id", "shift"]) == expected)
  }

  @Test("equally near names are decided by their order, not by the order of a set")
  func nearestTie() {
    #expect(nearestName(to: "ab", among: ["ac", "aa"]) == "aa")
    #expect(nearestName(to: "ab", among: ["aa", "ac"]) == "aa")
  }

  @Test("cycles are spelled once, from their first name")
  func findCycles() {
    #expect(cycles(in: ["b": ["a"], "a": ["c"], "c": ["b", "d"]]) == [["a", "c", "b", "a"]])
    #expect(cycles(in: ["a": ["a"], "x": ["y"], "y": ["x"]]) == [["a", "a"], ["x", "y", "x"]])
    #expect(cycles(in: ["a": ["b", "c"], "b": ["d"], "c": ["d"], "d": []]).isEmpty)
  }

  @Test(
    "keys",
    arguments: [
      ("a", true), ("A-1.b_c", true), ("9", true), ("", false), ("-a", false), (".a", false), ("a b", false),
      ("é", false),
    ])
  func keys(_ text: String, _ isLegal: Bool) {
    #expect(isKey(text) == isLegal)
  }
}
