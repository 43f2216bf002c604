/// Composes several node types, one for each intent, into one: no enum grows without end, and a module adds its nodes
/// without touching the others.
///
/// ```swift
/// enum AppNode: ComposedNode {
///   case onboarding(OnboardingNode), practice(PracticeNode)
///   static let registry = Result {
///     try NodeRegistry<AppNode>()
///       .adding(OnboardingNode.self, names: ["login", "welcomeSetup"], embed: AppNode.onboarding) {
///         if case .onboarding(let node) = $0 { node } else { nil }
///       }
///       .adding(PracticeNode.self, names: ["speaking"], embed: AppNode.practice) {
///         if case .practice(let node) = $0 { node } else { nil }
///       }
///   }
/// }
/// ```
public struct NodeRegistry<Whole: Sendable>: Sendable {
  private var decoders: [String: @Sendable (Node) -> Result<Whole, UnknownNodesError>] = [:]
  private var encoders: [@Sendable (Whole) throws -> Node?] = []

  /// An empty registry.
  public init() {}

  /// The names that are registered.
  public var names: Set<String> { Set(decoders.keys) }

  /// The registry with one more part.
  ///
  /// - Parameters:
  ///   - part: The part's node type.
  ///   - names: The names of its nodes, as they are coded.
  ///   - embed: The whole's case of the part.
  ///   - extract: The part of such a case; nil for others.
  /// - Throws: `DuplicateNodesError` if another part has one of the names.
  public func adding<Part: Codable & Sendable>(
    _ part: Part.Type, names: [String], embed: @escaping @Sendable (Part) -> Whole,
    extract: @escaping @Sendable (Whole) -> Part?
  ) throws(DuplicateNodesError) -> NodeRegistry {
    let taken = names.filter { decoders[$0] != nil }
    guard taken.isEmpty else { throw DuplicateNodesError(names: taken) }
    var registry = self
    for name in names {
      registry.decoders[name] = { node in
        do throws(UnknownNodesError) {
          return .success(embed(try node.typed(as: Part.self)))
        } catch {
          return .failure(error)
        }
      }
    }
    registry.encoders.append { whole in try extract(whole).map { try Node(encoding: $0) } }
    return registry
  }

  /// The whole's node for a coded one.
  public func node(_ node: Node) throws(UnknownNodesError) -> Whole {
    guard let decode = decoders[node.name] else {
      throw UnknownNodesError(
        type: "\(Whole.self)", failures: [.init(node: node, reason: "no part has a node of this name")])
    }
    return try decode(node).get()
  }

  /// The coded node for one of the whole's; nil if no part has it.
  public func coded(_ whole: Whole) throws -> Node? {
    for encode in encoders {
      if let node = try encode(whole) { return node }
    }
    return nil
  }
}

/// Two parts of a registry have nodes of the same names.
public struct DuplicateNodesError: Error, Hashable, Sendable {
  /// The names.
  public let names: [String]
}

/// A node type that is composed of others, and coded as they are.
public protocol ComposedNode: Codable, Hashable, Sendable {
  /// The parts; a failure is the programmer's, and shows with the first node that is coded.
  static var registry: Result<NodeRegistry<Self>, any Error> { get }
}

extension ComposedNode {
  /// Decodes the part's node.
  public init(from decoder: any Decoder) throws {
    self = try Self.registry.get().node(Node(from: decoder))
  }

  /// Encodes the part's node.
  public func encode(to encoder: any Encoder) throws {
    guard let node = try Self.registry.get().coded(self) else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: "no part of the registry has this node"))
    }
    try node.encode(to: encoder)
  }
}
