internal import Authoring
internal import BatchEvaluation
internal import JSONTree
internal import Personalization
internal import Simulation

/// `personalize simulate`: what the configuration would do for many users, before anybody sees it.
enum Simulate {
  static let users = Option(
    "users", .file("USERS.csv"), isRequired: true, help: "The users, as for batch; - reads a pipe.")

  static let command = Command(
    name: "simulate",
    summary: "Show what segments and experiments would do for many users.",
    examples: [
      Example("personalize simulate --users Samples/users.csv", "reach, overlaps, outcomes, and who decides what"),
      Example("personalize simulate --users users.csv --format json", "the same for programs, with counts"),
    ],
    options: [
      users, DecisionOptions.at, DecisionOptions.format, MinimumCell.option, Batch.threads, Batch.delimiter,
    ],
    notes: [
      "Nothing is written about single users. Counts are those of the file; intervals (95 %, Wilson) are for other users "
        + "like these.",
      "TIME is written as in 2025-03-01T08:00:00Z. The same arguments and TIME always print the same.",
    ],
    body: .run(run))

  private static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    let engine = try loadEngine(arguments, terminal)
    let survey: Survey
    do throws(UserFileProblem) {
      survey = try surveyUsers(of: users, engine, arguments, terminal)
    } catch {
      return error.status
    }
    let minimum = MinimumCell(arguments)
    switch arguments.choice(DecisionOptions.format, as: TextFormat.self) {
    case .text: try terminal.print(SurveyText(survey: survey, minimum: minimum).text)
    case .json: try terminal.print(Styled(SurveyJSON(survey: survey, minimum: minimum).value.text(pretty: true) + "\n"))
    }
    return .done
  }
}

/// `--min-cell`: fewer users than this are not told apart from none.
struct MinimumCell {
  static let option = Option(
    "min-cell", .integer("N", 1...1_000_000), help: "Show counts below this as fewer than it. Default: 1, show all")

  let users: Int

  init(_ arguments: ParsedArguments) { users = arguments.integer(Self.option) ?? 1 }

  /// Whether a count may be shown.
  func shows(_ count: Int) -> Bool { count == 0 || count >= users }

  /// The count, or that it is small.
  func text(_ count: Int) -> String { shows(count) ? grouped(count) : "<\(users)" }

  func percentText(_ count: Int, of whole: Int) -> String { shows(count) ? percent(count, of: whole) : "" }

  /// The count for programs; null if it may not be shown.
  func json(_ count: Int) -> JSONOutput { shows(count) ? .integer(count) : .null }
}

/// A file of users could not be read; the person was told.
struct UserFileProblem: Error {
  let status: ExitStatus
}

/// Surveys the users of a file, and says on standard error what was wrong with it.
func surveyUsers(
  of option: Option, _ engine: PersonalizationEngine, _ arguments: ParsedArguments, _ terminal: Terminal
) throws(UserFileProblem) -> Survey {
  do {
    let options = try Batch.options(arguments)
    let input = arguments.required(option)
    let progress = TerminalProgress(terminal)
    let start = ContinuousClock.now
    let (survey, summary) = try Simulation(engine, options).survey(of: input) { progress.show($0, since: start) }
    terminal.clearProgress()
    Batch.noteFlaws(summary, engine, terminal)
    return survey
  } catch let error as BatchError {
    throw UserFileProblem(status: Batch.told(error, input: arguments.required(option), terminal))
  } catch {
    terminal.report("\("error:", .bold, .red) \(String(describing: error))\n")
    throw UserFileProblem(status: .cannotRun)
  }
}
