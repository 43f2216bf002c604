public import Personalization

/// The Swift source of an app's nodes, routes, places and links, from its catalog.
///
/// What the catalog names is then checked by the compiler: a screen that switches over `AppNode` without `default` does not
/// compile until it shows a node that was added. The same catalog gives the same text.
///
/// Five names stand at the top: `AppNode`, `AppRoute`, `AppTab`, `AppCard` and `AppLink`. The enum of an argument's legal texts
/// is inside, as `AppNode.SpeakingArguments.Mode`, so that a node or argument named like a type of the standard library hides
/// nothing from the app.
public struct SwiftSource: Sendable {
  private let catalog: Catalog
  private let access: String
  /// The source for a catalog.
  ///
  /// - Parameters:
  ///   - catalog: What the app has.
  ///   - isPublic: Whether the declarations are public, for a module of their own.
  /// - Throws: Where two names of the catalog would be one name in Swift, or one would be none. A number after one of them
  ///   would compile, and move to the other as the catalog grows.
  public init(_ catalog: Catalog, isPublic: Bool = false) throws(SwiftNameProblem) {
    self.catalog = catalog
    access = isPublic ? "public " : ""
    try checkNames()
  }

  private func checkNames() throws(SwiftNameProblem) {
    try SwiftName.check(nodes.map(\.0), of: "nodes", as: SwiftName.node)
    for (node, definition) in nodes {
      try SwiftName.check(arguments(of: definition).map(\.0), of: "arguments of \(node)", as: SwiftName.bare)
      let types = arguments(of: definition).filter { !$0.1.values.isEmpty }
      try SwiftName.check(types.map(\.0), of: "arguments of \(node)", as: SwiftName.type)
      for (argument, value) in types {
        try SwiftName.check(value.values, of: "values of \(argument) of \(node)", as: SwiftName.bare)
      }
    }
    try SwiftName.check(catalog.routes.keys.sorted(), of: "routes", as: SwiftName.bare)
    try SwiftName.check(catalog.tabs.keys.sorted(), of: "tabs", as: SwiftName.bare)
    try SwiftName.check(catalog.cards.keys.sorted(), of: "cards", as: SwiftName.bare)
  }

  private var nodes: [(String, NodeDefinition)] { catalog.nodes.sorted { $0.key < $1.key } }

  private func arguments(of node: NodeDefinition) -> [(String, ArgumentDefinition)] {
    node.arguments.sorted { ($0.value.isOptional ? 1 : 0, $0.key) < ($1.value.isOptional ? 1 : 0, $1.key) }
  }

  /// The whole file.
  public var text: String {
    let parts =
      [
        "// Written by `personalize generate swift` from catalog/navigation.json; changes here are lost.\n",
        nodeEnum,
        keyEnum("AppRoute", "The routes of the app.", catalog.routes.keys.sorted()),
        keyEnum("AppTab", "The tabs of home.", catalog.tabs.keys.sorted()),
        keyEnum("AppCard", "The cards of a dashboard.", catalog.cards.keys.sorted()),
        links,
      ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  // MARK: Nodes

  private var nodeEnum: String {
    var lines = [
      "/// Every screen state of the app.", "\(access)enum AppNode: Swift.Codable, Swift.Hashable, Swift.Sendable {",
    ]
    for (name, definition) in nodes {
      lines.append("  case \(SwiftName.escaped(SwiftName.node(name)))\(parameters(name, definition))")
    }
    let renamed = nodes.filter { SwiftName.node($0.0) != $0.0 }
    if !renamed.isEmpty {
      lines.append("")
      lines.append("  enum CodingKeys: Swift.String, Swift.CodingKey {")
      lines += nodes.map { "    " + SwiftName.declaration($0.0, as: SwiftName.node) }
      lines.append("  }")
    }
    for (name, definition) in nodes {
      let arguments = arguments(of: definition).map(\.0)
      guard arguments.contains(where: { SwiftName.bare($0) != $0 }) else { continue }
      lines.append("")
      lines.append("  enum \(SwiftName.nodeType(name))CodingKeys: Swift.String, Swift.CodingKey {")
      lines += arguments.map { "    " + SwiftName.declaration($0) }
      lines.append("  }")
    }
    for (name, definition) in nodes { lines += valueTypes(name, definition) }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  private func parameters(_ node: String, _ definition: NodeDefinition) -> String {
    guard !definition.arguments.isEmpty else { return "" }
    let parameters = arguments(of: definition).map { name, argument in
      "\(SwiftName.escaped(SwiftName.bare(name))): \(type(node, name, argument))\(argument.isOptional ? "? = nil" : "")"
    }
    return "(\(parameters.joined(separator: ", ")))"
  }

  private func type(_ node: String, _ name: String, _ argument: ArgumentDefinition) -> String {
    guard argument.values.isEmpty else { return "\(Self.namespace(node)).\(SwiftName.type(name))" }
    return switch argument.type {
    case .string: "Swift.String"
    case .number: "Swift.Double"
    case .boolean: "Swift.Bool"
    }
  }

  /// Where the types of a node's arguments are, inside `AppNode`.
  private static func namespace(_ node: String) -> String { SwiftName.nodeType(node) + "Arguments" }

  /// The legal texts of a node's arguments, each as an enum, in a namespace of the node's own.
  private func valueTypes(_ node: String, _ definition: NodeDefinition) -> [String] {
    let types = arguments(of: definition).filter { !$0.1.values.isEmpty }
    guard !types.isEmpty else { return [] }
    var lines = [
      "", "  /// The types of the arguments of \(node).", "  \(access)enum \(Self.namespace(node)) {",
    ]
    for (argument, value) in types {
      lines.append("    /// The legal values of \(argument).")
      lines.append("    \(access)enum \(SwiftName.type(argument)): \(Self.enumOfStrings) {")
      lines += value.values.map { "      " + SwiftName.declaration($0) }
      lines.append("    }")
    }
    return lines + ["  }"]
  }

  /// What an enum of strings is.
  ///
  /// With the module's name, since an argument or a type of the app may be named like a type of
  /// the standard library.
  private static let enumOfStrings =
    "Swift.String, Swift.Codable, Swift.Hashable, Swift.Sendable, Swift.CaseIterable"

  private func keyEnum(_ name: String, _ summary: String, _ keys: [String]) -> String {
    guard !keys.isEmpty else { return "" }
    let cases = keys.map { "  " + SwiftName.declaration($0) }
    return """
      /// \(summary)
      \(access)enum \(name): \(Self.enumOfStrings) {
      \(cases.joined(separator: "\n"))
      }

      """
  }

  // MARK: Links

  /// The patterns of the links; `LinkTable` reads and prints the links themselves.
  private var links: String {
    guard !catalog.deepLinks.isEmpty else { return "" }
    var lines = ["/// The patterns of the app's links.", "\(access)enum AppLink {"]
    lines.append("  /// Every pattern, as the catalog writes it.")
    lines.append("  \(access)static let patterns = [")
    for link in catalog.deepLinks { lines.append("    \(link.pattern.description.debugDescription),") }
    lines.append("  ]")
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }
}
