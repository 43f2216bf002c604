internal import Authoring
internal import BatchEvaluation
internal import JSONTree
internal import Personalization

/// `personalize plan`: how long an experiment has to run, or what it can see in a given time.
enum Plan {
  static let experiment = Positional(name: "EXPERIMENT", help: "The experiment's key.")
  static let baseline = Option(
    "baseline", .text("RATE"), isRequired: true, help: "The metric's rate in control, such as 0.12 or 12%.")
  static let effect = Option(
    "effect", .text("DIFFERENCE"), help: "The difference to detect: 0.02 is from 12% to 14%.")
  static let lift = Option(
    "lift", .text("PERCENT"), help: "The same relative to the baseline: 10% is from 12% to 13.2%.")
  static let days = Option(
    "days", .integer("N", 1...36_500), help: "Answer the smallest effect that so many days detect.")
  static let daily = Option(
    "daily", .integer("N", 1...10_000_000_000), isRequired: true, help: "Users a day, of the audience or not.")
  static let reach = Option(
    "reach", .text("SHARE"), help: "Share of daily users who are eligible. Default: everybody")
  static let power = Option(
    "power", .text("SHARE"), default: "0.8", help: "The chance of seeing the effect if it is there.")
  static let alpha = Option(
    "alpha", .text("SHARE"), default: "0.05", help: "The chance of seeing one if there is none.")
  static let format = Option(
    "format", .choice(of: TextFormat.self), default: TextFormat.text.rawValue, help: "How the plan is written.")

  static let command = Command(
    name: "plan",
    summary: "Say how long an experiment has to run, or what it can detect.",
    examples: [
      Example("personalize plan tab-order --baseline 0.12 --effect 0.02 --daily 5000", "users and days that it takes"),
      Example(
        "personalize plan tab-order --baseline 12% --days 28 --daily 5000 --reach 30%",
        "the smallest effect that four weeks detect"),
      Example(
        "personalize plan tab-order --baseline 12% --lift 10% --daily 5000 --users Samples/users.csv",
        "with the share of a file's users who are eligible"),
    ],
    positionals: [experiment],
    options: [
      baseline, effect, lift, days, daily, reach, Simulate.users, DecisionOptions.at, power, alpha, format,
      Batch.threads, Batch.allowUnreadable,
    ] + FileOptions.all,
    exactlyOneOf: [[effect, lift, days]],
    notes: [
      "Weights, coverage and the share of the layer are the experiment's. Its first variation is the control.",
      "With --users, the experiment is simulated over the file as if it ran at TIME: who is eligible, and how many of those "
        + "who take part could notice a difference. Without it and --reach, everybody is assumed to be eligible.",
    ],
    exitCodes: [.findings: "No cell of a column of --users can be read."],
    body: .run(run))

  private static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    let question = try question(arguments)
    let power = try arguments.number(power, within: { $0 >= 0.5 && $0 < 1 }, expected: "a share from 0.5 to below 1")
    let alpha = try arguments.number(
      alpha, within: { $0 > 0 && $0 < 0.5 }, expected: "a share above 0 and below 0.5, such as 0.05")
    let share =
      arguments.has(reach)
      ? try arguments.number(
        reach, within: { $0 > 0 && $0 <= 1 }, expected: "a share above 0 and up to 1, such as 0.3 or 30%") : nil
    if share != nil, arguments.has(Simulate.users) {
      throw arguments.unsuitable(reach, expected: "no --users with it, which tells the share")
    }
    let configuration = try loadConfiguration(arguments.configuration, terminal)
    let workspace = configuration.workspace
    let experiment = try experiment(named: arguments.required(experiment), in: workspace)
    if let reason = workspace.reasonForNoEffect(of: experiment) {
      throw CannotRun(
        "\(experiment.key): no number of users would show a difference, since nobody who takes part can tell the variations "
          + "apart: \(reason)")
    }
    var (audience, status): (PlannedAudience?, ExitStatus) = (nil, .done)
    if arguments.has(Simulate.users) {
      let options = try Batch.options(arguments, configuration)
      do throws(UserFileProblem) {
        (audience, status) = try PlannedAudience.read(experiment, workspace, options, arguments, terminal)
      } catch {
        return error.status
      }
    }
    let planned = try PlannedExperiment(
      experiment, question: question,
      traffic: PlannedTraffic(
        daily: arguments.integer(daily) ?? 1, reach: try audience?.reach(of: experiment) ?? share, audience: audience),
      power: power, alpha: alpha)
    switch arguments.choice(format, as: TextFormat.self) {
    case .text: try terminal.print(planned.text)
    case .json: try terminal.print(Styled(planned.json.text(pretty: true) + "\n"))
    }
    return status
  }

  private static func question(_ arguments: ParsedArguments) throws -> PlannedExperiment.Question {
    let rate = try arguments.rate(baseline)
    if let days = arguments.integer(days) { return .effect(baseline: rate, days: days) }
    let option = arguments.has(effect) ? effect : lift
    let scale = arguments.has(effect) ? 1 : rate
    let number = try arguments.number(
      option, within: { $0 != 0 && rate + $0 * scale > 0 && rate + $0 * scale < 1 },
      expected: option == effect
        ? "a difference other than 0, such as 0.02, that leads to a rate between 0 and 1"
        : "a change other than 0, such as 10%, that leads to a rate between 0 and 1")
    return .days(baseline: rate, effect: number * scale)
  }

  private static func experiment(named key: String, in workspace: Workspace) throws -> Experiment {
    if let found = workspace.experiments.first(where: { $0.key == key }) { return found }
    let keys = workspace.experiments.map(\.key)
    guard !keys.isEmpty else { throw CannotRun("there is no experiment to plan") }
    let hint =
      nearestName(to: key, among: keys).map { "; did you mean \($0)?" } ?? "; choose \(keys.joined(separator: ", "))"
    throw CannotRun("no experiment is named \(ForeignText.shown(key))\(hint)")
  }
}

extension ParsedArguments {
  /// A rate between 0 and 1, likewise.
  func rate(_ option: Option) throws -> Double {
    try number(option, within: { $0 > 0 && $0 < 1 }, expected: "a rate between 0 and 1, such as 0.12 or 12%")
  }

  /// A decimal number, or a percentage as a share: `0.12` and `12%` are the same.
  ///
  /// The option is required, has a default or is known to be given.
  fileprivate func number(_ option: Option, within isSuitable: (Double) -> Bool, expected: String) throws -> Double {
    let text = required(option)
    let isPercentage = text.hasSuffix("%")
    let digits = isPercentage ? text.dropLast() : text[...]
    // Double reads more than people mean by a number: "nan", "0x10", "infinity".
    guard digits.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }), let number = Double(digits),
      isSuitable(isPercentage ? number / 100 : number)
    else { throw unsuitable(option, expected: expected) }
    return isPercentage ? number / 100 : number
  }
}
