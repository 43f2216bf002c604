internal import Personalization
internal import Statistics

/// An experiment with what is asked about it, and the answer.
struct PlannedExperiment {
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
  let traffic: PlannedTraffic
  let layerShare: Double
  let coverage: Double
  let plan: ExperimentPlan
  let answer: Answer

  init(_ experiment: Experiment, question: Question, traffic: PlannedTraffic, power: Double, alpha: Double) throws {
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

  /// Whether days are the answer, not the smallest effect.
  var isAboutDays: Bool {
    switch question {
    case .days: true
    case .effect: false
    }
  }

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
    var steps = ["\(count(traffic.daily, "user")) a day, each of them new"]
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
  var baseline: Double {
    switch self {
    case .days(let baseline, _), .effect(let baseline, _): baseline
    }
  }
}

extension PlannedExperiment.Answer {
  /// Nil where no number of users is enough for the effect.
  init?(_ question: PlannedExperiment.Question, _ plan: ExperimentPlan) {
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
