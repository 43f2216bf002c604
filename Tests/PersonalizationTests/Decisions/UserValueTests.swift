import Authoring
import Personalization
import Testing

@Suite("What users bring")
struct UserValueTests {
  /// An attribute's name and value, and the only issue of the decision; nil: none.
  struct Row: Sendable, CustomTestStringConvertible {
    let json: String
    let issue: String?
    var testDescription: String { json }
  }

  @Test(
    "counts as missing and is an issue where it cannot be used, and never stops a decision",
    arguments: [
      Row(
        json: #"{"number": 9007199254740993}"#,
        issue:
          "number: 9007199254740993 is not a number: no double is this integer (an id is a string) and counts as missing"
      ),
      Row(json: #"{"number": 9223372036854775808}"#, issue: nil),
      Row(
        json: #"{"number": -1e400}"#,
        issue: "number: -1e400 is not a number: it is too large for a double and counts as missing"),
      Row(json: #"{"text": "a\u0000b"}"#, issue: "text: \"a\0b\" holds a NUL and counts as missing"),
      Row(json: #"{"text": 9007199254740993}"#, issue: "text: 9007199254740993 is not a string and counts as missing"),
      Row(
        json: #"{"tags": ["a", "b\u0000"]}"#,
        issue: "tags: [\"a\", \"b\0\"] is not a list of string and counts as missing"),
      Row(
        json: #"{"scores": [1, 9007199254740993]}"#,
        issue: "scores: [1, 9007199254740993] is not a list of number and counts as missing"),
      Row(json: #"{"nothing declares this": 1e999, "nor \u0000 this": "\u0000"}"#, issue: nil),
    ])
  func unusable(_ row: Row) throws {
    let engine = try SmallWorld.condition(#"{"number": {"$exists": true}}"#).engine()
    let decision = engine.decide(try User(json: row.json))
    #expect(decision.issues.map(\.description) == (row.issue.map { [$0] } ?? []))
  }

  @Test(
    "is found under every Unicode spelling of the attribute's name",
    arguments: [("caf\u{E9}", "cafe\u{301}"), ("cafe\u{301}", "caf\u{E9}")])
  func spellings(_ declared: String, _ brought: String) throws {
    var world = SmallWorld.condition(#"{"\#(declared)": 1}"#)
    world.attributes += #", "\#(declared)": { "type": "number" }, "deep.\#(declared)": { "type": "boolean" }"#
    world.segments["deep"] = #"{ "when": {"deep.\#(declared)": true}, "priority": 1 }"#
    let engine = try world.engine()
    let json = #"{"\#(brought)": 1, "deep": {"\#(brought)": true}}"#
    #expect(engine.decide(try User(json: json)).segments == ["deep", "s"])
    #expect(engine.decide([brought: 1, "deep": [brought: true]]).segments == ["deep", "s"])
  }

  @Test(
    "may nest the parts of a dotted name in every way",
    arguments: [
      #"{"a.b.c": 1}"#, #"{"a.b": {"c": 1}}"#, #"{"a": {"b.c": 1}}"#, #"{"a": {"b": {"c": 1}}}"#,
      #"{"a.b.c": 1, "a": {"b": {"c": 2}}}"#, #"{"a.b": {"c": 1}, "a": {"b.c": 2}}"#, #"{"a.b": 7, "a": {"b.c": 1}}"#,
    ])
  func dotted(_ json: String) throws {
    var world = SmallWorld.condition(#"{"a.b.c": 1}"#)
    world.attributes += #", "a.b.c": { "type": "number" }"#
    #expect(try world.engine().decide(try User(json: json)).segments == ["s"])
  }

  @Test(
    "may be a choice as text, the same from every source",
    arguments: [
      ("home.tabs", "list|home", "[list, home]"), ("home.tabs", "[list, home]", "[list, home]"),
      ("home.tabs", #"["list","home"]"#, "[list, home]"), ("home.cards", "[]", "[]"),
      ("fallback.default", "list", "list"), ("fallback.default", "talk(mode: review)", "talk(mode: review)"),
      ("fallback.default", "pick(profile: p-1)", "pick(profile: p-1)"), ("home.tabs", "", "[home, list]"),
      ("fallback.default", "talk(mode: nothing)", "home"), ("fallback.default", "talk", "home"),
      ("fallback.default", "talk(mode: review", "home"), ("home.tabs", "list|list", "[home, list]"),
      ("modal.confirmsDismissal", "true", "true"), ("session.resumeWithin", "PT90S", "PT1M30S"),
    ])
  func choices(_ slot: String, _ text: String, _ value: String) throws {
    let decision = try SmallWorld().engine().decide(["user_id": "u", "choice.\(slot)": .string(text)])
    let decided = try #require(decision.slots.first { $0.slot.key == slot })
    #expect(decided.value.description == value)
  }
}

@Suite("Forced variations")
struct ForcedVariationTests {
  @Test("lie over the winners of other stopped experiments, whichever key comes first", arguments: ["a", "z"])
  func overWinners(_ key: String) throws {
    let winner =
      #"{ "status": "stopped", "winner": "w", "variations": [{ "key": "x" }, { "key": "w", "navigation": { "entry": "talk" } }] }"#
    let forced =
      #"{ "status": "stopped", "winner": "x", "variations": [{ "key": "x" }, { "key": "y", "navigation": { "entry": "pick" } }] }"#
    let engine = try SmallWorld(experiments: ["m": winner, key: forced]).engine()
    #expect(engine.decide(["user_id": "u"])[.entry].value.description == "talk")
    #expect(engine.decide(["user_id": "u"], forcing: [key: "y"])[.entry].value.description == "pick")
    // What is decided next is not affected.
    #expect(engine.decide(["user_id": "u"])[.entry].value.description == "talk")
  }
}
