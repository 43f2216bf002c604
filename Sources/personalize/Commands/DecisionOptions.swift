internal import JSONTree
internal import Personalization

/// How a decision is printed.
enum TextFormat: String, CaseIterable, Sendable {
  case text, json
}

/// The options that `evaluate` and `explain` share: one user, and under which circumstances.
enum DecisionOptions {
  static let user = Option("user", .text("JSON"), help: "The user's attributes as a JSON object.")
  static let userFile = Option(
    "user-file", .file("FILE"), help: "A file with the user's attributes; - reads standard input.")
  static let users = Option("users", .file("USERS.jsonl"), help: "A file with one such object a line; - reads a pipe.")
  static let at = Option(
    "at", .text("TIME"), help: "Decide as of this time, such as 2026-11-30, \"2026-11-30 08:00\" or now. Default: now")
  static let force = Option(
    "force", .text("EXPERIMENT=VARIATION"), isRepeatable: true, help: "Assign this variation without hashing.")
  static let choose = Option(
    "choose", .text("SLOT=VALUE"), isRepeatable: true, help: "A slot that the user chose explicitly.")
  static let format = Option(
    "format", .choice(of: TextFormat.self), default: TextFormat.text.rawValue, help: "How the result is written.")

  static let one = [user, userFile]
  static let shared = [at, force, choose, format]
}

extension Command {
  /// A command that decides for one user and prints the decision in one of two formats.
  ///
  /// - Parameters:
  ///   - users: The option that names a file of users instead of one.
  ///   - runUsers: What the command does with such a file.
  static func deciding(
    name: String, summary: String, examples: [Example], users: Option, options: [Option] = [], notes: [String] = [],
    text: @escaping @Sendable (Decision) -> Styled, json: @escaping @Sendable (Decision) -> JSONOutput,
    runUsers: @escaping @Sendable (ParsedArguments, Terminal) throws -> ExitStatus
  ) -> Command {
    Command(
      name: name, summary: summary, examples: examples,
      options: DecisionOptions.one + [users] + DecisionOptions.shared + options,
      exactlyOneOf: [DecisionOptions.one + [users]],
      notes: ["TIME is written as in 2025-03-01T08:00:00Z. The same arguments and TIME always print the same."] + notes,
      body: .run { arguments, terminal in
        if arguments.has(users) { return try runUsers(arguments, terminal) }
        let decision = try StickyFile.decision(DecisionInput(arguments, terminal), arguments, terminal)
        switch arguments.choice(DecisionOptions.format, as: TextFormat.self) {
        case .text: try terminal.print(text(decision))
        case .json: try terminal.print(Styled(json(decision).text(pretty: true) + "\n"))
        }
        return .done
      })
  }
}
