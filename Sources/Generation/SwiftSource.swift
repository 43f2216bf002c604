public import Personalization

/// The Swift source of an app's nodes, routes, places and links, from its catalog.
///
/// What the catalog names is then checked by the compiler: a screen that switches over `AppNode` without `default` does not
/// compile until it shows a node that was added. The same catalog gives the same text.
public struct SwiftSource: Sendable {
  private let catalog: Catalog
  private let access: String
  private var valueTypes: [ValueType] = []
  private var typeOfArgument: [ArgumentName: String] = [:]

  /// The legal texts of an argument, as an enum.
  private struct ValueType {
    let name: String
    let values: [String]
  }

  private struct ArgumentName: Hashable {
    let node: String
    let argument: String
  }

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
    nameValueTypes()
    try checkNames()
  }

  private func checkNames() throws(SwiftNameProblem) {
    try SwiftName.check(nodes.map(\.0), of: "nodes", as: SwiftName.type)
    for (node, definition) in nodes {
      try SwiftName.check(arguments(of: definition).map(\.0), of: "arguments of \(node)", as: SwiftName.bare)
    }
    for type in valueTypes { try SwiftName.check(type.values, of: "values of \(type.name)", as: SwiftName.bare) }
    try SwiftName.check(catalog.routes.keys.sorted(), of: "routes", as: SwiftName.bare)
    try SwiftName.check(catalog.tabs.keys.sorted(), of: "tabs", as: SwiftName.bare)
    try SwiftName.check(catalog.cards.keys.sorted(), of: "cards", as: SwiftName.bare)
  }

  /// Arguments of one name and the same texts share a type; others are named after their node too.
  private mutating func nameValueTypes() {
    for (node, definition) in nodes {
      for (argument, value) in arguments(of: definition) where !value.values.isEmpty {
        let simple = SwiftName.type(argument)
        let name: String
        if SwiftName.takenTypes.contains(simple)
          || valueTypes.contains(where: { $0.name == simple && $0.values != value.values })
        {
          name = SwiftName.type(node) + simple
        } else {
          name = simple
        }
        if !valueTypes.contains(where: { $0.name == name }) {
          valueTypes.append(.init(name: name, values: value.values))
        }
        typeOfArgument[ArgumentName(node: node, argument: argument)] = name
      }
    }
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
      ] + valueTypes.map(valueEnum) + [
        keyEnum("AppRoute", "The routes of the app.", catalog.routes.keys.sorted()),
        keyEnum("AppTab", "The tabs of home.", catalog.tabs.keys.sorted()),
        keyEnum("AppCard", "The cards of a dashboard.", catalog.cards.keys.sorted()),
        links,
      ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  // MARK: Nodes

  private var nodeEnum: String {
    var lines = ["/// Every screen state of the app.", "\(access)enum AppNode: Codable, Hashable, Sendable {"]
    for (name, definition) in nodes { lines.append("  case \(SwiftName.value(name))\(parameters(name, definition))") }
    let renamed = nodes.filter { SwiftName.bare($0.0) != $0.0 }
    if !renamed.isEmpty {
      lines.append("")
      lines.append("  enum CodingKeys: String, CodingKey {")
      lines += nodes.map { "    " + SwiftName.declaration($0.0) }
      lines.append("  }")
    }
    for (name, definition) in nodes {
      let arguments = arguments(of: definition).map(\.0)
      guard arguments.contains(where: { SwiftName.bare($0) != $0 }) else { continue }
      lines.append("")
      lines.append("  enum \(SwiftName.type(name))CodingKeys: String, CodingKey {")
      lines += arguments.map { "    " + SwiftName.declaration($0) }
      lines.append("  }")
    }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  private func parameters(_ node: String, _ definition: NodeDefinition) -> String {
    guard !definition.arguments.isEmpty else { return "" }
    let parameters = arguments(of: definition).map { name, argument in
      "\(SwiftName.value(name)): \(type(node, name, argument))\(argument.isOptional ? "? = nil" : "")"
    }
    return "(\(parameters.joined(separator: ", ")))"
  }

  private func type(_ node: String, _ name: String, _ argument: ArgumentDefinition) -> String {
    if let type = typeOfArgument[ArgumentName(node: node, argument: name)] { return type }
    return switch argument.type {
    case .string: "String"
    case .number: "Double"
    case .boolean: "Bool"
    }
  }

  private func valueEnum(_ type: ValueType) -> String {
    let cases = type.values.map { "  " + SwiftName.declaration($0) }
    return """
      /// The legal values of \(type.name.prefix(1).lowercased() + type.name.dropFirst()).
      \(access)enum \(type.name): String, Codable, Hashable, Sendable, CaseIterable {
      \(cases.joined(separator: "\n"))
      }

      """
  }

  private func keyEnum(_ name: String, _ summary: String, _ keys: [String]) -> String {
    guard !keys.isEmpty else { return "" }
    let cases = keys.map { "  " + SwiftName.declaration($0) }
    return """
      /// \(summary)
      \(access)enum \(name): String, Codable, Hashable, Sendable, CaseIterable {
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
