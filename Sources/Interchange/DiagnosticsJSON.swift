package import Authoring
package import JSONTree

extension WorkspaceReport {
  /// The diagnostics for programs.
  ///
  /// `schemaVersion` grows when a member changes its meaning or goes away; new members may come at any time.
  package var json: JSONOutput {
    [
      "schemaVersion": 1,
      "errors": .integer(diagnostics.filter { $0.severity == .error }.count),
      "warnings": .integer(diagnostics.filter { $0.severity == .warning }.count),
      "diagnostics": .array(
        diagnostics.map { diagnostic in
          [
            "code": .string(diagnostic.code.rawValue), "severity": .string(diagnostic.severity.rawValue),
            "file": .string(diagnostic.file),
            "line": (diagnostic.position?.line).map(JSONOutput.integer) ?? .null,
            "column": (diagnostic.position?.column).map(JSONOutput.integer) ?? .null,
            "offset": (diagnostic.position?.offset).map(JSONOutput.integer) ?? .null,
            "pointer": diagnostic.pointer.map(JSONOutput.string) ?? .null,
            "message": .string(diagnostic.message),
            "suggestion": diagnostic.suggestion.map(JSONOutput.string) ?? .null,
          ]
        }),
    ]
  }
}
