internal import Authoring

/// The exit codes of the tool; part of its interface.
enum ExitStatus: Int32, CaseIterable, Sendable {
  case done = 0
  case findings = 1
  case cannotRun = 2
  case internalBug = 70
  case interrupted = 130
  case closedPipe = 141

  /// What help says where a command has nothing more exact to say.
  var meaning: String {
    switch self {
    case .done: "Done."
    case .findings: "Done, and something was found."
    case .cannotRun: "Cannot run: wrong usage, unreadable input, unwritable output."
    case .internalBug: "A bug in this tool; please report it."
    case .interrupted: "Interrupted (SIGINT)."
    case .closedPipe: "The reader of the output went away."
    }
  }
}

/// A reason why a command cannot go on that is neither its arguments' nor its output's: exit code 2.
struct CannotRun: Error {
  let message: String
  /// What is wrong with the configuration, if that is the reason.
  let report: WorkspaceReport?

  init(_ message: String, of report: WorkspaceReport? = nil) {
    self.message = message
    self.report = report
  }
}
