import Foundation
import Personalization

/// A node that a user really gets.
struct ReferenceNode {
  /// With typed arguments, to compare with the engine's.
  let text: String
  /// As a batch shows it: free arguments as the attribute that they come from.
  let shown: String
}

/// The flow configuration of a user's slots, as lines of text.
struct ReferenceFlow {
  private let user: ReferenceUser
  private let slots: [String: ReferenceSlot]
  private(set) var lines: [String] = []
  /// What a batch writes.
  private(set) var entryCell = ""
  private(set) var layoutCell = ""
  private(set) var tabsCell = ""
  private(set) var fallbackCell = ""

  init(_ user: ReferenceUser, _ slots: [String: ReferenceSlot]) {
    self.user = user
    self.slots = slots
    addEntry()
    addHome()
    for slot in SlotName.all where slot.hasPrefix("fallback.") {
      let node = node(slot).map(resolved)
      lines.append("\(slot): \(node?.text ?? "null")")
      if slot == "fallback.default" { fallbackCell = node?.shown ?? "" }
    }
    for slot in ["session.scope", "session.resumeWithin", "modal.style", "modal.confirmsDismissal"] {
      lines.append("\(slot): \(slots[slot]?.text ?? "")")
    }
  }

  private func node(_ slot: String) -> ReferenceTemplate? {
    if case .node(let node)? = slots[slot]?.setting { node } else { nil }
  }

  private func keys(_ slot: String) -> [String] {
    if case .keys(let keys)? = slots[slot]?.setting { keys } else { [] }
  }

  private mutating func addEntry() {
    let routes = user.world.navigation["routes"]
    var key = slots["entry"]?.text ?? ""
    func templates() -> [ReferenceTemplate] {
      routes?[key]?["nodes"]?.elements.compactMap { ReferenceTemplate($0) } ?? []
    }
    while let target = templates().last, filled(target) == nil, let next = routes?[key]?["fallback"]?.text {
      key = next
    }
    let all = templates().map(resolved)
    var nodes: [ReferenceNode] = []
    // A node that is the same as the one before is not pushed again.
    for node in all where nodes.last.map({ isSame($0.text, node.text) }) != true { nodes.append(node) }
    lines.append("entry \(key): " + nodes.map(\.text).joined(separator: " > "))
    let isAsRouted = templates().last.map { filled($0) != nil } ?? false
    entryCell = isAsRouted ? key : all.last?.shown ?? ""
  }

  private mutating func addHome() {
    let navigation = user.world.navigation
    let layout = slots["home.layout"]?.text ?? ""
    var tabs = keys("home.tabs")
    if layout == "tab", tabs.isEmpty { tabs = navigation["defaults"]?["home.tabs"]?.elements.compactMap(\.text) ?? [] }
    func place(_ key: String, _ part: String) -> String {
      let template = navigation[part]?[key].flatMap { ReferenceTemplate($0) }
      return "\(key) \(template.map { resolved($0).text } ?? "")"
    }
    let initial = slots["home.initialTab"]?.text ?? ""
    lines.append("home: \(layout)")
    lines.append("tabs: " + tabs.map { place($0, "tabs") }.joined(separator: "; "))
    lines.append("cards: " + keys("home.cards").map { place($0, "cards") }.joined(separator: "; "))
    lines.append("initial: \(tabs.contains(initial) ? initial : tabs.first ?? "none")")
    layoutCell = layout
    tabsCell = tabs.joined(separator: "|")
  }

  /// The first node of the chain of fallbacks that the user can be shown.
  private func resolved(_ template: ReferenceTemplate) -> ReferenceNode {
    var template = template
    for _ in 0..<100 {
      if let node = filled(template) { return node }
      guard let next = definition(template)["fallback"].flatMap({ ReferenceTemplate($0) }) else { break }
      template = next
    }
    return ReferenceNode(text: "no node", shown: "no node")
  }

  private func definition(_ template: ReferenceTemplate) -> Tree {
    user.world.navigation["nodes"]?[template.name] ?? .null
  }

  /// The node with its arguments; nil if the user's app lacks it, or a required argument has no legal value.
  private func filled(_ template: ReferenceTemplate) -> ReferenceNode? {
    let definition = definition(template)
    let since = definition["since"]?.text.flatMap(ReferenceVersion.init)
    let until = definition["until"]?.text.flatMap(ReferenceVersion.init)
    if since != nil || until != nil {
      guard let name = user.world.navigation["appVersion"]?.text, case .version(let version)? = user.value(name) else {
        return nil
      }
      if let since, version.compared(to: since) < 0 { return nil }
      if let until, version.compared(to: until) >= 0 { return nil }
    }
    var typed: [String] = []
    var shown: [String] = []
    for (name, argument) in template.arguments {
      let declaration = definition["arguments"]?[name] ?? .null
      switch argument {
      case .constant(let text):
        typed.append("\(name): \(text.typed)")
        shown.append("\(name): \(text.bare)")
      case .bound(let attribute, let otherwise):
        let own = user.value(attribute).flatMap { Self.legal($0, declaration) }
        if let text = own ?? otherwise {
          let isOpen = own != nil && declaration["values"] == nil && declaration["type"]?.text != "boolean"
          typed.append("\(name): \(text.typed)")
          shown.append("\(name): \(isOpen ? "<\(attribute)>" : text.bare)")
        } else if declaration["optional"]?.flag != true {
          return nil
        }
      }
    }
    func node(_ arguments: [String]) -> String {
      arguments.isEmpty ? template.name : "\(template.name)(\(arguments.joined(separator: ", ")))"
    }
    return ReferenceNode(text: node(typed), shown: node(shown))
  }

  private static func legal(_ value: ReferenceValue, _ declaration: Tree) -> NodeText? {
    switch value {
    case .text(let text): ReferenceUser.legal(.string(text), declaration)
    case .number(let number): ReferenceUser.legal(.number(number), declaration)
    case .boolean(let flag): ReferenceUser.legal(.boolean(flag), declaration)
    case .version, .date, .list: nil
    }
  }
}
