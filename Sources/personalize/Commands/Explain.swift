internal import JSONTree

/// `personalize explain`: one decision with the reasons for every part of it.
enum Explain {
  static let command = Command(
    name: "explain",
    summary: "Decide for one user and say why.",
    examples: [
      Example(#"personalize explain --user '{"user_id": "u1", "age": 71}'"#, "which segments and experiments decided"),
      Example("personalize explain --user-file user.json --at 2025-03-01T08:00:00Z", "the decision of that morning"),
    ],
    options: DecisionOptions.all,
    exactlyOneOf: [[DecisionOptions.user, DecisionOptions.userFile]],
    notes: ["TIME is written as in 2025-03-01T08:00:00Z. The same arguments and TIME always print the same."],
    body: .run(run))

  private static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    let decision = try DecisionInput(arguments, terminal).decision
    switch arguments.choice(DecisionOptions.format, as: TextFormat.self) {
    case .text: try terminal.print(ExplanationText(decision: decision).text)
    case .json: try terminal.print(Styled(DecisionJSON(decision: decision).explained.text(pretty: true) + "\n"))
    }
    return .done
  }
}
