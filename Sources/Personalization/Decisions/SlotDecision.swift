/// What a slot was decided to be, and everyone who had a say in it.
public struct SlotDecision: Hashable, Sendable {
  /// The slot.
  public let slot: Slot
  /// What was said of it, in order: the catalog's default, matched segments by ascending priority, experiments, the
  /// user's choice.
  public let settings: [Setting]
  /// The segment that locks it, of the highest priority if there are several.
  public let lockedBy: String?

  /// One value for the slot.
  public struct Setting: Hashable, Sendable {
    /// Who said it.
    public let source: Source
    /// The value.
    public let value: SlotValue
    /// Whether a lock kept it from counting.
    public let isIgnored: Bool
  }

  /// Who sets slots.
  public enum Source: Hashable, Sendable {
    /// The catalog, for users of whom nothing is known.
    case `default`
    /// A matched segment.
    case segment(String)
    /// The assigned variation of an experiment.
    case experiment(String, variation: String)
    /// The user.
    case choice
  }

  /// The setting that counts: the last one that no lock keeps out.
  public var effective: Setting {
    settings.last { !$0.isIgnored } ?? settings[0]
  }

  /// The value that counts.
  public var value: SlotValue { effective.value }

  /// Who set the value that counts.
  public var source: Source { effective.source }
}

extension SlotDecision.Source: CustomStringConvertible {
  /// `default`, `segment senior`, `experiment quick-entry: continue-last`, `choice`.
  public var description: String {
    switch self {
    case .default: "default"
    case .segment(let key): "segment \(key)"
    case .experiment(let key, let variation): "experiment \(key): \(variation)"
    case .choice: "choice"
    }
  }
}

/// Where the flow configuration had to leave what the slots say, so that it leads nowhere that does not exist.
public enum Detour: Hashable, Sendable, CustomStringConvertible {
  /// A node was replaced by its fallback; `place` is where it stands: `entry`, `tab saved`, `fallback.default`.
  case node(String, place: String, reason: Reason, instead: String)
  /// The target of a route cannot be shown as written; another route was taken.
  case route(String, reason: Reason, instead: String)
  /// The first tab is not among the tabs; the first one that is was taken.
  case initialTab(String, instead: String)
  /// A tab bar without tabs; the catalog's tabs were taken.
  case noTabs

  /// Why a node cannot be shown.
  public enum Reason: Hashable, Sendable, CustomStringConvertible {
    /// The user's app version is missing, or does not have it.
    case notInAppVersion(node: String)
    /// The attribute that an argument is bound to has no legal value, and there is no default.
    case noLegalValue(node: String, argument: String, attribute: String)

    /// The reason as a clause.
    public var description: String {
      switch self {
      case .notInAppVersion(let node): "the user's app version does not have \(node)"
      case .noLegalValue(let node, let argument, let attribute):
        "\(attribute) has no legal value for \(argument) of \(node)"
      }
    }
  }

  /// One sentence.
  public var description: String {
    switch self {
    case .node(let node, let place, let reason, let instead): "\(place): \(instead) instead of \(node), since \(reason)"
    case .route(let route, let reason, let instead): "entry: route \(instead) instead of \(route), since \(reason)"
    case .initialTab(let tab, let instead): "home.initialTab: \(instead), since \(tab) is not among the tabs"
    case .noTabs: "home.tabs: the catalog's, since a tab layout needs at least one"
    }
  }
}
