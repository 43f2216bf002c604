internal import Authoring
internal import Interchange
internal import JSONTree

/// Why a command with `--format json` could not run, for programs.
struct ErrorJSON {
  /// What kind of reason it is.
  enum Kind: String {
    case usage, input, output, bug
  }

  private let kind: Kind
  private let message: String
  private let report: WorkspaceReport?

  /// - Parameter report: What is wrong with the configuration, if that is the reason.
  init(_ kind: Kind, _ message: String, of report: WorkspaceReport? = nil) {
    self.kind = kind
    self.message = message
    self.report = report
  }

  /// One document, on standard error.
  var text: Styled {
    var members: [(String, JSONOutput)] = [
      ("schemaVersion", 1), ("error", ["kind": .string(kind.rawValue), "message": .string(message)]),
    ]
    if let report { members.append(("diagnostics", report.diagnosticsJSON)) }
    return Styled(JSONOutput.object(members).text(pretty: true) + "\n")
  }
}

extension Duration {
  /// Seconds with two decimals.
  var formattedSeconds: String {
    let hundredths = components.seconds * 100 + components.attoseconds / 10_000_000_000_000_000
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
