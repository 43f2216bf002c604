internal import BatchEvaluation
internal import Interchange
internal import JSONTree
internal import Personalization
internal import Reporting

/// `personalize explain`: one decision with the reasons for every part of it.
enum Explain {
  static let record = Option(
    "record", .integer("N", 1...Int.max),
    help: "The record of --users, from 1 after the header, as diff and --rejects name it.")
  static let id = Option("id", .text("UNIT"), help: "The first record of --users with this id.")

  static let command = Command.deciding(
    name: "explain",
    summary: "Decide for one user and say why.",
    examples: [
      Example(#"personalize explain --user '{"user_id": "u1", "age": 71}'"#, "which segments and experiments decided"),
      Example("personalize explain --user-file user.json --at 2025-03-01T08:00:00Z", "the decision of that morning"),
      Example(
        "personalize explain --users Samples/users.csv --record 3", "a record that diff or batch --rejects names"),
    ],
    users: Simulate.users,
    options: [record, id] + FileOptions.all,
    notes: [
      "With --users, the record is read and decided for as by batch. One that batch rejects gets the catalog's defaults, and "
        + "the reason is named."
    ],
    text: { ExplanationText(decision: $0).text },
    json: { DecisionJSON($0).explained },
    runUsers: runUsers)

  private static func runUsers(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    let target: FoundRecord.Target
    switch (arguments.integer(record), arguments[id]) {
    case (let number?, nil): target = .record(number)
    case (nil, let text?): target = .unit(text)
    case (nil, nil): throw arguments.unsuitable(Simulate.users, expected: "--record N or --id UNIT with it")
    case (_?, _?): throw arguments.unsuitable(id, expected: "no --record with it")
    }
    let circumstances = try DecisionCircumstances(arguments, terminal)
    let input = arguments.required(Simulate.users)
    let options = try Batch.options(arguments, circumstances.configuration)
    let (found, summary): (FoundRecord?, BatchSummary)
    do throws(BatchError) {
      (found, summary) = try BatchEvaluation.Batch(circumstances.engine, options).find(target, in: input)
    } catch {
      return Batch.told(error, input: input, terminal)
    }
    guard let found else { throw CannotRun(missing(target, input, summary)) }
    let name = "record \(found.record) of \(input == "-" ? "standard input" : ForeignText.shown(input))"
    switch found.content {
    case .user(let user, let issues):
      let decision = circumstances.decision(for: user).adding(issues)
      try print(
        "\(name, .bold)\n\n" + ExplanationText(decision: decision).text, DecisionJSON(decision).explained, found.record,
        arguments, terminal)
    case .rejected(let reason):
      let decision = circumstances.engine.defaults(
        at: circumstances.time, because: UserIssue(name: "record \(found.record)", value: "", message: reason))
      try print(
        "\(name, .bold) is rejected and gets the catalog's defaults: \(ForeignText.sentence(reason))\n\n"
          + DecisionText(decision: decision).text, DecisionJSON(decision).value, found.record, arguments, terminal)
    }
    return .done
  }

  private static func print(
    _ text: Styled, _ json: JSONOutput, _ record: Int, _ arguments: ParsedArguments, _ terminal: Terminal
  ) throws {
    switch arguments.choice(DecisionOptions.format, as: TextFormat.self) {
    case .text: try terminal.print(text)
    case .json:
      guard case .object(let members) = json else { return }
      let recorded = JSONOutput.object(members + [("record", .integer(record))])
      try terminal.print(Styled(recorded.text(pretty: true) + "\n"))
    }
  }

  private static func missing(_ target: FoundRecord.Target, _ input: String, _ summary: BatchSummary) -> String {
    switch target {
    case .record(let number):
      "\(input): no record \(grouped(number)); there \(summary.rows == 1 ? "is" : "are") \(grouped(summary.rows))"
    case .unit(let text):
      "\(input): no record has the id \(ForeignText.shown(text)), among the \(grouped(summary.rows)) of the file"
    }
  }
}
