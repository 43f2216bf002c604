internal import JSONTree

/// Where all problems of a workspace come together while it is read.
final class DiagnosticLog {
  private(set) var diagnostics: [Diagnostic] = []

  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  func add(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// A problem of a file as a whole.
  func add(_ code: Diagnostic.Code, file: String, _ message: String, suggestion: String? = nil) {
    add(Diagnostic(code: code, file: file, message: message, suggestion: suggestion))
  }
}

/// A file that is being read, and where its problems go.
final class SourceFile {
  let name: String
  let log: DiagnosticLog
  /// The text, for places inside strings.
  var bytes: [UInt8] = []

  init(_ name: String, log: DiagnosticLog) {
    self.name = name
    self.log = log
  }
}
