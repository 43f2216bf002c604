package import Authoring
package import JSONTree

extension WorkspaceReport {
  /// The diagnostics and notes for programs.
  ///
  /// `schemaVersion` grows when a member changes its meaning or goes away; new members may come at any time.
  package var json: JSONOutput {
    [
      "schemaVersion": 1,
      "errors": .integer(diagnostics.count { $0.severity == .error }),
      "warnings": .integer(diagnostics.count { $0.severity == .warning }),
      "diagnostics": diagnosticsJSON, "notes": .array(notes.map(\.json)),
    ]
  }

  /// The errors and warnings alone.
  package var diagnosticsJSON: JSONOutput { .array(diagnostics.map(\.json)) }
}

extension Diagnostic {
  fileprivate var json: JSONOutput {
    [
      "code": .string(code.rawValue), "severity": .string(severity.rawValue), "file": .string(file),
      "line": (position?.line).map(JSONOutput.integer) ?? .null,
      "column": (position?.column).map(JSONOutput.integer) ?? .null,
      "offset": (position?.offset).map(JSONOutput.integer) ?? .null,
      "pointer": pointer.map(JSONOutput.string) ?? .null,
      "message": .string(message), "suggestion": suggestion.map(JSONOutput.string) ?? .null,
    ]
  }
}
