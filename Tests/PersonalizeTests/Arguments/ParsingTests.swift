import Testing

@testable import personalize

@Suite("Reading a command line")
struct ParsingTests {
  struct Case: CustomTestStringConvertible {
    let line: [String]
    var values: [String: [String]] = [:]
    var flags: Set<String> = []
    var file: String?

    var testDescription: String { line.joined(separator: " ") }
  }

  static let cases = [
    Case(line: ["cut", "a.csv"], file: "a.csv"),
    Case(line: ["cut", "--output", "o", "a.csv"], values: ["output": ["o"]], file: "a.csv"),
    Case(line: ["cut", "a.csv", "--output=o"], values: ["output": ["o"]], file: "a.csv"),
    Case(line: ["cut", "--output=a=b"], values: ["output": ["a=b"]]),
    Case(line: ["cut", "--output="], values: ["output": [""]]),
    Case(line: ["cut", "--output=--all"], values: ["output": ["--all"]]),
    Case(line: ["cut", "-o", "o"], values: ["output": ["o"]]),
    Case(line: ["cut", "-oo"], values: ["output": ["o"]]),
    Case(line: ["cut", "-o=o"], values: ["output": ["o"]]),
    Case(line: ["cut", "-o-"], values: ["output": ["-"]]),
    Case(line: ["cut", "-ao", "o"], values: ["output": ["o"]], flags: ["all"]),
    Case(line: ["cut", "-aoo"], values: ["output": ["o"]], flags: ["all"]),
    Case(line: ["cut", "--tag", "x", "--tag=y", "-ty"], values: ["tag": ["x", "y", "y"]]),
    Case(line: ["cut", "-", "-o", "-"], values: ["output": ["-"]], file: "-"),
    Case(line: ["cut", "--", "--all"], file: "--all"),
    Case(line: ["cut", "-o", "o", "--", "-a"], values: ["output": ["o"]], file: "-a"),
    Case(line: ["cut", "--", "--"], file: "--"),
    Case(line: ["cut", "--offset", "-5"], values: ["offset": ["-5"]]),
    Case(line: ["cut", "--offset=-5"], values: ["offset": ["-5"]]),
    Case(line: ["cut", "--tag", "-.5e3"], values: ["tag": ["-.5e3"]]),
    Case(line: ["cut", "-7"], file: "-7"),
    Case(line: ["cut", ""], file: ""),
    Case(line: ["cut", "--tag", "naïve 日本"], values: ["tag": ["naïve 日本"]]),
    Case(line: ["--config", "shop", "cut", "--quiet"], values: ["config": ["shop"]], flags: ["quiet"]),
    Case(line: ["cut", "--all", "--all"], flags: ["all"]),
  ]

  @Test("what was typed arrives", arguments: cases)
  func reads(_ row: Case) throws {
    guard case .run(let path, _, let arguments) = try ArgumentReader.request(from: row.line, root: .sample) else {
      Issue.record("not a run")
      return
    }
    #expect(path.spelling == "tool cut")
    for option in path.command.allOptions {
      if option.value == nil {
        #expect(arguments.has(option) == row.flags.contains(option.name), "\(option.name)")
      } else {
        #expect(arguments.all(option) == row.values[option.name, default: []], "\(option.name)")
      }
    }
    #expect(arguments[Positional.file] == row.file)
  }

  @Test("a default stands in for what is absent, and is not counted as typed")
  func defaults() throws {
    guard case .run(_, _, let arguments) = try ArgumentReader.request(from: ["cut"], root: .sample) else {
      Issue.record("not a run")
      return
    }
    #expect(arguments[.shape] == "round")
    #expect(!arguments.has(.shape))
    #expect(arguments[.output] == nil)
    #expect(arguments.choice(.color, as: ColorChoice.self) == .auto)
    #expect(arguments.integer(.offset) == nil)
  }

  @Test(
    "help is asked for on every level",
    arguments: [
      (["--help"], "tool"), (["-h"], "tool"), (["help"], "tool"), (["help", "cut"], "tool cut"),
      (["cut", "--help"], "tool cut"), (["cut", "-ah"], "tool cut"), (["pick", "-h"], "tool pick"),
      (["help", "group", "inner"], "tool group inner"), (["group", "--help"], "tool group"),
      (["help", "--help"], "tool help"), (["help", "help"], "tool help"),
    ])
  func help(line: [String], expected: String) throws {
    guard case .help(let path, _) = try ArgumentReader.request(from: line, root: .sample) else {
      Issue.record("not help")
      return
    }
    #expect(path.spelling == expected)
  }

  @Test("a group without a command asks for the overview", arguments: [[], ["--quiet"], ["group"]])
  func overview(line: [String]) throws {
    guard case .overview = try ArgumentReader.request(from: line, root: .sample) else {
      Issue.record("not the overview")
      return
    }
  }

  @Test("an option of the same name as --version belongs to its command")
  func version() throws {
    guard case .version = try ArgumentReader.request(from: ["--version"], root: .personalize) else {
      Issue.record("not the version")
      return
    }
    let line = ["hash", "--seed", "s", "--unit", "u", "--version", "1"]
    guard case .run(_, _, let arguments) = try ArgumentReader.request(from: line, root: .personalize) else {
      Issue.record("not a run")
      return
    }
    #expect(arguments.integer(Hash.version) == 1)
  }
}
