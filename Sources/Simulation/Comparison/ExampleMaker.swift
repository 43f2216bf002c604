internal import Personalization

/// Makes of two explanations of a record what matters to one slot.
struct ExampleMaker {
  let base: Workspace
  let head: Workspace

  /// - Parameters:
  ///   - pair: What both configurations make of the record.
  ///   - before: Why; nil where the row could not be used.
  func example(
    _ record: Int, _ slot: Slot, _ pair: KindPair, _ before: Explanation?, _ after: Explanation?
  ) -> Comparison.Example {
    let sides = (
      Side(workspace: base, explanation: before, slot: slot), Side(workspace: head, explanation: after, slot: slot)
    )
    func setting(_ kind: UserKind, _ side: Side) -> Comparison.Example.Setting {
      let setting = kind.slots[slot.index]
      return .init(
        value: setting.value.string, source: setting.source, lockedBy: side.explanation?.slots[slot.index].lockedBy,
        isRejected: side.explanation == nil)
    }
    let (was, becomes) = (setting(pair.before, sides.0), setting(pair.after, sides.1))
    let experiments = experiments(sides)
    let segments = segments(sides, askedBy: experiments.map(\.experiment)).filter { turn in
      // A new order among others than those who set the slot changes nothing.
      !turn.differsInPriorityOnly || [was.source, becomes.source].contains(.segment(turn.segment))
    }
    let detours = (sides.0.detours, sides.1.detours)
    return Comparison.Example(
      record: record, before: was, after: becomes, segments: segments, experiments: experiments,
      detours: detours.0 == detours.1 ? ([], []) : detours)
  }

  /// The segments that set the slot or let an experiment have it, and then those that they ask for.
  private func segments(_ sides: (Side, Side), askedBy experiments: [String]) -> [Comparison.SegmentTurn] {
    var keys = sides.0.settingSegments + sides.1.settingSegments
    for key in experiments { keys += sides.0.segments(ofExperiment: key) + sides.1.segments(ofExperiment: key) }
    return closure(of: keys) { key in
      guard let turn = segment(key, sides) else { return nil }
      return (turn, sides.0.segments(ofSegment: key) + sides.1.segments(ofSegment: key))
    }
  }

  private func segment(_ key: String, _ sides: (Side, Side)) -> Comparison.SegmentTurn? {
    let (before, after) = (sides.0.standing(ofSegment: key), sides.1.standing(ofSegment: key))
    guard before != after, before?.isMatched == true || after?.isMatched == true else { return nil }
    return Comparison.SegmentTurn(
      segment: key, before: before, after: after,
      turned: turns(sides.0.segmentTraces[key]?.condition, sides.1.segmentTraces[key]?.condition))
  }

  private func experiments(_ sides: (Side, Side)) -> [Comparison.ExperimentTurn] {
    closure(of: sides.0.settingExperiments + sides.1.settingExperiments) { key in
      guard let turn = experiment(key, sides) else { return nil }
      return (turn, sides.0.requirements(of: key) + sides.1.requirements(of: key))
    }
  }

  private func experiment(_ key: String, _ sides: (Side, Side)) -> Comparison.ExperimentTurn? {
    let (before, after) = (sides.0.standing(ofExperiment: key), sides.1.standing(ofExperiment: key))
    let isSame =
      before?.variation == after?.variation && before?.reason == after?.reason
      && before?.value.map { ExactText($0) } == after?.value.map { ExactText($0) }
    guard !isSame, before?.variation != nil || after?.variation != nil else { return nil }
    return Comparison.ExperimentTurn(
      experiment: key, before: before, after: after,
      turned: turns(sides.0.experimentTraces[key]?.audience, sides.1.experimentTraces[key]?.audience))
  }

  /// Where there is only one condition, it did not turn.
  private func turns(_ before: ConditionTrace?, _ after: ConditionTrace?) -> [Comparison.PartTurn] {
    guard let before, let after else { return [] }
    return Comparison.PartTurn.turns(from: before, to: after)
  }

  /// What `make` makes of the keys and of those that each leads to, each once, in the order in which they were met.
  private func closure<Turn>(of keys: [String], _ make: (String) -> (turn: Turn, next: [String])?) -> [Turn] {
    var (queue, seen, turns) = (keys, Set<String>(), [Turn]())
    var place = 0
    while place < queue.count {
      let key = queue[place]
      place += 1
      guard seen.insert(key).inserted, let made = make(key) else { continue }
      turns.append(made.turn)
      queue += made.next
    }
    return turns
  }
}

/// One configuration, what it made of the record, and the slot.
private struct Side {
  let workspace: Workspace
  let explanation: Explanation?
  let slot: Slot
  let segmentTraces: [String: SegmentTrace]
  let experimentTraces: [String: ExperimentTrace]

  init(workspace: Workspace, explanation: Explanation?, slot: Slot) {
    self.workspace = workspace
    self.explanation = explanation
    self.slot = slot
    segmentTraces = Dictionary((explanation?.segments ?? []).map { ($0.key, $0) }) { first, _ in first }
    experimentTraces = Dictionary((explanation?.experiments ?? []).map { ($0.assignment.experiment, $0) }) { first, _ in
      first
    }
  }

  /// From the highest priority down.
  var settingSegments: [String] {
    workspace.segments.filter { $0.navigation[slot] != nil }.sorted { $1.priority < $0.priority }.map(\.key)
  }

  var settingExperiments: [String] { workspace.experiments.filter { $0.slots.contains(slot) }.map(\.key) }

  private func segment(_ key: String) -> Segment? { workspace.segments.first { $0.key == key } }
  private func experiment(_ key: String) -> Experiment? { workspace.experiments.first { $0.key == key } }

  func segments(ofSegment key: String) -> [String] { segment(key)?.condition.segments ?? [] }

  /// Those that its audience asks for, and those that lock its slots.
  func segments(ofExperiment key: String) -> [String] {
    guard let experiment = experiment(key) else { return [] }
    let locking = workspace.segments.filter { !$0.locked.isDisjoint(with: experiment.slots) }.map(\.key)
    return experiment.audience.segments + locking
  }

  func requirements(of key: String) -> [String] { experiment(key)?.requires.keys.sorted() ?? [] }

  func standing(ofSegment key: String) -> Comparison.SegmentTurn.Standing? {
    segment(key).map { segment in
      .init(
        isMatched: segmentTraces[key]?.condition.holds ?? false, priority: segment.priority,
        value: segment.navigation[slot]?.description, isLocking: segment.locked.contains(slot))
    }
  }

  func standing(ofExperiment key: String) -> Comparison.ExperimentTurn.Standing? {
    guard let experiment = experiment(key) else { return nil }
    guard let trace = experimentTraces[key] else {
      return .init(
        variation: nil, reason: .noUnit, value: nil, bucket: nil, shares: [], layerBucket: nil, layerRanges: [],
        locks: [], unmetRequirements: [])
    }
    let variation = experiment.variations.first { $0.key == trace.assignment.variation }
    return .init(
      variation: trace.assignment.variation, reason: trace.assignment.reason,
      value: variation?.navigation[slot]?.description, bucket: trace.bucket?.number, shares: trace.shares,
      layerBucket: trace.layerBucket?.number, layerRanges: trace.layerRanges,
      locks: trace.contestedSlots.compactMap { contested in
        explanation?.slots[contested.index].lockedBy.map { "\($0) locks \(contested.key)" }
      }, unmetRequirements: trace.unmetRequirements)
  }

  /// Only entry and fallback are compared as really taken.
  var detours: [Detour] {
    (explanation?.detours ?? []).filter { detour in
      switch detour {
      case .node(_, let place, _, _): place == slot.key
      case .route: slot == .entry
      case .initialTab, .noTabs: false
      }
    }
  }
}

extension Comparison.SegmentTurn {
  fileprivate var differsInPriorityOnly: Bool {
    guard let before, let after else { return false }
    return before.isMatched == after.isMatched && before.value == after.value && before.isLocking == after.isLocking
  }
}

extension Condition {
  /// The segments that it asks for.
  fileprivate var segments: [String] {
    leaves.compactMap { if case .segment(let key) = $0 { key } else { nil } }
  }
}
