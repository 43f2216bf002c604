import JSONTree
import TestSupport

/// The names of the slots, as files write them.
enum SlotName {
  static let all = [
    "entry", "home.layout", "home.tabs", "home.cards", "home.initialTab", "fallback.default",
    "fallback.modalDismissed", "fallback.invalidDeepLink", "fallback.unavailableNode", "fallback.signedOut",
    "fallback.restoreFailed", "session.scope", "session.resumeWithin", "modal.style", "modal.confirmsDismissal",
  ]
}

/// A node that templates can be written for.
struct NodeDraft {
  struct Argument {
    let name: String
    let type: String
    var values: [String] = []
    var isOptional = false
  }

  let name: String
  var arguments: [Argument] = []
  var hasFallback = false
}

extension WorkspaceBuilder {
  mutating func addNavigation(_ random: inout SplitMix64) {
    let hasVersions = world.attributes.contains { $0.name == "app_version" }
    var declarations: [(String, JSONOutput)] = [("home", [:]), ("list", [:])]
    nodes = [NodeDraft(name: "home"), NodeDraft(name: "list")]
    for number in 0..<random.int(1...6) {
      var node = NodeDraft(name: "n\(number)")
      var members: [(String, JSONOutput)] = []
      var arguments: [(String, JSONOutput)] = []
      for name in random.sample(random.int(0...3), of: ["mode", "profile", "count"]) {
        var argument = NodeDraft.Argument(name: name, type: random.pick(["string", "string", "number", "boolean"]))
        argument.isOptional = random.chance(30)
        var declaration: [(String, JSONOutput)] = [("type", .string(argument.type))]
        if argument.type == "string", random.chance(60) {
          argument.values = random.sample(random.int(1...3), of: RandomWorkspace.legalTexts)
          declaration.append(("values", .array(argument.values.map(JSONOutput.string))))
        }
        if argument.isOptional { declaration.append(("optional", true)) }
        arguments.append((name, .object(declaration)))
        node.arguments.append(argument)
      }
      if !arguments.isEmpty { members.append(("arguments", .object(arguments))) }
      let isVersioned = hasVersions && random.chance(50)
      if isVersioned {
        let (since, until) = random.pick([
          ("1.2.0", "2.0.0"), ("2.0.0-rc.1", "2.0.0"), ("2.0", "2097152.0.0"), ("1.9.0", "1.10.0"),
        ])
        let part = random.int(1...3)
        if part != 2 { members.append(("since", .string(since))) }
        if part != 1 { members.append(("until", .string(until))) }
      }
      node.hasFallback = isVersioned || random.chance(50)
      // Only nodes declared before are fallen back to, so chains end.
      if node.hasFallback { members.append(("fallback", template(&random))) }
      nodes.append(node)
      declarations.append((node.name, .object(members)))
    }
    tabs = (0..<random.int(1...4)).map { "t\($0)" }
    cards = (0..<random.int(0...4)).map { "c\($0)" }
    let tabMembers = tabs.map { ($0, template(&random)) }
    let cardMembers = cards.map { ($0, template(&random)) }
    var routeMembers: [(String, JSONOutput)] = []
    for number in 0..<random.int(1...4) {
      var list: [JSONOutput] = []
      for _ in 0..<random.int(1...3) { list.append(template(&random)) }
      var members: [(String, JSONOutput)] = [("nodes", .array(list))]
      if !routes.isEmpty, random.chance(50) { members.append(("fallback", .string(random.pick(routes)))) }
      routes.append("r\(number)")
      routeMembers.append(("r\(number)", .object(members)))
    }
    var members: [(String, JSONOutput)] = [
      ("nodes", .object(declarations)), ("routes", .object(routeMembers)), ("tabs", .object(tabMembers)),
      ("cards", .object(cardMembers)), ("defaults", .object(settings(SlotName.all, &random, isDefault: true))),
    ]
    if hasVersions { members.append(("appVersion", "app_version")) }
    world.json.append(("catalog/navigation.json", .object(members)))
  }

  /// Values for these slots.
  func settings(
    _ slots: [String], _ random: inout SplitMix64, isDefault: Bool = false
  ) -> [(String, JSONOutput)] {
    slots.map { ($0, value(of: $0, &random, isDefault: isDefault)) }
  }

  private func value(of slot: String, _ random: inout SplitMix64, isDefault: Bool) -> JSONOutput {
    switch slot {
    case "entry": .string(random.pick(routes))
    case "home.layout": .string(random.pick(["tab", "dashboard"]))
    case "home.tabs": .array(random.sample(random.int(isDefault ? 1...4 : 0...4), of: tabs).map(JSONOutput.string))
    case "home.cards": .array(random.sample(random.int(0...4), of: cards).map(JSONOutput.string))
    case "home.initialTab": .string(random.pick(tabs))
    case "session.scope": .string(random.pick(["user", "profile"]))
    case "session.resumeWithin": .string(random.pick(["PT30M", "P2D", "P1W", "PT0S", "P1DT2H3M4S"]))
    case "modal.style": .string(random.pick(["sheet", "fullScreenCover", "push"]))
    case "modal.confirmsDismissal": .boolean(random.chance(50))
    case "fallback.modalDismissed" where random.chance(40): nil
    default: template(&random)
    }
  }

  /// A node with its arguments, of those declared so far.
  private func template(_ random: inout SplitMix64) -> JSONOutput {
    let node = random.pick(nodes)
    var arguments: [(String, JSONOutput)] = []
    for argument in node.arguments where !argument.isOptional || random.chance(60) {
      let bindable = world.attributes.filter { $0.kind.rawValue == argument.type }
      guard !bindable.isEmpty, random.chance(65) else {
        arguments.append((argument.name, constant(argument, &random)))
        continue
      }
      var members: [(String, JSONOutput)] = [("attribute", .string(random.pick(bindable).name))]
      let needsDefault = !argument.isOptional && !node.hasFallback
      if needsDefault || random.chance(30) { members.append(("default", constant(argument, &random))) }
      arguments.append((argument.name, .object(members)))
    }
    if arguments.isEmpty, random.chance(50) { return .string(node.name) }
    return .object([(node.name, .object(arguments))])
  }

  private func constant(_ argument: NodeDraft.Argument, _ random: inout SplitMix64) -> JSONOutput {
    switch argument.type {
    case "number": .number(random.pick([0, 1, 2.5, 65]))
    case "boolean": .boolean(random.chance(50))
    default:
      .string(argument.values.isEmpty ? random.pick(["a", "u-1", "p"]) : random.pick(argument.values))
    }
  }
}
