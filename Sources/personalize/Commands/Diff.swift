internal import Authoring
internal import BatchEvaluation
internal import JSONTree
internal import Personalization
internal import Reporting
internal import Simulation

/// `personalize diff`: who changes, and why, if one configuration takes the place of another.
enum Diff {
  enum Format: String, CaseIterable, Sendable {
    case text, json, markdown, html
  }

  enum Gate: String, CaseIterable, Sendable {
    case change, rebucket
  }

  static let base = Option(
    "base", .text("DIR|REVISION"), isRequired: true,
    help: "The configuration of before: a folder, a bundle, or a revision of git, of which the folder of --head is "
      + "taken.")
  static let head = Option("head", .file("DIR"), help: "The configuration of after. Default: that of --config")
  static let users = Option(
    "users", .file("USERS.csv"), isRequired: true, help: "The users, as for batch; read more than once.")
  static let format = Option(
    "format", .choice(of: Format.self), default: Format.text.rawValue,
    help: "How the result is written; else the ending of FILE says it.")
  static let maxChanged = Option(
    "max-changed", .text("PERCENT"), help: "Exit with 1 if a slot changes for more users than this, such as 5%.")
  static let failOn = Option(
    "fail-on", .choice(of: Gate.self), isRepeatable: true,
    help: "Exit with 1 at any changed slot, or at any user who is dealt another variation.")
  static let examples = Option(
    "examples", .integer("N", 0...100), help: "Records to name and explain for each cause. Default: 3")

  static let command = Command(
    name: "diff",
    summary: "Show who changes, and why, between two configurations.",
    examples: [
      Example("personalize diff --base main --users Samples/users.csv", "this folder against the branch main"),
      Example(
        "personalize diff --base old --head new --users users.csv --format markdown",
        "two folders, as a comment on a pull request"),
      Example(
        "personalize diff --base main --users users.csv --max-changed 5% --fail-on rebucket",
        "a gate for continuous integration"),
    ],
    options: [
      base, head, users, DecisionOptions.at, format, Simulate.output, maxChanged, failOn, examples, SmallCells.option,
      Simulate.baseline, Batch.allowUnreadable,
    ] + FileOptions.all,
    notes: [
      "Every user is decided for twice, at the same TIME, which is written as in 2025-03-01T08:00:00Z.",
      "A branch that is named like a folder or file is --base refs/heads/NAME.",
      "No ids are shown: examples are numbers of records, from 1 after the header, with the claims that turned for "
        + "them.",
    ],
    exitCodes: [
      .done: "Done; no gate was asked for, or all hold.",
      .findings: "A gate does not hold, or no cell of a column can be read.",
    ],
    body: .run(run))

  private static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    let written = try arguments.format(
      format, as: Format.self, output: Simulate.output,
      endings: [
        "json": .json, "html": .html, "htm": .html, "md": .markdown, "markdown": .markdown, "txt": .text,
      ])
    let (limit, rate) = (try arguments.percentage(maxChanged), try arguments.rate(Simulate.baseline))
    let input = arguments.required(users)
    guard input != "-", !SystemCalls.isPipe(input) else {
      throw CannotRun("a pipe cannot be read twice: name a file for --users")
    }
    let headDirectory = arguments[Self.head] ?? arguments.configuration
    let (head, base) = (
      try loadConfiguration(headDirectory, terminal),
      try baseConfiguration(arguments.required(base), headDirectory, terminal)
    )
    var options = try Batch.options(arguments, head)
    options.threads = 1
    let (before, after) = (PersonalizationEngine(base.workspace), PersonalizationEngine(head.workspace))
    let comparison: Comparison
    do throws(BatchError) {
      comparison = try Comparison(
        before: before, after: after, users: input, options, examples: arguments.integer(examples) ?? 3)
    } catch {
      return Batch.told(error, input: input, terminal)
    }
    let status = Batch.noteFlaws(comparison.summary, after, terminal, arguments)
    let minimum = SmallCells(arguments)
    let failures = failures(comparison, limit, minimum, arguments)
    func origins() throws -> [Origin] {
      [
        Origin("base", path: arguments.required(Self.base), sha256: base.fingerprint),
        Origin("head", path: headDirectory, sha256: head.fingerprint), try Origin(users: input),
      ]
    }
    let text: Styled
    switch written {
    case .text: text = ComparisonText(comparison: comparison, minimum: minimum, baseline: rate).text
    case .markdown:
      text = Styled(
        ComparisonMarkdown(comparison: comparison, minimum: minimum, baseline: rate, failures: failures).text)
    case .json:
      let json = ComparisonJSON(
        comparison: comparison, minimum: minimum, baseline: rate, failures: failures, time: options.time,
        origins: try origins())
      text = Styled(json.value.text(pretty: true) + "\n")
    case .html:
      let page = ComparisonPage(
        comparison, at: options.time, names: (arguments.required(Self.base), headDirectory, input), cells: minimum,
        baseline: rate, failures: failures, version: Tool.version, origins: try origins())
      text = Styled(page.html)
    }
    try write(text, arguments, terminal)
    for failure in failures { terminal.report("\("gate:", .bold, .red) \(failure)\n") }
    return failures.isEmpty ? status : .findings
  }

  private static func failures(
    _ comparison: Comparison, _ limit: Double?, _ minimum: SmallCells, _ arguments: ParsedArguments
  ) -> [String] {
    var failures: [String] = []
    let gates = Set(arguments.all(failOn))
    if let limit, Double(comparison.changed) > limit * Double(comparison.users) {
      let share = minimum.percentText(comparison.changed, of: comparison.users)
      failures.append(
        "\(share.isEmpty ? minimum.text(comparison.changed) : share) of the users change, more than the "
          + "\(arguments[maxChanged] ?? "") allowed")
    }
    if gates.contains(Gate.change.rawValue), comparison.changed > 0 {
      failures.append("\(minimum.text(comparison.changed)) user\(comparison.changed == 1 ? " changes" : "s change")")
    }
    if gates.contains(Gate.rebucket.rawValue), comparison.rebucketed > 0 {
      let names = comparison.experiments.filter { $0.rebucketed > 0 }.map(\.experiment)
      let users = "\(minimum.text(comparison.rebucketed)) user\(comparison.rebucketed == 1 ? " is" : "s are")"
      failures.append("\(users) dealt another variation, in \(names.joined(separator: ", "))")
    }
    return failures
  }

  private static func baseConfiguration(_ base: String, _ head: String, _ terminal: Terminal) throws -> Configuration {
    if SystemCalls.isDirectory(base) || SystemCalls.size(ofFile: base) != nil {
      return try loadConfiguration(base, terminal)
    }
    let checkout = try GitCheckout(of: base, at: head)
    defer { checkout.remove() }
    return try loadConfiguration(checkout.directory, terminal, calledAs: "of \(base)")
  }
}
