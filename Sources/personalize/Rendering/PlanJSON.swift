internal import JSONTree
internal import Personalization
internal import Statistics

extension PlannedExperiment {
  private static let schemaVersion = 1

  var json: JSONOutput {
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
