#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FlowState {
  /// Puts a saved tree back, as far as it still makes sense.
  ///
  /// Any bytes give a valid tree and a report. Each stack is cut before the first node that the app does not have any more,
  /// unless `aliases` knows its new name. At most once in a launch, and never over what the user or a link has changed.
  ///
  /// - Parameters:
  ///   - bytes: What `snapshot(appVersion:at:)` gave.
  ///   - rules: What the tree must obey; `session.resumeWithin` is the time to live.
  ///   - seconds: The present time, in seconds since 1970.
  ///   - aliases: The present names of renamed nodes.
  ///   - advice: What the `LaunchRecord` says of this launch.
  public mutating func restore(
    _ bytes: [UInt8], under rules: FlowRules<Node>, at seconds: Int64, aliases: [String: String] = [:],
    advice: LaunchRecord.Advice = .restore
  ) -> RestoreReport {
    func refused(_ refusal: RestoreReport.Refusal) -> RestoreReport {
      RestoreReport(result: .refused(refusal), dropped: [])
    }
    guard advice == .restore else { return refused(.crashLoop) }
    guard isRestorable else { return refused(.tooLate) }
    guard gate(of: rules.configuration) == nil else { return refused(.gated) }
    guard bytes.count <= SavedState.maximumLength else { return refused(.damaged) }
    let data = Data(bytes)
    guard let version = try? JSONDecoder().decode(SavedVersion.self, from: data) else { return refused(.damaged) }
    guard version.schemaVersion <= SavedState.currentSchemaVersion else { return refused(.newerSchema) }
    guard version.schemaVersion > 0, let saved = try? JSONDecoder().decode(SavedState.self, from: data) else {
      return refused(.damaged)
    }
    guard saved.profile.map({ Array($0.utf8) }) == session.profile.map({ Array($0.utf8) }) else {
      return refused(.otherProfile)
    }
    let (age, isAbsurd) = seconds.subtractingReportingOverflow(saved.savedAt)
    let limit = rules.configuration.session.resumeWithin.components.seconds
    guard !isAbsurd, age >= 0, age <= limit else { return refused(.expired) }

    var reader = SavedStateReader(state: self, rules: rules, aliases: aliases)
    reader.read(saved)
    self = reader.state
    isRestorable = false
    epoch += 1
    return RestoreReport(result: reader.dropped.isEmpty ? .restored : .salvaged, dropped: reader.dropped)
  }
}

/// Read before the rest, so that a newer form is not called damaged.
private struct SavedVersion: Decodable {
  let schemaVersion: Int
}

/// Puts the parts of a saved state into a fresh tree, and keeps account of what did not fit.
private struct SavedStateReader<Node: Hashable & Codable & Sendable> {
  var state: FlowState<Node>
  let rules: FlowRules<Node>
  let aliases: [String: String]
  var dropped: [RestoreReport.Dropped] = []

  init(state: FlowState<Node>, rules: FlowRules<Node>, aliases: [String: String]) {
    self.state = state
    self.rules = rules
    self.aliases = aliases
  }

  mutating func read(_ saved: SavedState) {
    state.clearPaths()
    state.presented = []
    for key in saved.paths.keys.sorted() {
      let path = saved.paths[key] ?? []
      guard let place = state.home.tabs.firstIndex(where: { $0.key == key }) else {
        if !path.isEmpty { drop("tab \(key)", path, .noSuchTab) }
        continue
      }
      state.home.tabs[place].stack.path = entries(path, "tab \(key)")
    }
    if state.home.tabs.isEmpty { state.home.single.path = entries(saved.single, "home") }
    if let key = saved.selectedTab { _ = state.home.select(key) }
    if let front = saved.front, !front.isEmpty {
      let known = entries(front, "front")
      if let root = known.first { state.front = Stack(root: root, path: Array(known.dropFirst())) }
    }
    for (place, flow) in saved.presented.enumerated() {
      guard read(flow, place, below: place == 0 ? state.base : state.presented[place - 1].stack) else {
        for (later, flow) in saved.presented.enumerated().dropFirst(place + 1) {
          drop("flow \(later)", flow.nodes, .presenterMissing)
        }
        break
      }
    }
  }

  /// Answers whether the flow is there, so that what it presented can be put back too.
  private mutating func read(_ flow: SavedState.Flow, _ place: Int, below: Stack<Node>) -> Bool {
    let name = "flow \(place)"
    guard below.entries.indices.contains(flow.presenter), place < rules.depthLimit else {
      drop(name, flow.nodes, .presenterMissing)
      return false
    }
    let rule = rules.intents[flow.intent]
    let known = entries(flow.nodes, name) { node, previous in
      guard let rule else { return true }
      return rule.contains(node) && (previous.map { rule.leads($0, node) } ?? true)
    }
    guard let root = known.first else { return false }
    var landing: Landing<Node>?
    switch flow.landing {
    case .node(let node)?: landing = typed(node).map { .node($0) }
    case .root?: landing = .root
    case .presenter?: landing = .presenter
    case nil: landing = nil
    }
    state.lastNumber += 1
    state.presented.append(
      PresentedFlow(
        id: FlowID(number: state.lastNumber), intent: flow.intent,
        stack: Stack(root: root, path: Array(known.dropFirst())), style: flow.style, guarding: flow.guarding,
        landing: landing, presenter: below.entries[flow.presenter].id))
    return known.count == flow.nodes.count
  }

  /// The nodes up to the first that cannot be put back.
  private mutating func entries(
    _ nodes: [Navigation.Node], _ place: String, fits: (Node, Node?) -> Bool = { _, _ in true }
  ) -> [Entry<Node>] {
    var entries: [Entry<Node>] = []
    for (index, saved) in nodes.enumerated() {
      let rest = Array(nodes[index...])
      guard let node = typed(saved) else {
        drop(place, rest, .unknownNode)
        break
      }
      if let profile = rules.profile(node), profile != state.session.profile {
        drop(place, rest, .otherProfile)
        break
      }
      guard fits(node, entries.last?.node) else {
        drop(place, rest, .foreignNode)
        break
      }
      guard entries.count < rules.depthLimit else {
        drop(place, rest, .tooDeep)
        break
      }
      entries.append(state.newEntry(node))
    }
    return entries
  }

  private func typed(_ node: Navigation.Node) -> Node? {
    try? Navigation.Node(aliases[node.name] ?? node.name, node.arguments).typed(as: Node.self)
  }

  private mutating func drop(
    _ place: String, _ nodes: [Navigation.Node], _ reason: RestoreReport.Dropped.Reason
  ) {
    dropped.append(.init(place: place, nodes: nodes, reason: reason))
  }
}
