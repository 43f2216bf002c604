import Navigation
import Personalization
import Testing

@Suite("Decisions")
struct DecisionTests {
  private let layered = SmallWorld(segments: [
    "low":
      #"{ "when": { "flag": true }, "priority": 1, "navigation": { "entry": "talk", "home.layout": "dashboard" } }"#,
    "high": #"{ "when": { "number": 1 }, "priority": 2, "navigation": { "entry": "pick" } }"#,
  ])

  @Test("let the highest priority win slot by slot, and know who set each one")
  func priority() throws {
    let decision = try layered.engine().decide(["flag": true, "number": 1])
    #expect(decision.segments == ["low", "high"])
    #expect(decision[.entry].source == .segment("high"))
    #expect(decision[.homeLayout].source == .segment("low"))
    #expect(decision[.modalStyle].source == .default)
    #expect(decision[.entry].settings.map(\.source) == [.default, .segment("low"), .segment("high")])
  }

  @Test("are whole and free of complaints for a user of whom nothing is known")
  func nobody() throws {
    let decision = try layered.engine().decide([:])
    #expect(decision.slots.map(\.slot) == Slot.allCases)
    #expect(decision.flow.entry.visible == Node("home"))
    #expect(decision.flow.home.tabs.map(\.key) == ["home", "list"])
    #expect(decision.issues.isEmpty)
  }

  @Test("lay what still runs over a winner that was rolled out")
  func rolloutIsGround() throws {
    let world = SmallWorld(experiments: [
      "z-old": """
      { "status": "stopped", "winner": "b", "variations":
        [{"key": "a"}, {"key": "b", "navigation": {"entry": "pick"}}] }
      """,
      "a-new": SmallWorld.experimentText(
        "", variations: #"{"key": "a", "weight": 0}, {"key": "b", "navigation": {"entry": "talk"}}"#),
    ])
    #expect(try world.engine().decide(["user_id": "u"])[.entry].source == .experiment("a-new", variation: "b"))
  }

  @Test(
    "take a legal choice in every slot",
    arguments: [
      (.entry, "talk", .route("talk")), (.homeLayout, "dashboard", .layout(.dashboard)),
      (.homeTabs, "list|home", .keys(["list", "home"])), (.homeCards, ["list"], .keys(["list"])),
      (.homeInitialTab, "list", .key("list")), (.fallbackDefault, "list", .node(NodeTemplate("list"))),
      (
        .fallbackSignedOut, ["talk": ["mode": "review"]],
        .node(NodeTemplate("talk", ["mode": .value("review")]))
      ),
      (.sessionScope, "profile", .scope(.profile)), (.sessionResumeWithin, "P1D", .seconds(86_400)),
      (.modalStyle, "push", .modalStyle(.push)), (.modalConfirmsDismissal, true, .boolean(true)),
      (.modalConfirmsDismissal, "true", .boolean(true)),
    ] as [(Slot, AttributeValue, SlotValue)])
  func choices(slot: Slot, choice: AttributeValue, value: SlotValue) throws {
    let decision = try layered.engine().decide(User([:], choices: [slot.key: choice]))
    #expect(decision[slot].value == value)
    #expect(decision[slot].source == .choice)
  }

  @Test(
    "ignore an illegal choice and say what was expected",
    arguments: [
      ("entry", "attic"), ("home.layout", "grid"), ("home.tabs", "home|home"), ("home.tabs", "home,list"),
      ("fallback.default", "talk"), ("fallback.default", ["talk": ["mode": "dance"]]), ("session.resumeWithin", "P1M"),
      ("modal.confirmsDismissal", "yes"), ("no.slot", "x"),
    ] as [(String, AttributeValue)])
  func illegalChoices(slot: String, choice: AttributeValue) throws {
    let decision = try layered.engine().decide(User([:], choices: [slot: choice]))
    #expect(decision.issues.map(\.name) == ["choice." + slot])
    #expect(decision.slots.allSatisfy { $0.source == .default })
  }
}

@Suite("Flow configurations")
struct FlowResolutionTests {
  private func flow(entry: String, _ user: User) throws -> Decision {
    let segment = #"{ "when": {}, "priority": 1, "navigation": { "entry": "\#(entry)" } }"#
    return try SmallWorld(segments: ["s": segment]).engine().decide(user)
  }

  @Test("bind arguments to attributes where the value is legal")
  func binding() throws {
    let decision = try flow(entry: "last", ["app_version": "2.0.0", "mode": "review"])
    #expect(decision.flow.entry.visible == Node("talk", ["mode": "review"]))
    #expect(decision.detours.isEmpty)
  }

  @Test("use the default where the value is missing or not legal", arguments: [[:], ["mode": "dance"]] as [User])
  func bindingDefault(user: User) throws {
    var user = user
    user.attributes["app_version"] = "2.0.0"
    #expect(try flow(entry: "plain-talk", user).flow.entry.visible == Node("talk", ["mode": "review"]))
  }

  @Test("leave an optional argument out where there is no value")
  func optionalArgument() throws {
    #expect(try flow(entry: "pick", [:]).flow.entry.visible == Node("pick"))
    #expect(try flow(entry: "pick", ["profile": ""]).flow.entry.visible == Node("pick"))
    #expect(try flow(entry: "pick", ["profile": "p/1"]).flow.entry.visible == Node("pick", ["profile": "p/1"]))
  }

  @Test("take the route's fallback where its target has no legal argument")
  func routeFallback() throws {
    let decision = try flow(entry: "last", ["app_version": "2.0.0", "mode": "dance", "profile": "p"])
    #expect(decision.flow.entry.route == "pick")
    #expect(decision.flow.entry.visible == Node("pick", ["profile": "p"]))
    #expect(
      decision.detours == [
        .route("last", reason: .noLegalValue(node: "talk", argument: "mode", attribute: "mode"), instead: "pick")
      ])
  }

  @Test(
    "go down a node's fallbacks where the user's app does not have it, or its version is unknown",
    arguments: [
      ("1.9.9", "list"), ("2.0.0-beta", "list"), ("2.0.0", "talk"), ("2.1", "talk"), ("new", "list"), ("", "list"),
    ])
  func availability(version: String, node: String) throws {
    let decision = try flow(entry: "talk", ["app_version": .string(version)])
    #expect(decision.flow.entry.visible.name == node)
    #expect(decision.flow.entry.start == Node("home"))
    #expect(decision.detours.isEmpty == (node == "talk"))
  }

  @Test("select a tab that is there, and never show a tab bar without tabs")
  func tabs() throws {
    let segment = #"{ "when": {}, "priority": 1, "navigation": { "home.tabs": ["list"] } }"#
    let decision = try SmallWorld(segments: ["s": segment]).engine().decide([:])
    #expect(decision.flow.home.initialTab == "list")
    #expect(decision.detours == [.initialTab("home", instead: "list")])
    let none = #"{ "when": {}, "priority": 1, "navigation": { "home.tabs": [] } }"#
    let empty = try SmallWorld(segments: ["s": none]).engine()
    #expect(empty.decide([:]).flow.home.tabs.map(\.key) == ["home", "list"])
    #expect(empty.decide(["choice.home.layout": "dashboard"]).flow.home.tabs.isEmpty)
  }

  @Test("give each user of an outcome the user's own arguments")
  func openArguments() throws {
    let segment = #"{ "when": {}, "priority": 1, "navigation": { "entry": "pick" } }"#
    let engine = try SmallWorld(segments: ["s": segment]).engine()
    for profile in ["a", "b", "caf\u{E9}", "cafe\u{301}"] {
      let visible = engine.decide(["profile": .string(profile)]).flow.entry.visible
      guard case .string(let text)? = visible.arguments["profile"] else { throw Missing() }
      #expect(Array(text.utf8) == Array(profile.utf8))
    }
  }

  private struct Missing: Error {}

  private enum Whole: Codable, Hashable {
    case home, list, login
    case pick(profile: String?)
    case talk(mode: String)
  }

  private enum Partial: Codable, Hashable { case home, list, login }

  @Test("are typed as the app's nodes, and checked against them at start-up")
  func typed() throws {
    let engine = try SmallWorld().engine()
    try engine.check(Whole.self)
    #expect(try engine.decide([:]).flow.typed(as: Whole.self).entry.start == .home)
    let error = #expect(throws: UnknownNodesError.self) { try engine.check(Partial.self) }
    #expect(
      error?.failures.map(\.node.description) == [
        "pick", "pick(profile: text)", "talk(mode: review)", "talk(mode: topic)",
      ])
  }

  @Test("build a controller in one call") @MainActor
  func controller() throws {
    let decision = try SmallWorld().engine().decide(["choice.entry": "talk", "app_version": "2.0.0"])
    let controller = FlowController(try decision.flow.typed(as: Whole.self))
    #expect(controller.visible == .talk(mode: "topic"))
    #expect(controller.send(.back) == .applied && controller.visible == .home)
    #expect(controller.send(.back) == .noop(.atRoot))
  }
}

@Suite("Explanations")
struct ExplanationTests {
  @Test("show, part by part, what held and what was missing")
  func conditions() throws {
    let world = SmallWorld.condition(#"{"$or": [{"number": {"$gte": 65}}, {"$not": {"flag": true}}], "text": "a"}"#)
    let trace = try #require(try world.engine().decide(["number": 70]).explanation.segments.first)
    #expect(!trace.condition.holds)
    #expect(trace.condition.text == "all of")
    #expect(trace.condition.parts.map(\.holds) == [true, false])
    #expect(trace.condition.parts[0].parts.map(\.text) == ["number >= 65", "not"])
    #expect(trace.condition.parts[0].parts.map(\.holds) == [true, true])
    #expect(trace.condition.allMissing == ["flag", "text"])
  }

  @Test("show bucket and shares of every experiment, even where they were not needed")
  func experiments() throws {
    let world = SmallWorld.experiment(#""seed": "edge", "coverage": 0.5, "audience": {"flag": true}"#)
    let trace = try #require(try world.engine().decide(["user_id": "1337"]).explanation.experiments.first)
    #expect(trace.assignment.reason == .audienceMiss)
    #expect(trace.bucket?.number == 5000)
    #expect(trace.shares.map(\.buckets) == [0..<2500, 5000..<7500])
    #expect(trace.audience.missing == "flag")
  }

  @Test("name the slots and requirements that kept an experiment from running")
  func contested() throws {
    var world = SmallWorld(experiments: [
      "e": SmallWorld.experimentText(#""requires": {"z": ["a"]}"#),
      "z": SmallWorld.experimentText("", variations: #"{"key": "a", "weight": 0}, {"key": "b"}"#),
    ])
    let missed = try world.engine().decide(["user_id": "u"]).explanation.experiments[0]
    #expect(missed.unmetRequirements == ["z"])
    world.segments["lock"] = #"{ "when": {}, "priority": 1, "navigation": { "entry": "pick" }, "lock": true }"#
    let locked = try world.engine().decide(["user_id": "u"]).explanation.experiments[0]
    #expect(locked.assignment.reason == .locked && locked.contestedSlots == [.entry])
  }
}
