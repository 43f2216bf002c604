import Testing

@testable import personalize

@Suite("Help")
struct HelpTests {
  static let names = Command.personalize.subcommands.map(\.name)

  @Test("the help of a command names everything that the command takes", arguments: names)
  func isComplete(name: String) throws {
    let path = try #require(CommandPath(root: .personalize).descending(to: name))
    let help = Help(path).text.plain
    for option in path.command.allOptions {
      #expect(help.contains("  \(option.short.map { "-\($0), " } ?? "")\(option.signature)"))
      #expect(option.help.split(separator: " ").allSatisfy { help.contains($0) })
    }
    for positional in path.command.positionals { #expect(help.contains("\n  \(positional.name)  ")) }
    for example in path.command.examples { #expect(help.contains("\n  \(example.line)\n")) }
    #expect(help.contains("\n  141  "))
  }

  @Test("examples come before the usage", arguments: names)
  func examplesFirst(name: String) throws {
    let path = try #require(CommandPath(root: .personalize).descending(to: name))
    let help = Help(path).text.plain
    let examples = try #require(help.firstRange(of: "\nExamples:\n"))
    let usage = try #require(help.firstRange(of: "\nUsage:\n"))
    #expect(examples.lowerBound < usage.lowerBound)
  }

  @Test("every example is a command line that can be read", arguments: names)
  func examplesWork(name: String) throws {
    let path = try #require(CommandPath(root: .personalize).descending(to: name))
    for example in path.command.examples {
      let words = shellWords(example.line)
      let start = try #require(words.firstIndex(of: "personalize"))
      let line = words[(start + 1)...].prefix { $0 != "|" && $0 != ">" }
      #expect(throws: Never.self, "\(example.line)") {
        _ = try ArgumentReader.request(from: Array(line), root: .personalize)
      }
    }
  }

  @Test("the overview lists every command with its summary")
  func overview() {
    let help = Help(CommandPath(root: .personalize)).text.plain
    let widest = Self.names.map(\.count).max() ?? 0
    for command in Command.personalize.subcommands {
      #expect(help.contains("\n  \(command.name.padded(to: widest))  \(command.summary)\n"))
    }
  }

  @Test("no line but an example is wider than 80 columns", arguments: names)
  func width(name: String) throws {
    let path = try #require(CommandPath(root: .personalize).descending(to: name))
    let examples = path.command.examples.map { "  " + $0.line }
    for line in Help(path).text.plain.split(separator: "\n") where !examples.contains(String(line)) {
      #expect(String(line).displayWidth <= 80, "\(line)")
    }
  }

  @Test("names are unique within a command, so that a value has one owner", arguments: names)
  func uniqueNames(name: String) throws {
    let command = try #require(CommandPath(root: .personalize).descending(to: name)).command
    let all = command.allOptions.map(\.name) + command.positionals.map(\.name)
    #expect(Set(all).count == all.count)
    let letters = command.allOptions.compactMap(\.short)
    #expect(Set(letters).count == letters.count)
  }

  @Test("a whole help text")
  func whole() throws {
    let path = try #require(CommandPath(root: .sample).descending(to: "cut"))
    #expect(
      Help(path).text.plain == """
        Cut.

        Usage:
          tool cut [FILE] [-o FILE] [-t TAG]... [--shape round|square|oval] [--offset N]
              [-a]

        Arguments:
          FILE  The file.

        Options:
          -o, --output FILE  Where to.
          -t, --tag TAG      A tag. May be repeated.
              --shape round|square|oval
                             The shape. Default: round
              --offset N     Where from.
          -a, --all          Everything.

        Options of every command:
              --config DIR  Folder with catalog, segments and experiments, or a bundle
                            of them. Default: .
              --color auto|always|never
                            Colour: auto asks the environment and the terminal. Default:
                            auto
          -q, --quiet       No progress and no summary; errors are still shown.
          -v, --verbose     Say what is read, and how long the work took, on standard
                            error.
          -h, --help        Show this help.

        Exit codes:
          0    Done.
          2    Cannot run: wrong usage, unreadable input, unwritable output.
          70   A bug in this tool; please report it.
          130  Interrupted (SIGINT).
          141  The reader of the output went away.

        """)
  }
}

/// Words as a shell splits them; knows single quotes only.
private func shellWords(_ line: String) -> [String] {
  var words = [""]
  var isQuoted = false
  for character in line {
    switch character {
    case "'": isQuoted.toggle()
    case " " where !isQuoted: words.append("")
    default: words[words.count - 1].append(character)
    }
  }
  return words
}
