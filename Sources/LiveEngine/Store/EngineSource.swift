public import Personalization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Where a store's workspace comes from: a bundle, or with `Authoring` a directory.
///
/// ```swift
/// let store = try EngineStore(.bundle(url))
/// let server = try EngineStore(.directory(url))   // with `import Authoring`
/// ```
public struct EngineSource: Sendable {
  /// What messages call it.
  public let name: String
  let load: @Sendable () throws -> Workspace
  /// The files and folders whose change may change the workspace.
  let watched: [String]

  /// A source of one's own.
  ///
  /// - Parameters:
  ///   - name: What messages call it.
  ///   - watched: The paths of files, and of folders whose files count, that a watching store looks at.
  ///   - load: Gives the whole workspace, or throws everything that is wrong with it; called on any thread.
  public init(name: String, watched: [String] = [], load: @escaping @Sendable () throws -> Workspace) {
    self.name = name
    self.watched = watched
    self.load = load
  }

  /// A bundle in a file.
  public static func bundle(_ url: URL) -> EngineSource {
    let path = url.path
    return EngineSource(name: path, watched: [path]) {
      try Workspace(bundle: StoredFile.contents(of: path))
    }
  }

  /// Loads files that nobody changed in the meantime, as far as a few attempts reach: a mixture of old and new ones could be
  /// sound by accident.
  func loadWhole() throws -> Workspace {
    for _ in 0..<3 {
      let before = Fingerprint(watched)
      let workspace = Result { try load() }
      if Fingerprint(watched) == before { return try workspace.get() }
    }
    return try load()
  }
}
