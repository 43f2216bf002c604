/// Every command below a root and the root itself, as completion scripts go through them.
struct CommandTree {
  let root: Command

  /// The root first, each command before those below it.
  var paths: [CommandPath] { Self.paths(from: CommandPath(root: root)) }

  private static func paths(from path: CommandPath) -> [CommandPath] {
    [path] + path.command.subcommands.compactMap { path.descending(to: $0.name) }.flatMap(paths)
  }

  /// What can stand in the place of an argument.
  func completion(of positional: Positional, of command: Command) -> Completion {
    // The arguments of help are commands.
    if case .help = command.body { return .words(root.subcommands.map(\.name)) }
    return positional.value.map(Completion.init) ?? .text
  }
}

/// What a shell offers where a value stands.
enum Completion {
  case words([String])
  case files
  case directories
  /// Nothing: it can be any text.
  case text

  init(_ value: Option.Value) {
    switch value {
    case .choice(let words): self = .words(words)
    case .file: self = .files
    case .directory: self = .directories
    case .text, .integer: self = .text
    }
  }
}

extension Option {
  /// The names as typed: `-o`, `--output`.
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + [spelling] }
}

extension String {
  /// The text as one word of a POSIX shell.
  var shellQuoted: String { "'" + replacingEach("'", with: "'\\''") + "'" }

  /// The text with every occurrence of a character replaced.
  func replacingEach(_ character: Character, with text: String) -> String {
    map { $0 == character ? text : String($0) }.joined()
  }
}
