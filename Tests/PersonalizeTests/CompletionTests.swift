import Foundation
import Testing

@testable import personalize

/// The completion scripts, in real shells where these exist.
@Suite("Completions")
struct CompletionTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  /// The output of a shell that runs a text, with its script of completions in `$SCRIPT`; nil without that shell.
  private func output(of shell: Completions.Shell, _ arguments: [String], tree: Command = .personalize) throws
    -> String?
  {
    let places = ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(shell.rawValue)" }
    guard let place = places.first(where: FileManager.default.isExecutableFile) else { return nil }
    let script = FileManager.default.temporaryDirectory.appending(path: "completions-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: script) }
    try Data(Completions.script(for: shell, root: tree).utf8).write(to: script)
    let process = Process()
    process.executableURL = URL(filePath: place)
    process.arguments = arguments.map { $0 == "$SCRIPT" ? script.path() : $0 }
    process.currentDirectoryURL = Self.root
    process.environment = ["SCRIPT": script.path(), "PATH": "/usr/bin:/bin", "HOME": NSTemporaryDirectory()]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? output : "exit code \(process.terminationStatus)\n\(output)"
  }

  /// What bash offers after these words, the last of which is being typed.
  private func offered(_ words: [String], tree: Command = .personalize) throws -> [String] {
    let body = """
      source "$SCRIPT"
      COMP_WORDS=("$@")
      COMP_CWORD=$(($# - 1))
      _\(tree.name)
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let text = try #require(try output(of: .bash, ["-c", body, "bash", tree.name] + words, tree: tree))
    return text.split(separator: "\n").map(String.init)
  }

  @Test("have no error of syntax", arguments: Completions.Shell.allCases, [Command.personalize, .sample])
  func syntax(shell: Completions.Shell, tree: Command) throws {
    if let text = try output(of: shell, ["-n", "$SCRIPT"], tree: tree) { #expect(text.isEmpty, "\(text)") }
  }

  @Test("name every command and every option", arguments: Completions.Shell.allCases)
  func whole(shell: Completions.Shell) {
    let script = Completions.script(for: shell, root: .personalize)
    for path in CommandTree(root: .personalize).paths {
      #expect(script.contains(path.command.name))
      for option in path.command.allOptions {
        #expect(script.contains(shell == .fish ? " -l \(option.name) " : option.spelling), "\(option.spelling)")
      }
    }
    #expect(script.contains("# Install: personalize completions \(shell.rawValue) > "))
  }

  @Test(
    "complete commands and options of each command in bash",
    arguments: CommandTree(root: .personalize).paths.map(\.spelling))
  func commands(spelling: String) throws {
    let words = spelling.split(separator: " ").dropFirst().map(String.init)
    let path = try #require(words.reduce(CommandPath(root: .personalize) as CommandPath?) { $0?.descending(to: $1) })
    #expect(try offered(words + ["-"]) == path.command.allOptions.flatMap(\.spellings))
    if !path.command.subcommands.isEmpty {
      #expect(try offered(words + [""]) == path.command.subcommands.map(\.name))
    }
    for option in path.command.allOptions {
      guard case .choice(let choices)? = option.value else { continue }
      #expect(try offered(words + [option.spelling, ""]) == choices)
      #expect(try offered(words + [option.spelling, "=", ""]) == choices)
      #expect(try offered(words + [option.spelling, "="]) == choices)
      #expect(try offered(words + ["\(option.spelling)="]) == choices.map { "\(option.spelling)=\($0)" })
    }
  }

  @Test(
    "complete in bash what stands in a place",
    arguments: [
      (["ba"], ["batch"]),
      (["--color", "never", "ba"], ["batch"]),
      (["--color", "n"], ["never"]),
      (["completions", ""], ["bash", "zsh", "fish"]),
      (["completions", "bash", ""], []),
      (["help", "va"], ["validate"]),
      (["generate", ""], ["swift"]),
      (["batch", "READ"], ["README.md"]),
      (["batch", "README.md", "READ"], ["README.md"]),
      (["batch", "-o", "READ"], ["README.md"]),
      (["batch", "--at", "2026-11-30T08", ":", "00", "READ"], ["README.md"]),
      (["batch", "--at", "2026-11-30T08", ":", "0"], []),
      (["test", "README.md", "expectations/s"], ["expectations/segments.json"]),
      (["evaluate", "--config", "cat"], ["catalog"]),
      (["evaluate", "--user", ""], []),
      (["evaluate", "--force", "quick-entry", "=", "control", "--us"], ["--user", "--user-file", "--users"]),
      (["evaluate", "--force", "quick-entry", "="], []),
      (["test", "--", "-"], []),
      (["nonsense", "--vers"], ["--version"]), (["nonsense", "--ver"], ["--version", "--verbose"]),
    ])
  func places(words: [String], expected: [String]) throws {
    #expect(try offered(words) == expected)
  }

  @Test("reach commands below commands")
  func nested() throws {
    #expect(try offered(["group", ""], tree: .sample) == ["inner"])
    #expect(try offered(["group", "inner", "--q"], tree: .sample) == ["--quiet"])
    #expect(try offered(["cut", "-t", "a", "--shape", "r"], tree: .sample) == ["round"])
  }

  @Test(
    "complete in fish what bash completes",
    arguments: [
      ("ba", "batch"), ("batch --format j", "jsonl"), ("help va", "validate"), ("evaluate --user-f", "--user-file"),
      ("batch READ", "README.md"),
    ])
  func fish(line: String, expected: String) throws {
    let body = "source $SCRIPT; complete -C 'personalize \(line)'"
    guard let text = try output(of: .fish, ["--no-config", "-c", body]) else { return }
    #expect(text.split(separator: "\n").map { $0.prefix { $0 != "\t" } } == [expected[...]])
  }

  @Test("come from the built tool, which knows three shells")
  func tool() async throws {
    for shell in Completions.Shell.allCases {
      let result = try await runPersonalize(["completions", shell.rawValue])
      #expect(result.status == 0 && result.stdout == Completions.script(for: shell, root: .personalize))
    }
    let wrong = try await runPersonalize(["completions", "bsh"])
    #expect(wrong.status == 2)
    #expect(
      wrong.stderr.hasPrefix("error: SHELL cannot be 'bsh'; choose bash, zsh or fish; did you mean 'bash'?\n"),
      "\(wrong.stderr)")
  }
}
