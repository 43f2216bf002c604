public import LiveEngine
internal import Personalization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension EngineSource {
  /// A directory of files, as people write them.
  ///
  /// A refusal's error is a `WorkspaceError`, with all diagnostics.
  public static func directory(_ url: URL) -> EngineSource {
    let path = url.path
    let parts = ["catalog", "catalog/groups", "segments", "experiments"]
    return EngineSource(name: path, watched: [path] + parts.map { "\(path)/\($0)" }) {
      try Workspace(directory: path)
    }
  }
}
