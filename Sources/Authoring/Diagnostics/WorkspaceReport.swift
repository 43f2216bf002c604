public import Personalization

/// Everything that is wrong with a workspace that does not load.
public struct WorkspaceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Errors before warnings, then by file and position; at least one error.
  public let diagnostics: [Diagnostic]

  /// One line a diagnostic.
  public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

/// What checking a workspace found.
///
/// ```swift
/// let report = Workspace.check(directory: "config")
/// for diagnostic in report.diagnostics {
///   print(diagnostic)
///   if let excerpt = report.excerpt(of: diagnostic) { print(excerpt) }
/// }
/// ```
public struct WorkspaceReport: Sendable {
  /// The workspace; nil if there is an error.
  public let workspace: Workspace?
  /// How the workspace says that files of users are written.
  package var spelling = FileSpelling()
  /// Errors before warnings, then by file and position.
  public let diagnostics: [Diagnostic]
  /// What is good to know of a workspace without errors, by file and position; nothing needs to be done about it.
  public var notes: [Diagnostic] = []
  /// The texts of the files that were read, by their path relative to the workspace.
  public let sources: [String: String]

  /// The line of source that a diagnostic is about, with a caret; nil if it is about no line.
  public func excerpt(of diagnostic: Diagnostic) -> String? {
    sources[diagnostic.file].flatMap(diagnostic.excerpt(from:))
  }

  /// Whether two workspaces are the same, byte for byte, wherever they stand: SHA-256 over path, length and text of each
  /// file that was read, in the order of paths.
  package var fingerprint: String {
    var hash = SHA256()
    for (path, text) in sources.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      hash.update("\(path)\0\(text.utf8.count)\0".utf8)
      hash.update(text.utf8)
    }
    return hash.hex
  }
}
