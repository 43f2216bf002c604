internal import JSONTree
package import Personalization

/// The cases of some expectation files, and the workspace that they are about.
///
/// ```swift
/// let report = Expectations.check(directory: ".")
/// if let expectations = report.expectations {
///   let engine = PersonalizationEngine(expectations.workspace)
///   let failed = expectations.cases.map { $0.result(of: engine, at: nil) }.filter { !$0.isPassed }
/// }
/// ```
package struct Expectations: Sendable {
  /// The folder of a workspace that holds them.
  package static let folder = "expectations"

  /// What they are about.
  package let workspace: Workspace
  /// The cases, by file and place.
  package let cases: [Expectation]

  /// What reading found.
  package struct Report: Sendable {
    /// The expectations; nil if there is an error.
    package let expectations: Expectations?
    /// Every problem: of the workspace if it has an error, else of the expectation files.
    package let problems: WorkspaceReport
  }

  /// Reads a workspace, and expectation files beside it or elsewhere.
  ///
  /// - Parameters:
  ///   - directory: The workspace.
  ///   - paths: Files, and folders of files; none: the workspace's own folder `expectations`.
  package static func check(directory: String, paths: [String] = []) -> Report {
    let store = FileStore.directory(directory.isEmpty ? "." : directory)
    return check(Workspace.check(directory: directory), store) { log in
      paths.isEmpty ? ExpectationTexts(store, log: log) : ExpectationTexts(paths: paths, log: log)
    }
  }

  /// Reads texts by relative path.
  package static func check(files: [String: String]) -> Report {
    let store = FileStore.memory(files)
    return check(Workspace.check(files: files), store) { ExpectationTexts(store, log: $0) }
  }

  private static func check(
    _ report: WorkspaceReport, _ store: FileStore, texts read: (DiagnosticLog) -> ExpectationTexts
  ) -> Report {
    guard let workspace = report.workspace else { return Report(expectations: nil, problems: report) }
    let log = DiagnosticLog()
    let texts = read(log)
    let reader = ExpectationReader(workspace, store)
    let cases = texts.roots.flatMap { reader.cases($0) }
    let diagnostics = log.diagnostics.sorted()
    let isSound = diagnostics.first?.severity != .error
    return Report(
      expectations: isSound ? Expectations(workspace: workspace, cases: cases) : nil,
      problems: WorkspaceReport(
        workspace: isSound ? workspace : nil, diagnostics: diagnostics, sources: texts.texts))
  }
}
