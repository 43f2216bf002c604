#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The one mapping between links and nodes, for both directions: `match(link(to: node))` leads to the node.
///
/// Total: any text gives a match or a problem, and nothing else.
public struct LinkTable<AppNode: Hashable & Codable & Sendable>: Sendable {
  /// One pattern and where it leads.
  public struct Line: Sendable {
    /// The shape of the links.
    public let pattern: LinkPattern
    /// Where they lead.
    public let destination: Destination
    /// The gates that do not hold them back.
    public let passes: Set<Gate>

    /// A line of the table.
    public init(pattern: LinkPattern, destination: Destination, passes: Set<Gate> = []) {
      self.pattern = pattern
      self.destination = destination
      self.passes = passes
    }
  }

  /// Where links of a pattern lead.
  public enum Destination: Sendable {
    /// Always to these nodes: the root, and what lies on it.
    case route(start: Node, path: [Node])
    /// To the node of this name, its arguments taken from the link; below it, its ancestors from the root.
    case node(String, [String: LinkArgument], below: @Sendable (Node) -> [Node])
  }

  private let lines: [Line]
  private let webHosts: Set<String>

  /// A table of these lines; where several match, the most exact pattern counts.
  ///
  /// - Parameters:
  ///   - lines: Patterns and where they lead.
  ///   - webHosts: Hosts whose `https` links mean the same as the patterns: `https://host/practice/review` is
  ///     `coach://practice/review`.
  public init(_ lines: [Line], webHosts: Set<String> = []) {
    self.lines = lines.sorted { $0.pattern < $1.pattern }
    self.webHosts = Set(webHosts.map { $0.lowercased() })
  }

  /// Where the link leads.
  public func match(_ link: String) -> Result<LinkMatch<AppNode>, LinkProblem> {
    do throws(LinkProblem) {
      return .success(try found(LinkText(link)))
    } catch {
      return .failure(error)
    }
  }

  private func found(_ text: LinkText) throws(LinkProblem) -> LinkMatch<AppNode> {
    let isWeb = text.scheme == "https" && webHosts.contains(text.segments.first?.lowercased() ?? "")
    let parts = isWeb ? Array(text.segments.dropFirst()) : text.segments
    var problem = LinkProblem.noPattern
    for line in lines where isWeb || line.pattern.scheme == text.scheme {
      guard let values = line.pattern.match(parts) else { continue }
      do throws(LinkProblem) {
        return try match(line, values, text.query)
      } catch {
        // A less exact pattern may still take the link; if none does, the first objection is the one to tell.
        if problem == .noPattern { problem = error }
      }
    }
    throw problem
  }

  private func match(
    _ line: Line, _ values: [String: String], _ query: [(name: String, value: String)]
  ) throws(LinkProblem) -> LinkMatch<AppNode> {
    var nodes: [Node]
    switch line.destination {
    case .route(let start, let path): nodes = [start] + path
    case .node(let name, let definitions, let below):
      var texts = values
      for (name, value) in query where definitions[name] != nil {
        guard texts[name] == nil else { throw .repeatedArgument(name) }
        texts[name] = value
      }
      var arguments: [String: NodeArgument] = [:]
      for (argument, definition) in definitions {
        guard let text = texts[argument] else {
          guard definition.isOptional else { throw .illegalArgument(argument, value: "") }
          continue
        }
        guard let value = definition.value(of: text) else { throw .illegalArgument(argument, value: text) }
        arguments[argument] = value
      }
      let node = Node(name, arguments)
      nodes = below(node) + [node]
    }
    var typed: [AppNode] = []
    for node in nodes {
      do throws(UnknownNodesError) {
        typed.append(try node.typed(as: AppNode.self))
      } catch {
        throw .unknownNode(node)
      }
    }
    guard let start = typed.first else { throw .noPattern }
    return LinkMatch(start: start, path: Array(typed.dropFirst()), passes: line.passes)
  }

  /// A link to a node, read back as the same node; nil if no pattern leads to it.
  ///
  /// Reading it back is tried: a value may spell a more exact pattern, or be longer than a link may be.
  public func link(to node: AppNode) -> String? {
    links(to: node).first { link in
      if case .success(let match) = match(link) { match.target == node } else { false }
    }
  }

  private func links(to node: AppNode) -> [String] {
    guard let target = try? Node(encoding: node) else { return [] }
    return lines.compactMap { line in
      switch line.destination {
      case .route(let start, let path): (path.last ?? start) == target ? line.pattern.link([:]) : nil
      case .node(let name, let definitions, _):
        name == target.name ? link(of: line.pattern, definitions, target) : nil
      }
    }
  }

  /// The path of the pattern, and as a query the arguments that the pattern does not name.
  private func link(
    of pattern: LinkPattern, _ definitions: [String: LinkArgument], _ node: Node
  ) -> String? {
    let texts = node.arguments.mapValues(\.description)
    guard node.arguments.allSatisfy({ definitions[$0.key]?.value(of: $0.value.description) == $0.value }),
      var link = pattern.link(texts)
    else { return nil }
    let named = Set(pattern.arguments)
    let rest = texts.filter { !named.contains($0.key) }.sorted { $0.key < $1.key }
    for (place, (name, value)) in rest.enumerated() {
      link += "\(place == 0 ? "?" : "&")\(LinkText.escaped(name))=\(LinkText.escaped(value))"
    }
    return link
  }
}

/// Where a link leads.
public struct LinkMatch<Node: Hashable & Codable & Sendable>: Hashable, Sendable {
  /// The root to start from; usually that of a tab.
  public let start: Node
  /// What lies on it, the target last: going back from the target is meaningful.
  public let path: [Node]
  /// The gates that do not hold this link back, since it leads to a node that needs no session.
  public let passes: Set<Gate>

  /// A link to these nodes.
  public init(start: Node, path: [Node], passes: Set<Gate> = []) {
    self.start = start
    self.path = path
    self.passes = passes
  }

  /// The node that the user asked for.
  public var target: Node { path.last ?? start }
}

/// What an argument of a link takes.
public struct LinkArgument: Hashable, Sendable {
  /// The type of its value.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case string
    case number
    case boolean
  }

  /// The type of its value.
  public let kind: Kind
  /// The legal texts; empty: any that is not empty.
  public let values: [String]
  /// Whether a link may do without it.
  public let isOptional: Bool

  /// An argument of this type.
  public init(_ kind: Kind, values: [String] = [], isOptional: Bool = false) {
    self.kind = kind
    self.values = values
    self.isOptional = isOptional
  }

  /// The value that a text means; nil if it is not legal.
  func value(of text: String) -> NodeArgument? {
    switch kind {
    case .string:
      let isLegal = values.isEmpty ? !text.isEmpty : values.contains { $0.utf8.elementsEqual(text.utf8) }
      return isLegal ? .string(text) : nil
    case .number:
      // `Double` also reads hexadecimal, infinity and NaN, which no link means.
      guard text.utf8.allSatisfy({ $0 &- 0x30 < 10 || [0x2D, 0x2B, 0x2E, 0x65, 0x45].contains($0) }) else { return nil }
      return Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    case .boolean:
      return text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
    }
  }
}
