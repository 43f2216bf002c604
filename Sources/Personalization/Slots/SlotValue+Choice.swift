internal import Navigation

extension SlotValue {
  /// The value that a user's choice means; nil if it is not legal for the slot.
  ///
  /// A text means the same wherever it comes from: keys of a list as `a|b` or `[a, b]`, a node as `speaking` or
  /// `speaking(mode: review)`. JSON may also have an array of keys, and an object of a node's name and its arguments.
  package init?(choice: AttributeValue, for slot: Slot, in catalog: Catalog) {
    switch slot {
    case .entry:
      guard case .string(let key) = choice, catalog.routes[key] != nil else { return nil }
      self = .route(key)
    case .homeLayout:
      guard case .string(let text) = choice, let layout = HomeLayout(rawValue: text) else { return nil }
      self = .layout(layout)
    case .homeTabs, .homeCards:
      let places = slot == .homeTabs ? catalog.tabs : catalog.cards
      guard let keys = Self.keys(choice), keys.allSatisfy({ places[$0] != nil }), Set(keys).count == keys.count else {
        return nil
      }
      self = .keys(keys)
    case .homeInitialTab:
      guard case .string(let key) = choice, catalog.tabs[key] != nil else { return nil }
      self = .key(key)
    case .fallbackDefault, .fallbackModalDismissed, .fallbackInvalidDeepLink, .fallbackUnavailableNode,
      .fallbackSignedOut, .fallbackRestoreFailed:
      guard let node = Self.node(choice, in: catalog) else { return nil }
      self = .node(node)
    case .sessionScope:
      guard case .string(let text) = choice, let scope = SessionScope(rawValue: text) else { return nil }
      self = .scope(scope)
    case .sessionResumeWithin:
      guard case .string(let text) = choice, let period = Period(text), period.months == 0 else { return nil }
      self = .seconds(period.seconds)
    case .modalStyle:
      guard case .string(let text) = choice, let style = ModalStyle(rawValue: text) else { return nil }
      self = .modalStyle(style)
    case .modalConfirmsDismissal:
      switch choice {
      case .boolean(let flag): self = .boolean(flag)
      case .string("true"): self = .boolean(true)
      case .string("false"): self = .boolean(false)
      default: return nil
      }
    }
  }

  private static func keys(_ choice: AttributeValue) -> [String]? {
    switch choice {
    case .string(let text): keys(text)
    case .list(let elements):
      elements.reduce(into: [String]?([])) { keys, element in
        if case .string(let key) = element { keys?.append(key) } else { keys = nil }
      }
    default: nil
    }
  }

  private static func keys(_ text: String) -> [String]? {
    guard text.hasPrefix("["), text.hasSuffix("]") else {
      return text.isEmpty ? nil : text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }
    let content = text.dropFirst().dropLast()
    return content.allSatisfy { $0 == " " } ? [] : parts(content)
  }

  /// The parts between commas, without outer spaces and double quotes.
  private static func parts(_ text: Substring) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      var part = part.drop { $0 == " " }
      while part.last == " " { part.removeLast() }
      return String(part.count > 1 && part.first == "\"" && part.last == "\"" ? part.dropFirst().dropLast() : part)
    }
  }

  /// The name and the arguments of `speaking(mode: review)`; nil if the text is not of this form, or the node has no such
  /// argument.
  private static func node(_ text: String, in catalog: Catalog) -> (name: String, given: [String: NodeArgument])? {
    guard let open = text.firstIndex(of: "("), text.last == ")" else { return (text, [:]) }
    let name = String(text[..<open])
    guard let definition = catalog.nodes[name] else { return nil }
    var given: [String: NodeArgument] = [:]
    for part in parts(text[text.index(after: open)...].dropLast()) {
      guard let colon = part.firstIndex(of: ":"), let type = definition.arguments[String(part[..<colon])]?.type else {
        return nil
      }
      let value = String(part[part.index(after: colon)...].drop { $0 == " " })
      let argument: NodeArgument? =
        switch type {
        case .string: .string(value)
        case .number: NumberText(value)?.value.map(NodeArgument.number)
        case .boolean: ["true": .boolean(true), "false": .boolean(false)][value]
        }
      guard let argument, given.updateValue(argument, forKey: String(part[..<colon])) == nil else { return nil }
    }
    return (name, given)
  }

  private static func node(_ choice: AttributeValue, in catalog: Catalog) -> NodeTemplate? {
    var given: [String: NodeArgument] = [:]
    let name: String
    switch choice {
    case .string(let text):
      guard let written = node(text, in: catalog) else { return nil }
      (name, given) = written
    case .object(let members):
      guard members.count == 1, let (only, value) = members.first, case .object(let arguments) = value else {
        return nil
      }
      name = only
      for (argument, value) in arguments {
        switch value {
        case .string(let text): given[argument] = .string(text)
        case .number(let number): given[argument] = .number(number)
        case .boolean(let flag): given[argument] = .boolean(flag)
        default: return nil
        }
      }
    default: return nil
    }
    guard let definition = catalog.nodes[name],
      definition.arguments.allSatisfy({ $0.value.isOptional || given[$0.key] != nil }),
      given.allSatisfy({ definition.arguments[$0.key]?.accepts($0.value) == true })
    else { return nil }
    return NodeTemplate(name, given.mapValues { .value($0) })
  }

  /// What a choice for the slot may be, for messages.
  package static func expectation(for slot: Slot, in catalog: Catalog) -> String {
    let keys = keys(for: slot, in: catalog).joined(separator: ", ")
    return switch slot {
    case .entry, .homeLayout, .homeInitialTab, .sessionScope, .modalStyle: "one of \(keys)"
    case .homeTabs, .homeCards: "different keys separated by |, of \(keys)"
    case .fallbackDefault, .fallbackModalDismissed, .fallbackInvalidDeepLink, .fallbackUnavailableNode,
      .fallbackSignedOut, .fallbackRestoreFailed:
      "a node of the catalog with its required arguments"
    case .sessionResumeWithin: "a period of at most days, such as PT30M"
    case .modalConfirmsDismissal: "true or false"
    }
  }

  /// The keys that a choice for the slot may name, sorted; none where it names something else.
  package static func keys(for slot: Slot, in catalog: Catalog) -> [String] {
    switch slot {
    case .entry: catalog.routes.keys.sorted()
    case .homeLayout: HomeLayout.allCases.map(\.rawValue).sorted()
    case .homeTabs, .homeInitialTab: catalog.tabs.keys.sorted()
    case .homeCards: catalog.cards.keys.sorted()
    case .sessionScope: SessionScope.allCases.map(\.rawValue).sorted()
    case .modalStyle: ModalStyle.allCases.map(\.rawValue).sorted()
    case .fallbackDefault, .fallbackModalDismissed, .fallbackInvalidDeepLink, .fallbackUnavailableNode,
      .fallbackSignedOut, .fallbackRestoreFailed, .sessionResumeWithin, .modalConfirmsDismissal:
      []
    }
  }
}
