internal import JSONTree
internal import Personalization
internal import Reporting
internal import Simulation

/// Why a slot changes for one record, for programs; part of `ComparisonJSON`.
///
/// `before` and `after` are null where there is no such segment, experiment or part.
struct ExampleJSON {
  let example: Comparison.Example
  let minimum: SmallCells

  var value: JSONOutput {
    [
      "record": .integer(example.record), "before": setting(example.before), "after": setting(example.after),
      "segments": .array(
        example.segments.map { turn in
          [
            "segment": .string(turn.segment), "before": segment(turn.before), "after": segment(turn.after),
            "turned": .array(turn.turned.map(part)),
          ]
        }),
      "experiments": .array(
        example.experiments.map { turn in
          [
            "experiment": .string(turn.experiment), "before": experiment(turn.before),
            "after": experiment(turn.after), "turned": .array(turn.turned.map(part)),
          ]
        }),
      "detours": [
        "before": .array(example.detours.before.map { .string($0.description) }),
        "after": .array(example.detours.after.map { .string($0.description) }),
      ],
    ]
  }

  private func setting(_ setting: Comparison.Example.Setting) -> JSONOutput {
    [
      "value": .string(setting.value), "source": .string(setting.source.description),
      "lockedBy": string(setting.lockedBy), "rejected": .boolean(setting.isRejected),
    ]
  }

  private func segment(_ standing: Comparison.SegmentTurn.Standing?) -> JSONOutput {
    guard let standing else { return .null }
    return [
      "matched": .boolean(standing.isMatched), "priority": .integer(standing.priority),
      "value": string(standing.value), "locks": .boolean(standing.isLocking),
    ]
  }

  private func experiment(_ standing: Comparison.ExperimentTurn.Standing?) -> JSONOutput {
    guard let standing else { return .null }
    // Where small cells are hidden, so are buckets: of a few experiments they would tell who it is.
    func bucket(_ number: Int?) -> JSONOutput {
      minimum.limit > 1 ? .null : number.map(JSONOutput.integer) ?? .null
    }
    func range(_ buckets: Range<Int>) -> JSONOutput { [.integer(buckets.lowerBound), .integer(buckets.upperBound)] }
    return [
      "variation": string(standing.variation), "reason": .string(standing.reason.rawValue),
      "value": string(standing.value), "bucket": bucket(standing.bucket),
      "shares": .object(standing.shares.map { ($0.variation, range($0.buckets)) }),
      "layerBucket": bucket(standing.layerBucket), "layerRanges": .array(standing.layerRanges.map(range)),
      "locks": .array(standing.locks.map(JSONOutput.string)),
      "unmetRequirements": .array(standing.unmetRequirements.map(JSONOutput.string)),
    ]
  }

  private func part(_ turn: Comparison.PartTurn) -> JSONOutput {
    func side(_ part: Comparison.PartTurn.Part?) -> JSONOutput {
      guard let part else { return .null }
      return [
        "text": .string(part.text), "holds": .boolean(part.holds),
        "missing": .array(part.missing.map(JSONOutput.string)),
      ]
    }
    return ["before": side(turn.before), "after": side(turn.after)]
  }

  private func string(_ text: String?) -> JSONOutput { text.map(JSONOutput.string) ?? .null }
}
