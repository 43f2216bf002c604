import Personalization
import Testing

@Suite("Assigning variations")
struct AssignmentTests {
  private func reason(_ world: SmallWorld, _ user: User, forcing: [String: String] = [:]) throws -> AssignmentReason? {
    try world.engine().decide(user, forcing: forcing).assignment(of: "e")?.reason
  }

  @Test(
    "ends at the first check that decides, in the order of the specification",
    arguments: [
      (#""coverage": 1"#, ["user_id": "u"], .assigned),
      (#""coverage": 0"#, ["user_id": "u"], .coverageMiss),
      (#""audience": {"flag": true}, "coverage": 0"#, ["user_id": "u"], .audienceMiss),
      (#""audience": {"flag": true}, "layer": {"name": "l", "range": [0, 0.0001]}"#, ["user_id": "u"], .layerMiss),
      (#""unit": "device_id""#, ["user_id": "u"], .noUnit),
      (#""coverage": 1"#, ["user_id": ""], .noUnit),
      (#""start": "2027-01-01", "unit": "device_id""#, ["user_id": "u"], .notStarted),
      (#""end": "2026-01-01""#, ["user_id": "u"], .ended),
    ] as [(String, User, AssignmentReason)])
  func order(members: String, user: User, expected: AssignmentReason) throws {
    #expect(try reason(.experiment(members), user) == expected)
  }

  @Test(
    "starts at the start and ends at the end",
    arguments: [("2026-05-28T20:26:40Z", true), ("2026-05-28T20:26:41Z", false)])
  func schedule(edge: String, hasPassed: Bool) throws {
    let user: User = ["user_id": "u"]
    #expect(try reason(.experiment(#""start": "\#(edge)""#), user) == (hasPassed ? .assigned : .notStarted))
    #expect(try reason(.experiment(#""end": "\#(edge)""#), user) == (hasPassed ? .ended : .assigned))
  }

  @Test(
    "gives nobody a draft, nor one stopped without a winner; a winner goes to the whole audience",
    arguments: [
      (#""status": "draft""#, [:], .inactive, nil),
      (#""status": "stopped""#, ["user_id": "u"], .inactive, nil),
      (#""status": "stopped", "winner": "b""#, [:], .rolledOut, "b"),
      (#""status": "stopped", "winner": "b", "coverage": 0"#, [:], .rolledOut, "b"),
      (#""status": "stopped", "winner": "b", "audience": {"flag": true}"#, ["user_id": "u"], .audienceMiss, nil),
      (#""status": "stopped", "winner": "b", "end": "2026-01-01""#, [:], .rolledOut, "b"),
    ] as [(String, User, AssignmentReason, String?)])
  func status(members: String, user: User, expected: AssignmentReason, variation: String?) throws {
    let text = #"{ \#(members), "variations": [{"key": "a"}, {"key": "b", "navigation": {"entry": "talk"}}] }"#
    let assignment = try SmallWorld(experiments: ["e": text]).engine().decide(user).assignment(of: "e")
    #expect(assignment?.reason == expected)
    #expect(assignment?.variation == variation)
    #expect(assignment?.exposure == nil)
  }

  @Test("hashes the fallback unit where the unit is missing or empty")
  func fallbackUnit() throws {
    let engine = try SmallWorld.experiment(#""fallbackUnit": "device_id", "seed": "s""#).engine()
    let assignment = engine.decide(["user_id": "", "device_id": "d"]).assignment(of: "e")
    #expect(assignment?.unit == Unit(attribute: "device_id", value: "d"))
    #expect(assignment?.bucket == Bucket(seed: "s", unit: "d"))
    #expect(engine.decide(["user_id": "u", "device_id": "d"]).assignment(of: "e")?.unit?.attribute == "user_id")
  }

  @Test("does not run for a user of whom a segment locks a slot that some variation sets")
  func locked() throws {
    var world = SmallWorld.experiment("")
    world.segments["lock"] =
      #"{ "when": { "flag": true }, "priority": 1, "navigation": { "entry": "pick" }, "lock": true }"#
    world.segments["open"] = #"{ "when": { "flag": true }, "priority": 2, "navigation": { "modal.style": "push" } }"#
    let decision = try world.engine().decide(["user_id": "u", "flag": true])
    #expect(decision.assignment(of: "e")?.reason == .locked)
    #expect(decision.exposures.isEmpty)
    #expect(decision[.entry].value == .route("pick"))
    #expect(decision[.entry].lockedBy == "lock")
    #expect(try world.engine().decide(["user_id": "u"]).assignment(of: "e")?.reason == .assigned)
  }

  @Test("does not run for a user who chose a slot that some variation sets; a lock is checked first")
  func chosen() throws {
    var world = SmallWorld.experiment("")
    world.segments["lock"] =
      #"{ "when": { "flag": true }, "priority": 1, "navigation": { "entry": "pick" }, "lock": ["entry"] }"#
    let engine = try world.engine()
    let free = engine.decide(["user_id": "u", "choice.entry": "last"])
    #expect(free.assignment(of: "e")?.reason == .chosen)
    #expect(free[.entry].value == .route("last") && free[.entry].source == .choice)
    let locked = engine.decide(["user_id": "u", "choice.entry": "last", "flag": true])
    #expect(locked.assignment(of: "e")?.reason == .locked)
    #expect(locked[.entry].value == .route("pick"))
  }

  @Test("requires variations of other experiments, in whatever order their keys come")
  func prerequisites() throws {
    let world = SmallWorld(experiments: [
      "e": SmallWorld.experimentText(#""requires": {"z": ["open"]}"#),
      "z": #"{ "status": "running", "variations": [{"key": "open", "weight": 1}, {"key": "held", "weight": 0}] }"#,
    ])
    #expect(try reason(world, ["user_id": "u"]) == .assigned)
    #expect(try reason(world, ["user_id": "u"], forcing: ["z": "held"]) == .prerequisiteMiss)
  }

  @Test("obeys an override before everything else, without exposure, but never over a lock")
  func forced() throws {
    var world = SmallWorld(experiments: ["e": SmallWorld.experimentText(#""coverage": 0"#)])
    let decision = try world.engine().decide([:], forcing: ["e": "b"])
    #expect(decision.assignment(of: "e")?.reason == .forced)
    #expect(decision.exposures.isEmpty)
    #expect(decision[.entry].source == .experiment("e", variation: "b"))
    world.segments["lock"] =
      #"{ "when": {}, "priority": 1, "navigation": { "entry": "pick" }, "lock": true }"#
    #expect(try world.engine().decide([:], forcing: ["e": "b"])[.entry].value == .route("pick"))
  }

  @Test("names overrides that lead nowhere")
  func unknownOverrides() throws {
    let decision = try SmallWorld.experiment("").engine().decide(["user_id": "u"], forcing: ["e": "x", "f": "a"])
    #expect(decision.issues.map(\.name).sorted() == ["e", "f"])
    #expect(decision.assignment(of: "e")?.reason == .assigned)
  }

  @Test("maps every reason to one of OpenFeature's", arguments: AssignmentReason.allCases)
  func openFeature(reason: AssignmentReason) {
    #expect(["TARGETING_MATCH", "SPLIT", "DEFAULT", "DISABLED"].contains(reason.openFeature))
    #expect(!reason.isExposure || reason.openFeature == "SPLIT")
  }
}

@Suite("Sticky assignments")
struct StickyTests {
  private let user: User = ["user_id": "u", "device_id": "d"]

  private func world(_ sticky: String, _ more: String = "") -> SmallWorld {
    .experiment(#""sticky": \#(sticky), "fallbackUnit": "device_id" \#(more)"#)
  }

  private func key(_ version: Int) -> StickyKey { StickyKey(experiment: "e", bucketVersion: version) }

  @Test("are remembered, and win over layer, audience and coverage")
  func remembered() throws {
    let store = InMemoryStickyStore()
    let first = try world("true").engine().decide(user, sticky: store).assignment(of: "e")
    #expect(first?.reason == .assigned)
    let changed = try world("true", #", "coverage": 0, "audience": {"flag": true}"#).engine()
    let second = changed.decide(user, sticky: store).assignment(of: "e")
    #expect(second?.reason == .sticky)
    #expect(second?.variation == first?.variation)
    #expect(second?.exposure != nil)
  }

  @Test("are checked after locks")
  func locks() throws {
    let store = InMemoryStickyStore([Unit(attribute: "user_id", value: "u"): [key(0): "b"]])
    var world = world("true")
    world.segments["lock"] = #"{ "when": {}, "priority": 1, "navigation": { "entry": "pick" }, "lock": true }"#
    #expect(try world.engine().decide(user, sticky: store).assignment(of: "e")?.reason == .locked)
  }

  @Test("of the primary unit win over the fallback unit's, which are carried over where it has none")
  func units() throws {
    let primary = Unit(attribute: "user_id", value: "u")
    let fallback = Unit(attribute: "device_id", value: "d")
    let engine = try world("true", #", "coverage": 0"#).engine()
    let both = InMemoryStickyStore([primary: [key(0): "a"], fallback: [key(0): "b"]])
    #expect(engine.decide(user, sticky: both).assignment(of: "e")?.variation == "a")
    let onlyFallback = InMemoryStickyStore([fallback: [key(0): "b"]])
    #expect(engine.decide(user, sticky: onlyFallback).assignment(of: "e")?.variation == "b")
    #expect(onlyFallback.allRecords == [primary: [key(0): "b"], fallback: [key(0): "b"]])
  }

  @Test("of an older version are ignored, those below the lowest version exclude")
  func versions() throws {
    let unit = Unit(attribute: "user_id", value: "u")
    let old = InMemoryStickyStore([unit: [key(1): "b"]])
    let ignored = try world(#"{"bucketVersion": 2}"#).engine().decide(user, sticky: old)
    #expect(ignored.assignment(of: "e")?.reason == .assigned)
    #expect(old.allRecords[unit]?.count == 2)
    let blocked = try world(#"{"bucketVersion": 2, "minBucketVersion": 2}"#).engine()
    let again = InMemoryStickyStore([unit: [key(1): "b"]])
    #expect(blocked.decide(user, sticky: again).assignment(of: "e")?.reason == .stickyBlocked)
    #expect(again.allRecords == [unit: [key(1): "b"]])
  }

  @Test("with an unknown variation count as none")
  func unknownVariation() throws {
    let unit = Unit(attribute: "user_id", value: "u")
    let store = InMemoryStickyStore([unit: [key(0): "gone"]])
    let assignment = try world("true").engine().decide(user, sticky: store).assignment(of: "e")
    #expect(assignment?.reason == .assigned)
    #expect(store.allRecords[unit]?[key(0)] == assignment?.variation)
  }
}

@Suite("Exposures")
struct ExposureTests {
  @Test("are passed on once for each experiment, variation, unit attribute and unit value")
  func deduplication() throws {
    let engine = try SmallWorld.experiment("").engine()
    let seen = Recorder()
    let recorder = ExposureRecorder { seen.add($0) }
    for user in ["u", "u", "v", "u"] { recorder.record(engine.decide(["user_id": .string(user)])) }
    #expect(seen.exposures.map(\.unit.value.string) == ["u", "v"])
  }

  private final class Recorder: Sendable {
    private let list = InMemoryList()
    var exposures: [Exposure] { list.values }
    func add(_ exposure: Exposure) { list.append(exposure) }
  }
}

private final class InMemoryList: @unchecked Sendable {
  private var storage: [Exposure] = []
  var values: [Exposure] { storage }
  func append(_ value: Exposure) { storage.append(value) }
}
