internal import Authoring
internal import Interchange
internal import JSONTree
internal import Personalization

/// `personalize validate`: everything that is wrong with a configuration.
enum Validate {
  private enum Format: String, CaseIterable, Sendable {
    case text, json, sarif
  }

  static let format = Option(
    "format", .choice(of: Format.self), default: Format.text.rawValue,
    help: "How diagnostics are written; sarif is what code hosts show beside the lines.")

  /// What ends with 1 beside errors.
  enum Gate: String, CaseIterable, Sendable {
    case warning, note
  }

  static let failOn = Option(
    "fail-on", .choice(of: Gate.self),
    help: "Exit with 1 at any warning, or at any warning or note, and not only at errors.")

  static let command = Command(
    name: "validate",
    summary: "Check the configuration and list every problem.",
    examples: [
      Example("personalize validate", "check the configuration in this folder"),
      Example("personalize validate --config shop --format json", "the same of another folder, for programs"),
      Example("personalize validate --fail-on warning", "a gate for continuous integration"),
      Example("personalize validate --format sarif > validate.sarif", "a SARIF log for code scanning"),
    ],
    options: [format, failOn],
    notes: [
      "Warnings also say, with a proof or an example, which segments, audiences and experiments can never decide anything, "
        + "whoever the user is.",
      "A bundle was checked when it was written; of one is said whether it can still be read, and nothing else.",
      "Notes, such as of an attribute that nothing reads, go to standard error and change no exit code unless --fail-on says so.",
    ],
    exitCodes: [
      .done: "No errors; there may be warnings and notes.",
      .findings: "At least one error, or what --fail-on names.",
    ],
    body: .run(run))

  private static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    let directory = arguments.configuration
    let report: WorkspaceReport
    if SystemCalls.size(ofFile: directory) != nil {
      report = Workspace.check(bundle: try SystemCalls.contents(ofFile: directory), named: directory)
    } else {
      if arguments.has(.config) { try requireConfiguration(directory) }
      report = Workspace.check(directory: directory)
    }
    let rendering = DiagnosticsText(report, directory: directory)
    switch arguments.choice(format, as: Format.self) {
    case .text:
      try terminal.print(rendering.text.asMessage)
      terminal.note(rendering.notes + "\(rendering.summary)\n")
    case .json:
      try terminal.print(Styled(report.json.text(pretty: true) + "\n"))
    case .sarif:
      try terminal.print(Styled(rendering.sarif.text(pretty: true) + "\n"))
    }
    guard report.workspace != nil else { return .findings }
    let isFound =
      switch arguments[failOn].flatMap(Gate.init(rawValue:)) {
      case nil: false
      case .warning: !report.diagnostics.isEmpty
      case .note: !report.diagnostics.isEmpty || !report.notes.isEmpty
      }
    return isFound ? .findings : .done
  }
}
