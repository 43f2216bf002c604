import Authoring
import Personalization
import TestSupport
import Testing

/// A condition as a file writes it, and what it means.
struct ConditionCase: Sendable, CustomTestStringConvertible {
  let text: String
  let condition: Condition

  init(_ text: String, _ condition: Condition) {
    self.text = text
    self.condition = condition
  }

  var testDescription: String { text }
}

@Suite("Conditions")
struct ConditionTests {
  @Test("mean what they say", arguments: cases)
  func meaning(_ example: ConditionCase) throws {
    let workspace = try Workspace(
      files: SampleFiles.changed(["segments/probe.json": #"{"when": \#(example.text), "priority": 1}"#]))
    #expect(workspace.segments.first { $0.key == "probe" }?.condition == example.condition)
  }

  static let cases: [ConditionCase] = [
    ConditionCase("{}", .all([])),
    ConditionCase(#"{"$and": [], "$or": []}"#, .all([.all([]), .all([])])),
    ConditionCase(#"{"$or": [{"premium": true}, {"premium": false}]}"#, .any([premium(true), premium(false)])),
    ConditionCase(#"{"$nor": [{"premium": true}, {}]}"#, .not(.any([premium(true), .all([])]))),
    ConditionCase(#"{"$not": {"premium": true}}"#, .not(premium(true))),
    ConditionCase(#"{"$segment": "senior"}"#, .leaf(.segment("senior"))),
    ConditionCase(
      #"{"segments": {"$in": ["senior", "night"]}}"#, .any([.leaf(.segment("senior")), .leaf(.segment("night"))])),
    ConditionCase(#"{"segments": {"$nin": ["senior"]}}"#, .not(.leaf(.segment("senior")))),

    ConditionCase(#"{"shift": "a"}"#, of("shift", .isOne(of: [.string("a")]))),
    ConditionCase(#"{"shift": null}"#, .not(of("shift", .exists))),
    ConditionCase(#"{"shift": {"$eq": null}}"#, .not(of("shift", .exists))),
    ConditionCase(#"{"shift": {"$ne": null}}"#, of("shift", .exists)),
    ConditionCase(#"{"devices": null}"#, .not(of("devices", .exists))),
    ConditionCase(#"{"shift": {"$ne": "a"}}"#, .not(of("shift", .isOne(of: [.string("a")])))),
    ConditionCase(#"{"shift": {"$exists": true}}"#, of("shift", .exists)),
    ConditionCase(#"{"shift": {"$exists": false}}"#, .not(of("shift", .exists))),
    ConditionCase(#"{"shift": {"$in": ["a", "b"]}}"#, of("shift", .isOne(of: [.string("a"), .string("b")]))),
    ConditionCase(#"{"shift": {"$nin": ["a"]}}"#, .not(of("shift", .isOne(of: [.string("a")])))),
    ConditionCase(#"{"shift": {"$ini": ["A"]}}"#, of("shift", .isOneIgnoringCase(of: ["A"]))),
    ConditionCase(#"{"shift": {"$nini": ["A"]}}"#, .not(of("shift", .isOneIgnoringCase(of: ["A"])))),
    ConditionCase(#"{"shift": {"$lt": "b"}}"#, of("shift", .compares(.less, .string("b")))),
    ConditionCase(#"{"shift": {"$regex": "^n"}}"#, of("shift", .matches(PatternSource("^n")))),
    ConditionCase(
      #"{"shift": {"$notRegexi": "^n"}}"#, .not(of("shift", .matches(PatternSource("^n", ignoresCase: true))))),
    ConditionCase(#"{"shift": {"$inGroup": "staff"}}"#, of("shift", .inGroup("staff"))),
    ConditionCase(#"{"shift": {"$notInGroup": "staff"}}"#, .not(of("shift", .inGroup("staff")))),

    ConditionCase(
      #"{"age": {"$gte": 65, "$lt": 1e2}}"#,
      .all([of("age", .compares(.greaterOrEqual, .number(65))), of("age", .compares(.less, .number(100)))])),
    ConditionCase(
      #"{"age": {"$not": {"$gt": 1, "$lte": 2}}}"#,
      .not(.all([of("age", .compares(.greater, .number(1))), of("age", .compares(.lessOrEqual, .number(2)))]))),
    ConditionCase(#"{"age": {"$not": {"$ne": 1}}}"#, of("age", .isOne(of: [.number(1)]))),

    ConditionCase(#"{"app_version": "1.2"}"#, of("app_version", .isOne(of: [version("1.2.0")]))),
    ConditionCase(
      #"{"app_version": {"$vgte": "v2"}}"#, of("app_version", .compares(.greaterOrEqual, version("2.0.0")))),
    ConditionCase(
      #"{"app_version": {"$gt": "2.0.0-rc.1"}}"#, of("app_version", .compares(.greater, version("2.0.0-rc.1")))),
    ConditionCase(#"{"app_version": {"$vne": "2"}}"#, .not(of("app_version", .isOne(of: [version("2.0.0")])))),

    ConditionCase(
      #"{"joined": {"$gte": "2026-01-31"}}"#,
      of("joined", .compares(.greaterOrEqual, .date(Timestamp(microseconds: 1_769_817_600_000_000))))),
    ConditionCase(#"{"joined": 1.5}"#, of("joined", .isOne(of: [.date(Timestamp(microseconds: 1_500_000))]))),
    ConditionCase(
      #"{"joined": {"$lt": {"ago": "P1M2D"}}}"#,
      of("joined", .comparesToPast(.less, Period(months: 1, seconds: 172_800)))),

    ConditionCase(#"{"devices": {"$in": ["tv"]}}"#, of("devices", .isOne(of: [.string("tv")]))),
    ConditionCase(#"{"scores": {"$in": [1]}}"#, of("scores", .isOne(of: [.number(1)]))),
    ConditionCase(
      #"{"devices": {"$all": ["tv", "pc"]}}"#,
      .all([of("devices", .isOne(of: [.string("tv")])), of("devices", .isOne(of: [.string("pc")]))])),
    ConditionCase(#"{"devices": {"$alli": ["TV"]}}"#, .all([of("devices", .isOneIgnoringCase(of: ["TV"]))])),
    ConditionCase(
      #"{"devices": {"$elemMatch": {"$regex": "^t", "$ne": "tv"}}}"#,
      of(
        "devices", .anyElement(.all([.leaf(.matches(PatternSource("^t"))), .not(.leaf(.isOne(of: [.string("tv")])))])))),
    ConditionCase(#"{"devices": {"$size": 2}}"#, of("devices", .size(.leaf(.isOne(of: [.number(2)]))))),
    ConditionCase(
      #"{"devices": {"$size": {"$gte": 2}}}"#,
      of("devices", .size(.leaf(.compares(.greaterOrEqual, .number(2)))))),
  ]

  private static func of(_ name: String, _ test: Personalization.Test) -> Condition { .leaf(.attribute(name, test)) }
  private static func premium(_ flag: Bool) -> Condition { of("premium", .isOne(of: [.boolean(flag)])) }
  private static func version(_ text: String) -> Literal {
    SemanticVersion(text).map(Literal.version) ?? .string("no version")
  }

  @Test("compare texts by their bytes: composed and decomposed é are two operands")
  func exactText() throws {
    let report = Workspace.check(
      files: SampleFiles.changed([
        "segments/probe.json": "{\"when\": {\"shift\": {\"$in\": [\"\u{E9}\", \"e\u{301}\"]}}, \"priority\": 1}"
      ]))
    #expect(report.diagnostics.isEmpty)
  }

  @Test("nest one hundred levels deep")
  func depth() throws {
    func files(_ levels: Int) -> [String: String] {
      let nested =
        String(repeating: #"{"$not": "#, count: levels - 1) + "{}" + String(repeating: "}", count: levels - 1)
      return SampleFiles.changed(["segments/probe.json": #"{"when": \#(nested), "priority": 1}"#])
    }
    #expect(Workspace.check(files: files(100)).diagnostics.map(\.code) == [.neverMatches])
    #expect(Workspace.check(files: files(101)).diagnostics.map(\.code) == [.tooDeep])
    #expect(Workspace.check(files: files(1000)).diagnostics.map(\.code) == [.tooDeep])
  }
}
