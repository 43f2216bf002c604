internal import Authoring
internal import BatchEvaluation
internal import JSONTree
internal import Personalization
internal import Reporting
internal import Simulation
internal import Statistics

/// `personalize simulate`: what the configuration would do for many users, before anybody sees it.
enum Simulate {
  static let users = Option("users", .file("USERS.csv"), help: "The users, as for batch; - reads a pipe.")
  static let population = Option(
    "population", .file("FILE.json"), help: "How made-up users are drawn; see docs/SIMULATION.md.")
  static let count = Option("count", .integer("N", 1...1_000_000_000), help: "How many. Default: \(usualCount)")
  static let seed = Option("seed", .integer("N", 0...Int.max), help: "Of what is drawn. Default: \(usualSeed)")
  fileprivate static let (usualCount, usualSeed) = (100_000, 1)

  static let baseline = Option(
    "baseline", .text("RATE"), default: "0.1", help: "The metric's rate in control, for what experiments can show.")

  enum Format: String, CaseIterable, Sendable {
    case text, json, html
  }

  static let format = Option(
    "format", .choice(of: Format.self), default: Format.text.rawValue,
    help: "How the result is written; else the ending of FILE says it.")
  static let output = Option(
    "output", short: "o", .file("FILE"), help: "Where the result goes. Default: standard output")

  static let until = Option(
    "until", .text("TIME"), help: "Repeat up to this time, or to the end of this day, and show what schedules change.")
  static let step = Option("step", .text("PERIOD"), help: "From one time to the next: 1d, 12h, P7D. Default: 1d")

  /// What ends with 1.
  enum Gate: String, CaseIterable, Sendable {
    case warning, flaw
    case emptySegment = "empty-segment"
    case emptyExperiment = "empty-experiment"
    case unusualSplit = "unusual-split"
    case dependentSplit = "dependent-split"
  }

  static let failOn = Option(
    "fail-on", .text("FINDING"), isRepeatable: true,
    help: "Exit with 1 at any such finding: warning (of validate), flaw (of a row or cell), empty-segment, "
      + "empty-experiment (running), unusual-split (for its weights), dependent-split (on another's).")

  static let command = Command(
    name: "simulate",
    summary: "Show what segments and experiments would do for many users.",
    examples: [
      Example("personalize simulate --users Samples/users.csv", "reach, overlaps, outcomes, and who decides what"),
      Example(
        "personalize simulate --population populations/learners.json --count 1000000",
        "a million made-up users, the same on every machine"),
      Example(
        "personalize simulate --users users.csv --at 2026-11-30 --until 2026-12-31",
        "what the schedules change by the day; as a page with --format html"),
      Example("personalize simulate --users users.csv --format json", "the same for programs, with counts"),
      Example(
        "personalize simulate --users users.csv --fail-on empty-segment",
        "a gate for continuous integration"),
      Example(
        "personalize simulate --users users.csv --format html -o report.html --min-cell 5",
        "a page to pass on, without cells of fewer than five users"),
    ],
    options: [
      users, population, count, seed, DecisionOptions.at, until, step, format, output, SmallCells.option, baseline,
      failOn, Batch.threads, Batch.allowUnreadable,
    ] + FileOptions.all,
    exactlyOneOf: [[users, population]],
    notes: [
      "Nothing is written about single users. Counts are those of the file; intervals (95 %, Wilson) are for other users "
        + "like these.",
      "TIME is written as in 2025-03-01T08:00:00Z. The same arguments and TIME always print the same.",
    ],
    exitCodes: [
      .done: "Done; no gate was asked for, or all hold.",
      .findings: "A gate does not hold, or no cell of a column can be read.",
    ],
    body: .run(run))

  private static func format(_ arguments: ParsedArguments) throws -> Format {
    try arguments.format(
      format, as: Format.self, output: output, endings: ["json": .json, "html": .html, "htm": .html, "txt": .text])
  }

  private static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    let written = try format(arguments)
    let configuration = try loadConfiguration(arguments.configuration, terminal)
    let engine = PersonalizationEngine(configuration.workspace)
    let options = try Batch.options(arguments, configuration)
    for text in arguments.all(failOn) where Gate(rawValue: text) == nil {
      throw arguments.unsuitable(failOn, text, expected: "a finding", among: Gate.allCases.map(\.rawValue), text)
    }
    for option in [count, seed] where arguments[population] == nil {
      if let text = arguments[option] { throw arguments.unsuitable(option, text, expected: "--population with it") }
    }
    if arguments[until] != nil { return try runOverTime(configuration, options, arguments, terminal) }
    if arguments[step] != nil { throw arguments.unsuitable(step, arguments[step] ?? "", expected: "--until with it") }
    let (cells, rate) = (SmallCells(arguments), try arguments.rate(baseline))
    let (survey, surveyed): (Survey, SurveyedFile)
    var files: [String] = []
    do throws(UserFileProblem) {
      let made = try MadeUp(engine, options, arguments, terminal)
      files = made?.files ?? []
      (survey, surveyed) = try Self.survey(engine, options, made, arguments, terminal)
    } catch {
      return error.status
    }
    switch written {
    case .text:
      try write(SurveyText(survey: survey, minimum: cells, baseline: rate).text, arguments, terminal, besides: files)
    case .json:
      let json = SurveyJSON(survey: survey, minimum: cells, baseline: rate)
      let document = json.document(try inputs(configuration, arguments))
      try write(Styled(document.text(pretty: true) + "\n"), arguments, terminal, besides: files)
    case .html:
      let page = SurveyPage(
        survey, engine, users: arguments[users] ?? arguments.required(population),
        flaws: surveyed.flawedCells.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) },
        cells: cells,
        baseline: rate, version: Tool.version, origins: try origins(configuration, arguments))
      try write(Styled(page.html), arguments, terminal, besides: files)
    }
    return report(
      warnings(arguments) + surveyed.failures(arguments) + failures(survey, arguments), surveyed.status, terminal)
  }

  /// Names the gates that do not hold.
  private static func report(_ failures: [String], _ status: ExitStatus, _ terminal: Terminal) -> ExitStatus {
    for failure in failures { terminal.report("\("gate:", .bold, .red) \(failure)\n") }
    return failures.isEmpty ? status : .findings
  }

  /// What `validate` warns of.
  private static func warnings(_ arguments: ParsedArguments) -> [String] {
    let directory = arguments.configuration
    // A bundle was checked when it was made.
    guard arguments.all(failOn).contains(Gate.warning.rawValue), SystemCalls.isDirectory(directory) else { return [] }
    return Workspace.check(directory: directory).diagnostics.map(\.description)
  }

  /// What of a survey the gates do not let pass.
  private static func failures(_ survey: Survey, _ arguments: ParsedArguments) -> [String] {
    let gates = Set(arguments.all(failOn).compactMap(Gate.init(rawValue:)))
    var failures: [String] = []
    if gates.contains(.emptySegment) {
      failures += survey.segments.filter { $0.users == 0 }.map { "nobody is in segment \($0.segment)" }
    }
    for experiment in survey.experiments {
      let isRunning = experiment.others.allSatisfy { ![.inactive, .notStarted, .ended].contains($0.value) }
      if gates.contains(.emptyExperiment), isRunning, experiment.dealt == 0 {
        failures.append("nobody is assigned a variation of experiment \(experiment.key)")
      }
      guard gates.contains(.unusualSplit), let verdict = experiment.ratioTest?.verdict else { continue }
      switch verdict {
      case .warn, .fail: failures.append("the split of experiment \(experiment.key) is unusual for its weights")
      case .ok, .tooFewUsers: continue
      }
    }
    if gates.contains(.dependentSplit) {
      for pair in survey.experimentPairs where [.related, .dependent].contains(pair.independence?.verdict) {
        failures.append("the splits of experiments \(pair.first) and \(pair.second) depend on each other")
      }
    }
    return failures
  }

  private static func origins(_ configuration: Configuration, _ arguments: ParsedArguments) throws -> [Origin] {
    let place = arguments.configuration
    return [
      Origin("configuration", path: place, sha256: configuration.fingerprint),
      try arguments[users].map { try Origin(users: $0) }
        ?? Origin(reading: arguments.required(population), as: "population"),
    ]
  }

  private static func inputs(_ configuration: Configuration, _ arguments: ParsedArguments) throws -> JSONOutput {
    .inputs(
      try origins(configuration, arguments),
      arguments[population] == nil
        ? nil : (arguments.integer(count) ?? usualCount, arguments.integer(seed) ?? usualSeed))
  }
}

extension Simulate {
  /// More surveys than these are nobody's to read.
  private static let mostSteps = 1000

  fileprivate static func survey(
    _ engine: PersonalizationEngine, _ options: BatchOptions, _ made: MadeUp?, _ arguments: ParsedArguments,
    _ terminal: Terminal
  ) throws(UserFileProblem) -> (survey: Survey, file: SurveyedFile) {
    guard let made else { return try surveyUsers(of: users, engine, options, arguments, terminal) }
    return (made.survey(engine, options, terminal), SurveyedFile(summary: BatchSummary(), status: .done))
  }

  fileprivate static func runOverTime(
    _ configuration: Configuration, _ options: BatchOptions, _ arguments: ParsedArguments, _ terminal: Terminal
  ) throws -> ExitStatus {
    let engine = PersonalizationEngine(configuration.workspace)
    let end = try time(until, arguments)
    guard end > options.time else {
      throw arguments.unsuitable(until, arguments[until] ?? "", expected: "a time after that of --at, \(options.time)")
    }
    let period = try stepPeriod(arguments)
    let (cells, rate) = (SmallCells(arguments), try arguments.rate(baseline))
    if arguments[users] == "-" { throw CannotRun("a pipe cannot be read more than once: name a file for --users") }
    var times = [options.time]
    // Each from the start: P1M from the 31st goes on with the 31st where a month has one.
    while let next = options.time.after(period, times: times.count), next <= end {
      times.append(next)
      guard times.count <= mostSteps else {
        throw CannotRun("more than \(mostSteps) steps up to \(end): give a longer --step")
      }
    }
    var surveys: [Survey] = []
    var files: [String] = []
    var failures = warnings(arguments)
    var status = ExitStatus.done
    do throws(UserFileProblem) {
      let made = try MadeUp(engine, options, arguments, terminal)
      files = made?.files ?? []
      for time in times {
        var options = options
        options.time = time
        let terminal = surveys.isEmpty ? terminal : terminal.silent
        let (found, file) = try survey(engine, options, made, arguments, terminal)
        if surveys.isEmpty {
          failures += file.failures(arguments)
          status = file.status
        }
        failures += Self.failures(found, arguments).map { "\(time): \($0)" }
        surveys.append(found)
      }
    } catch {
      return error.status
    }
    switch try format(arguments) {
    case .text: try write(TimelineText(surveys: surveys, cells: cells).text, arguments, terminal, besides: files)
    case .json:
      let json: JSONOutput = [
        "schemaVersion": .integer(SurveyJSON.schemaVersion),
        "inputs": try inputs(configuration, arguments),
        "surveys": .array(surveys.map { SurveyJSON(survey: $0, minimum: cells, baseline: rate).value }),
      ]
      try write(Styled(json.text(pretty: true) + "\n"), arguments, terminal, besides: files)
    case .html:
      let page = TimelinePage(
        surveys, users: arguments[users] ?? arguments.required(population), cells: cells, version: Tool.version,
        origins: try origins(configuration, arguments))
      try write(Styled(page.html), arguments, terminal, besides: files)
    }
    return report(failures, status, terminal)
  }

  private static func time(_ option: Option, _ arguments: ParsedArguments) throws -> Timestamp {
    let text = arguments.required(option)
    guard let time = Timestamp(typed: text) else {
      throw arguments.unsuitable(option, text, expected: "a time such as 2026-03-29 or 2026-03-29T02:30:00Z")
    }
    // A date names its whole day.
    let isDate = text.utf8.count { $0 == UInt8(ascii: "-") } == 2 && !text.contains(":")
    return isDate ? Timestamp(microseconds: time.microseconds + 86_400_000_000 - 1) : time
  }

  /// `1d`, `12h` and `30m` are short for ISO 8601.
  private static func stepPeriod(_ arguments: ParsedArguments) throws -> Period {
    let text = arguments[step] ?? "1d"
    let number = String(text.dropLast())
    let long: String =
      switch text.last {
      case "d", "w": "P" + text.uppercased()
      case "h", "m": "PT" + text.uppercased()
      default: text
      }
    guard let period = Period(number.isEmpty ? text : long),
      Timestamp(microseconds: 0).after(by: period).microseconds > 0
    else {
      throw arguments.unsuitable(step, text, expected: "a period such as 1d, 12h or P7D")
    }
    return period
  }
}

extension SmallCells {
  static let option = Option(
    "min-cell", .integer("N", 1...1_000_000), help: "Show counts below this as fewer than it. Default: 1, show all")

  init(_ arguments: ParsedArguments) { self.init(limit: arguments.integer(Self.option) ?? 1) }

  /// The count for programs; null if it may not be shown.
  func json(_ count: Int) -> JSONOutput { shows(count) ? .integer(count) : .null }
}

/// What was wrong with the users of a survey.
struct SurveyedFile {
  let summary: BatchSummary
  /// `.findings` where a column cannot be read at all.
  let status: ExitStatus

  var flawedCells: [String: Int] { summary.flawedCells }

  fileprivate func failures(_ arguments: ParsedArguments) -> [String] {
    guard arguments.all(Simulate.failOn).contains(Simulate.Gate.flaw.rawValue), summary.hasFlaws else { return [] }
    let rows = summary.rowsWithFlaws
    return ["\(grouped(rows)) \(rows == 1 ? "row has" : "rows have") a flaw"]
  }
}

/// A file of users could not be read; the person was told.
struct UserFileProblem: Error {
  let status: ExitStatus
}

/// Made-up users, who stay the same at whatever time they are decided for.
private struct MadeUp {
  private let population: Population
  /// The files of users from which it takes its distributions.
  let files: [String]
  private let count: Int
  private let seed: UInt64
  private let time: Timestamp

  /// Nil where users come from a file.
  ///
  /// - Parameter options: With the time that dates are counted from.
  init?(
    _ engine: PersonalizationEngine, _ options: BatchOptions, _ arguments: ParsedArguments, _ terminal: Terminal
  ) throws(UserFileProblem) {
    guard let path = arguments[Simulate.population] else { return nil }
    let report: Population.Report
    do throws(CannotRun) {
      report = Population.check(try SystemCalls.contents(ofFile: path), name: path, for: engine.workspace.catalog)
    } catch {
      terminal.report("\("error:", .bold, .red) \(error.message)\n")
      throw UserFileProblem(status: .cannotRun)
    }
    guard let population = report.population else {
      terminal.report(DiagnosticsText(report.problems, directory: ".").text)
      throw UserFileProblem(status: .cannotRun)
    }
    files = population.userFiles(besides: path)
    do throws(BatchError) {
      self.population = try population.filled(besides: path, engine, options)
    } catch {
      throw UserFileProblem(status: Batch.told(error, input: path, terminal))
    }
    count = arguments.integer(Simulate.count) ?? Simulate.usualCount
    seed = UInt64(arguments.integer(Simulate.seed) ?? Simulate.usualSeed)
    time = options.time
  }

  func survey(_ engine: PersonalizationEngine, _ options: BatchOptions, _ terminal: Terminal) -> Survey {
    let start = ContinuousClock.now
    let progress = TerminalProgress(terminal, of: .rows(count))
    defer { terminal.clearProgress() }
    return Simulation(engine, options).survey(of: population, count: count, seed: seed, drawnAt: time) {
      progress.show(BatchProgress(rows: $0, bytes: 0), since: start)
    }
  }
}

/// Surveys the users of a file, and says on standard error what was wrong with it.
func surveyUsers(
  of option: Option, _ engine: PersonalizationEngine, _ options: BatchOptions, _ arguments: ParsedArguments,
  _ terminal: Terminal
) throws(UserFileProblem) -> (survey: Survey, file: SurveyedFile) {
  let input = arguments.required(option)
  let progress = TerminalProgress(terminal, reading: input)
  let start = ContinuousClock.now
  do throws(BatchError) {
    let (survey, summary) = try Simulation(engine, options).survey(of: input) { progress.show($0, since: start) }
    terminal.clearProgress()
    let status = Batch.noteFlaws(summary, engine, terminal, arguments)
    return (survey, SurveyedFile(summary: summary, status: status))
  } catch {
    throw UserFileProblem(status: Batch.told(error, input: input, terminal))
  }
}
