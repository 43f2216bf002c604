internal import BatchEvaluation
internal import JSONTree
internal import Personalization
internal import Simulation

/// Who comes by.
struct PlannedTraffic {
  let daily: Int
  /// The share of them who are eligible; nil: everybody is assumed to be.
  let reach: Double?
  /// The people who tell it.
  let audience: PlannedAudience?

  var eligibleShare: Double { reach ?? 1 }
}

/// What an experiment makes of the users of a file.
struct PlannedAudience {
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
  ) throws(UserFileProblem) -> (PlannedAudience, ExitStatus) {
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
    let audience = PlannedAudience(
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
