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
    throw CannotRun("explain is not there yet")
  }
}
