/// A completion script for bash, from 3.2 on, which macOS has; it needs no other package.
struct BashCompletions {
  let tree: CommandTree

  var script: String {
    let name = tree.root.name
    return """
      # Completions of \(name) for bash.
      # Install: \(name) completions bash > ~/.local/share/bash-completion/completions/\(name)

      _\(name)_offer() {
        local word
        while IFS= read -r word; do COMPREPLY+=("$word"); done
      }

      _\(name)() {
        local current="${COMP_WORDS[COMP_CWORD]}" path=\(name.shellQuoted) option='' glue='' attached='' ended='' word
        local -i operands=0 index
        COMPREPLY=()
        # Which command this is, how many arguments it has, and whether an option waits for its value. By default, "="
        # and ":" break words: --name=value is three of them, and the two beside a glue are one.
        for ((index = 1; index < COMP_CWORD; index++)); do
          word="${COMP_WORDS[index]}"
          if [[ $word == [=:]* ]]; then
            glue=1
            continue
          fi
          if [[ -n $option || -n $glue ]]; then
            option=''
            glue=''
            continue
          fi
          if [[ -z $ended && $word == '--' ]]; then
            ended=1
            continue
          fi
          case "$path $word" in
      \(cases(steps))
            *) if [[ -n $ended || $word != -?* ]]; then operands+=1; fi ;;
          esac
        done
        if [[ $current == [=:]* ]]; then
          glue=1
          current="${current#?}"
        fi
        if [[ -n $glue ]]; then
          if [[ -z $option ]]; then return; fi
        elif [[ -z $option && $current == --*=* ]]; then
          attached="${current%%=*}="
          option="${current%%=*}"
          current="${current#*=}"
        fi

        if [[ -n $option ]]; then
          case "$path $option" in
      \(cases(values))
          esac
        elif [[ -z $ended && $current == -* ]]; then
          case "$path" in
      \(cases(options))
          esac
        else
          case "$path,$operands" in
      \(cases(operands))
          esac
        fi
        if [[ -n $attached && ${#COMPREPLY[@]} -gt 0 ]]; then COMPREPLY=("${COMPREPLY[@]/#/$attached}"); fi
      }

      complete -F _\(name) \(name)

      """
  }

  /// One branch of a `case`: a pattern and what it runs.
  private typealias Branch = (pattern: String, action: String)

  private func cases(_ branches: [Branch]) -> String {
    branches.map { "      \($0.pattern)) \($0.action) ;;" }.joined(separator: "\n")
  }

  /// From a command to those below it, and to the options that take a value.
  private var steps: [Branch] {
    tree.paths.flatMap { path -> [Branch] in
      let deeper = path.command.subcommands.map { command -> Branch in
        let spelling = "\(path.spelling) \(command.name)".shellQuoted
        return (spelling, "path=\(spelling)")
      }
      let waiting = path.command.allOptions.filter { $0.value != nil }.flatMap(\.spellings)
      let pattern = waiting.map { "\(path.spelling) \($0)".shellQuoted }.joined(separator: " | ")
      return deeper + [(pattern, "option=\"$word\"")]
    }
  }

  private var values: [Branch] {
    tree.paths.flatMap { path in
      path.command.allOptions.compactMap { option -> Branch? in
        guard let action = option.value.flatMap({ action(Completion($0)) }) else { return nil }
        return (option.spellings.map { "\(path.spelling) \($0)".shellQuoted }.joined(separator: " | "), action)
      }
    }
  }

  private var options: [Branch] {
    tree.paths.map { path in
      (path.spelling.shellQuoted, offer(words: path.command.allOptions.flatMap(\.spellings)))
    }
  }

  private var operands: [Branch] {
    tree.paths.flatMap { path -> [Branch] in
      let command = path.command
      guard command.subcommands.isEmpty else {
        return [("\(path.spelling),".shellQuoted + "*", offer(words: command.subcommands.map(\.name)))]
      }
      return command.positionals.enumerated().compactMap { index, positional in
        guard let action = action(tree.completion(of: positional, of: command)) else { return nil }
        return ("\(path.spelling),".shellQuoted + (positional.isRepeatable ? "*" : "\(index)"), action)
      }
    }
  }

  private func action(_ completion: Completion) -> String? {
    switch completion {
    case .words(let words): offer(words: words)
    case .files: offer(paths: "-f")
    case .directories: offer(paths: "-d")
    case .text: nil
    }
  }

  private func offer(words: [String]) -> String {
    "_\(tree.root.name)_offer < <(compgen -W \(words.joined(separator: " ").shellQuoted) -- \"$current\")"
  }

  /// `compopt`, which bash 3.2 lacks, marks folders with a slash and quotes what needs it.
  private func offer(paths: String) -> String {
    "compopt -o filenames 2>/dev/null; _\(tree.root.name)_offer < <(compgen \(paths) -- \"$current\")"
  }
}
