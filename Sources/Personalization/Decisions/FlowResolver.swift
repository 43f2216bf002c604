internal import Navigation

/// Turns decided slots into a flow configuration of nodes that the cohort's users really have.
struct FlowResolver {
  let rules: Rules
  let cohort: Cohort
  private(set) var detours: [Detour] = []
  private(set) var isEntryAsRouted = true

  private var catalog: Catalog { rules.workspace.catalog }

  init(rules: Rules, cohort: Cohort) {
    self.rules = rules
    self.cohort = cohort
  }

  mutating func flow(of values: [SlotValue]) -> FlowConfiguration<FlowNode> {
    func value(_ slot: Slot) -> SlotValue { values[slot.index] }
    func node(_ slot: Slot) -> NodeTemplate? {
      if case .node(let node) = value(slot) { node } else { nil }
    }
    func fallback(_ slot: Slot) -> FlowNode? { node(slot).map { resolved($0, in: slot.key) } }
    // Loading has made sure that every slot has a default; a bare name stands in for what cannot happen.
    let standard = fallback(.fallbackDefault) ?? FlowNode(name: catalog.nodes.keys.min() ?? "", arguments: [:])

    var layout = HomeLayout.tab
    if case .layout(let decided) = value(.homeLayout) { layout = decided }
    var scope = SessionScope.user
    if case .scope(let decided) = value(.sessionScope) { scope = decided }
    var seconds: Int64 = 0
    if case .seconds(let decided) = value(.sessionResumeWithin) { seconds = decided }
    var style = ModalStyle.sheet
    if case .modalStyle(let decided) = value(.modalStyle) { style = decided }
    var confirms = false
    if case .boolean(let decided) = value(.modalConfirmsDismissal) { confirms = decided }
    let entry = entry(value(.entry), standard: standard)
    let home = home(layout, tabs: value(.homeTabs), cards: value(.homeCards), initial: value(.homeInitialTab))
    return FlowConfiguration(
      entry: entry, home: home,
      fallbacks: .init(
        standard: standard, modalDismissed: fallback(.fallbackModalDismissed),
        invalidDeepLink: fallback(.fallbackInvalidDeepLink) ?? standard,
        unavailableNode: fallback(.fallbackUnavailableNode) ?? standard,
        signedOut: fallback(.fallbackSignedOut) ?? standard,
        restoreFailed: fallback(.fallbackRestoreFailed) ?? standard),
      session: .init(scope: scope, resumeWithin: .seconds(seconds)),
      modal: .init(style: style, confirmsDismissal: confirms))
  }

  /// Follows the route's fallbacks until a target can be shown as written; the last route's target goes down its own
  /// chain of nodes.
  private mutating func entry(_ value: SlotValue, standard: FlowNode) -> FlowConfiguration<FlowNode>.Entry {
    guard case .route(let key) = value, let route = catalog.routes[key] else {
      return .init(route: "", start: standard, path: [])
    }
    return entry(key, route, standard: standard)
  }

  /// The nodes of a route for the cohort's users.
  mutating func entry(_ key: String, _ route: Route, standard: FlowNode) -> FlowConfiguration<FlowNode>.Entry {
    var (key, route) = (key, route)
    var seen: Set<String> = [key]
    while let target = route.nodes.last, case .failure(let reason) = filled(target),
      let next = route.fallback, let nextRoute = catalog.routes[next], seen.insert(next).inserted
    {
      detours.append(.route(key, reason: reason, instead: next))
      key = next
      route = nextRoute
    }
    if let target = route.nodes.last, case .failure = filled(target) { isEntryAsRouted = false }
    var nodes: [FlowNode] = []
    for template in route.nodes { nodes.append(resolved(template, in: Slot.entry.key)) }
    return .init(route: key, start: nodes.first ?? standard, path: Array(nodes.dropFirst()))
  }

  private mutating func home(
    _ layout: HomeLayout, tabs: SlotValue, cards: SlotValue, initial: SlotValue
  ) -> FlowConfiguration<FlowNode>.Home {
    func keys(_ value: SlotValue?) -> [String] {
      if case .keys(let keys)? = value { keys } else { [] }
    }
    var tabKeys = keys(tabs)
    if layout == .tab, tabKeys.isEmpty {
      tabKeys = keys(catalog.defaults[.homeTabs])
      detours.append(.noTabs)
    }
    var initialTab = tabKeys.first
    if case .key(let key) = initial, let first = tabKeys.first {
      if tabKeys.contains(key) { initialTab = key } else { detours.append(.initialTab(key, instead: first)) }
    }
    return .init(
      layout: layout, tabs: places(tabKeys, catalog.tabs, "tab"), cards: places(keys(cards), catalog.cards, "card"),
      initialTab: initialTab)
  }

  private mutating func places(
    _ keys: [String], _ nodes: [String: NodeTemplate], _ kind: String
  ) -> [FlowConfiguration<FlowNode>.Place] {
    var places: [FlowConfiguration<FlowNode>.Place] = []
    for key in keys {
      if let template = nodes[key] { places.append(.init(key: key, node: resolved(template, in: "\(kind) \(key)"))) }
    }
    return places
  }

  /// The first node of the chain of fallbacks that can be shown.
  ///
  /// Loading has made sure that there is one.
  mutating func resolved(_ template: NodeTemplate, in place: String) -> FlowNode {
    var template = template
    var seen: Set<NodeTemplate> = []
    while true {
      switch filled(template) {
      case .success(let node): return node
      case .failure(let reason):
        guard seen.insert(template).inserted, let next = catalog.nodes[template.name]?.fallback else {
          return FlowNode(name: template.name, arguments: [:])
        }
        detours.append(
          .node(template.description, place: place, reason: reason, instead: next.description))
        template = next
      }
    }
  }

  /// Whether the cohort's users have the node in their app.
  func isAvailable(_ name: String) -> Bool {
    rules.availability[name].map(cohort.isSet) ?? true
  }

  private enum Filling {
    case success(FlowNode)
    case failure(Detour.Reason)
  }

  /// The node with its bound arguments, if the cohort's users have it.
  private func filled(_ template: NodeTemplate) -> Filling {
    guard isAvailable(template.name) else {
      return .failure(.notInAppVersion(node: template.name))
    }
    var arguments: [String: FlowArgument] = [:]
    // In the order of their names, so that of several reasons the same one is told everywhere.
    for (name, argument) in template.arguments.sorted(by: { $0.key < $1.key }) {
      switch argument {
      case .value(let value): arguments[name] = .value(value)
      case .attribute(let attribute, let standard):
        let binding = Rules.Binding(attribute: attribute, node: template.name, argument: name)
        let outcome = rules.bindings[binding]?.first { cohort.isSet($0.output) }
        if let value = outcome?.value ?? standard.map(FlowArgument.value) {
          arguments[name] = value
        } else if catalog.nodes[template.name]?.arguments[name]?.isOptional != true {
          return .failure(.noLegalValue(node: template.name, argument: name, attribute: attribute))
        }
      }
    }
    return .success(FlowNode(name: template.name, arguments: arguments))
  }
}
