/// The help of a command: summary, examples, usage, commands, arguments, options, notes, exit codes.
struct Help {
  private let path: CommandPath
  private let columns: Int

  /// Lays the help out for a width that fits any terminal, so that it reads the same when piped.
  init(_ path: CommandPath, columns: Int = 80) {
    self.path = path
    self.columns = columns
  }

  var text: Styled {
    let command = path.command
    var text: Styled = "\(command.summary)\n"
    text += section("Examples", command.examples.map { "  \($0.line)\n      \($0.purpose, .dim)\n" })
    text += section("Usage", [usage])
    text += section("Commands", table(command.subcommands.map { ($0.name, $0.summary) }))
    text += section("Arguments", table(command.positionals.map { ($0.name, $0.help) }))
    text += section("Options", table(command.options.map { (left($0), Self.sentence($0)) }))
    text += section("Options of every command", table(Option.everywhere.map { (left($0), Self.sentence($0)) }))
    text += section("Notes", command.notes.map { "  \(wrapped(words($0), indent: 2))\n" })
    text += section("Exit codes", table(exitCodes))
    if !command.subcommands.isEmpty {
      text += "\nMore about one of them: \(path.spelling) help COMMAND\n"
    }
    return text
  }

  private func section(_ title: String, _ rows: [Styled]) -> Styled {
    guard !rows.isEmpty else { return "" }
    return rows.reduce("\n\("\(title):", .bold)\n") { $0 + $1 }
  }

  /// Findings are listed only by a command that says what it finds.
  private var exitCodes: [(String, String)] {
    let named = path.command.exitCodes
    return ExitStatus.allCases
      .filter { $0 != .findings || named[$0] != nil }
      .map { ("\($0.rawValue)", named[$0] ?? $0.meaning) }
  }

  private var usage: Styled { "  \(wrapped(Usage(path).words, indent: 6, firstIndent: 2))\n" }

  private func left(_ option: Option) -> String {
    (option.short.map { "-\($0), " } ?? "    ") + option.signature
  }

  /// What is said of an option, with its default.
  static func sentence(_ option: Option) -> String {
    var text = option.help
    if option.isRepeatable { text += " May be repeated." }
    if let value = option.defaultValue { text += " Default: \(value)" }
    return text
  }

  /// Two columns; a left side too long for its column gets a line of its own.
  private func table(_ rows: [(left: String, right: String)]) -> [Styled] {
    let widest = rows.map(\.left.displayWidth).filter { $0 <= 26 }.max() ?? 0
    let indent = widest + 4
    return rows.map { row in
      let text = wrapped(words(row.right), indent: indent)
      return row.left.displayWidth > widest
        ? "  \(row.left)\n\(String(repeating: " ", count: indent))\(text)\n"
        : "  \(row.left.padded(to: widest))  \(text)\n"
    }
  }

  private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  /// Breaks lines between words; all but the first line are indented.
  private func wrapped(_ words: [String], indent: Int, firstIndent: Int? = nil) -> Styled {
    var result = ""
    var column = firstIndent ?? indent
    for word in words {
      let width = word.displayWidth
      if result.isEmpty {
        column += width
      } else if column + 1 + width <= columns {
        result += " "
        column += 1 + width
      } else {
        result += "\n" + String(repeating: " ", count: indent)
        column = indent + width
      }
      result += word
    }
    return Styled(result)
  }
}
