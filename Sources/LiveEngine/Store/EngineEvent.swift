/// What happened in a store.
public enum EngineEvent: Sendable {
  /// From now on, an engine from there decides.
  case loaded(EngineOrigin)
  /// What came from there is what decides already.
  case unchanged(EngineOrigin)
  /// What came from there is not used; the engine before goes on.
  case refused(EngineRefusal)
  /// An update decides, but could not be kept for the next start; the text says why.
  case notCached(String)
  /// The files cannot be looked at for now, and changes go unseen; the text says why. Every two seconds it is tried again.
  case notWatching(String)
}

/// Where an engine came from.
public enum EngineOrigin: String, Hashable, Sendable {
  /// What the store was made with: the bundle that the app ships, or a directory.
  case source
  /// The last update of an earlier run.
  case cache
  /// An update of this run.
  case update
}

/// Why a workspace was not taken.
public struct EngineRefusal: Error, Sendable, CustomStringConvertible {
  /// Where it came from.
  public let origin: EngineOrigin
  /// What messages call the place.
  public let name: String
  /// What was thrown: a `BundleError`, the `WorkspaceError` of a directory with all its diagnostics, or what the store's own
  /// check threw.
  public let error: any Error

  /// One line a problem.
  public var reasons: [String] { "\(error)".split(separator: "\n").map(String.init) }

  /// All reasons, after the name of the place.
  public var description: String { "\(name): \(reasons.joined(separator: "\n"))" }
}
