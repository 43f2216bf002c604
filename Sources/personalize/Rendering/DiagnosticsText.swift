internal import Authoring
internal import JSONTree

/// The diagnostics of a workspace as a person reads them: each with its line of source.
struct DiagnosticsText {
  /// More than these are counted, not shown: the first ones explain most of the rest.
  private static let limit = 50

  let report: WorkspaceReport
  let directory: String

  init(_ report: WorkspaceReport, directory: String) {
    self.report = report
    self.directory = directory
  }

  var text: Styled {
    var text: Styled = ""
    for diagnostic in report.diagnostics.prefix(Self.limit) {
      let place = diagnostic.position.map { "\(diagnostic.file):\($0.line):\($0.column)" } ?? diagnostic.file
      let mark =
        diagnostic.severity == .error
        ? Styled("error[\(diagnostic.code.rawValue)]:", .bold, .red)
        : Styled("warning[\(diagnostic.code.rawValue)]:", .bold, .yellow)
      text += "\(place, .bold): \(mark) \(diagnostic.sentence)\n"
      if let excerpt = report.excerpt(of: diagnostic) { text += Styled(excerpt + "\n", .dim) }
    }
    if report.diagnostics.count > Self.limit {
      text += "and \(report.diagnostics.count - Self.limit) more\n"
    }
    return text
  }

  /// How many there are of each kind.
  var summary: String {
    let errors = report.diagnostics.filter { $0.severity == .error }.count
    let warnings = report.diagnostics.count - errors
    func counted(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
    return "\(counted(errors, "error")), \(counted(warnings, "warning"))"
  }
}
