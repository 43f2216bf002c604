import Authoring
import JSONTree
import Navigation
import Personalization
import TestSupport
import Testing

@Suite("What validation proves")
struct ProverTests {
  @Test("is what trying all users finds: nothing false, and nothing missed")
  func agreement() async {
    await Property.holds(rounds: 400) { random in
      let world = SmallWorld(&random)
      let report = Workspace.check(files: world.files)
      guard let workspace = report.workspace else { return report.diagnostics.map(\.description) }
      let tried = try Trial(workspace, world.users, files: world.files)
      var problems: [String] = []
      for code: Diagnostic.Code in [.neverMatches, .alwaysMatches, .shadowedSegment, .starvedExperiment] {
        let found = Set(report.diagnostics.filter { $0.code == code }.map(\.file))
        // Where a pattern decides, not finding that there is nobody is no mistake, nor is it what is said of nobody.
        let expected = tried.files(code, ofNobody: world.hasPatterns)
        let missed = world.hasPatterns ? [] : expected.subtracting(found)
        problems += found.subtracting(expected).map { "\(code.rawValue) is false of \($0)" }
        problems += missed.map { "\(code.rawValue) is missed of \($0)" }
      }
      for diagnostic in report.diagnostics where diagnostic.code != .noEffect {
        problems += try tried.falseExamples(diagnostic)
      }
      for diagnostic in report.diagnostics where diagnostic.code == .noEffect {
        problems += tried.noticing(diagnostic).map { "no-effect is false of \(diagnostic.file): \($0.attributes)" }
      }
      return problems.map { $0 + AgreementTests.excerpt(world.files) }
    }
  }
}

extension ProverTests {
  @Test("is true of every user of workspaces with everything that conditions offer")
  func soundness() async {
    await Property.holds(rounds: 600) { random in
      let world = RandomWorkspace(&random)
      let report = Workspace.check(files: world.files)
      guard let workspace = report.workspace else { return report.diagnostics.map(\.description) }
      let found = report.diagnostics.filter { Self.proofs.contains($0.code) }
      guard !found.isEmpty else { return [] }
      let engine = PersonalizationEngine(workspace)
      var problems: [String] = []
      for _ in 0..<25 {
        let user = RandomUser(of: world, &random).user
        let decision = engine.decide(for: user, at: try Moment.random(&random))
        problems += found.filter { Self.isRefuted($0, by: decision, workspace) }.map { "\($0)\nnot of \(user)" }
      }
      return problems.map { $0 + AgreementTests.excerpt(world.files) }
    }
  }

  private static let proofs: Set<Diagnostic.Code> = [
    .neverMatches, .alwaysMatches, .shadowedSegment, .starvedExperiment,
  ]

  private static func isRefuted(_ proof: Diagnostic, by decision: Decision, _ workspace: Workspace) -> Bool {
    let parts = proof.file.split(separator: "/")
    let key = String(parts[1].dropLast(".json".count))
    if parts[0] == "experiments" {
      guard let reason = decision.assignment(of: key)?.reason else { return true }
      return switch proof.code {
      case .alwaysMatches: reason == .audienceMiss
      // Who has an assignment on record keeps it, but nobody here has one.
      case .neverMatches, .starvedExperiment: [.assigned, .rolledOut, .coverageMiss].contains(reason)
      default: true
      }
    }
    let isMember = decision.segments.contains(key)
    switch proof.code {
    case .neverMatches: return isMember
    case .alwaysMatches: return !isMember
    default:
      guard isMember, let segment = workspace.segments.first(where: { $0.key == key }) else { return false }
      let winners = workspace.segments.filter {
        decision.segments.contains($0.key)
          && ($0.priority, ExactText($0.key)) > (segment.priority, ExactText(segment.key))
      }
      return !segment.navigation.keys.allSatisfy { slot in
        winners.contains {
          $0.navigation[slot] != nil && (!segment.locked.contains(slot) || $0.locked.contains(slot))
        }
      }
    }
  }
}

/// What the engine says of all users of a small world.
private struct Trial {
  private let workspace: Workspace
  private let engine: PersonalizationEngine
  private let segments: [String: Segment]
  private let time: Timestamp
  /// The segments of each user, and the experiments that are locked for them.
  private var matches: [Set<String>] = []
  private let users: [User]
  /// The segments that are written as for everybody: `{}`.
  private let isLiterallyEverybody: Set<String>

  init(_ workspace: Workspace, _ users: [User], files: [String: String]) throws {
    self.workspace = workspace
    self.users = users
    isLiterallyEverybody = Set(
      try workspace.segments.map(\.key).filter { key in
        let root = try JSONDocument(parsing: files["segments/\(key).json"] ?? "{}").root
        guard case .object(let members)? = root["when"]?.value else { return false }
        return members.isEmpty
      })
    engine = PersonalizationEngine(workspace)
    segments = Dictionary(uniqueKeysWithValues: workspace.segments.map { ($0.key, $0) })
    time = try #require(Timestamp("2026-05-31T12:00:00Z"))
    for user in users { matches.append(Set(engine.decide(for: user, at: time).segments)) }
  }

  /// The users who take part in the experiment that a diagnostic is about, and would notice another variation.
  func noticing(_ diagnostic: Diagnostic) -> [User] {
    let key = String(diagnostic.file.dropFirst("experiments/".count).dropLast(".json".count))
    guard let experiment = workspace.experiments.first(where: { $0.key == key }) else { return users }
    return users.filter { user in
      var user = user
      user.attributes["user_id"] = "u"
      let reason = engine.decide(for: user, at: time).assignment(of: key)?.reason
      guard reason != .audienceMiss, reason != .locked else { return false }
      let flows = experiment.variations.filter { $0.weight.count > 0 }.map { variation in
        let flow = engine.decide(for: user, at: time, forcing: [key: variation.key]).flow
        return (
          [flow.entry.start] + flow.entry.path, flow.home, flow.fallbacks, flow.session,
          flow.modal
        )
      }
      return flows.contains { flow in flows.contains { $0 != flow } }
    }
  }

  /// The files of which a code should be reported; `ofNobody`: also where there is nobody whom it is about.
  func files(_ code: Diagnostic.Code, ofNobody: Bool) -> Set<String> {
    var files: Set<String> = []
    for segment in workspace.segments where holds(code, segment, ofNobody) {
      files.insert("segments/\(segment.key).json")
    }
    for experiment in workspace.experiments {
      // Each audience has a segment of its own.
      guard let twin = segments[experiment.key] else { continue }
      let isFound =
        switch code {
        case .neverMatches, .alwaysMatches: holds(code, twin, ofNobody)
        case .starvedExperiment: isStarved(experiment, twin, ofNobody)
        default: false
        }
      if isFound { files.insert("experiments/\(experiment.key).json") }
    }
    return files
  }

  private func holds(_ code: Diagnostic.Code, _ segment: Segment, _ ofNobody: Bool) -> Bool {
    switch code {
    case .neverMatches: members(segment).isEmpty
    case .alwaysMatches: !isLiterallyEverybody.contains(segment.key) && members(segment).count == matches.count
    case .shadowedSegment: isShadowed(segment, ofNobody)
    default: false
    }
  }

  private func members(_ segment: Segment) -> [Set<String>] { matches.filter { $0.contains(segment.key) } }

  private func isShadowed(_ segment: Segment, _ ofNobody: Bool) -> Bool {
    guard !segment.navigation.isEmpty, ofNobody || !members(segment).isEmpty else { return false }
    let others = workspace.segments.filter { ($0.priority, $0.key) > (segment.priority, segment.key) }
    return members(segment).allSatisfy { matched in
      segment.navigation.keys.allSatisfy { slot in
        others.contains {
          matched.contains($0.key) && $0.navigation[slot] != nil
            && (!segment.locked.contains(slot) || $0.locked.contains(slot))
        }
      }
    }
  }

  private func isStarved(_ experiment: Experiment, _ twin: Segment, _ ofNobody: Bool) -> Bool {
    let locking = workspace.segments.filter { !$0.locked.isDisjoint(with: experiment.slots) }
    return (ofNobody || !members(twin).isEmpty)
      && members(twin).allSatisfy { matched in locking.contains { matched.contains($0.key) } }
  }

  /// What is wrong with the example of a diagnostic: it shows nothing, or says more than it takes.
  func falseExamples(_ diagnostic: Diagnostic) throws -> [String] {
    guard let start = diagnostic.message.firstRange(of: "for example ")?.upperBound else { return [] }
    let text = String(diagnostic.message[start...])
    let key = String(diagnostic.file.split(separator: "/")[1].dropLast(5))
    let user = try User(json: text)
    var problems: [String] = []
    let decision = engine.decide(for: user, at: time)
    if !decision.segments.contains(key) { problems.append("\(text) is not in \(key)") }
    if diagnostic.code == .starvedExperiment {
      var known = user
      known.attributes["user_id"] = "u-1"
      let reason = engine.decide(for: known, at: time).assignment(of: key)?.reason
      if reason != .locked { problems.append("\(text) is not locked but \(reason.map(\.rawValue) ?? "unknown")") }
    }
    for name in user.attributes.keys {
      var fewer = user
      fewer.attributes[name] = nil
      if engine.decide(for: fewer, at: time).segments.contains(key) { problems.append("\(text) needs no \(name)") }
    }
    return problems
  }
}

/// A workspace whose conditions tell few values apart, and a user for each combination of them.
private struct SmallWorld {
  private(set) var files: [String: String]
  private(set) var users: [User] = []
  private(set) var hasPatterns: Bool

  private struct Attribute {
    let name: String
    let operands: [JSONOutput]
    let operators: [String]
    /// One of each class that the operands make.
    let values: [AttributeValue]
  }

  private static let attributes = [
    Attribute(
      name: "age", operands: [1, 2, 3], operators: ["$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$in", "$nin"],
      values: [.null, 0, 1, 1.5, 2, 2.5, 3, 4]),
    Attribute(name: "premium", operands: [true, false], operators: ["$eq", "$ne"], values: [.null, true, false]),
    Attribute(
      name: "shift", operands: ["a", "A", "b"],
      operators: ["$eq", "$ne", "$in", "$nin", "$ini", "$nini", "$inGroup", "$notInGroup"],
      values: [.null, "a", "A", "b", "B", "c"]),
    Attribute(
      name: "last_mode", operands: ["", "a", "b"], operators: ["$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$in"],
      values: [.null, "", "\u{1}", "a", "aa", "b", "c"]),
    Attribute(
      name: "app_version", operands: ["1.0.0", "1.0.1-0", "2.0.0"],
      operators: ["$veq", "$vne", "$vlt", "$vlte", "$vgt", "$vgte", "$in", "$nin"],
      values: [.null, "0.9", "1.0.0", "1.0.1-0", "1.5", "2.0.0", "2.1"]),
    Attribute(
      name: "joined", operands: ["2026-01-01", "2026-01-01T00:00:00.000001Z", "2026-02-01"],
      operators: ["$eq", "$ne", "$lt", "$lte", "$gt", "$gte"],
      values: [
        .null, "2025-01-01", "2026-01-01", "2026-01-01T00:00:00.000001Z", "2026-01-15", "2026-02-01", "2026-03-01",
      ]),
    // How long ago, at the time of the trial.
    Attribute(
      name: "joined", operands: [["ago": "P1D"], ["ago": "P7D"], ["ago": "P40D"]],
      operators: ["$lt", "$lte", "$gt", "$gte"],
      values: [
        .null, "2026-05-31", "2026-05-30T12:00:00Z", "2026-05-28", "2026-05-24T12:00:00Z", "2026-05-01",
        "2026-04-21T12:00:00Z", "2026-01-01",
      ]),
    Attribute(
      name: "scores", operands: [1, 2], operators: ["$in", "$nin", "$all", "$size"],
      values: [
        .null, [], [1], [2], [3], [1, 2], [1, 3], [2, 3], [3, 3], [1, 2, 3], [1, 3, 3], [2, 3, 3], [3, 3, 3],
      ]),
    Attribute(
      name: "devices", operands: ["x", "y"], operators: ["$in", "$nin", "$all", "$size"],
      values: [
        .null, [], ["x"], ["y"], ["z"], ["x", "y"], ["x", "z"], ["y", "z"], ["z", "z"], ["x", "y", "z"],
        ["x", "z", "z"], ["y", "z", "z"], ["z", "z", "z"],
      ]),
  ]

  init(_ random: inout SplitMix64) {
    files = [
      "catalog/attributes.json": SampleFiles.attributes, "catalog/navigation.json": SampleFiles.navigation,
      "catalog/groups/g.txt": "a\nB\n", "catalog/groups/h.txt": "b\n",
    ]
    hasPatterns = random.chance(20)
    var names: Set<String> = []
    let chosen = random.sample(random.int(1...3), of: Self.attributes).filter { names.insert($0.name).inserted }
    var keys: [String] = []
    func add(_ key: String, _ when: JSONOutput, _ random: inout SplitMix64) {
      let slots: [(String, JSONOutput)] = [
        ("home.layout", "tab"), ("modal.style", "push"), ("modal.confirmsDismissal", true),
      ]
      let settings = keys.count > 5 ? [] : random.sample(random.int(0...2), of: slots)
      let segment: JSONOutput = .object([
        ("when", when), ("priority", .integer(random.int(1...3))), ("navigation", .object(settings)),
        ("lock", .boolean(random.chance(40))),
      ])
      files["segments/\(key).json"] = segment.text(pretty: false)
      keys.append(key)
    }
    for number in 0..<random.int(2...6) { add("s\(number)", condition(chosen, keys, &random, depth: 2), &random) }
    for (number, slot) in ["home.layout", "modal.style"].enumerated() {
      let audience = condition(chosen, keys, &random, depth: 2)
      add("e\(number)", audience, &random)
      let value: JSONOutput = number == 0 ? "dashboard" : "sheet"
      let experiment: JSONOutput = [
        "status": "running", "audience": audience,
        "variations": [["key": "a"], ["key": "b", "navigation": .object([(slot, value)])]],
      ]
      files["experiments/e\(number).json"] = experiment.text(pretty: false)
    }
    let nobody: User = [:]
    users = chosen.reduce([nobody]) { users, attribute in
      users.flatMap { user in
        attribute.values.map { value in
          var next = user
          next.attributes[attribute.name] = value
          return next
        }
      }
    }
  }

  private func condition(
    _ attributes: [Attribute], _ segments: [String], _ random: inout SplitMix64, depth: Int
  ) -> JSONOutput {
    var members: [(String, JSONOutput)] = []
    for _ in 0..<random.pick([0, 1, 1, 2, 2, 3]) {
      let member = member(attributes, segments, &random, depth: depth)
      if !members.contains(where: { $0.0 == member.0 }) { members.append(member) }
    }
    return .object(members)
  }

  private func member(
    _ attributes: [Attribute], _ segments: [String], _ random: inout SplitMix64, depth: Int
  ) -> (String, JSONOutput) {
    if depth > 0, random.chance(45) {
      var parts: [JSONOutput] = []
      for _ in 0..<random.int(1...3) { parts.append(condition(attributes, segments, &random, depth: depth - 1)) }
      let logic = random.pick(["$and", "$or", "$or", "$nor", "$not"])
      return (logic, logic == "$not" ? parts[0] : .array(parts))
    }
    if !segments.isEmpty, random.chance(15) {
      guard random.chance(50) else { return ("$segment", .string(random.pick(segments))) }
      let some = random.sample(random.int(0...2), of: segments).map(JSONOutput.string)
      return ("segments", .object([(random.pick(["$in", "$nin"]), .array(some))]))
    }
    let attribute = random.pick(attributes)
    var operators: [(String, JSONOutput)] = []
    for _ in 0..<random.int(1...2) {
      let name = random.pick(attribute.operators)
      if !operators.contains(where: { $0.0 == name }) { operators.append((name, operand(name, attribute, &random))) }
    }
    if random.chance(10) { operators.append(("$exists", .boolean(random.chance(50)))) }
    if hasPatterns, attribute.name == "shift" || attribute.name == "last_mode" {
      operators.append((random.pick(["$regex", "$notRegex"]), .string(random.pick(["^a", "b$", "x"]))))
    }
    return (attribute.name, .object(operators))
  }

  private func operand(_ name: String, _ attribute: Attribute, _ random: inout SplitMix64) -> JSONOutput {
    switch name {
    case "$in", "$nin", "$ini", "$nini", "$all": .array(random.sample(random.int(0...2), of: attribute.operands))
    case "$inGroup", "$notInGroup": .string(random.pick(["g", "h"]))
    case "$size": .object([(random.pick(["$eq", "$lt", "$gte"]), .integer(random.int(0...2)))])
    default: random.pick(attribute.operands)
    }
  }
}
