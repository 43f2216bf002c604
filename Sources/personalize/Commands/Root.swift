extension Command {
  /// The whole tool: the one description that everything is generated from.
  static let personalize = Command(
    name: "personalize",
    summary: "Decide for each user where the app starts, how home is laid out and where a lost user lands.",
    examples: [
      Example("personalize validate", "check the configuration in this folder"),
      Example(#"personalize explain --user '{"user_id": "u1", "age": 71}'"#, "one decision with its reasons"),
      Example("personalize test", "whether the cases in expectations still hold"),
      Example("personalize batch Samples/users.csv -o decisions.csv", "a decision for every row"),
    ],
    options: [.version],
    exitCodes: [.findings: "validate found an error, test a broken promise, or a strict batch a flaw."],
    body: .subcommands([
      Evaluate.command, Explain.command, Batch.command, Simulate.command, PopulationCommand.command, Diff.command,
      Plan.command,
      Validate.command,
      ExpectationTest.command, BundleCommand.command, Hash.command, Generate.command, Graph.command, Init.command,
      New.command,
      Completions.command, help,
    ]))

  private static let help = Command(
    name: "help",
    summary: "Show the help of a command.",
    examples: [
      Example("personalize help batch", "the same as personalize batch --help"),
      Example("personalize help --markdown > docs/COMMANDS.md", "the reference of all commands"),
    ],
    positionals: [Positional(name: "COMMAND", help: "The command; without it, the overview.", isRequired: false)],
    options: [.markdown],
    body: .help)
}
