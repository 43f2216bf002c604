import Personalization
import Testing

/// A condition, a user, and whether the one holds for the other.
struct ConditionCase: CustomTestStringConvertible {
  let condition: String
  let user: User
  let holds: Bool

  init(_ condition: String, _ user: User, _ holds: Bool) {
    self.condition = condition
    self.user = user
    self.holds = holds
  }

  var testDescription: String { "\(condition) \(holds ? "holds" : "does not hold") for \(user.attributes)" }
}

@Suite("Conditions")
struct ConditionTests {
  private func check(_ row: ConditionCase, groups: [String: String] = [:]) throws {
    let engine = try SmallWorld.condition(row.condition, groups: groups).engine()
    #expect(engine.decide(row.user).segments == (row.holds ? ["s"] : []))
  }

  @Test(
    "compare literals of their attribute's type",
    arguments: [
      ConditionCase(#"{}"#, [:], true),
      ConditionCase(#"{"text": "a"}"#, ["text": "a"], true),
      ConditionCase(#"{"text": "a"}"#, ["text": "A"], false),
      ConditionCase(#"{"text": {"$eq": ""}}"#, ["text": ""], true),
      ConditionCase(#"{"text": {"$ne": "a"}}"#, ["text": "b"], true),
      ConditionCase(#"{"number": 5}"#, ["number": 5], true),
      ConditionCase(#"{"number": -0.0}"#, ["number": 0], true),
      ConditionCase(#"{"number": {"$ne": 5}}"#, ["number": 5], false),
      ConditionCase(#"{"flag": false}"#, ["flag": false], true),
      ConditionCase(#"{"flag": {"$ne": true}}"#, ["flag": false], true),
      ConditionCase(#"{"version": "1.2"}"#, ["version": "v1.2.0+7"], true),
      ConditionCase(#"{"date": "2026-01-01"}"#, ["date": "2026-01-01T01:00:00+01:00"], true),
      ConditionCase(#"{"date": "2026-01-01"}"#, ["date": 1_767_225_600], true),
    ])
  func equality(row: ConditionCase) throws { try check(row) }

  @Test(
    "order numbers, dates, versions, and texts by their bytes",
    arguments: [
      ConditionCase(#"{"number": {"$gt": 3, "$lte": 5}}"#, ["number": 5], true),
      ConditionCase(#"{"number": {"$gt": 3, "$lte": 5}}"#, ["number": 3], false),
      ConditionCase(#"{"number": {"$lt": 3}}"#, ["number": 2.999], true),
      ConditionCase(#"{"number": {"$gte": 3}}"#, ["number": 3], true),
      ConditionCase(#"{"text": {"$lt": "b"}}"#, ["text": "Z"], true),
      ConditionCase(#"{"text": {"$gte": "b"}}"#, ["text": "b"], true),
      ConditionCase(#"{"text": {"$gt": "b"}}"#, ["text": "ba"], true),
      ConditionCase(#"{"text": {"$gt": "zebra"}}"#, ["text": "é"], true),
      ConditionCase(#"{"version": {"$lt": "1.10"}}"#, ["version": "1.9.9"], true),
      ConditionCase(#"{"version": {"$vgt": "1.0.0-rc.1", "$vlt": "1.0.0"}}"#, ["version": "1.0.0-rc.2"], true),
      ConditionCase(#"{"version": {"$vgte": "100000"}}"#, ["version": "99999"], false),
      ConditionCase(#"{"version": {"$veq": "1.2.3"}}"#, ["version": "1.2.3+b"], true),
      ConditionCase(#"{"version": {"$vne": "1.2.3"}}"#, ["version": "1.2.3-a"], true),
      ConditionCase(
        #"{"version": {"$vlte": "18446744073709551617.0.0"}}"#, ["version": "18446744073709551616.9.9"], true),
      ConditionCase(#"{"date": {"$gte": "2026-01-01T00:00:00+02:00"}}"#, ["date": "2025-12-31T22:00:00Z"], true),
      ConditionCase(#"{"date": {"$gte": {"ago": "P7D"}}}"#, ["date": "2026-05-21T20:26:40Z"], true),
      ConditionCase(#"{"date": {"$gte": {"ago": "P7D"}}}"#, ["date": "2026-05-21T20:26:39Z"], false),
      ConditionCase(#"{"date": {"$lt": {"ago": "P1M"}, "$gte": {"ago": "P2M"}}}"#, ["date": "2026-04-01"], true),
    ])
  func ordering(row: ConditionCase) throws { try check(row) }

  @Test(
    "find values in sets, whatever their case if so asked",
    arguments: [
      ConditionCase(#"{"text": {"$in": ["a", "b"]}}"#, ["text": "b"], true),
      ConditionCase(#"{"text": {"$in": []}}"#, ["text": "b"], false),
      ConditionCase(#"{"text": {"$nin": ["a", "b"]}}"#, ["text": "b"], false),
      ConditionCase(#"{"text": {"$ini": ["É"]}}"#, ["text": "é"], true),
      ConditionCase(#"{"text": {"$nini": ["us"]}}"#, ["text": "US"], false),
      ConditionCase(#"{"number": {"$in": [1, 2]}}"#, ["number": 2], true),
      ConditionCase(#"{"version": {"$in": ["1.0", "2.0"]}}"#, ["version": "2"], true),
      ConditionCase(#"{"text": {"$in": ["caf\u00e9"]}}"#, ["text": "cafe\u{301}"], false),
    ])
  func sets(row: ConditionCase) throws { try check(row) }

  @Test(
    "search texts",
    arguments: [
      ConditionCase(#"{"text": {"$regex": "b+c"}}"#, ["text": "abbc"], true),
      ConditionCase(#"{"text": {"$regex": "^b"}}"#, ["text": "ab"], false),
      ConditionCase(#"{"text": {"$regexi": "ÉTÉ"}}"#, ["text": "l'été"], true),
      ConditionCase(#"{"text": {"$notRegex": "b"}}"#, ["text": "abc"], false),
      ConditionCase(#"{"text": {"$notRegexi": "B"}}"#, ["text": "xyz"], true),
      ConditionCase(#"{"text": {"$regex": ""}}"#, ["text": ""], true),
      ConditionCase(#"{"text": {"$regex": "^.$"}}"#, ["text": "é"], true),
      ConditionCase(#"{"text": {"$regex": "x$"}}"#, ["text": "x\n"], false),
    ])
  func patterns(row: ConditionCase) throws { try check(row) }

  @Test(
    "look into lists",
    arguments: [
      ConditionCase(#"{"tags": {"$in": ["a"]}}"#, ["tags": ["b", "a"]], true),
      ConditionCase(#"{"tags": {"$nin": ["a"]}}"#, ["tags": ["b", "a"]], false),
      ConditionCase(#"{"tags": {"$nin": ["a"]}}"#, ["tags": []], true),
      ConditionCase(#"{"tags": {"$ini": ["A"]}}"#, ["tags": ["a"]], true),
      ConditionCase(#"{"tags": {"$all": ["a", "b"]}}"#, ["tags": ["b", "c", "a"]], true),
      ConditionCase(#"{"tags": {"$all": ["a", "b"]}}"#, ["tags": ["b", "c"]], false),
      ConditionCase(#"{"tags": {"$all": []}}"#, ["tags": []], true),
      ConditionCase(#"{"tags": {"$alli": ["A"]}}"#, ["tags": ["a"]], true),
      ConditionCase(#"{"tags": {"$size": 2}}"#, ["tags": ["a", "b"]], true),
      ConditionCase(#"{"tags": {"$size": {"$gt": 2}}}"#, ["tags": ["a", "b"]], false),
      ConditionCase(#"{"tags": {"$size": 0}}"#, ["tags": []], true),
      ConditionCase(#"{"tags": {"$exists": true}}"#, ["tags": []], true),
      ConditionCase(#"{"tags": {"$elemMatch": {"$regex": "^a", "$ne": "ab"}}}"#, ["tags": ["ab", "ac"]], true),
      ConditionCase(#"{"tags": {"$elemMatch": {"$regex": "^a", "$ne": "ab"}}}"#, ["tags": ["ab", "c"]], false),
      ConditionCase(#"{"tags": {"$not": {"$elemMatch": {"$eq": "b"}}}}"#, ["tags": ["a"]], true),
      ConditionCase(#"{"scores": {"$elemMatch": {"$gt": 10, "$lt": 20}}}"#, ["scores": [5, 25]], false),
      ConditionCase(#"{"scores": {"$elemMatch": {"$gt": 10, "$lt": 20}}}"#, ["scores": [5, 15]], true),
      ConditionCase(#"{"scores": {"$in": [5]}}"#, ["scores": [5, 25]], true),
    ])
  func lists(row: ConditionCase) throws { try check(row) }

  @Test(
    "combine with and, or, nor and not, two-valued",
    arguments: [
      ConditionCase(#"{"text": "a", "number": 1}"#, ["text": "a", "number": 2], false),
      ConditionCase(#"{"$or": [{"text": "a"}, {"number": 1}]}"#, ["text": "b", "number": 1], true),
      ConditionCase(#"{"$or": []}"#, [:], true), ConditionCase(#"{"$nor": []}"#, [:], false),
      ConditionCase(#"{"$and": []}"#, [:], true),
      ConditionCase(#"{"$nor": [{"text": "a"}, {"number": 1}]}"#, ["text": "b", "number": 2], true),
      ConditionCase(#"{"$not": {"text": "a"}}"#, ["text": "a"], false),
      ConditionCase(#"{"number": {"$not": {"$gt": 3}}}"#, ["number": 3], true),
      ConditionCase(
        #"{"$and": [{"$or": [{"text": "a"}, {"text": "b"}]}, {"$not": {"flag": true}}]}"#, ["text": "b"], true),
    ])
  func logic(row: ConditionCase) throws { try check(row) }

  @Test(
    "are false for a missing value where they are positive, and true where they are negative",
    arguments: [
      ConditionCase(#"{"number": {"$lt": 18}}"#, [:], false),
      ConditionCase(#"{"number": {"$gt": -1}}"#, [:], false),
      ConditionCase(#"{"number": {"$ne": 1}}"#, [:], true),
      ConditionCase(#"{"text": {"$nin": ["a"]}}"#, [:], true),
      ConditionCase(#"{"text": {"$nini": ["a"]}}"#, ["text": nil], true),
      ConditionCase(#"{"text": {"$regex": "null|^$"}}"#, [:], false),
      ConditionCase(#"{"text": {"$notRegex": "a"}}"#, [:], true),
      ConditionCase(#"{"text": {"$exists": false}}"#, [:], true),
      ConditionCase(#"{"text": {"$exists": true}}"#, [:], false),
      ConditionCase(#"{"text": null}"#, [:], true),
      ConditionCase(#"{"text": {"$ne": null}}"#, [:], false),
      ConditionCase(#"{"text": null}"#, ["text": ""], false),
      ConditionCase(#"{"number": {"$not": {"$lt": 18}}}"#, [:], true),
      ConditionCase(#"{"tags": {"$size": 0}}"#, [:], false),
      ConditionCase(#"{"tags": {"$all": []}}"#, [:], false), ConditionCase(#"{"tags": {"$alli": []}}"#, [:], false),
      ConditionCase(#"{"tags": {"$elemMatch": {"$ne": "a"}}}"#, [:], false),
      ConditionCase(#"{"flag": false}"#, [:], false),
      ConditionCase(#"{"version": {"$vne": "1"}}"#, [:], true),
      ConditionCase(#"{"date": {"$lt": {"ago": "P1D"}}}"#, [:], false),
    ])
  func missing(row: ConditionCase) throws { try check(row) }

  @Test(
    "take a value of another type for missing, and never coerce",
    arguments: [
      ConditionCase(#"{"number": 5}"#, ["number": "5"], false),
      ConditionCase(#"{"flag": true}"#, ["flag": 1], false),
      ConditionCase(#"{"text": "1"}"#, ["text": 1], false),
      ConditionCase(#"{"tags": {"$in": ["a"]}}"#, ["tags": "a"], false),
      ConditionCase(#"{"tags": {"$in": ["a"]}}"#, ["tags": ["a", 1]], false),
      ConditionCase(#"{"version": {"$vgt": "0"}}"#, ["version": "one"], false),
      ConditionCase(#"{"date": {"$gt": "1970-01-01"}}"#, ["date": "29/03/2026"], false),
      ConditionCase(#"{"number": {"$exists": false}}"#, ["number": .number(.infinity)], true),
    ])
  func mistyped(row: ConditionCase) throws {
    try check(row)
    let decision = try SmallWorld.condition(row.condition).engine().decide(row.user)
    #expect(decision.issues.count == 1 && decision.issues[0].message.contains("counts as missing"))
  }

  @Test(
    "find a dotted name under its literal key first, then down the path",
    arguments: [
      ConditionCase(#"{"device.shared": true}"#, ["device.shared": true], true),
      ConditionCase(#"{"device.shared": true}"#, ["device": ["shared": true]], true),
      ConditionCase(#"{"device.shared": true}"#, ["device.shared": false, "device": ["shared": true]], false),
      ConditionCase(#"{"device.shared": true}"#, ["device": 5], false),
    ])
  func paths(row: ConditionCase) throws { try check(row) }

  @Test(
    "know groups by their values",
    arguments: [
      ConditionCase(#"{"text": {"$inGroup": "g"}}"#, ["text": "10"], true),
      ConditionCase(#"{"text": {"$notInGroup": "g"}}"#, ["text": "11"], true),
      ConditionCase(#"{"text": {"$notInGroup": "g"}}"#, [:], true),
      ConditionCase(#"{"number": {"$inGroup": "g"}}"#, ["number": 10], true),
      ConditionCase(#"{"number": {"$inGroup": "g"}}"#, ["number": 1], false),
    ])
  func groups(row: ConditionCase) throws { try check(row, groups: ["g": "10\n20\n"]) }

  @Test("ask for other segments, a diamond of them included")
  func segments() throws {
    let world = SmallWorld(segments: [
      "base": #"{ "when": { "number": { "$gt": 1 } }, "priority": 1 }"#,
      "left": #"{ "when": { "$segment": "base", "flag": true }, "priority": 2 }"#,
      "right": #"{ "when": { "segments": { "$nin": ["left"], "$in": ["base"] } }, "priority": 3 }"#,
      "top": #"{ "when": { "segments": { "$in": ["left", "right"] } }, "priority": 4 }"#,
    ])
    let engine = try world.engine()
    #expect(engine.decide(["number": 2, "flag": true]).segments == ["base", "left", "top"])
    #expect(engine.decide(["number": 2]).segments == ["base", "right", "top"])
    #expect(engine.decide(["number": 1, "flag": true]).segments == [])
  }

  @Test("give up a pattern that takes too much work, count it as no match, and say so")
  func boundedWork() throws {
    let world = SmallWorld.condition(#"{"text": {"$regex": "^(a|a)*(b|b)*$"}}"#)
    let engine = try world.engine()
    let decision = engine.decide(["text": .string(String(repeating: "a", count: 5000) + "!")])
    #expect(decision.segments.isEmpty)
    #expect(decision.issues.map(\.name) == ["text"])
    #expect(engine.decide(["text": "aabb"]).segments == ["s"])
  }

  @Test("hold for more tests than fit one word of bits")
  func manyTests() throws {
    let alternatives = (0..<300).map { #"{"number": {"$gt": \#($0), "$lt": \#(Double($0) + 0.5)}}"# }
    let engine = try SmallWorld.condition(#"{"$or": [\#(alternatives.joined(separator: ", "))]}"#).engine()
    #expect(engine.decide(["number": 250.25]).segments == ["s"])
    #expect(engine.decide(["number": 250.75]).segments == [])
    #expect(engine.decide(["number": 300.25]).segments == [])
  }
}
