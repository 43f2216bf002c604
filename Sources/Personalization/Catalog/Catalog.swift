public import Navigation

/// What the app has: its nodes, the routes that lead into them, the places of home, and the value of every slot for a
/// user of whom nothing is known.
public struct Catalog: Hashable, Sendable {
  /// The attribute that identifies a user in a batch, such as `user_id`.
  public let unit: String
  /// The attribute that holds the version of the user's app; nil: every user has every node.
  public let appVersion: String?
  /// The attributes in the order of their declaration.
  public let attributes: [AttributeDefinition]
  /// The nodes by name.
  public let nodes: [String: NodeDefinition]
  /// The routes by key.
  public let routes: [String: Route]
  /// The node of each tab.
  public let tabs: [String: NodeTemplate]
  /// The node of each card.
  public let cards: [String: NodeTemplate]
  /// Which external links lead where.
  public let deepLinks: [DeepLink]
  /// A value for every slot.
  public let defaults: [Slot: SlotValue]

  /// A catalog of these parts.
  public init(
    unit: String, appVersion: String?, attributes: [AttributeDefinition], nodes: [String: NodeDefinition],
    routes: [String: Route], tabs: [String: NodeTemplate], cards: [String: NodeTemplate], deepLinks: [DeepLink],
    defaults: [Slot: SlotValue]
  ) {
    self.unit = unit
    self.appVersion = appVersion
    self.attributes = attributes
    self.nodes = nodes
    self.routes = routes
    self.tabs = tabs
    self.cards = cards
    self.deepLinks = deepLinks
    self.defaults = defaults
  }

  /// Whether a member of a user is an attribute, or holds one: `device` holds `device.shared`.
  package func hasAttribute(in member: String) -> Bool {
    attributes.contains { $0.name == member || $0.name.hasPrefix(member + ".") }
  }
}

/// A screen that the app has.
public struct NodeDefinition: Hashable, Sendable {
  /// The arguments by name.
  public let arguments: [String: ArgumentDefinition]
  /// The first app version that has it; nil: all earlier ones too.
  public let since: SemanticVersion?
  /// The first app version that no longer has it; nil: none yet.
  public let until: SemanticVersion?
  /// Where to go instead when the user's app does not have it or an argument has no legal value.
  public let fallback: NodeTemplate?
  /// What lies below it when a link leads to it, so that going back is meaningful.
  public let parent: NodeTemplate?

  /// A screen with these arguments.
  public init(
    arguments: [String: ArgumentDefinition] = [:], since: SemanticVersion? = nil, until: SemanticVersion? = nil,
    fallback: NodeTemplate? = nil, parent: NodeTemplate? = nil
  ) {
    self.parent = parent
    self.arguments = arguments
    self.since = since
    self.until = until
    self.fallback = fallback
  }
}

/// What one argument of a node takes.
public struct ArgumentDefinition: Hashable, Sendable {
  /// The type of its values.
  public let type: Kind
  /// The legal texts, in order; empty: any non-empty text.
  ///
  /// Only for strings.
  public let values: [String]
  /// Whether a node may do without it.
  public let isOptional: Bool

  /// An argument of this type.
  public init(type: Kind, values: [String] = [], isOptional: Bool = false) {
    self.type = type
    self.values = values
    self.isOptional = isOptional
  }

  /// The type of an argument.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case string
    case number
    case boolean
  }

  /// Whether the value fits.
  public func accepts(_ value: NodeArgument) -> Bool {
    switch (type, value) {
    case (.string, .string(let text)):
      values.isEmpty ? !text.isEmpty : values.contains { ExactText($0) == ExactText(text) }
    case (.number, .number), (.boolean, .boolean): true
    default: false
    }
  }
}

/// A named intent with the nodes that lead into it.
public struct Route: Hashable, Sendable {
  /// The nodes: the root first, the target last; never empty.
  public let nodes: [NodeTemplate]
  /// The route to take instead where the target cannot be shown as it is.
  public let fallback: String?

  /// A route over these nodes.
  public init(nodes: [NodeTemplate], fallback: String? = nil) {
    self.nodes = nodes
    self.fallback = fallback
  }
}

/// An external link and where it leads.
public struct DeepLink: Hashable, Sendable {
  /// The pattern: `scheme://host/segments/{argument}`.
  public let pattern: String
  /// Where it leads.
  public let destination: Destination
  /// Whether it leads there even while nobody is signed in or no profile is chosen.
  public let needsNoSession: Bool

  /// A link of this pattern.
  public init(pattern: String, destination: Destination, needsNoSession: Bool = false) {
    self.pattern = pattern
    self.needsNoSession = needsNoSession
    self.destination = destination
  }

  /// Where a link leads.
  public enum Destination: Hashable, Sendable {
    /// To the target of a route.
    case route(String)
    /// To a node whose arguments are named in the pattern.
    case node(String)
  }
}
