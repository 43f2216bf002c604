/// How a decision is printed.
enum TextFormat: String, CaseIterable, Sendable {
  case text, json
}

/// The options that `evaluate` and `explain` share: one user, and under which circumstances.
enum DecisionOptions {
  static let user = Option("user", .text("JSON"), help: "The user's attributes as a JSON object.")
  static let userFile = Option(
    "user-file", .file("FILE"), help: "A file with the user's attributes; - reads standard input.")
  static let at = Option("at", .text("TIME"), help: "Decide as of this time. Default: now")
  static let force = Option(
    "force", .text("EXPERIMENT=VARIATION"), isRepeatable: true, help: "Assign this variation without hashing.")
  static let choose = Option(
    "choose", .text("SLOT=VALUE"), isRepeatable: true, help: "A slot that the user chose explicitly.")
  static let format = Option(
    "format", .choice(of: TextFormat.self), default: TextFormat.text.rawValue, help: "How the result is written.")

  static let all = [user, userFile, at, force, choose, format]
}
