import Foundation
import Personalization

/// What a slot was decided to be, as text to compare.
struct ReferenceSlot {
  let source: String
  let setting: ReferenceSetting

  var text: String { setting.text }
}

/// A slot's value: as files write it, or a node, whose arguments may be bound.
enum ReferenceSetting {
  case plain(String)
  case keys([String])
  case node(ReferenceTemplate?)

  var text: String {
    switch self {
    case .plain(let text): text
    case .keys(let keys): "[\(keys.joined(separator: ", "))]"
    case .node(let node): node?.text ?? "null"
    }
  }

  init(_ tree: Tree, slot: String) {
    switch slot {
    case "home.tabs", "home.cards": self = .keys(tree.elements.compactMap(\.text))
    case let slot where slot.hasPrefix("fallback."): self = .node(ReferenceTemplate(tree))
    case "session.resumeWithin": self = .plain("\(ReferenceDate.parts(of: tree.text ?? "")?.seconds ?? -1) s")
    default: self = .plain(tree.text ?? tree.flag.map { "\($0)" } ?? "")
    }
  }
}

/// A node as files write it.
struct ReferenceTemplate {
  enum Argument {
    case constant(NodeText)
    case bound(String, otherwise: NodeText?)
  }

  let name: String
  let arguments: [(name: String, value: Argument)]

  init?(_ tree: Tree) {
    if let name = tree.text {
      self.name = name
      arguments = []
      return
    }
    guard let only = tree.members.first else { return nil }
    name = only.key
    arguments = only.value.members.map { member in
      if let attribute = member.value["attribute"]?.text {
        return (member.key, .bound(attribute, otherwise: member.value["default"].map { NodeText($0) }))
      }
      return (member.key, .constant(NodeText(member.value)))
    }.sorted { $0.name < $1.name }
  }

  init(name: String, arguments: [(name: String, value: Argument)]) {
    self.name = name
    self.arguments = arguments.sorted { $0.name < $1.name }
  }

  var text: String {
    let list = arguments.map { name, value in
      switch value {
      case .constant(let text): "\(name): \(text.typed)"
      case .bound(let attribute, let otherwise): "\(name): <\(attribute)> \(otherwise?.typed ?? "-")"
      }
    }
    return "\(name)(\(list.joined(separator: ", ")))"
  }
}

/// An argument's value: with its type, and as people read it.
struct NodeText {
  let typed: String
  let bare: String

  init(text: String) {
    typed = "\"\(text)\""
    bare = text
  }

  init(number: Double) {
    typed = "\(number == 0 ? 0 : number)"
    bare = Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  init(flag: Bool) {
    typed = "\(flag)"
    bare = "\(flag)"
  }

  init(_ tree: Tree) {
    switch tree {
    case .string(let text): self.init(text: text)
    case .number(let number): self.init(number: number)
    default: self.init(flag: tree.flag ?? false)
    }
  }
}

/// All slots of a user, by DESIGN's "How a decision is made".
struct ReferenceSlots {
  let slots: [String: ReferenceSlot]

  static func locked(by segment: ReferenceWorld.File) -> Set<String> {
    guard let lock = segment.tree["lock"] else { return [] }
    if let isAll = lock.flag { return isAll ? Set(segment.tree["navigation"]?.members.map(\.key) ?? []) : [] }
    return Set(lock.elements.compactMap(\.text))
  }

  init(_ user: ReferenceUser, _ attempts: [String: ReferenceAttempt], segments: [ReferenceWorld.File]) {
    let locked = segments.reduce(into: Set<String>()) { $0.formUnion(Self.locked(by: $1)) }
    let experiments = user.world.experiments.filter { attempts[$0.key]?.variation != nil }
    let isWinner = { (experiment: ReferenceWorld.File) in attempts[experiment.key]?.reason == "rolledOut" }
    var slots: [String: ReferenceSlot] = [:]
    for member in user.world.navigation["defaults"]?.members ?? [] {
      let slot = member.key
      var result = ReferenceSlot(source: "default", setting: ReferenceSetting(member.value, slot: slot))
      for segment in segments {
        guard let tree = segment.tree["navigation"]?[slot] else { continue }
        result = ReferenceSlot(source: "segment \(segment.key)", setting: ReferenceSetting(tree, slot: slot))
      }
      slots[slot] = result
      if locked.contains(slot) { continue }
      // A winner that was rolled out is the ground on which running experiments and overrides stand.
      for experiment in experiments.filter(isWinner) + experiments.filter({ !isWinner($0) }) {
        let key = attempts[experiment.key]?.variation ?? ""
        let variation = experiment.tree["variations"]?.elements.first { $0["key"]?.text == key }
        guard let tree = variation?["navigation"]?[slot] else { continue }
        slots[slot] = ReferenceSlot(
          source: "experiment \(experiment.key): \(key)", setting: ReferenceSetting(tree, slot: slot))
      }
      if let choice = user.choice(of: slot) { slots[slot] = ReferenceSlot(source: "choice", setting: choice) }
    }
    self.slots = slots
  }
}

extension ReferenceUser {
  /// The user's legal choice for a slot.
  func choice(of slot: String) -> ReferenceSetting? {
    guard let choice = choices[slot], choice != .null, choice != .string("") else { return nil }
    let navigation = world.navigation
    func isKey(_ text: String, of part: String) -> Bool { navigation[part]?[text] != nil }
    func plain(_ isLegal: (String) -> Bool) -> ReferenceSetting? {
      if case .string(let text) = choice, isLegal(text) { .plain(text) } else { nil }
    }
    switch slot {
    case "entry": return plain { isKey($0, of: "routes") }
    case "home.layout": return plain { ["tab", "dashboard"].contains($0) }
    case "home.initialTab": return plain { isKey($0, of: "tabs") }
    case "session.scope": return plain { ["user", "profile"].contains($0) }
    case "modal.style": return plain { ["sheet", "fullScreenCover", "push"].contains($0) }
    case "modal.confirmsDismissal":
      if case .boolean(let flag) = choice { return .plain("\(flag)") }
      return plain { ["true", "false"].contains($0) }
    case "session.resumeWithin":
      guard case .string(let text) = choice, let parts = ReferenceDate.parts(of: text), parts.months == 0 else {
        return nil
      }
      return .plain("\(parts.seconds) s")
    case "home.tabs", "home.cards":
      var keys: [String] = []
      switch choice {
      case .string(let text): keys = text.isEmpty ? [] : text.components(separatedBy: "|")
      case .list(let elements):
        for element in elements {
          guard case .string(let key) = element else { return nil }
          keys.append(key)
        }
      default: return nil
      }
      let part = slot == "home.tabs" ? "tabs" : "cards"
      return keys.allSatisfy { isKey($0, of: part) } && Set(keys).count == keys.count ? .keys(keys) : nil
    default: return node(choice).map { .node($0) }
    }
  }

  /// A node of the catalog with all its required arguments, each legal.
  private func node(_ choice: AttributeValue) -> ReferenceTemplate? {
    var name = ""
    var given: [String: AttributeValue] = [:]
    switch choice {
    case .string(let text): name = text
    case .object(let members):
      guard members.count == 1, let only = members.first, case .object(let arguments) = only.value else { return nil }
      (name, given) = (only.key, arguments)
    default: return nil
    }
    guard let definition = world.navigation["nodes"]?[name] else { return nil }
    let declared = definition["arguments"]?.members ?? []
    guard declared.allSatisfy({ $0.value["optional"]?.flag == true || given[$0.key] != nil }) else { return nil }
    var arguments: [(name: String, value: ReferenceTemplate.Argument)] = []
    for (argument, value) in given {
      guard let declaration = declared.first(where: { $0.key == argument })?.value,
        let text = Self.legal(value, declaration)
      else { return nil }
      arguments.append((argument, .constant(text)))
    }
    return ReferenceTemplate(name: name, arguments: arguments)
  }

  /// The value of an argument, if it is legal for it.
  static func legal(_ value: AttributeValue, _ declaration: Tree) -> NodeText? {
    switch (declaration["type"]?.text, value) {
    case ("string", .string(let text)):
      let values = declaration["values"]?.elements.compactMap(\.text)
      return (values.map { $0.contains { isSame($0, text) } } ?? !text.isEmpty) ? NodeText(text: text) : nil
    case ("number", .number(let number)): return NodeText(number: number)
    case ("boolean", .boolean(let flag)): return NodeText(flag: flag)
    default: return nil
    }
  }
}
