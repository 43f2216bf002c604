internal import Navigation

/// Makes sure of what the engine relies on in a workspace that did not come from files: every name is declared, every value
/// fits, no number is out of its range and nothing goes in circles.
///
/// What only concerns what people mean, such as experiments that should share a layer, stays with the checks of files.
struct WorkspaceCheck {
  let workspace: Workspace
  let attributes: [String: AttributeType]

  init(_ workspace: Workspace) {
    self.workspace = workspace
    attributes = Dictionary(workspace.catalog.attributes.map { ($0.name, $0.type) }) { first, _ in first }
  }

  var catalog: Catalog { workspace.catalog }

  func run() throws(BundleError) {
    try checkCatalog()
    try checkNodes()
    try checkSegments()
    try checkExperiments()
  }

  private func checkCatalog() throws(BundleError) {
    guard attributes.count == catalog.attributes.count else { throw .unsound("an attribute is declared twice") }
    for attribute in catalog.attributes {
      let separator = attribute.separator
      guard separator == UInt8(ascii: "\t") || (0x20..<0x7F).contains(separator) else {
        throw .unsound("attribute \(attribute.name): its separator is no ASCII character")
      }
    }
    try checkUnit(catalog.unit, "catalog")
    if let version = catalog.appVersion {
      guard attributes[version] == .version else { throw .unsound("catalog: \(version) is no version attribute") }
    }
    for slot in Slot.allCases where catalog.defaults[slot] == nil {
      throw .unsound("catalog: slot \(slot.key) has no default")
    }
    try check(catalog.defaults, "defaults")
    if case .keys(let tabs)? = catalog.defaults[.homeTabs], tabs.isEmpty {
      throw .unsound("defaults: home.tabs has no tab")
    }
  }

  private func checkSegments() throws(BundleError) {
    let keys = Set(workspace.segments.map(\.key))
    guard keys.count == workspace.segments.count else { throw .unsound("two segments have the same key") }
    var requirements: [String: [String]] = [:]
    for segment in workspace.segments {
      let place = "segment \(segment.key)"
      try ConditionCheck(self, segments: keys, place).check(segment.condition)
      try check(segment.navigation, place)
      for slot in segment.locked where segment.navigation[slot] == nil {
        throw .unsound("\(place): it locks \(slot.key), which it does not set")
      }
      requirements[segment.key] = segment.condition.leaves.compactMap {
        if case .segment(let key) = $0 { key } else { nil }
      }
    }
    try checkCycles("segments", requirements)
  }

  /// What a unit names is hashed as text.
  func checkUnit(_ name: String, _ place: String) throws(BundleError) {
    guard attributes[name] == .string else { throw .unsound("\(place): the unit \(name) is no string attribute") }
  }

  /// The values of slots; which case belongs to which slot, decoding has made sure of.
  func check(_ navigation: [Slot: SlotValue], _ place: String) throws(BundleError) {
    for (slot, value) in navigation {
      let isSound =
        switch value {
        case .route(let key): catalog.routes[key] != nil
        case .key(let key): catalog.tabs[key] != nil
        case .keys(let keys):
          keys.allSatisfy { (slot == .homeTabs ? catalog.tabs : catalog.cards)[$0] != nil }
            && Set(keys).count == keys.count
        case .seconds(let seconds): (0...315_576_000_000).contains(seconds)
        case .node, .layout, .scope, .modalStyle, .boolean: true
        }
      guard isSound else { throw .unsound("\(place): \(slot.key) cannot be \(value)") }
      if case .node(let template?) = value { try check(template, "\(place): \(slot.key)") }
    }
  }

  /// Refuses what leads back to itself; `edges` are from each name to others.
  func checkCycles(_ what: String, _ edges: [String: [String]]) throws(BundleError) {
    var waiting = edges.mapValues { targets in targets.count { edges[$0] != nil } }
    var sources: [String: [String]] = [:]
    for (name, targets) in edges {
      for target in targets { sources[target, default: []].append(name) }
    }
    var done = waiting.filter { $0.value == 0 }.map(\.key)
    var count = 0
    while let name = done.popLast() {
      count += 1
      for source in sources[name] ?? [] {
        let left = (waiting[source] ?? 0) - 1
        waiting[source] = left
        if left == 0 { done.append(source) }
      }
    }
    guard count == edges.count else { throw .unsound("the \(what) go in a circle") }
  }
}
