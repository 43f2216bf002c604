internal import BatchEvaluation
internal import Personalization

/// One run of the tool, from the words of the command line to the exit code.
enum Tool {
  static let version = PersonalizationEngine.version

  static func run(_ words: [String?], environment: Environment, root: Command = .personalize) -> ExitStatus {
    let request: Request
    do {
      request = try ArgumentReader.request(from: words, root: root)
    } catch {
      let terminal = Terminal(for: error.understood, in: environment)
      let asksForJSON = terminal.writesJSON || Self.asksForJSON(words.compactMap(\.self))
      terminal.report(asksForJSON ? ErrorJSON(.usage, error.problem.message).text : error.report)
      return .cannotRun
    }
    switch request {
    case .run(let path, let body, let arguments):
      let terminal = Terminal(for: arguments, in: environment)
      return status(path, arguments, terminal) {
        // Only a file can be one that is read.
        if SystemCalls.isRegularFile(1) { try InputFiles(of: arguments).refuseStandardOutput() }
        let start = ContinuousClock.now
        let status = try body(arguments, terminal)
        terminal.detail("done in \((ContinuousClock.now - start).formattedSeconds) s\n")
        return status
      }
    case .help(let path, let arguments):
      let terminal = Terminal(for: arguments, in: environment)
      return status(path, arguments, terminal) {
        try printed(arguments.has(.markdown) ? Styled(Reference(path).markdown) : Help(path).text, terminal)
      }
    case .version(let arguments):
      let terminal = Terminal(for: arguments, in: environment)
      return status(CommandPath(root: root), arguments, terminal) {
        try printed("\(root.name) \(version)\n", terminal)
      }
    case .overview(let path, let arguments):
      Terminal(for: arguments, in: environment).report(Help(path).text)
      return .cannotRun
    }
  }

  /// Whether the words ask for JSON, of a command line that cannot be read to its end.
  private static func asksForJSON(_ words: [String]) -> Bool {
    words.contains("--format=json") || zip(words, words.dropFirst()).contains { $0 == "--format" && $1 == "json" }
  }

  private static func printed(_ text: Styled, _ terminal: Terminal) throws(OutputError) -> ExitStatus {
    try terminal.print(text)
    return .done
  }

  /// The one place where what a command throws becomes words and an exit code.
  private static func status(
    _ path: CommandPath, _ arguments: ParsedArguments, _ terminal: Terminal, of work: () throws -> ExitStatus
  ) -> ExitStatus {
    do {
      defer { terminal.clearProgress() }
      return try work()
    } catch let problem as ArgumentProblem {
      terminal.report(
        terminal.writesJSON
          ? ErrorJSON(.usage, problem.message).text
          : UsageError(path: path, problem: problem, understood: arguments).report)
      return .cannotRun
    } catch OutputError.closedPipe {
      return .closedPipe
    } catch OutputError.failed(let name, let reason) {
      let message = "cannot write to \(name): \(reason)"
      terminal.report(
        terminal.writesJSON ? ErrorJSON(.output, message).text : "\("error:", .bold, .red) \(message)\n")
      return .cannotRun
    } catch let reason as CannotRun {
      terminal.report(
        terminal.writesJSON
          ? ErrorJSON(.input, reason.message, of: reason.report).text : "\("error:", .bold, .red) \(reason.message)\n")
      return .cannotRun
    } catch {
      let message = "\(String(describing: error)); please report this"
      terminal.report(
        terminal.writesJSON ? ErrorJSON(.bug, message).text : "\("internal error:", .bold, .red) \(message)\n")
      return .internalBug
    }
  }
}
