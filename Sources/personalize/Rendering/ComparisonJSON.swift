internal import JSONTree
internal import Personalization
internal import Reporting
internal import Simulation

/// A comparison for programs.
///
/// `schemaVersion` grows when a member changes its meaning or goes away; new members may come at any time.
struct ComparisonJSON {
  static let schemaVersion = 1

  let comparison: Comparison
  let minimum: SmallCells
  var baseline = Visibility.usualBaseline
  let failures: [String]
  let time: Timestamp
  let origins: [Origin]

  var value: JSONOutput {
    [
      "schemaVersion": .integer(Self.schemaVersion),
      "inputs": .inputs(origins),
      "at": .string(time.description),
      "users": .integer(comparison.users),
      "changed": minimum.json(comparison.changed),
      "rebucketed": minimum.json(comparison.rebucketed),
      "slots": .array(comparison.slots.map(slot)),
      "segments": .array(
        comparison.segments.map { change in
          [
            "segment": .string(change.segment), "before": minimum.json(change.before),
            "after": minimum.json(change.after), "entered": minimum.json(change.entered),
            "left": minimum.json(change.left),
          ]
        }),
      "experiments": .array(
        comparison.experiments.map { change in
          [
            "experiment": .string(change.experiment), "before": minimum.json(change.before),
            "after": minimum.json(change.after), "entered": minimum.json(change.entered),
            "left": minimum.json(change.left), "rebucketed": minimum.json(change.rebucketed),
            "reasons": .array(change.reasons.map(JSONOutput.string)),
            "transitions": .array(change.transitions.map { transition($0, noneIsNull: true) }),
            "visible": [
              "before": VisibilityJSON(change.visibility(baseline: baseline).before, minimum).value,
              "after": VisibilityJSON(change.visibility(baseline: baseline).after, minimum).value,
            ],
          ]
        }),
      "failedGates": .array(failures.map(JSONOutput.string)),
    ]
  }

  private func slot(_ change: Comparison.SlotChange) -> JSONOutput {
    [
      "slot": .string(change.slot.key), "changed": minimum.json(change.changed),
      "transitions": .array(change.transitions.map { transition($0) }),
      "causes": .array(
        change.causes.map { cause in
          [
            "before": .string(cause.before.description), "after": .string(cause.after.description),
            "users": minimum.json(cause.users),
            "records": .array(minimum.hides(cause.users) ? [] : cause.records.map(JSONOutput.integer)),
            "examples": .array(
              minimum.hides(cause.users) ? [] : cause.examples.map { ExampleJSON(example: $0, minimum: minimum).value }),
          ]
        }),
    ]
  }

  private func transition(_ transition: Comparison.Transition, noneIsNull: Bool = false) -> JSONOutput {
    func value(_ text: String) -> JSONOutput { noneIsNull && text.isEmpty ? .null : .string(text) }
    return [
      "before": value(transition.before), "after": value(transition.after), "users": minimum.json(transition.users),
    ]
  }
}
