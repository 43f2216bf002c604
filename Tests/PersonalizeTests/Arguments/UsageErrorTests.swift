import Authoring
import Testing

@testable import personalize

@Suite("Telling what is wrong with a command line")
struct UsageErrorTests {
  struct Case: CustomTestStringConvertible {
    let line: [String?]
    let message: String
    var position: Int?

    init(_ line: [String?], _ message: String, at position: Int? = nil) {
      self.line = line
      self.message = message
      self.position = position
    }

    var testDescription: String { line.map { $0?.debugDescription ?? "<not UTF-8>" }.joined(separator: " ") }
  }

  static let cases = [
    Case(["cutt"], "unknown command 'cutt'; did you mean 'cut'?", at: 1),
    Case(["juggle"], "unknown command 'juggle'", at: 1),
    Case(["help", "cut", "deep"], "unknown command 'deep'", at: 3),
    Case(["group", "iner"], "unknown command 'iner'; did you mean 'inner'?", at: 2),
    Case(["cut", "--ouptut", "x"], "unknown option '--ouptut'; did you mean '--output'?", at: 2),
    Case(["cut", "--zebra=1"], "unknown option '--zebra'", at: 2),
    Case(["cut", "--qiuet"], "unknown option '--qiuet'; did you mean '--quiet'?", at: 2),
    Case(["cut", "-z"], "unknown option '-z'", at: 2),
    Case(["cut", "-az"], "unknown option '-z'", at: 2),
    Case(["cut", "-shape=oval"], "unknown option '-shape'; did you mean '--shape'?", at: 2),
    Case(["--shape", "oval", "cut"], "unknown option '--shape'", at: 1),
    Case(["cut", "--output"], "--output needs a value: --output FILE", at: 2),
    Case(["cut", "-o", "--all"], "-o needs a value: -o FILE", at: 2),
    Case(["cut", "-o", "--", "x"], "-o needs a value: -o FILE", at: 2),
    Case(["cut", "--shape"], "--shape needs a value: --shape round|square|oval", at: 2),
    Case(["cut", "--all=yes"], "--all takes no value, but was given 'yes'", at: 2),
    Case(
      ["cut", "--shape", "sqare"],
      "--shape cannot be 'sqare'; choose round, square or oval; did you mean 'square'?", at: 2),
    Case(["cut", "--shape="], "--shape cannot be ''; choose round, square or oval", at: 2),
    Case(["cut", "--offset", "10"], "--offset expects a whole number from -9 to 9, not '10'", at: 2),
    Case(["cut", "--offset=1.5"], "--offset expects a whole number from -9 to 9, not '1.5'", at: 2),
    Case(["cut", "-o", "x", "--all", "-o", "y"], "-o is given twice; keep one", at: 5),
    Case(["cut", "-ox", "--output=y"], "-o and --output are the same option; keep one", at: 3),
    Case(["--config", "a", "cut", "--config", "b"], "--config is given twice; keep one", at: 4),
    Case(["cut", "a", "b"], "unexpected argument 'b'", at: 3),
    Case(["cut", "a", "b\u{1B}[31m\n"], "unexpected argument 'b\\u{1B}[31m\\n'", at: 3),
    Case(["pick"], "missing argument PLACE"),
    Case(["pick", "here"], "missing option --key KEY"),
    Case(["pick", "here", "--key", "k"], "missing option: give --left L or --right R"),
    Case(
      ["pick", "here", "--key", "k", "--right", "r", "--left", "l"],
      "--right and --left exclude each other; keep one", at: 5),
    Case(["cut", nil], "argument 2 is not valid UTF-8"),
  ]

  @Test("every problem has its sentence", arguments: cases)
  func message(_ row: Case) throws {
    let error = try #require(throws: UsageError.self) {
      _ = try ArgumentReader.request(from: row.line, root: .sample)
    }
    #expect(error.problem.message == row.message)
    #expect(error.problem.origin?.position == row.position)
  }

  @Test("a command's own refusal points at the option as it was typed")
  func refusal() throws {
    guard case .run(_, _, let arguments) = try ArgumentReader.request(from: ["cut", "-t", "x", "-ty"], root: .sample)
    else {
      Issue.record("not a run")
      return
    }
    let problem = arguments.unsuitable(.tag, "x", expected: "KEY=VALUE")
    #expect(problem.message == "-t expects KEY=VALUE, not 'x'")
    #expect(problem.origin == ArgumentOrigin(position: 2, spelling: "-t"))
  }

  @Test("the report is the message, one usage line and where to read more")
  func report() throws {
    let error = try #require(throws: UsageError.self) {
      _ = try ArgumentReader.request(from: ["pick"], root: .sample)
    }
    #expect(
      error.report.plain == """
        error: missing argument PLACE
        usage: tool pick PLACE --key KEY (--left L | --right R) [options]
        see 'tool pick --help'

        """)
  }

  @Test(
    "the nearest name forgives one mistake in three letters",
    arguments: [
      ("evalaute", "evaluate"), ("vaildate", "validate"), ("hsah", "hash"), ("batc", "batch"), ("explian", "explain"),
      ("has", "hash"), ("bbatch", "batch"), ("b", nil), ("simulate", nil), ("", nil),
    ] as [(String, String?)])
  func nearest(typed: String, expected: String?) {
    #expect(nearestName(to: typed, among: ["evaluate", "explain", "batch", "validate", "hash"]) == expected)
  }
}

extension ArgumentProblem {
  /// Where the problem is; `nil` for what is missing altogether.
  fileprivate var origin: ArgumentOrigin? {
    switch self {
    case .unknownCommand(let origin, _), .unknownOption(let origin, _), .missingValue(let origin, _),
      .unexpectedValue(let origin, _), .valueNotAmongChoices(let origin, _, _, _),
      .unknownName(let origin, _, _, _, _, _), .valueNotInteger(let origin, _, _),
      .unsuitableValue(let origin, _, _), .optionGivenTwice(let origin, _), .optionsExcludeEachOther(let origin, _),
      .unexpectedArgument(let origin):
      origin
    case .missingArgument, .missingOption, .missingOneOf, .argumentNotUTF8: nil
    }
  }
}
