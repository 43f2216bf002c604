#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Personalization

extension Workspace {
  /// Reads a workspace from a directory.
  ///
  /// - Throws: every problem of every file at once; nothing loads in part.
  public init(directory: URL) throws(WorkspaceError) {
    try self.init(directory: directory.path)
  }

  /// Reads and checks a directory; the report has warnings too.
  public static func check(directory: URL) -> WorkspaceReport {
    check(directory: directory.path)
  }
}
