public import Personalization

extension Workspace {
  /// Reads a workspace from a directory.
  ///
  /// ```swift
  /// let workspace = try Workspace(directory: "config")
  /// ```
  ///
  /// - Throws: every problem of every file at once; nothing loads in part.
  public init(directory: String) throws(WorkspaceError) {
    try self.init(Self.check(directory: directory, proving: false))
  }

  /// Reads a workspace from texts by relative path, as in `["segments/senior.json": "{…}"]`.
  ///
  /// - Throws: every problem of every file at once; nothing loads in part.
  public init(files: [String: String]) throws(WorkspaceError) {
    try self.init(WorkspaceReader.read(.memory(files), proving: false))
  }

  /// Reads and checks a directory; the report has warnings too, and what is proved to be of no use.
  public static func check(directory: String) -> WorkspaceReport {
    check(directory: directory, proving: true)
  }

  /// Reads and checks a directory; who only wants the workspace need not wait for proofs.
  package static func check(directory: String, proving: Bool) -> WorkspaceReport {
    let root = directory.isEmpty ? "." : directory
    if let reason = FileStore.problem(ofDirectory: root) {
      let problem = Diagnostic(code: .unreadableFile, file: root, message: reason)
      return WorkspaceReport(workspace: nil, diagnostics: [problem], sources: [:])
    }
    return WorkspaceReader.read(.directory(root), proving: proving)
  }

  /// Reads a bundle, which was checked when it was written.
  package static func check(bundle: [UInt8], named path: String) -> WorkspaceReport {
    do throws(BundleError) {
      return WorkspaceReport(workspace: try Workspace(bundle: bundle), diagnostics: [], sources: [:])
    } catch {
      let problem = Diagnostic(code: .unreadableFile, file: path, message: error.description)
      return WorkspaceReport(workspace: nil, diagnostics: [problem], sources: [:])
    }
  }

  /// Checks texts by relative path; the report has warnings too.
  public static func check(files: [String: String]) -> WorkspaceReport {
    WorkspaceReader.read(.memory(files))
  }

  private init(_ report: WorkspaceReport) throws(WorkspaceError) {
    guard let workspace = report.workspace else { throw WorkspaceError(diagnostics: report.diagnostics) }
    self = workspace
  }
}
