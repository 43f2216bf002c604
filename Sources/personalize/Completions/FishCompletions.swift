/// A completion script for fish.
struct FishCompletions {
  let tree: CommandTree

  var script: String {
    let name = tree.root.name
    let lines = tree.paths.flatMap { path in commands(below: path) + options(of: path) + operands(of: path) }
    return """
      # Completions of \(name) for fish.
      # Install: \(name) completions fish > ~/.config/fish/completions/\(name).fish

      complete -c \(name) -f
      \(lines.map { "complete -c \(name) " + $0 }.joined(separator: "\n"))

      """
  }

  /// Whether the words typed so far lead to this command and no further.
  private func condition(_ path: CommandPath) -> String {
    let above = (path.parents + [path.command]).dropFirst().map { "__fish_seen_subcommand_from \($0.name)" }
    let below = path.command.subcommands.map(\.name)
    let deeper = below.isEmpty ? [] : ["not __fish_seen_subcommand_from \(below.joined(separator: " "))"]
    return "-n " + quoted((above + deeper).joined(separator: "; and "))
  }

  private func commands(below path: CommandPath) -> [String] {
    path.command.subcommands.map { "\(condition(path)) -a \($0.name) -d \(quoted($0.summary))" }
  }

  private func options(of path: CommandPath) -> [String] {
    path.command.allOptions.map { option in
      let short = option.short.map { " -s \($0)" } ?? ""
      let value = option.value.map { " \(arguments(Completion($0)))" } ?? ""
      return "\(condition(path))\(short) -l \(option.name)\(value) -d \(quoted(option.help))"
    }
  }

  private func operands(of path: CommandPath) -> [String] {
    path.command.positionals.compactMap { positional in
      switch tree.completion(of: positional, of: path.command) {
      case .words(let words): "\(condition(path)) -a \(quoted(words.joined(separator: " ")))"
      case .files: "\(condition(path)) -F"
      case .directories: "\(condition(path)) -a '(__fish_complete_directories)'"
      case .text: nil
      }
    }
  }

  private func arguments(_ completion: Completion) -> String {
    switch completion {
    case .words(let words): "-x -a \(quoted(words.joined(separator: " ")))"
    case .files: "-r -F"
    case .directories: "-x -a '(__fish_complete_directories)'"
    case .text: "-x"
    }
  }

  /// fish knows backslashes in single quotes.
  private func quoted(_ text: String) -> String {
    "'" + text.replacingEach("\\", with: "\\\\").replacingEach("'", with: "\\'") + "'"
  }
}
