internal import Personalization

/// What `catalog/navigation.json` declares; each part is as whole as the file allows.
struct NavigationTable {
  var appVersion: String?
  var nodes: NodeTable
  var fallbacks: [String: NodeTemplate] = [:]
  var parents: [String: NodeTemplate] = [:]
  var routes: [String: Route] = [:]
  /// Where the fallback of a route stands.
  var routeFallbacks: [String: Value] = [:]
  var tabs: [String: NodeTemplate] = [:]
  var cards: [String: NodeTemplate] = [:]
  var deepLinks: [DeepLink] = []
  var defaults: [Slot: SlotValue] = [:]
  let slots: SlotReader
}

/// Reads `catalog/navigation.json`.
struct NavigationReader {
  private static let parts = [
    "appVersion", "nodes", "routes", "tabs", "cards", "deepLinks", "defaults",
  ]

  private let attributes: AttributeTable
  private let templates: TemplateReader
  private var table: NavigationTable

  static func read(_ root: Value?, attributes: AttributeTable) -> NavigationTable {
    let object = root.flatMap {
      ObjectReader(
        $0, "an object with \"nodes\", \"routes\", \"tabs\", \"cards\" and \"defaults\"",
        knows: ["$schema", "description"] + parts)
    }
    var reader = NavigationReader(object, attributes)
    if let object { reader.read(object) }
    return reader.table
  }

  private init(_ object: ObjectReader?, _ attributes: AttributeTable) {
    self.attributes = attributes
    var nodes = NodeTable(object?.required("nodes", "an object of nodes by name"))
    let kinds = ["routes", "tabs", "cards"].map { part in
      (what: String(part.dropLast()), names: Set(object?[part]?.members?.map(\.key) ?? []))
    }
    nodes.names.kin = kinds
    let all = [(what: "node", names: nodes.names.names)] + kinds
    templates = TemplateReader(nodes: nodes, attributes: attributes)
    func names(
      _ part: String, _ what: String, _ code: Diagnostic.Code, isRequired: Bool = false
    ) -> NameTable {
      // Where a required part is missing, that is the problem, not each name that it would declare.
      let members = object.flatMap { $0[part].map(\.members) ?? (isRequired ? nil : []) }
      var table = NameTable(
        what, "the key of a \(what)", code: code, names: Set((members ?? []).map(\.key)), isComplete: members != nil)
      table.kin = all.filter { $0.what != what }
      return table
    }
    let slots = SlotReader(
      templates: templates, routes: names("routes", "route", .unknownRoute, isRequired: true),
      tabs: names("tabs", "tab", .unknownTab),
      cards: names("cards", "card", .unknownCard))
    table = NavigationTable(nodes: nodes, slots: slots)
  }

  private mutating func read(_ object: ObjectReader) {
    object.checkTexts("description")
    readAppVersion(object)
    for (name, node) in table.nodes.nodes {
      if let value = node.fallbackValue { table.fallbacks[name] = templates.template(value) }
      if let value = node.parentValue { table.parents[name] = templates.template(value) }
    }
    if let routes = object.required("routes", "an object of routes by key")?.object("an object of routes by key") {
      for route in routes { read(route: route) }
    }
    table.tabs = places(object["tabs"], "a tab")
    table.cards = places(object["cards"], "a card")
    if let links = object["deepLinks"]?.array("an array of deep links") {
      let reader = DeepLinkReader(nodes: table.nodes, routes: table.slots.routes)
      table.deepLinks = links.compactMap(reader.deepLink)
    }
    if let defaults = object.required("defaults", "a value for every slot") { read(defaults: defaults) }
  }

  private mutating func readAppVersion(_ object: ObjectReader) {
    if let value = object["appVersion"] {
      guard let name = value.string("the name of a version attribute"),
        let type = attributes.type(of: name, at: value)
      else { return }
      guard type == .version else {
        value.report(
          .appVersionType, "the app version is a version attribute, \(quoted(name)) is \(type.phrase)")
        return
      }
      table.appVersion = name
    } else if let name = table.nodes.nodes.filter({ $0.value.isVersioned }).keys.min() {
      object.value.report(
        .missingMember,
        "\"appVersion\" is missing; node \(quoted(name)) has \"since\" or \"until\", so expected the attribute that "
          + "holds the user's app version")
    }
  }

  private mutating func read(route value: Value) {
    guard let key = value.declaredKey(of: "a route"),
      let object = ObjectReader(value, "an object with \"nodes\"", knows: ["nodes", "fallback", "description"])
    else { return }
    object.checkTexts("description")
    let fallback = object["fallback"].flatMap { $0.reference(to: table.slots.routes) }
    if fallback != nil { table.routeFallbacks[key] = object["fallback"] }
    guard let list = object.required("nodes", "an array of nodes"), let elements = list.array("an array of nodes")
    else { return }
    if elements.isEmpty { list.report(.emptyArray, "a route has at least one node, its target") }
    let nodes = elements.compactMap { templates.template($0) }
    table.routes[key] = Route(nodes: nodes, fallback: fallback)
  }

  private func places(_ value: Value?, _ what: String) -> [String: NodeTemplate] {
    guard let members = value?.object("an object of nodes by key") else { return [:] }
    var places: [String: NodeTemplate] = [:]
    for member in members {
      let node = templates.template(member)
      if let key = member.declaredKey(of: what) { places[key] = node }
    }
    return places
  }

  private mutating func read(defaults value: Value) {
    for setting in table.slots.settings(value) {
      table.defaults[setting.slot] = setting.value
      if setting.slot == .homeTabs, setting.source.elements?.isEmpty == true {
        setting.source.report(.emptyArray, "the default of \"home.tabs\" has at least one tab")
      }
    }
    guard let members = value.members else { return }
    for slot in Slot.allCases where !members.contains(where: { $0.key == slot.key }) {
      value.report(.missingDefault, "slot \"\(slot.key)\" has no default; every slot needs one")
    }
  }
}
