#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A tree as it is written down between launches: names and arguments of nodes, never names of Swift types.
///
/// Sessions, waiting links and work under way are not saved: the one belongs to the account, the others to the launch.
public struct SavedState: Hashable, Codable, Sendable {
  /// The version of this form.
  public let schemaVersion: Int
  /// The version of the app that wrote it.
  public let appVersion: String
  /// The profile whose tree it is.
  public let profile: String?
  /// When it was written, in whole seconds since 1970.
  public let savedAt: Int64
  /// The key of the selected tab.
  public let selectedTab: String?
  /// The paths of the tabs by key; the root of a tab is the configuration's.
  public let paths: [String: [Node]]
  /// The path of a home without tabs.
  public let single: [Node]
  /// The flow before home, root first.
  public let front: [Node]?
  /// The presented flows, the outermost first.
  public let presented: [Flow]

  /// A presented flow.
  public struct Flow: Hashable, Codable, Sendable {
    /// The intent that it serves.
    public let intent: String
    /// Its nodes, root first.
    public let nodes: [Node]
    /// How it is shown.
    public let style: PresentationStyle
    /// Who may close it.
    public let guarding: DismissalGuard
    /// Where the user lands after it; nil: as the configuration says.
    public let landing: Landing<Node>?
    /// Which entry of the context below presented it: 0 is the root.
    public let presenter: Int
  }

  /// The version that this code writes, and the newest that it reads.
  public static let currentSchemaVersion = 1
  /// The longest text that is read, in bytes.
  static let maximumLength = 1 << 20
}

extension FlowState {
  /// The tree, written down; the same tree and time give the same bytes.
  ///
  /// - Parameters:
  ///   - appVersion: The version of the app, for whoever reads it later.
  ///   - seconds: The present time, in seconds since 1970.
  /// - Returns: JSON; nil if nobody is signed in, or a node cannot be coded.
  public func snapshot(appVersion: String, at seconds: Int64) -> [UInt8]? {
    // What stands before a closed gate is no place to come back to.
    guard session.isSignedIn else { return nil }
    guard let saved = try? savedState(appVersion, seconds) else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return (try? encoder.encode(saved)).map(Array.init)
  }

  private func savedState(_ appVersion: String, _ seconds: Int64) throws -> SavedState {
    var contexts: [Stack<Node>] = [base]
    let flows = try presented.map { flow in
      let below = contexts[contexts.count - 1]
      contexts.append(flow.stack)
      let landing: Landing<Navigation.Node>? =
        switch flow.landing {
        case .node(let node)?: .node(try Navigation.Node(encoding: node))
        case .root?: .root
        case .presenter?: .presenter
        case nil: nil
        }
      return SavedState.Flow(
        intent: flow.intent, nodes: try flow.stack.nodes.map { try Navigation.Node(encoding: $0) }, style: flow.style,
        guarding: flow.guarding, landing: landing,
        presenter: below.entries.firstIndex { $0.id == flow.presenter } ?? below.entries.count - 1)
    }
    func path(_ stack: Stack<Node>) throws -> [Navigation.Node] {
      try stack.path.map { try Navigation.Node(encoding: $0.node) }
    }
    return SavedState(
      schemaVersion: SavedState.currentSchemaVersion, appVersion: appVersion, profile: session.profile,
      savedAt: seconds, selectedTab: home.selectedTab,
      paths: Dictionary(try home.tabs.map { ($0.key, try path($0.stack)) }) { first, _ in first },
      single: try path(home.single), front: try front?.nodes.map { try Navigation.Node(encoding: $0) }, presented: flows
    )
  }
}

extension Node {
  /// The node that an app's own type codes as.
  ///
  /// - Throws: `EncodingError` or `DecodingError` if the type is not coded as Swift codes an enum case with labels.
  public init(encoding node: some Encodable) throws {
    self = try JSONDecoder().decode(Node.self, from: JSONEncoder().encode(node))
  }
}
