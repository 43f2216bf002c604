internal import Personalization
internal import Statistics

extension PlannedExperiment {
  var text: Styled {
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
