import Authoring
import Personalization
import Testing
import TestSupport

@Suite("The compiled engine and the reference evaluator")
struct AgreementTests {
  @Test("decide the same for every user of every workspace")
  func agreement() async {
    await Property.holds(rounds: 1500) { random in
      let world = RandomWorkspace(&random)
      let files = world.files
      let engine = PersonalizationEngine(try Workspace(files: files))
      let reference = try ReferenceWorld(files)
      var problems: [String] = []
      for _ in 0..<15 {
        let user = RandomUser(of: world, &random)
        let time = try Moment.random(&random)
        let forced = Self.overrides(engine, &random)
        let decision = engine.decide(for: user.user, at: time, forcing: forced)
        let expected = ReferenceDecision(user, in: reference, at: Int(time.microseconds), forcing: forced)
        problems += expected.differences(from: decision).map { "\($0)\nat \(time), user \(user.user)" }
      }
      return problems.map { $0 + Self.excerpt(files) }
    }
  }

  /// Now and then a variation is forced; now and then one that does not exist.
  static func overrides(_ engine: PersonalizationEngine, _ random: inout SplitMix64) -> [String: String] {
    let experiments = engine.workspace.experiments
    guard !experiments.isEmpty, random.chance(10) else { return [:] }
    return [random.pick(experiments).key: random.pick(["v0", "v1", "v1", "nothing"])]
  }

  /// The files, for a failure that is to be understood without a debugger.
  static func excerpt(_ files: [String: String]) -> String {
    "\n" + files.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
  }
}

/// The times at which random users are decided for.
enum Moment {
  static func random(_ random: inout SplitMix64) throws -> Timestamp {
    try #require(Timestamp(random.pick(Pools.moments)))
  }
}

/// Everything that the reference evaluator says of a user.
struct ReferenceDecision {
  let segments: [String]
  let experiments: ReferenceExperiments
  let slots: [String: ReferenceSlot]
  let flow: ReferenceFlow

  init(
    _ user: RandomUser, in world: ReferenceWorld, at time: Int, forcing forced: [String: String] = [:],
    records: ReferenceRecords? = nil
  ) {
    let user = ReferenceUser(user, in: world, at: time)
    let matched = user.matchedSegments()
    segments = matched.map(\.key)
    experiments = ReferenceExperiments(user, forcing: forced, records: records)
    slots = ReferenceSlots(user, experiments.attempts, segments: matched).slots
    flow = ReferenceFlow(user, slots)
  }

  /// What is different in the engine's decision, a line each.
  func differences(from decision: Decision) -> [String] {
    var problems: [String] = []
    func compare(_ what: String, _ engine: String, _ reference: String) {
      if !isSame(engine, reference) { problems.append("\(what): engine \(engine), reference \(reference)") }
    }
    compare("segments", decision.segments.joined(separator: " "), segments.joined(separator: " "))
    for assignment in decision.assignments {
      let expected = experiments.attempts[assignment.experiment]
      compare(
        assignment.experiment,
        "\(assignment.reason.rawValue) \(assignment.variation ?? "-") \(assignment.bucket.map { "\($0.number)" } ?? "-")",
        "\(expected?.reason ?? "") \(expected?.variation ?? "-") \(expected?.bucket.map { "\($0)" } ?? "-")")
    }
    for slot in decision.slots {
      let expected = slots[slot.slot.key]
      compare(
        slot.slot.key, "\(slot.value.referenceText) by \(slot.source)",
        "\(expected?.text ?? "") by \(expected?.source ?? "")")
    }
    for (engine, reference) in zip(decision.flow.lines, flow.lines) { compare("flow", engine, reference) }
    return problems
  }
}
