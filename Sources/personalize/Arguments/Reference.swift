/// The reference of a command and of all below it, in Markdown: what `Help` says, for reading on a page.
struct Reference {
  private let path: CommandPath

  init(_ path: CommandPath) {
    self.path = path
  }

  var markdown: String {
    var text = "# \(path.spelling)\n\n\(sections(of: path, level: 2))"
    text += "\n## Options of every command\n\n" + list(Option.everywhere.map(line))
    text += "\n## Exit codes of every command\n\n"
    text += list(ExitStatus.allCases.filter { $0 != .findings }.map { "\($0.rawValue): \($0.meaning)" })
    return text
  }

  private func sections(of path: CommandPath, level: Int) -> String {
    var text = body(of: path)
    let marks = String(repeating: "#", count: level)
    for command in path.command.subcommands {
      guard let deeper = path.descending(to: command.name) else { continue }
      text += "\n\(marks) \(deeper.spelling)\n\n" + sections(of: deeper, level: level + 1)
    }
    return text
  }

  private func body(of path: CommandPath) -> String {
    let command = path.command
    var parts = [command.summary + "\n"]
    let examples = command.examples.map { "# \($0.purpose)\n\($0.line)\n" }
    if !examples.isEmpty { parts.append("```sh\n\(examples.joined(separator: "\n"))```\n") }
    parts.append("Usage: `\(Usage(path).words.joined(separator: " "))`\n")
    if !command.subcommands.isEmpty {
      parts.append(list(command.subcommands.map { "[`\($0.name)`](#\(anchor(path, $0))): \($0.summary)" }))
    }
    let given = command.positionals.map { "`\($0.name)`: \($0.help)" } + command.options.map(line)
    if !given.isEmpty { parts.append(list(given)) }
    if !command.notes.isEmpty { parts.append(command.notes.joined(separator: "\n\n") + "\n") }
    let named = ExitStatus.allCases.compactMap { status in
      command.exitCodes[status].map { "\(status.rawValue): \($0)" }
    }
    if !named.isEmpty { parts.append("Exit codes:\n\n" + list(named)) }
    return parts.joined(separator: "\n")
  }

  private func line(_ option: Option) -> String {
    let names = (option.short.map { "`-\($0)`, " } ?? "") + "`\(option.signature)`"
    return names + ": " + Help.sentence(option)
  }

  /// The fragment that forges give to the heading of a command.
  private func anchor(_ path: CommandPath, _ command: Command) -> String {
    "\(path.spelling) \(command.name)".map { $0 == " " ? "-" : String($0) }.joined()
  }

  private func list(_ items: [String]) -> String { items.map { "- \($0)\n" }.joined() }
}
