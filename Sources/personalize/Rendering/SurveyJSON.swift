internal import JSONTree
internal import Personalization
internal import Reporting
internal import Simulation
internal import Statistics

/// A survey for programs.
///
/// `schemaVersion` grows when a member changes its meaning or goes away; new members may come at any time. A count that
/// `--min-cell` hides is null.
struct SurveyJSON {
  static let schemaVersion = 1

  let survey: Survey
  let minimum: SmallCells
  var baseline = Visibility.usualBaseline

  /// The survey as a document of its own, which says what it was made from.
  func document(_ inputs: JSONOutput) -> JSONOutput {
    guard case .object(let members) = value else { return value }
    return .object(members.prefix(1) + [("inputs", inputs)] + members.dropFirst())
  }

  /// The survey as one of several.
  var value: JSONOutput {
    [
      "schemaVersion": .integer(Self.schemaVersion),
      "at": .string(survey.time.description),
      "users": .integer(survey.users),
      "rejected": minimum.json(survey.rejected),
      "segments": .array(survey.segments.map(reach)),
      "segmentSets": .array(
        survey.segmentSets.map {
          ["segments": .array($0.value.map(JSONOutput.string)), "users": minimum.json($0.users)]
        }),
      "overlaps": .array(
        survey.overlaps.map {
          ["first": .string($0.first), "second": .string($0.second), "users": minimum.json($0.users)]
        }),
      "entries": counts(survey.entries), "layouts": counts(survey.layouts), "fallbacks": counts(survey.fallbacks),
      "outcomes": .array(
        survey.shapes.map {
          [
            "entry": .string($0.value[0]), "layout": .string($0.value[1]), "fallback": .string($0.value[2]),
            "users": minimum.json($0.users),
          ]
        }),
      "slots": .array(
        survey.slots.map { slot, deciders in
          [
            "slot": .string(slot.key),
            "deciders": .array(
              deciders.map { ["source": .string($0.value.description), "users": minimum.json($0.users)] }),
          ]
        }),
      "experiments": .array(survey.experiments.map(experiment)),
      "experimentPairs": .array(survey.experimentPairs.map(pair)),
      "missing": .array(
        survey.missing.map { missing in
          [
            "value": .string(missing.attribute), "users": minimum.json(missing.users),
            "segments": .array(
              missing.segments.map { ["segment": .string($0.value), "users": minimum.json($0.users)] }),
          ]
        }),
    ]
  }

  private func counts(_ counts: [Survey.Count<String>]) -> JSONOutput {
    .array(counts.map { ["value": .string($0.value), "users": minimum.json($0.users)] })
  }

  private func interval(_ count: Int, of total: Int) -> JSONOutput {
    guard minimum.shows(count), let interval = Share(count, of: total)?.wilson() else { return .null }
    return ["lower": .number(interval.lower), "upper": .number(interval.upper)]
  }

  private func reach(_ reach: Survey.Reach) -> JSONOutput {
    [
      "segment": .string(reach.segment), "users": minimum.json(reach.users),
      "interval": interval(reach.users, of: survey.users), "unknown": minimum.json(reach.unknown),
      "decides": .array(reach.decides.map { ["slot": .string($0.value.key), "users": minimum.json($0.users)] }),
    ]
  }

  private func experiment(_ experiment: Survey.Experiment) -> JSONOutput {
    // Of all together, or of one against the others, nothing may be said that tells a small one.
    let hidesSome = !minimum.shows(all: experiment)
    return [
      "experiment": .string(experiment.key), "eligible": hidesSome ? .null : minimum.json(experiment.eligible),
      "variations": .array(
        experiment.variations.map { variation in
          [
            "variation": .string(variation.key), "users": minimum.json(variation.users),
            "weight": .number(variation.weight),
            "interval": hidesSome ? .null : interval(variation.users, of: experiment.dealt),
          ]
        }),
      "visible": VisibilityJSON(experiment.visibility(baseline: baseline), minimum).value,
      "ratio": hidesSome ? .null : experiment.ratioTest.map(ratio) ?? .null,
      "layerWithSameSplit": experiment.layerWithSameSplit.map(JSONOutput.string) ?? .null,
      "others": .array(
        experiment.others.map { ["reason": .string($0.value.rawValue), "users": minimum.json($0.users)] }),
    ]
  }

  private func ratio(_ test: SampleRatioTest) -> JSONOutput {
    [
      "verdict": .string(test.word), "chiSquare": .number(test.chiSquare),
      "degreesOfFreedom": .integer(test.degreesOfFreedom), "p": test.p.map(JSONOutput.number) ?? .null,
    ]
  }

  private func pair(_ pair: Survey.ExperimentPair) -> JSONOutput {
    let shows = pair.table.joined().allSatisfy(minimum.shows)
    let independence = shows ? pair.independence : nil
    return [
      "first": .string(pair.first), "second": .string(pair.second), "users": shows ? minimum.json(pair.users) : .null,
      // With one small cell the others would tell it.
      "table": shows ? .array(pair.table.map { .array($0.map(minimum.json)) }) : .null,
      "seeds": .string(pair.seeds.rawValue),
      "constant": shows ? .array(pair.constant.map(JSONOutput.string)) : .null,
      "independence": independence.map { found in
        [
          "verdict": .string(found.verdict.rawValue), "cramersV": .number(found.cramersV),
          "correctedV": .number(found.correctedV), "chiSquare": .number(found.chiSquare),
          "degreesOfFreedom": .integer(found.degreesOfFreedom), "p": .number(found.p),
        ] as JSONOutput
      } ?? .null,
    ]
  }
}
