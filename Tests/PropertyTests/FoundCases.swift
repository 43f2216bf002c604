import Authoring
import BatchEvaluation
import Navigation
import Personalization
import TestSupport
import Testing

/// Minimal cases of what random ones have found.
@Suite("Cases that the properties found")
struct FoundCases {
  private static let noon = Timestamp(microseconds: 1_780_000_000_000_000)

  private static func engine(_ files: [String: String?]) throws -> PersonalizationEngine {
    PersonalizationEngine(try Workspace(files: SampleFiles.changed(files)))
  }

  /// The sample whose node `savedList` has these arguments, with something else replaced.
  private static func navigation(_ arguments: String, _ old: String = "", _ new: String = "") -> [String: String?] {
    let withoutCard = SampleFiles.replacing(
      #""saved": "savedList""#, in: SampleFiles.navigation, with: #""saved": "home""#)
    let text = SampleFiles.replacing(
      #""savedList": {}"#, in: withoutCard,
      with: #""savedList": {"arguments": {\#(arguments)}, "fallback": "home"}"#)
    return [
      "catalog/navigation.json": old.isEmpty ? text : SampleFiles.replacing(old, in: text, with: new),
      "segments/senior.json": nil, "segments/night.json": nil, "experiments/entry.json": nil,
      "experiments/layout.json": nil, "catalog/groups/staff.txt": nil,
    ]
  }

  @Test("$all of nothing is a positive test, so it is false where the list is missing")
  func allOfNothing() throws {
    let engine = try Self.engine(["segments/s.json": #"{"when": {"devices": {"$all": []}}, "priority": 1}"#])
    #expect(!engine.decide(for: [:], at: Self.noon).segments.contains("s"))
  }

  @Test("patterns are different if their bytes are")
  func patterns() throws {
    let engine = try Self.engine([
      "segments/a.json": #"{"when": {"shift": {"$regex": "caf\u00E9"}}, "priority": 1}"#,
      "segments/b.json": #"{"when": {"shift": {"$regex": "cafe\u0301"}}, "priority": 1}"#,
    ])
    #expect(engine.decide(for: ["shift": "caf\u{E9}"], at: Self.noon).segments == ["a"])
    #expect(engine.decide(for: ["shift": "cafe\u{301}"], at: Self.noon).segments == ["b"])
  }

  @Test(
    "a node that equals the one before it in a route is not pushed again, wherever its arguments come from",
    arguments: [#""of": {"type": "string", "values": ["x"]}"#, #""of": {"type": "string"}"#])
  func equalNodes(arguments: String) throws {
    let route = #""nodes": ["home", { "speaking": { "mode": "topicTalk" } }]"#
    let twice = #""nodes": [{"savedList": {"of": "x"}}, {"savedList": {"of": {"attribute": "shift"}}}]"#
    let engine = try Self.engine(Self.navigation(arguments, route, twice))
    let entry = engine.decide(for: ["shift": "x"], at: Self.noon).flow.lines[0]
    #expect(entry == #"entry practice: savedList(of: "x")"#)
  }

  @Test("the reason of a detour does not depend on the order of a dictionary")
  func detourReasons() throws {
    let names = ["a", "b", "c", "d", "e", "f"]
    let declared = names.map { #""\#($0)": {"type": "string"}"# }.joined(separator: ", ")
    let bound = ["shift", "last_mode", "device_id", "user_id", "shift", "last_mode"]
    var reasons: Set<String> = []
    for shift in names.indices {
      let members = names.indices.map { index in
        let place = (index + shift) % names.count
        return #""\#(names[place])": {"attribute": "\#(bound[place])"}"#
      }
      let node = #""fallback.default": {"savedList": {\#(members.joined(separator: ", "))}}"#
      let engine = try Self.engine(Self.navigation(declared, #""fallback.default": "home""#, node))
      reasons.formUnion(
        engine.decide(for: [:], at: Self.noon).detours.map(\.description).filter { $0.contains("savedList") })
    }
    #expect(reasons.count == 1, "\(reasons)")
    #expect(reasons.first?.contains("has no legal value for a of savedList") == true)
  }

  @Test("the issues of overrides come in the same order on every machine and day")
  func overrides() throws {
    let engine = try Self.engine([:])
    let names = (1...8).map { "unknown-\($0)" }
    let overrides = Dictionary(uniqueKeysWithValues: names.map { ($0, "v") })
    let order = engine.decide(for: [:], at: Self.noon, forcing: overrides).issues.map(\.name)
    #expect(order == names)
  }

  @Test("a decision does not depend on the users before: a chosen argument keeps its own bytes")
  func choices() throws {
    let engine = try Self.engine(Self.navigation(#""of": {"type": "string", "optional": true}"#))
    func land(_ text: String) -> [UInt8] {
      let user: User = ["user_id": "u", "choice.fallback.default": ["savedList": ["of": .string(text)]]]
      return Array(engine.decide(for: user, at: Self.noon).flow.fallbacks.standard.referenceText.utf8)
    }
    #expect(land("\u{E9}") == Array("savedList(of: \"\u{E9}\")".utf8))
    #expect(land("e\u{301}") == Array("savedList(of: \"e\u{301}\")".utf8))
  }

  @Test("an attribute whose name no trimmed header can have does not load", arguments: [" age", "age "])
  func spacesInNames(name: String) {
    let files = SampleFiles.changed([
      "catalog/attributes.json": SampleFiles.replacing(#""age""#, in: SampleFiles.attributes, with: "\"\(name)\""),
      "segments/senior.json": nil, "catalog/groups/staff.txt": nil, "segments/night.json": nil,
      "experiments/entry.json": nil, "experiments/layout.json": nil,
    ])
    let error = #expect(throws: WorkspaceError.self) { try Workspace(files: files) }
    #expect(error?.diagnostics.map(\.code) == [.invalidKey])
  }

  @Test("a decision is made at any time that can be written", arguments: ["P1D", "P1M"])
  func extremeTimes(period: String) async {
    await #expect(processExitsWith: .success) { [period] in
      let condition = #"{"joined": {"$lt": {"ago": "\#(period)"}}}"#
      let engine = try Self.engine(["segments/s.json": #"{"when": \#(condition), "priority": 1}"#])
      _ = engine.decide(for: [:], at: Timestamp(microseconds: .min))
    }
  }

  @Test("a workspace that loads can be compiled, however long its chains of segments are")
  func longChains() async {
    await #expect(processExitsWith: .success) {
      var files: [String: String?] = ["segments/x9999.json": #"{"when": {}, "priority": 1}"#]
      // Each asks for the next in byte order, so the first one compiled needs all others.
      for number in 2000..<9999 {
        files["segments/x\(number).json"] = #"{"when": {"$segment": "x\#(number + 1)"}, "priority": 1}"#
      }
      _ = try Self.engine(files)
    }
  }
}
