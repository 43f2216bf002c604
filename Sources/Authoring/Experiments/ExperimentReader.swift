internal import JSONTree
internal import Personalization

/// An experiment, and where its parts stand, for the checks that look at all of them.
struct ExperimentDraft {
  let key: String
  let root: Value
  let file: SourceFile
  var name: String
  var status: Experiment.Status?
  var unit: String?
  var fallbackUnit: String?
  var seed: String
  var hashVersion = HashVersion.two
  var audience: Condition? = .all([])
  var coverage: Millionths? = .one
  var layer: LayerDraft?
  var requires: [Requirement] = []
  var start: Timestamp?
  var end: Timestamp?
  var stickiness: Experiment.Stickiness?
  var variations: VariationsDraft
  /// Whether the file has a layer, be it right or wrong.
  var hasLayerMember = false
  var seedValue: Value?

  /// Another experiment, and the variations of which the user must have one.
  struct Requirement {
    let source: Value
    let experiment: String
    let variations: [Value]
  }

  var isStopped: Bool {
    if case .stopped? = status { true } else { false }
  }

  var experiment: Experiment? {
    guard let status, let unit, let audience, let coverage else { return nil }
    var required: [String: Set<String>] = [:]
    for requirement in requires {
      required[requirement.experiment] = Set(requirement.variations.compactMap(\.text))
    }
    return Experiment(
      key: key, name: name, status: status, unit: unit, fallbackUnit: fallbackUnit, seed: seed,
      hashVersion: hashVersion, audience: audience, coverage: coverage, layer: layer?.layer, requires: required,
      start: start, end: end, stickiness: stickiness, variations: variations.variations)
  }
}

/// Reads the files of `experiments/`.
struct ExperimentReader {
  let attributes: AttributeTable
  let conditions: ConditionReader
  let slots: SlotReader
  let experiments: NameTable
  /// The time of the check.
  let now: Timestamp

  func experiment(_ key: String, _ root: Value) -> ExperimentDraft? {
    guard
      let object = ObjectReader(
        root, "an object with \"status\" and \"variations\"",
        knows: [
          "$schema", "name", "description", "hypothesis", "status", "winner", "unit", "fallbackUnit", "seed",
          "hashVersion", "audience", "coverage", "layer", "start", "end", "sticky", "requires", "variations",
        ])
    else { return nil }
    object.checkTexts("description", "hypothesis")
    var draft = ExperimentDraft(
      key: key, root: root, file: root.file, name: object["name"]?.string() ?? key, unit: attributes.unit,
      seed: key, variations: VariationsReader(slots: slots).variations(object))
    readStatus(object, &draft)
    if let unit = object["unit"] { draft.unit = attributes.unit(unit) }
    draft.fallbackUnit = object["fallbackUnit"].flatMap(attributes.unit)
    if let seed = object["seed"]?.string() { draft.seed = seed }
    if let version = object["hashVersion"]?.hashVersion() { draft.hashVersion = version }
    draft.seedValue = object["seed"]
    if object["hashVersion"] != nil, draft.hashVersion == .one {
      object["hashVersion"]?.report(
        .oldHash,
        "hash version 1 splits users of similar seeds alike; expected 2 or 3 unless the experiment began with 1")
    }
    if let audience = object["audience"] { draft.audience = conditions.condition(audience) }
    if let coverage = object["coverage"] { draft.coverage = coverage.share("coverage", code: .invalidCoverage) }
    draft.hasLayerMember = object["layer"] != nil
    draft.layer = object["layer"].flatMap(LayerReader.layer)
    readSchedule(object, &draft)
    draft.stickiness = object["sticky"].flatMap(stickiness)
    draft.requires = requirements(object["requires"])
    return draft
  }

  private enum StatusName: String, CaseIterable {
    case draft, running, stopped
  }

  private func readStatus(_ object: ObjectReader, _ draft: inout ExperimentDraft) {
    let status = object.required("status", "\"draft\", \"running\" or \"stopped\"")?.choice(of: StatusName.self)
    let winner = object["winner"]
    switch status {
    case .draft?: draft.status = .draft
    case .running?: draft.status = .running
    case .stopped?: draft.status = .stopped(winner: winner?.text)
    case nil: return
    }
    guard let winner else { return }
    if status != .stopped {
      winner.report(
        .misplacedMember, "only a stopped experiment has a winner; this one is \"\(status?.rawValue ?? "")\"", at: .key)
    } else if let key = winner.string("the key of a variation"), draft.variations.isComplete,
      !draft.variations.keys.contains(key)
    {
      let remedy = Remedy(for: key, among: draft.variations.keys)
      winner.report(
        .unknownWinner, "there is no variation \(quoted(key)) in this experiment\(remedy.ending)",
        suggestion: remedy.suggestion)
    }
  }

  private func readSchedule(_ object: ObjectReader, _ draft: inout ExperimentDraft) {
    draft.start = object["start"]?.date()
    draft.end = object["end"]?.date()
    if draft.isStopped, let end = draft.end, end > now {
      object["end"]?.report(
        .unusedSchedule, "the experiment is stopped, so its end at \(end), which lies ahead, has no effect", at: .key)
    }
    if let start = draft.start, let end = draft.end, start >= end {
      object["end"]?.report(
        .invalidSchedule, "the experiment ends before it has started; expected a date after \(start)")
    }
  }

  private func stickiness(_ value: Value) -> Experiment.Stickiness? {
    if case .boolean(let isSticky) = value.node.value { return isSticky ? Experiment.Stickiness() : nil }
    guard
      let object = ObjectReader(
        value, "true, false or an object with \"bucketVersion\"", knows: ["bucketVersion", "minBucketVersion"])
    else { return nil }
    let version = object["bucketVersion"]?.wholeNumber("a whole number of at least 0", in: 0...1_000_000_000) ?? 0
    let least = object["minBucketVersion"]?.wholeNumber("a whole number of at least 0", in: 0...1_000_000_000) ?? 0
    if least > version {
      object["minBucketVersion"]?.report(
        .invalidNumber, "a minimum above the bucket version \(version) blocks everybody; expected at most \(version)")
    }
    return Experiment.Stickiness(bucketVersion: version, minBucketVersion: least)
  }

  private func requirements(_ value: Value?) -> [ExperimentDraft.Requirement] {
    guard let members = value?.object("an object of variations by experiment") else { return [] }
    return members.compactMap { member in
      guard experiments.contains(member.key, at: member, part: .key),
        let variations = member.array("an array of keys of variations")
      else { return nil }
      if variations.isEmpty { member.report(.emptyArray, "expected at least one variation that satisfies") }
      return .init(
        source: member, experiment: member.key,
        variations: variations.filter { $0.string("the key of a variation") != nil })
    }
  }
}

extension Value {
  /// A hash version, or a report.
  func hashVersion() -> HashVersion? {
    guard let number else {
      reportType("hash version 1, 2 or 3")
      return nil
    }
    guard let version = Int(exactly: number.value).flatMap(HashVersion.init(rawValue:)) else {
      report(.unknownValue, "expected hash version 1, 2 or 3, found \(number.text)")
      return nil
    }
    return version
  }
}
