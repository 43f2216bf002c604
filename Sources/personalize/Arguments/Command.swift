internal import Authoring

/// One command of the tool as a value: parsing, help and usage lines all come from it.
///
/// Completions and the reference are generated from the same description, so nothing about a command is written twice.
struct Command: Sendable {
  /// What a command does once its arguments are read.
  enum Body: Sendable {
    case subcommands([Command])
    case run(@Sendable (ParsedArguments, Terminal) throws -> ExitStatus)
    /// Prints the help of the command that its operands name.
    case help
  }

  let name: String
  /// One sentence with a capital and a full stop; the overview shows it beside the name.
  let summary: String
  let examples: [Example]
  var positionals: [Positional] = []
  var options: [Option] = []
  /// Sets of options of which exactly one must be given.
  var exactlyOneOf: [[Option]] = []
  var notes: [String] = []
  var exitCodes: [ExitStatus: String] = [:]
  let body: Body

  /// The command that a wrong name means: what other tools call so, or the nearest one.
  static func named(like name: String, among names: [String]) -> String? {
    let known = peers.first { $0.theirs.contains(name.lowercased()) }?.ours
    return known.flatMap { names.contains($0) ? $0 : nil } ?? nearestName(to: name, among: names)
  }

  private static let peers: [(ours: String, theirs: Set<String>)] = [
    ("validate", ["lint", "check", "verify", "doctor"]), ("evaluate", ["eval", "decide", "get", "resolve"]),
    ("explain", ["why", "debug"]), ("batch", ["run", "apply", "bulk"]), ("simulate", ["sim", "survey", "preview"]),
    ("diff", ["compare"]), ("plan", ["power", "size", "samplesize", "sample-size"]),
    ("test", ["tests", "expect", "spec"]),
    ("bundle", ["build", "pack", "compile", "export"]), ("generate", ["gen", "codegen"]), ("graph", ["map", "draw"]),
    ("init", ["create", "start", "setup", "scaffold"]), ("help", ["man", "usage"]),
  ]

  var subcommands: [Command] {
    guard case .subcommands(let commands) = body else { return [] }
    return commands
  }

  /// The options of this command and those that every command has.
  var allOptions: [Option] { options + Option.everywhere }
}

/// A command line that a reader can paste, and what it shows.
struct Example: Sendable {
  let line: String
  let purpose: String

  init(_ line: String, _ purpose: String) {
    self.line = line
    self.purpose = purpose
  }
}

/// An argument known by its place, such as `USERS.csv`.
struct Positional: Sendable, Equatable {
  let name: String
  let help: String
  var isRequired = true
  /// What it may be, for checks and completions; `nil` is any text.
  var value: Option.Value?
  /// Whether it takes every argument from its place on; the last one of a command only.
  var isRepeatable = false

  /// The name as usage lines show it: `USERS.csv`, `[PATH]...`.
  var usage: String { (isRequired ? name : "[\(name)]") + (isRepeatable ? "..." : "") }
}

/// A command with the commands above it: `personalize`, `batch`.
struct CommandPath: Sendable {
  let parents: [Command]
  let command: Command

  init(root: Command) {
    parents = []
    command = root
  }

  private init(parents: [Command], command: Command) {
    self.parents = parents
    self.command = command
  }

  /// What a user types to reach the command, such as `personalize batch`.
  var spelling: String { (parents + [command]).map(\.name).joined(separator: " ") }

  /// The path to a subcommand; `nil` if there is none of that name.
  func descending(to name: String) -> CommandPath? {
    command.subcommands.first { $0.name == name }.map { CommandPath(parents: parents + [command], command: $0) }
  }
}
