import Personalization
import Testing
import TestSupport

/// Conditions that nobody wrote, against the plain reading of the specification with all our rules.
@Suite("Random conditions")
struct RandomConditionTests {
  @Test("the compiled engine agrees with the plain reading", arguments: 1...24)
  func agreement(seed: Int) throws {
    var random = ConditionSource(seed: UInt64(seed))
    let conditions = (0..<16).map { _ in random.condition(depth: 3) }
    let users = (0..<16).map { _ in random.user() }
    var workspace = GrowthBookWorkspace(
      attributes: .object([:]), groups: ["letters": ["a", "B", "é"], "digits": [1, 2.5, -3]],
      types: ConditionSource.types)
    for (index, condition) in conditions.enumerated() { workspace.addSegment("s\(index)", when: condition) }
    let engine = try workspace.load().get()
    let reference = ReferenceCondition(types: workspace.types, groups: workspace.groups, rules: .departures)
    for user in users {
      let matched = Set(engine.decide(for: user, at: .epoch).segments)
      for (index, condition) in conditions.enumerated() {
        let ours = matched.contains("s\(index)")
        #expect(ours == reference.holds(condition, user), "\(condition) for \(user.attributes), seed \(seed)")
      }
    }
  }
}

/// Random conditions that load, and random users, many of whose values are missing or of another type.
private struct ConditionSource {
  private var random: SplitMix64

  static let types: [String: DeclaredType] = [
    "text": .string, "deep.text": .string, "number": .number, "flag": .boolean, "release": .version, "texts": .strings,
    "numbers": .numbers,
  ]
  private static let texts: [JSON] = [
    "", "a", "A", "b", "ab", "B", "é", "É", "e\u{301}", "null", "0", "1", "\u{FF5E}", "😀", "z",
  ]
  private static let numbers: [JSON] = [-3, -0.5, 0, 1, 2, 2.5, 3, 10, 1e300, 9_007_199_254_740_992]
  private static let versions: [JSON] = [
    "0.9.9", "1.0.0", "1.0", "v1.0.1", "1.0.0-alpha", "1.0.0-alpha.2", "1.0.0-alpha.10", "1.0.0+b", "1.2.3-4-x",
    "99999.0.0", "100000.0.0", "18446744073709551616.0.0", "2",
  ]
  private static let patterns: [JSON] = ["a", "^a", "b$", "^$", "a|é", "[A-Z]", "(?:ab)+", ".", "null"]

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func next() -> UInt64 { random.next() }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(next() % UInt64(elements.count))]
  }

  private mutating func some(_ elements: [JSON], atLeast least: Int = 0) -> JSON {
    var chosen: [JSON] = []
    for _ in 0..<(least + Int(next() % 3)) { chosen.append(pick(elements)) }
    return .list(chosen)
  }

  // MARK: Conditions

  mutating func condition(depth: Int) -> JSON {
    var members: [String: JSON] = [:]
    for _ in 0..<pick([1, 1, 2]) {
      let logic = depth > 0 ? pick(["$and", "$or", "$nor", "$not", "", "", "", ""]) : ""
      switch logic {
      case "": attribute(into: &members)
      case "$not": members["$not"] = condition(depth: depth - 1)
      default: members[logic] = .list((0..<pick([0, 1, 2, 3])).map { _ in condition(depth: depth - 1) })
      }
    }
    return .object(members)
  }

  private mutating func attribute(into members: inout [String: JSON]) {
    let name = pick(Self.types.keys.sorted())
    members[name] = Self.types[name].map { test(of: $0) }
  }

  private mutating func test(of type: DeclaredType) -> JSON {
    if next() % 4 == 0, type.element == nil { return next() % 4 == 0 ? .null : literal(of: type) }
    return operators(on: type, depth: 2)
  }

  private mutating func literal(of type: DeclaredType) -> JSON {
    switch type {
    case .string, .strings: pick(Self.texts)
    case .number, .numbers: pick(Self.numbers)
    case .boolean: pick([true, false])
    case .version: pick(Self.versions)
    }
  }

  private mutating func operators(on type: DeclaredType, depth: Int) -> JSON {
    var members: [String: JSON] = [:]
    for _ in 0..<pick([1, 1, 2]) {
      let name = pick(Self.operators(on: type, depth: depth))
      members[name] = operand(of: name, type, depth: depth)
    }
    return .object(members)
  }

  private static func operators(on type: DeclaredType, depth: Int) -> [String] {
    let always = depth > 0 ? ["$exists", "$not"] : ["$exists"]
    switch type {
    case .string:
      return always + [
        "$eq", "$ne", "$in", "$nin", "$ini", "$nini", "$lt", "$lte", "$gt", "$gte", "$regex", "$regexi", "$notRegex",
        "$notRegexi", "$inGroup", "$notInGroup",
      ]
    case .number:
      return always + ["$eq", "$ne", "$in", "$nin", "$lt", "$lte", "$gt", "$gte", "$inGroup", "$notInGroup"]
    case .boolean: return always + ["$eq", "$ne"]
    case .version:
      return always + ["$eq", "$ne", "$in", "$nin", "$lt", "$gte"] + DeclaredType.versionOperators.sorted()
    case .strings: return always + ["$in", "$nin", "$ini", "$nini", "$all", "$alli", "$elemMatch", "$size"]
    case .numbers: return always + ["$in", "$nin", "$all", "$elemMatch", "$size"]
    }
  }

  private mutating func operand(of name: String, _ type: DeclaredType, depth: Int) -> JSON {
    switch name {
    case "$exists": pick([true, false])
    case "$not": operators(on: type, depth: depth - 1)
    case "$in", "$nin", "$ini", "$nini":
      some(type == .version ? Self.versions : type.element == .number || type == .number ? Self.numbers : Self.texts)
    case "$all", "$alli": some(type == .numbers ? Self.numbers : Self.texts, atLeast: 0)
    case "$size": next() % 2 == 0 ? pick([0, 1, 2]) : [pick(["$gt", "$lte", "$ne"]): pick([0, 1, 2])]
    case "$elemMatch": operators(on: type.element ?? .string, depth: depth - 1)
    case "$inGroup", "$notInGroup": type == .number ? "digits" : "letters"
    case _ where name.lowercased().contains("regex"): pick(Self.patterns)
    default: literal(of: type)
    }
  }

  // MARK: Users

  mutating func user() -> User {
    var members: [String: JSON] = [:]
    for (name, type) in Self.types.sorted(by: { $0.key < $1.key }) where next() % 4 > 0 {
      let value = value(of: next() % 8 == 0 ? pick([.string, .number, .boolean, .strings, .numbers]) : type)
      if name == "deep.text" { members["deep"] = .object(["text": value]) } else { members[name] = value }
    }
    return User(members)
  }

  private mutating func value(of type: DeclaredType) -> JSON {
    switch type {
    case .strings: some(Self.texts)
    case .numbers: some(Self.numbers)
    case .version: next() % 6 == 0 ? pick(["", "1.2.3.4", "01.0.0", "latest"]) : pick(Self.versions)
    case .string, .number, .boolean: next() % 12 == 0 ? .null : literal(of: type)
    }
  }
}
