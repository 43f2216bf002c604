import Testing

@testable import personalize

@Suite("The built tool", .serialized)
struct ToolTests {
  @Test(
    "help and version are data: standard output, code 0",
    arguments: [["--help"], ["help"], ["batch", "--help"], ["--version"]])
  func succeeds(arguments: [String]) async throws {
    let result = try await runPersonalize(arguments)
    #expect(result.status == 0)
    #expect(result.stderr == "")
    #expect(result.stdout.hasSuffix("\n"))
  }

  @Test("the version is one line")
  func version() async throws {
    let result = try await runPersonalize(["--version"])
    #expect(result.stdout == "personalize \(Tool.version)\n")
  }

  @Test("without arguments the overview goes to standard error, code 2")
  func overview() async throws {
    let result = try await runPersonalize([])
    #expect(result.status == 2)
    #expect(result.stdout == "")
    #expect(result.stderr == Help(CommandPath(root: .personalize)).text.plain)
  }

  @Test("an unknown command is a usage error of three lines, code 2")
  func unknownCommand() async throws {
    let result = try await runPersonalize(["bacth"])
    #expect(result.status == 2)
    #expect(result.stdout == "")
    #expect(
      result.stderr == """
        error: unknown command 'bacth'; did you mean 'batch'?
        usage: personalize COMMAND [options]
        see 'personalize --help'

        """)
  }

  @Test("a usage error obeys --color")
  func colouredError() async throws {
    let result = try await runPersonalize(["--color", "always", "bacth"])
    #expect(result.stderr.hasPrefix("\u{1B}[1;31merror:\u{1B}[0m unknown command"))
  }

  @Test("a reader that went away ends the tool in silence, code 141")
  func closedPipe() async throws {
    let result = try await runPersonalize(["--help"], output: .closedPipe)
    #expect(result.status == 141)
    #expect(result.stderr == "")
  }

  #if os(Linux)
    @Test("a full disk is told, code 2")
    func fullDisk() async throws {
      let result = try await runPersonalize(["--help"], output: .file("/dev/full"))
      #expect(result.status == 2)
      #expect(result.stderr == "error: cannot write to standard output: No space left on device\n")
    }
  #endif
}
