struct CatalogRecord: Codable {
  let unit: String
  let appVersion: String?
  let attributes: [Attribute]
  let nodes: [String: NodeRecord]
  let routes: [String: Route]
  let tabs: [String: TemplateRecord]
  let cards: [String: TemplateRecord]
  let links: [Link]
  let defaults: [String: SlotRecord]

  struct Attribute: Codable {
    let name: String
    let type: String
    let separator: UInt8
    let format: String?
  }

  struct Route: Codable {
    let nodes: [TemplateRecord]
    let fallback: String?
  }

  struct Link: Codable {
    let pattern: String
    let route: String?
    let node: String?
    let needsNoSession: Bool
  }

  init(_ catalog: Catalog) {
    unit = catalog.unit
    appVersion = catalog.appVersion
    attributes = catalog.attributes.map {
      .init(name: $0.name, type: $0.type.name, separator: $0.separator, format: $0.format?.rawValue)
    }
    nodes = catalog.nodes.mapValues(NodeRecord.init)
    routes = catalog.routes.mapValues { .init(nodes: $0.nodes.map(TemplateRecord.init), fallback: $0.fallback) }
    tabs = catalog.tabs.mapValues(TemplateRecord.init)
    cards = catalog.cards.mapValues(TemplateRecord.init)
    links = catalog.deepLinks.map { link in
      switch link.destination {
      case .route(let key):
        .init(pattern: link.pattern, route: key, node: nil, needsNoSession: link.needsNoSession)
      case .node(let name):
        .init(pattern: link.pattern, route: nil, node: name, needsNoSession: link.needsNoSession)
      }
    }
    defaults = SlotRecord.records(catalog.defaults)
  }

  func catalog() throws(BundleError) -> Catalog {
    var definitions: [AttributeDefinition] = []
    for attribute in attributes {
      guard let type = AttributeType.all.first(where: { $0.name == attribute.type }) else {
        throw .unsound("attribute \(attribute.name): there is no type \(attribute.type)")
      }
      let format = attribute.format.flatMap(DateFormat.init(rawValue:))
      guard (format == nil) == (attribute.format == nil), format == nil || type == .date else {
        throw .unsound("attribute \(attribute.name): there is no format \(attribute.format ?? "") of \(type.name)")
      }
      definitions.append(
        AttributeDefinition(name: attribute.name, type: type, separator: attribute.separator, format: format))
    }
    var nodes: [String: NodeDefinition] = [:]
    for (name, record) in self.nodes { nodes[name] = try record.node(name) }
    var routes: [String: Personalization.Route] = [:]
    for (key, record) in self.routes {
      var templates: [NodeTemplate] = []
      for node in record.nodes { templates.append(try node.template("route \(key)")) }
      routes[key] = .init(nodes: templates, fallback: record.fallback)
    }
    var links: [DeepLink] = []
    for link in self.links {
      switch (link.route, link.node) {
      case (let route?, nil):
        links.append(.init(pattern: link.pattern, destination: .route(route), needsNoSession: link.needsNoSession))
      case (nil, let node?):
        links.append(.init(pattern: link.pattern, destination: .node(node), needsNoSession: link.needsNoSession))
      default: throw .unsound("link \(link.pattern): expected either a route or a node")
      }
    }
    return Catalog(
      unit: unit, appVersion: appVersion, attributes: definitions, nodes: nodes, routes: routes,
      tabs: try Self.places(tabs, "tab"), cards: try Self.places(cards, "card"), deepLinks: links,
      defaults: try SlotRecord.values(defaults, "defaults"))
  }

  private static func places(
    _ records: [String: TemplateRecord], _ what: String
  ) throws(BundleError) -> [String: NodeTemplate] {
    var places: [String: NodeTemplate] = [:]
    for (key, record) in records { places[key] = try record.template("\(what) \(key)") }
    return places
  }
}

extension AttributeType {
  fileprivate static let all: [AttributeType] = [
    .string, .number, .boolean, .version, .date, .list(of: .string), .list(of: .number),
  ]
}

extension SemanticVersion {
  /// The version that a part of a bundle spells.
  init(bundled text: String, _ place: String) throws(BundleError) {
    guard let version = SemanticVersion(text) else { throw .unsound("\(place): \(text) is no version") }
    self = version
  }
}
