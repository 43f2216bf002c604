internal import Authoring
internal import JSONTree
internal import Personalization

/// `personalize test`: whether the decisions are those that the expectation files promise.
enum ExpectationTest {
  enum Format: String, CaseIterable, Sendable {
    case text, json, junit
  }

  static let paths = Positional(
    name: "PATH", help: "A file of cases, or a folder of such files. Default: expectations of the configuration",
    isRequired: false, value: .file("PATH"), isRepeatable: true)
  static let at = Option("at", .text("TIME"), help: "The time of cases that name none. Default: the file's, else now")
  static let format = Option(
    "format", .choice(of: Format.self), default: Format.text.rawValue, help: "How the results are written.")
  static let coverage = Option(
    flag: "coverage", help: "List the segments and variations that no case puts to the test.")

  static let command = Command(
    name: "test",
    summary: "Compare decisions with what expectation files promise.",
    examples: [
      Example("personalize test", "every case of every file in expectations"),
      Example("personalize test expectations/segments.json --coverage", "one file, and which rules it never tests"),
      Example("personalize test --format junit > results.xml", "for a build server"),
    ],
    positionals: [paths],
    options: [at, format, coverage],
    notes: [
      "A case is a user and what is promised: segments, slots, variations of experiments. Only what it names is "
        + "compared. docs/FILES.md has the format.",
      "TIME is written as in 2025-03-01T08:00:00Z.",
    ],
    exitCodes: [.done: "Every case passed.", .findings: "At least one case failed."],
    body: .run(run))

  private static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    let time = arguments.has(at) ? try decisionTime(arguments) : nil
    let directory = arguments.configuration
    let expectations = try expectations(in: directory, arguments.all(paths), terminal)
    let engine = PersonalizationEngine(expectations.workspace)
    let results = expectations.cases.map { $0.result(of: engine, at: time) }
    let coverage = RuleCoverage(of: expectations.workspace, by: results.map(\.decision))
    switch arguments.choice(format, as: Format.self) {
    case .text:
      let text = TestText(results: results)
      try terminal.print(text.failures)
      if arguments.has(Self.coverage) { try terminal.print(TestText.text(of: coverage)) }
      terminal.note("\(text.summary)\n")
    case .json:
      let json = TestJSON(results: results, coverage: arguments.has(Self.coverage) ? coverage : nil)
      try terminal.print(Styled(json.value.text(pretty: true) + "\n"))
    case .junit:
      try terminal.print(Styled(TestXML(results: results).text))
    }
    return results.allSatisfy(\.isPassed) ? .done : .findings
  }

  private static func expectations(
    in directory: String, _ paths: [String], _ terminal: Terminal
  ) throws -> Expectations {
    try requireConfiguration(directory)
    let report = Expectations.check(directory: directory, paths: paths)
    terminal.report(DiagnosticsText(report.problems, directory: directory).text)
    guard let expectations = report.expectations else { throw CannotRun("nothing was tested") }
    guard !expectations.cases.isEmpty else {
      let place = paths.isEmpty ? "\(directory)/\(Expectations.folder)" : paths.joined(separator: ", ")
      throw CannotRun("\(place): there are no expectations here; expected files that end in .json")
    }
    return expectations
  }
}
