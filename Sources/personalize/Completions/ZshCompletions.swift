/// A completion script for zsh.
struct ZshCompletions {
  let tree: CommandTree

  var script: String {
    let name = tree.root.name
    return """
      #compdef \(name)
      # Completions of \(name) for zsh.
      # Install: \(name) completions zsh > "${fpath[1]}/_\(name)"

      \(tree.paths.map(function).joined(separator: "\n"))
      # Called from a file of fpath, this is the completion itself; sourced, it says which function is.
      if [[ $funcstack[1] == _\(name) ]]; then
        _\(name) "$@"
      else
        compdef _\(name) \(name)
      fi

      """
  }

  private func function(of path: CommandPath) -> String {
    let specs = path.command.allOptions.map(spec) + operands(of: path)
    let arguments = specs.map { "    \($0)" }.joined(separator: " \\\n")
    var text = "\(functionName(path))() {\n"
    guard !path.command.subcommands.isEmpty else {
      return text + "  _arguments -s -S \\\n\(arguments)\n}\n"
    }
    text += "  local context state state_descr line\n  local -A opt_args\n  local -a commands\n"
    text += "  _arguments -C -s -S \\\n\(arguments)\n  case $state in\n    command)\n      commands=(\n"
    for command in path.command.subcommands {
      text += "        " + "\(command.name):\(command.summary)".shellQuoted + "\n"
    }
    text += "      )\n      _describe command commands\n      ;;\n    arguments)\n      case $line[1] in\n"
    for command in path.command.subcommands {
      if let deeper = path.descending(to: command.name) {
        text += "        \(command.name)) \(functionName(deeper)) ;;\n"
      }
    }
    return text + "      esac\n      ;;\n  esac\n}\n"
  }

  private func functionName(_ path: CommandPath) -> String { "_" + path.spelling.replacingEach(" ", with: "_") }

  private func spec(_ option: Option) -> String {
    let about = "[\(escaped(option.help))]"
    let value = option.value.map { ":\(escaped($0.placeholder)):\(action(Completion($0)))" } ?? ""
    let tail = (about + value).shellQuoted
    let long = option.spelling + (option.value == nil ? "" : "=")
    guard let short = option.short else { return (option.isRepeatable ? "'*'" : "") + long + tail }
    let names = "{-\(short)\(option.value == nil ? "" : "+"),\(long)}"
    return (option.isRepeatable ? "'*'" : "'(\(option.spellings.joined(separator: " ")))'") + names + tail
  }

  private func operands(of path: CommandPath) -> [String] {
    guard path.command.subcommands.isEmpty else { return ["'1:command:->command'", "'*::argument:->arguments'"] }
    return path.command.positionals.enumerated().map { index, positional in
      let place = positional.isRepeatable ? "*" : "\(index + 1)" + (positional.isRequired ? "" : ":")
      let action = action(tree.completion(of: positional, of: path.command))
      return "\(place):\(escaped(positional.name)):\(action)".shellQuoted
    }
  }

  private func action(_ completion: Completion) -> String {
    switch completion {
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .files: "_files"
    case .directories: "_files -/"
    // A space is an action that offers nothing; without any, the message would not be shown.
    case .text: " "
    }
  }

  /// Text within a specification, where brackets and colons end something.
  private func escaped(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
