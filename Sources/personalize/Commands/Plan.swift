internal import Authoring
internal import BatchEvaluation
internal import JSONTree
internal import Personalization
internal import Simulation
internal import Statistics

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
    var (audience, status): (Audience?, ExitStatus) = (nil, .done)
    if arguments.has(Simulate.users) {
      let options = try Batch.options(arguments, configuration)
      do throws(UserFileProblem) {
        (audience, status) = try Audience.read(experiment, workspace, options, arguments, terminal)
      } catch {
        return error.status
      }
    }
    let planned = try PlannedExperiment(
      experiment, question: question,
      traffic: Traffic(
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

/// Who comes by.
private struct Traffic {
  let daily: Int
  /// The share of them who are eligible; nil: everybody is assumed to be.
  let reach: Double?
  /// The people who tell it.
  let audience: Audience?

  var eligibleShare: Double { reach ?? 1 }
}

/// What an experiment makes of the users of a file.
private struct Audience {
  let file: String
  let time: Timestamp
  /// Everybody.
  let users: Int
  /// Those whom nothing but coverage and, by its hash, the layer keeps out.
  let eligible: Int
  /// Those who take part, and those of them for whom every variation looks the same.
  let dealt: Int
  let indistinguishable: Int
  /// The same, whatever their layer: eligible users for each one whom the layer admits.
  let share: Double

  var noticing: Int { dealt - indistinguishable }

  /// Simulates the experiment over a file, as if it ran.
  static func read(
    _ experiment: Experiment, _ workspace: Workspace, _ options: BatchOptions, _ arguments: ParsedArguments,
    _ terminal: Terminal
  ) throws(UserFileProblem) -> (Audience, ExitStatus) {
    let running = Experiment(
      key: experiment.key, name: experiment.name, status: .running, unit: experiment.unit,
      fallbackUnit: experiment.fallbackUnit, seed: experiment.seed, hashVersion: experiment.hashVersion,
      audience: experiment.audience, coverage: experiment.coverage, layer: experiment.layer,
      requires: experiment.requires, stickiness: experiment.stickiness, variations: experiment.variations)
    let engine = PersonalizationEngine(
      Workspace(
        catalog: workspace.catalog, groups: workspace.groups, segments: workspace.segments,
        experiments: workspace.experiments.map { $0.key == experiment.key ? running : $0 }))
    let (survey, file) = try surveyUsers(of: Simulate.users, engine, options, arguments, terminal)
    let found = survey.experiments.first { $0.key == experiment.key }
    func others(_ reasons: AssignmentReason...) -> Int {
      found?.others.reduce(0) { $0 + (reasons.contains($1.value) ? $1.users : 0) } ?? 0
    }
    let eligible = found?.eligible ?? 0
    let admitted = eligible + others(.audienceMiss, .prerequisiteMiss)
    // The layer's hash says nothing of the audience: who is outside is as those inside are.
    let reached = admitted + others(.layerMiss)
    let share =
      survey.users > 0 && admitted > 0
      ? Double(reached) / Double(survey.users) * Double(eligible) / Double(admitted) : 0
    let audience = Audience(
      file: arguments.required(Simulate.users), time: options.time, users: survey.users, eligible: eligible,
      dealt: found?.dealt ?? 0, indistinguishable: found?.isNoticeable == true ? found?.indistinguishable ?? 0 : 0,
      share: share)
    return (audience, file.status)
  }

  /// The share of the users who are eligible.
  ///
  /// - Throws: Where nobody is, or nobody could notice anything.
  func reach(of experiment: Experiment) throws(CannotRun) -> Double {
    let name = file == "-" ? "standard input" : ForeignText.shown(file)
    guard eligible > 0, share > 0 else {
      throw CannotRun("\(experiment.key): none of the \(count(users, "user")) of \(name) is eligible at \(time)")
    }
    if dealt > 0, noticing == 0 {
      throw CannotRun(
        "\(experiment.key): no number of users would show a difference: for all \(dealt) of \(name) who take part, every "
          + "variation looks the same")
    }
    return share
  }

  var sentences: [String] {
    let name = file == "-" ? "standard input" : ForeignText.shown(file)
    var sentences = ["Of \(count(users, "user")) of \(name), \(percentage(share)) are eligible at \(time)."]
    if dealt > 0 {
      sentences.append(
        indistinguishable == 0
          ? "All \(dealt) of them who take part could notice a difference."
          : "\(noticing) of the \(dealt) of them who take part could notice a difference (\(percentage(Double(noticing) / Double(dealt)))); "
            + "the rest see the same in every variation and dilute the effect, which is that of all who take part.")
    }
    return sentences
  }

  var json: JSONOutput {
    [
      "users": .integer(users), "eligible": .integer(eligible), "share": .number(share), "assigned": .integer(dealt),
      "noticing": .integer(noticing), "at": .string(time.description),
    ]
  }
}

/// An experiment with what is asked about it, and the answer.
private struct PlannedExperiment {
  enum Question {
    case days(baseline: Double, effect: Double)
    case effect(baseline: Double, days: Int)
  }

  /// Something that could be done differently, and the answer then.
  struct Change {
    let key: String
    let words: String
    let answer: Answer
  }

  /// Days and effect: one was asked, the other is the answer; nil where no number of days or no effect is one.
  struct Answer {
    let days: Int
    let effect: Double?
    let decrease: Double?
    let users: [Int]
  }

  let experiment: Experiment
  let question: Question
  let traffic: Traffic
  let layerShare: Double
  let coverage: Double
  let plan: ExperimentPlan
  let answer: Answer

  init(_ experiment: Experiment, question: Question, traffic: Traffic, power: Double, alpha: Double) throws {
    let key = experiment.key
    guard experiment.variations.count(where: { $0.weight.count > 0 }) > 1 else {
      throw CannotRun("\(key) has one variation with a weight; there is nothing to compare")
    }
    guard let control = experiment.variations.first, control.weight.count > 0 else {
      throw CannotRun("\(key): the first variation is the control, and its weight is 0")
    }
    // What the buckets give, not what was asked for: a share may be too fine for them.
    let weights = experiment.reach
    layerShare = experiment.layer?.reach ?? 1
    coverage = weights.reduce(0, +)
    if coverage > 0, let nobody = zip(experiment.variations, weights).first(where: { $0.weight.count > 0 && $1 == 0 }) {
      throw CannotRun(
        "\(key): nobody gets \(nobody.0.key), whose share is finer than the buckets; see personalize validate")
    }
    let usersPerDay = Double(traffic.daily) * traffic.eligibleShare * layerShare * coverage
    guard usersPerDay > 0 else { throw CannotRun("\(key) takes nobody: its coverage or its part of the layer is 0") }
    let plan = ExperimentPlan(
      baseline: question.baseline, weights: weights, usersPerDay: usersPerDay, alpha: alpha, power: power)
    guard let plan, let answer = Answer(question, plan) else {
      throw CannotRun("\(key): so small an effect takes more users than there are")
    }
    self.experiment = experiment
    self.question = question
    self.traffic = traffic
    self.plan = plan
    self.answer = answer
  }

  var control: String { experiment.variations[0].key }

  /// What would shorten the run, or sharpen it; only what does.
  var changes: [Change] {
    var changes: [Change] = []
    func add(_ key: String, _ words: String, _ question: Question? = nil, weights: [Double]? = nil, times: Double = 1) {
      let other = ExperimentPlan(
        baseline: plan.baseline, weights: weights ?? plan.weights, usersPerDay: plan.usersPerDay * times,
        alpha: plan.alpha, power: plan.power)
      guard let other, let better = Answer(question ?? self.question, other), isBetter(better) else { return }
      changes.append(Change(key: key, words: words, answer: better))
    }
    if coverage < 1 { add("coverage", "coverage 1", times: 1 / coverage) }
    if layerShare < 1 { add("layer", "the layer to itself", times: 1 / layerShare) }
    let weighted = plan.weights.filter { $0 > 0 }
    add("weights", "equal weights", weights: plan.weights.map { $0 > 0 ? 1 : 0 })
    if weighted.count > 2, let heaviest = weighted.dropFirst().max() {
      add("variations", "two variations instead of \(weighted.count)", weights: [weighted[0], heaviest])
    }
    switch question {
    case .days(let baseline, let effect):
      let larger = effect * 1.5
      guard baseline + larger > 0, baseline + larger < 1 else { break }
      add(
        "effect", "an effect of \(points(larger)) instead of \(points(effect))",
        .days(baseline: baseline, effect: larger))
    case .effect(let baseline, let days):
      add("days", "\(2 * days) days", .effect(baseline: baseline, days: 2 * days))
    }
    return changes
  }

  private func isBetter(_ other: Answer) -> Bool {
    switch question {
    case .days: other.days < answer.days
    case .effect: (other.effect ?? 1) < (answer.effect ?? 1) * (1 - 1e-9)
    }
  }

  /// What the answer takes for granted, in sentences.
  var assumptions: [String] {
    let day = Double(traffic.daily)
    var steps = ["\(traffic.daily) user\(traffic.daily == 1 ? "" : "s") a day, each of them new"]
    if traffic.eligibleShare < 1 { steps.append("\(percentage(traffic.eligibleShare)) of them in the audience") }
    if let layer = experiment.layer, layerShare < 1 {
      steps.append("\(percentage(layerShare)) of those in its part of the layer \(layer.name)")
    }
    if coverage < 1 { steps.append("\(percentage(coverage)) of those covered") }
    var sentences = [
      steps.joined(separator: ", ") + (plan.usersPerDay < day ? ": \(decimal(plan.usersPerDay)) take part." : ".")
    ]
    if let audience = traffic.audience {
      sentences += audience.sentences
    } else if traffic.reach == nil {
      sentences.append(
        "Everybody is assumed to be eligible; --users FILE takes the share from people, --reach names it.")
    }
    sentences += [
      "One two-sided z-test of two rates when the run is over: alpha \(decimal(plan.alpha)), power \(decimal(plan.power))."
    ]
    if plan.comparisonCount > 1 {
      sentences.append(
        "\(plan.comparisonCount) comparisons with \(control), each at alpha \(decimal(plan.comparisonAlpha)) (Bonferroni)."
      )
    }
    if answer.days % 7 != 0 {
      let weeks = (answer.days + 6) / 7
      sentences.append("Every day is like the others; \(7 * weeks) days are whole weeks.")
    }
    for (other, variations) in experiment.requires.sorted(by: { $0.key < $1.key }) where traffic.audience == nil {
      sentences.append(
        "It requires \(variations.sorted().joined(separator: " or ")) of \(other): let --reach leave out everybody else."
      )
    }
    if let start = experiment.start, let end = experiment.end {
      let planned = (end.microseconds - start.microseconds) / 86_400_000_000
      let verdict = planned < answer.days ? ", too few" : ""
      sentences.append("From its start to its end are \(count(Int(planned), "whole day"))\(verdict).")
    }
    switch experiment.status {
    case .running: break
    case .draft: sentences.append("It is a draft; the days count from when it runs.")
    case .stopped: sentences.append("It is stopped; the days count from when it runs again.")
    }
    return sentences
  }
}

extension PlannedExperiment.Question {
  fileprivate var baseline: Double {
    switch self {
    case .days(let baseline, _), .effect(let baseline, _): baseline
    }
  }
}

extension PlannedExperiment.Answer {
  /// Nil where no number of users is enough for the effect.
  fileprivate init?(_ question: PlannedExperiment.Question, _ plan: ExperimentPlan) {
    switch question {
    case .days(_, let effect):
      guard let run = plan.run(toDetect: effect) else { return nil }
      self.init(days: run.days, effect: effect, decrease: nil, users: run.users)
    case .effect(_, let days):
      self.init(
        days: days, effect: plan.smallestIncrease(days: days), decrease: plan.smallestDecrease(days: days),
        users: plan.shares.map { Int(Double(days) * plan.usersPerDay * $0 * (1 + 1e-12)) })
    }
  }
}

// MARK: - Text

extension PlannedExperiment {
  fileprivate var text: Styled {
    var text: Styled = "\(experiment.key, .bold) \(headline)\n\n"
    var table = TextTable()
    for ((variation, share), users) in zip(zip(experiment.variations, plan.shares), answer.users) {
      table.add([
        variation.key, percentage(share), "\(users) users", "\(decimal(plan.usersPerDay * share)) a day",
        variation.key == control ? "control" : "",
      ])
    }
    text += table.text
    text += "\n\("Assumed", .bold)\n"
    for sentence in assumptions { text += "  \(sentence)\n" }
    guard !changes.isEmpty else { return text }
    var others = TextTable()
    for change in changes { others.add([change.words, short(change.answer)]) }
    return text + "\n\(isAboutDays ? "Shorter with" : "Sharper with", .bold)\n" + others.text
  }

  private var isAboutDays: Bool {
    switch question {
    case .days: true
    case .effect: false
    }
  }

  private var headline: String {
    let days = count(answer.days, "day")
    switch question {
    case .days(let baseline, let effect): return "needs \(days) to show \(change(baseline, effect))"
    case .effect(let baseline, _):
      let found = [answer.effect, answer.decrease.map { -$0 }].compactMap(\.self)
      guard !found.isEmpty else { return "shows no effect in \(days): too few users" }
      return "shows in \(days) " + found.map { change(baseline, roundedOutwards($0)) }.joined(separator: " or ")
        + ", and more"
    }
  }

  private func change(_ baseline: Double, _ effect: Double) -> String {
    let lift = (effect > 0 ? "+" : "") + percentage(effect / baseline)
    return
      "\(percentage(baseline, digits: 4)) → \(percentage(baseline + effect, digits: 4)) (\(points(effect)), \(lift))"
  }

  private func short(_ answer: Answer) -> String {
    isAboutDays
      ? count(answer.days, "day") : answer.effect.map { points(roundedOutwards($0)) + " or more" } ?? "no effect"
  }
}

private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

/// A difference of rates in percentage points.
private func points(_ effect: Double) -> String {
  (effect > 0 ? "+" : "") + decimal(effect * 100, digits: 3) + " points"
}

private func percentage(_ share: Double, digits: Int = 3) -> String { decimal(share * 100, digits: digits) + "%" }

/// What is detectable must stay so when it is shortened: three digits, away from 0.
private func roundedOutwards(_ effect: Double) -> Double {
  let scale = powerOfTen(places(effect * 100, digits: 3))
  return (effect * 100 * scale * (1 - 1e-12)).rounded(.awayFromZero) / scale / 100
}

/// A number with so many significant digits; whole numbers keep all of theirs.
private func decimal(_ number: Double, digits: Int = 6) -> String {
  let places = places(number, digits: digits)
  let scaled = (number.magnitude * powerOfTen(places)).rounded()
  guard scaled < 1e18 else { return number.description }
  var text = String(Int(scaled))
  if places > 0 {
    text = String(repeating: "0", count: max(0, places + 1 - text.count)) + text
    text.insert(".", at: text.index(text.endIndex, offsetBy: -places))
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
  }
  return (number < 0 && scaled > 0 ? "-" : "") + text
}

private func places(_ number: Double, digits: Int) -> Int {
  var (places, rest) = (digits, number.magnitude)
  while rest >= 1, places > 0 { (places, rest) = (places - 1, rest / 10) }
  while rest > 0, rest < 0.1, places < 12 { (places, rest) = (places + 1, rest * 10) }
  return places
}

private func powerOfTen(_ exponent: Int) -> Double { (0..<exponent).reduce(1.0) { power, _ in power * 10 } }

// MARK: - JSON

extension PlannedExperiment {
  private static let schemaVersion = 1

  fileprivate var json: JSONOutput {
    let variations = zip(zip(experiment.variations, plan.shares), answer.users).map { pair, users -> JSONOutput in
      let (variation, share) = pair
      return [
        "key": .string(variation.key), "isControl": .boolean(variation.key == control), "share": .number(share),
        "usersPerDay": .number(plan.usersPerDay * share), "users": .integer(users),
      ]
    }
    return .object(
      [
        ("schemaVersion", .integer(Self.schemaVersion)), ("experiment", .string(experiment.key)),
        ("question", isAboutDays ? "days" : "effect"), ("baseline", .number(plan.baseline)),
      ] + members(answer) + [
        ("variations", .array(variations)), ("daily", .integer(traffic.daily)),
        ("reach", .number(traffic.eligibleShare)),
        ("audience", traffic.audience?.json ?? .null),
        ("layerShare", .number(layerShare)), ("coverage", .number(coverage)),
        ("usersPerDay", .number(plan.usersPerDay)), ("power", .number(plan.power)), ("alpha", .number(plan.alpha)),
        ("comparisons", .integer(plan.comparisonCount)), ("comparisonAlpha", .number(plan.comparisonAlpha)),
        ("assumptions", .array(assumptions.map(JSONOutput.string))),
        (
          "changes",
          .array(
            changes.map { change in
              .object([("change", .string(change.key)), ("text", .string(change.words))] + members(change.answer))
            })
        ),
      ])
  }

  private func members(_ answer: Answer) -> [(String, JSONOutput)] {
    func number(_ value: Double?) -> JSONOutput { value.map(JSONOutput.number) ?? .null }
    return [
      ("days", .integer(answer.days)), ("effect", number(answer.effect)),
      ("lift", number(answer.effect.map { $0 / plan.baseline })), ("smallestDecrease", number(answer.decrease)),
    ]
  }
}
