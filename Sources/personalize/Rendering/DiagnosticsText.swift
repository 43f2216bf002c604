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
    return text + more(report.diagnostics.count)
  }

  /// What is good to know, a line each.
  var notes: Styled {
    report.notes.prefix(Self.limit).reduce("") { text, note in
      let place = note.position.map { "\(note.file):\($0.line):\($0.column)" } ?? note.file
      return text + "\(place, .bold): \("note[\(note.code.rawValue)]:", .bold) \(note.sentence)\n"
    } + more(report.notes.count)
  }

  private func more(_ count: Int) -> Styled { count > Self.limit ? "and \(count - Self.limit) more\n" : "" }

  /// How many there are of each kind.
  var summary: String {
    func counted(_ severity: Diagnostic.Severity) -> String {
      let number = count(severity)
      return "\(number) \(severity.rawValue)\(number == 1 ? "" : "s")"
    }
    return "\(counted(.error)), \(counted(.warning))" + (report.notes.isEmpty ? "" : ", \(counted(.note))")
  }

  private func count(_ severity: Diagnostic.Severity) -> Int {
    (report.diagnostics + report.notes).count { $0.severity == severity }
  }
}
