/// `personalize completions`: what a shell offers at the tabulator key, from the description of the commands.
enum Completions {
  enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  static let shell = Positional(
    name: "SHELL", help: "The shell: bash, zsh or fish.", value: .choice(of: Shell.self))

  static let command = Command(
    name: "completions",
    summary: "Write a completion script for a shell.",
    examples: [
      Example("personalize completions bash > personalize.bash", "then: source personalize.bash"),
      Example("personalize completions zsh > _personalize", "in a folder that $fpath names"),
    ],
    positionals: [shell],
    notes: ["The second line of each script says where the shell looks for it."],
    body: .run(run))

  private static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    try terminal.print(Styled(script(for: arguments.choice(shell, as: Shell.self), root: .personalize)))
    return .done
  }

  static func script(for shell: Shell, root: Command) -> String {
    let tree = CommandTree(root: root)
    return switch shell {
    case .bash: BashCompletions(tree: tree).script
    case .zsh: ZshCompletions(tree: tree).script
    case .fish: FishCompletions(tree: tree).script
    }
  }
}
