internal import Authoring
internal import BatchEvaluation
internal import Interchange
internal import JSONTree
internal import Personalization

/// `personalize evaluate`: one decision, or one for each line of a file.
enum Evaluate {
  static let command = Command.deciding(
    name: "evaluate",
    summary: "Decide for one user, or for each line of a file.",
    examples: [
      Example(#"personalize evaluate --user '{"user_id": "u1", "age": 71}'"#, "where this user starts and lands"),
      Example("personalize evaluate --user-file user.json --format json", "the same for programs"),
      Example(
        #"personalize evaluate --user '{"user_id": "u1"}' --force quick-entry=continue-last"#,
        "what this user would get in that variation"),
      Example(
        #"personalize evaluate --user '{"user_id": "u1"}' --sticky assignments.db"#,
        "whoever was assigned before stays where they are"),
      Example("personalize evaluate --users users.jsonl", "one line of JSON for each user"),
    ],
    users: DecisionOptions.users,
    options: [StickyFile.option],
    notes: [
      "With --sticky, what is on record in FILE.db counts too, and what is assigned anew is remembered there.",
      "With --users, each line is answered as by --format json, on one line and in order. A line that is not a user gets the "
        + "catalog's defaults and an issue that names its line and column. Empty lines are left out.",
    ],
    text: { DecisionText(decision: $0).text },
    json: { DecisionJSON($0).value },
    runUsers: runUsers)

  /// As many bytes of answers are written at once, if the users do not come one by one.
  private static let batch = 64 * 1024

  private static func runUsers(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    if arguments.has(DecisionOptions.format), arguments[DecisionOptions.format] == TextFormat.text.rawValue {
      throw arguments.unsuitable(DecisionOptions.format, expected: "json with --users")
    }
    let circumstances = try DecisionCircumstances(arguments, terminal)
    let sticky = try StickyFile.session(circumstances.engine, arguments, terminal)
    try InputFiles(of: arguments).refuseStandardOutput()
    let path = arguments.required(DecisionOptions.users)
    let name = path == "-" ? "standard input" : path
    // A program that waits for each answer before it asks again gets it at once.
    let isFile = SystemCalls.size(ofFile: path) != nil
    var unknown: Set<String> = []
    var answers = ""
    do throws(BatchError) {
      var lines = try UserLines(path: path)
      while let line = try lines.next() {
        let decision: Decision
        switch user(line, lines.line, name) {
        case .success(let user):
          if unknown.count < 10_000 { unknown.formUnion(user.attributes.keys) }
          decision = circumstances.decision(for: user, sticky: sticky?.store)
        case .failure(let problem):
          decision = circumstances.engine.defaults(at: circumstances.time, because: problem.issue)
        }
        answers += DecisionJSON(decision).value.text(pretty: false) + "\n"
        guard !isFile || answers.utf8.count >= batch else { continue }
        if let failure = write(&answers, sticky, terminal) { throw failure }
      }
      if let failure = write(&answers, sticky, terminal) { throw failure }
    } catch {
      return Batch.told(error, input: path, terminal)
    }
    circumstances.noteUnknown(unknown, terminal)
    return .done
  }

  /// Why a line is not a user.
  private struct LineProblem: Error {
    let issue: UserIssue
  }

  private static func user(_ line: UserLines.Line, _ number: Int, _ file: String) -> Result<User, LineProblem> {
    func problem(_ column: Int, _ message: String) -> Result<User, LineProblem> {
      .failure(LineProblem(issue: UserIssue(name: "\(file):\(number):\(column)", value: "", message: message)))
    }
    switch line {
    case .tooLong: return problem(1, "the line is too long; expected at most 16 MiB")
    case .text(let bytes):
      do throws(Diagnostic) {
        return .success(try User(json: bytes, file: file))
      } catch {
        return problem(error.position?.column ?? 1, error.sentence)
      }
    }
  }

  private static func write(
    _ answers: inout String, _ sticky: StickyFile.Session?, _ terminal: Terminal
  ) -> BatchError? {
    if let failure = sticky?.failure { return BatchError.file(name: failure.name, failure.message) }
    guard !answers.isEmpty else { return nil }
    defer { answers = "" }
    do throws(OutputError) {
      try terminal.print(Styled(answers))
      return nil
    } catch {
      return switch error {
      case .closedPipe: .closedPipe
      case .failed(let name, let reason): .file(name: name, reason)
      }
    }
  }
}
