internal import JSONTree

/// `personalize evaluate`: one decision.
enum Evaluate {
  static let command = Command(
    name: "evaluate",
    summary: "Decide for one user.",
    examples: [
      Example(#"personalize evaluate --user '{"user_id": "u1", "age": 71}'"#, "where this user starts and lands"),
      Example("personalize evaluate --user-file user.json --format json", "the same for programs"),
      Example(
        #"personalize evaluate --user '{"user_id": "u1"}' --force quick-entry=continue-last"#,
        "what this user would get in that variation"),
    ],
    options: DecisionOptions.all,
    exactlyOneOf: [[DecisionOptions.user, DecisionOptions.userFile]],
    notes: ["TIME is written as in 2025-03-01T08:00:00Z. The same arguments and TIME always print the same."],
    body: .run(run))

  private static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    let decision = try DecisionInput(arguments, terminal).decision
    switch arguments.choice(DecisionOptions.format, as: TextFormat.self) {
    case .text: try terminal.print(DecisionText(decision: decision).text)
    case .json: try terminal.print(Styled(DecisionJSON(decision: decision).value.text(pretty: true) + "\n"))
    }
    return .done
  }
}
