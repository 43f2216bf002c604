import Authoring
import JSONTree
import Personalization
import Testing
import TestSupport

@Suite("Experiments")
struct ExperimentTests {
  @Test("of a higher coverage keep everybody they had and move nobody")
  func coverage() async {
    await Property.holds(rounds: 150) { random in
      var world = RandomWorkspace(&random)
      let paths = world.json.map(\.path).filter { $0.hasPrefix("experiments/") }
      guard !paths.isEmpty else { return [] }
      let path = random.pick(paths)
      let ends = [random.int(0...1_000_000), random.int(0...1_000_000)].sorted()
      var engines: [PersonalizationEngine] = []
      for end in ends {
        world.change(path) { $0.with("coverage", .number(Double(end) / 1_000_000)) }
        engines.append(PersonalizationEngine(try Workspace(files: world.files)))
      }
      let key = String(path.dropFirst(12).dropLast(5))
      var problems: [String] = []
      for _ in 0..<20 {
        let user = RandomUser(of: world, &random).user
        let time = try Moment.random(&random)
        let both = engines.compactMap { $0.decide(for: user, at: time).assignment(of: key) }
        let isKept = both[0] == both[1]
        let isAdded = both[0].reason == .coverageMiss && both[1].reason == .assigned
        if !isKept && !isAdded { problems.append("coverage \(ends): \(both[0]) and \(both[1])") }
      }
      return problems
    }
  }

  @Test("of one layer never see the same user")
  func layers() async {
    await Property.holds(rounds: 150) { random in
      let world = RandomWorkspace(&random)
      let engine = PersonalizationEngine(try Workspace(files: world.files))
      let running = engine.workspace.experiments.filter { $0.status == .running && $0.layer != nil }
      let layers = Dictionary(grouping: running) { $0.layer?.name ?? "" }.filter { $0.value.count > 1 }
      guard !layers.isEmpty else { return [] }
      let behindLayer: Set<AssignmentReason> = [.audienceMiss, .prerequisiteMiss, .coverageMiss, .assigned]
      var problems: [String] = []
      for _ in 0..<20 {
        let user = RandomUser(of: world, &random).user
        let decision = engine.decide(for: user, at: try Moment.random(&random))
        for (layer, experiments) in layers {
          let inside = experiments.filter {
            decision.assignment(of: $0.key).map { behindLayer.contains($0.reason) } == true
          }
          if inside.count > 1 { problems.append("layer \(layer): \(inside.map(\.key)) of \(user)") }
        }
      }
      return problems
    }
  }

  @Test("and overrides and choices never change a locked slot")
  func locks() async {
    await Property.holds(rounds: 150) { random in
      let world = RandomWorkspace(&random)
      let engine = PersonalizationEngine(try Workspace(files: world.files))
      let plain = PersonalizationEngine(
        try Workspace(files: world.files.filter { !$0.key.hasPrefix("experiments/") }))
      var problems: [String] = []
      for _ in 0..<10 {
        var user = RandomUser(of: world, &random)
        let time = try Moment.random(&random)
        user.choices = [:]
        let ground = plain.decide(for: user.user, at: time)
        for _ in 0..<4 { user.choices.merge(RandomUser(of: world, &random).choices) { _, new in new } }
        var overrides: [String: String] = [:]
        for experiment in engine.workspace.experiments where random.chance(70) {
          overrides[experiment.key] = random.pick(experiment.variations).key
        }
        let decision = engine.decide(for: user.user, at: time, forcing: overrides)
        for slot in ground.slots where slot.lockedBy != nil {
          let other = decision[slot.slot]
          if other.value != slot.value || other.source != slot.source || other.lockedBy != slot.lockedBy {
            problems.append("\(slot) became \(other) for \(user.user) with \(overrides)")
          }
        }
      }
      return problems
    }
  }

  @Test("that are sticky keep their users through changes of coverage, weights and audience")
  func stickiness() async {
    await Property.holds(rounds: 120) { random in
      var world = RandomWorkspace(&random)
      let paths = world.json.map(\.path).filter { $0.hasPrefix("experiments/") }
      guard !paths.isEmpty else { return [] }
      for path in paths { world.change(path) { $0.with("sticky", true) } }
      let before = PersonalizationEngine(try Workspace(files: world.files))
      for path in paths { world.change(path) { Self.changed($0, &random) } }
      let after = PersonalizationEngine(try Workspace(files: world.files))
      let store = InMemoryStickyStore()
      var problems: [String] = []
      for _ in 0..<15 {
        let user = RandomUser(of: world, &random).user
        let time = try Moment.random(&random)
        let first = before.decide(for: user, at: time, sticky: store)
        let second = after.decide(for: user, at: time, sticky: store)
        for (old, new) in zip(first.assignments, second.assignments) where old.reason.isExposure {
          if new.variation != old.variation || new.reason != .sticky { problems.append("\(old) became \(new)") }
        }
      }
      return problems
    }
  }

  /// The experiment with another coverage, other weights and another audience, now and then.
  private static func changed(_ experiment: JSONOutput, _ random: inout SplitMix64) -> JSONOutput {
    var changed = experiment
    if random.chance(60) { changed = changed.with("coverage", .number(random.pick([0, 0.3, 1]))) }
    if random.chance(60) {
      let variations = changed["variations"]?.elements ?? []
      changed = changed.with(
        "variations", .array(variations.enumerated().map { $1.with("weight", .integer($0 == 0 ? 9 : 0)) }))
    }
    if random.chance(60) { changed = changed.with("audience", ["$nor": []]) }
    return changed
  }

  @Test("read and write records as the reference evaluator does")
  func records() async {
    await Property.holds(rounds: 200) { random in
      var world = RandomWorkspace(&random)
      let paths = world.json.map(\.path).filter { $0.hasPrefix("experiments/") }
      let store = InMemoryStickyStore()
      var records = ReferenceRecords()
      var problems: [String] = []
      for _ in 0..<4 {
        for path in paths {
          if random.chance(70) {
            let version = random.int(0...2)
            let sticky: JSONOutput = [
              "bucketVersion": .integer(version), "minBucketVersion": .integer(random.chance(80) ? 0 : version),
            ]
            world.change(path) { $0.with("sticky", sticky) }
          }
          world.change(path) { Self.changed($0, &random) }
        }
        let files = world.files
        let engine = PersonalizationEngine(try Workspace(files: files))
        let reference = try ReferenceWorld(files)
        for _ in 0..<8 {
          var user = RandomUser(of: world, &random)
          user.attributes["user_id"] = random.chance(80) ? .string("u-\(random.int(0...2))") : nil
          let time = try Moment.random(&random)
          let decision = engine.decide(for: user.user, at: time, sticky: store)
          let expected = ReferenceDecision(user, in: reference, at: Int(time.microseconds), records: records)
          records = expected.experiments.records ?? [:]
          problems += expected.differences(from: decision).map { "\($0)\nof \(user.user)" }
        }
      }
      return problems
    }
  }
}
