/// The usage lines of a command.
struct Usage {
  private let path: CommandPath

  init(_ path: CommandPath) {
    self.path = path
  }

  /// What cannot be left out, then `[options]`: one line to show under an error.
  var short: String { ([path.spelling] + required + ["[options]"]).joined(separator: " ") }

  /// The words of the complete usage; a line may be broken between two of them.
  var words: [String] {
    guard path.command.subcommands.isEmpty else { return [path.spelling] + required + ["[options]"] }
    return [path.spelling] + required + optional
  }

  private var required: [String] {
    let command = path.command
    let operands: [String] =
      switch command.body {
      case .subcommands: ["COMMAND"]
      case .run, .help: command.positionals.map(\.usage)
      }
    return operands + command.options.filter(\.isRequired).map(\.usage)
      + command.exactlyOneOf.map { "(" + $0.map(\.usage).joined(separator: " | ") + ")" }
  }

  private var optional: [String] {
    let alternatives = path.command.exactlyOneOf.joined()
    return path.command.options
      .filter { !$0.isRequired && !alternatives.contains($0) }
      .map { "[\($0.usage)]" + ($0.isRepeatable ? "..." : "") }
  }
}
