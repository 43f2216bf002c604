public import BatchEvaluation
public import Personalization

/// Who changes, and why, if one configuration takes the place of another.
public struct Comparison: Sendable {
  /// Users whose slot moves from one value to another.
  public struct Transition: Hashable, Sendable {
    /// What it is before.
    public let before: String
    /// What it is after; the same for those who stay.
    public let after: String
    /// How many they are.
    public let users: Int
  }

  /// Users whose slot changes for one reason: who set it before, and who sets it after.
  public struct Cause: Sendable {
    /// Who set it before.
    public let before: SlotDecision.Source
    /// Who sets it after.
    public let after: SlotDecision.Source
    /// How many they are.
    public let users: Int
    /// Records of the first of them, from 1 after the header.
    public let records: [Int]
    /// Why it changes for some of the records; those of frequent causes come first, if there are more than can be told.
    public internal(set) var examples: [Example] = []
  }

  /// What becomes of one slot.
  public struct SlotChange: Sendable {
    /// The slot.
    public let slot: Slot
    /// Everybody, those who stay where they are included.
    public let transitions: [Transition]
    /// Why, the most frequent reason first.
    public internal(set) var causes: [Cause]
    /// Users for whom it changes.
    public let changed: Int
  }

  /// What becomes of one segment.
  public struct SegmentChange: Sendable {
    /// Its key.
    public let segment: String
    /// Users in it before.
    public let before: Int
    /// Users in it after.
    public let after: Int
    /// Users who are in it only after.
    public let entered: Int
    /// Users who were in it only before.
    public let left: Int
  }

  /// What becomes of one experiment.
  public struct ExperimentChange: Sendable {
    /// Its key.
    public let experiment: String
    /// Dealt a variation before; whoever gets a winner that was rolled out takes no part.
    public let before: Int
    /// Dealt a variation after.
    public let after: Int
    /// Dealt one only after.
    public let entered: Int
    /// Dealt one only before.
    public let left: Int
    /// Dealt another variation than before: their data of before and after do not belong together.
    public let rebucketed: Int
    /// What of its definition moves users from one variation to another, such as `its seed`; empty: nothing does.
    public let reasons: [String]
    /// Everybody by both variations; empty: none.
    public let transitions: [Transition]
    /// What is planned, before and after; empty where there is no such experiment.
    public let weights: (before: [Weight], after: [Weight])

    /// A variation's part of all weights.
    public struct Weight: Hashable, Sendable {
      /// The variation's key.
      public let variation: String
      /// 0 to 1.
      public let share: Double
    }
  }

  /// Everybody.
  public let users: Int
  /// Users with a change in some slot.
  public let changed: Int
  /// The slots that change for somebody.
  public internal(set) var slots: [SlotChange]
  /// The segments that somebody enters or leaves.
  public let segments: [SegmentChange]
  /// The experiments in which somebody is dealt something else.
  public let experiments: [ExperimentChange]
  /// What was wrong with the file of users, for the configuration that comes after.
  public let summary: BatchSummary

  /// Users who are dealt another variation than before in some experiment.
  public let rebucketed: Int

  /// Compares what two configurations make of the users of a file.
  ///
  /// Both read it at the same time, one thread each, and then once more up to the last example; memory depends on how many
  /// kinds of users there are.
  ///
  /// - Parameters:
  ///   - input: The path of a CSV file, read more than once; a pipe cannot be.
  ///   - options: The time, for both, and how the file is separated.
  ///   - examples: How many records to name for each cause; no more than 60 are explained.
  /// - Throws: Where the file cannot be read, or its records cannot be told apart.
  public init(
    before base: PersonalizationEngine, after head: PersonalizationEngine, users input: String,
    _ options: BatchOptions, examples: Int = 3
  ) throws(BatchError) {
    var options = options
    options.threads = 1
    let pairs = KindPairs(examples: examples)
    summary = try Self.read(input, options, base, head) { engine, side in
      KindRecorder(engine, learn: { pairs.learn($0, side) }, emit: { pairs.add($0, side) })
    } ending: {
      pairs.end($0)
    }
    let counted = pairs.finished
    self.users = counted.reduce(0) { $0 + $1.users }
    changed = counted.reduce(0) { $0 + ($1.changesSlots ? $1.users : 0) }
    slots = Slot.allCases.compactMap { Self.change(of: $0, counted, examples) }
    segments = Self.segments(counted, base, head)
    experiments = Self.experiments(counted, base, head)
    rebucketed = Self.rebucketed(counted, base, head)
    try explain(counted, base, head, input, options)
  }

  /// Reads the file with both engines at the same time; answers what was wrong with it for the second.
  static func read(
    _ input: String, _ options: BatchOptions, _ base: PersonalizationEngine, _ head: PersonalizationEngine,
    _ makeConsumer: @escaping @Sendable (PersonalizationEngine, Int) -> any RowConsumer,
    ending: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws(BatchError) -> BatchSummary {
    let summaries = Locked<[Int: Result<BatchSummary, BatchError>]>([:])
    WorkerPair.run { side in
      let engine = side == 0 ? base : head
      var result: Result<BatchSummary, BatchError>
      do throws(BatchError) {
        result = .success(try Batch(engine, options).survey(input: input) { makeConsumer(engine, side) })
      } catch {
        result = .failure(error)
      }
      ending(side)
      summaries.withLock { $0[side] = result }
    }
    let results = summaries.withLock { $0 }
    switch (results[0], results[1]) {
    case (.success, .success(let summary)?): return summary
    case (.failure(let error)?, _), (_, .failure(let error)?): throw error
    default: throw .file(name: input, "cannot be read twice at the same time: the system gives no second thread")
    }
  }

  private static func change(of slot: Slot, _ pairs: [KindPair], _ examples: Int) -> SlotChange? {
    var transitions: [[ExactText]: Int] = [:]
    var causes: [[SlotDecision.Source]: (users: Int, records: [Int])] = [:]
    var changed = 0
    for pair in pairs {
      let (before, after) = (pair.before.slots[slot.index], pair.after.slots[slot.index])
      transitions[[before.value, after.value], default: 0] += pair.users
      guard before.value != after.value else { continue }
      changed += pair.users
      let cause = causes[[before.source, after.source]] ?? (0, [])
      causes[[before.source, after.source]] = (
        cause.users + pair.users, Array((cause.records + pair.records).sorted().prefix(examples))
      )
    }
    guard changed > 0 else { return nil }
    return SlotChange(
      slot: slot,
      transitions: transitions.map { Transition(before: $0[0].string, after: $0[1].string, users: $1) }.sorted(
        by: Self.order),
      causes: causes.map { Cause(before: $0[0], after: $0[1], users: $1.users, records: $1.records) }.sorted {
        ($1.users, $0.before.description, $0.after.description) < (
          $0.users, $1.before.description, $1.after.description
        )
      }, changed: changed)
  }

  private static func order(_ first: Transition, _ second: Transition) -> Bool {
    (second.users, ExactText(first.before), ExactText(first.after)) < (
      first.users, ExactText(second.before), ExactText(second.after)
    )
  }

  private static func segments(
    _ pairs: [KindPair], _ base: PersonalizationEngine, _ head: PersonalizationEngine
  ) -> [SegmentChange] {
    Set((base.workspace.segments + head.workspace.segments).map(\.key)).sorted().compactMap { key in
      var (before, after, both) = (0, 0, 0)
      for pair in pairs {
        let (was, is_) = (pair.before.segments.contains(key), pair.after.segments.contains(key))
        before += was ? pair.users : 0
        after += is_ ? pair.users : 0
        both += was && is_ ? pair.users : 0
      }
      guard before != both || after != both else { return nil }
      return SegmentChange(
        segment: key, before: before, after: after, entered: after - both, left: before - both)
    }
  }

  /// What differs of all that a variation is drawn by.
  private static func reasons(_ before: Experiment?, _ after: Experiment?) -> [String] {
    guard let before, let after else { return [] }
    var reasons: [String] = []
    func check(_ what: String, _ isSame: Bool) {
      if !isSame { reasons.append(what) }
    }
    check("its seed", ExactText(before.seed) == ExactText(after.seed))
    check("its hash version", before.hashVersion == after.hashVersion)
    check("its unit", before.unit == after.unit && before.fallbackUnit == after.fallbackUnit)
    check("its variations", before.variations.map(\.key) == after.variations.map(\.key))
    check("its weights", shares(before) == shares(after))
    check("its status", before.status == after.status)
    return reasons
  }

  /// The weights as parts of their sum: 1 : 1 is 50 : 50.
  private static func shares(_ experiment: Experiment) -> [Double] {
    let sum = experiment.variations.reduce(0.0) { $0 + Double($1.weight.count) }
    return experiment.variations.map { (Double($0.weight.count) / sum * 1e9).rounded() }
  }

  private static func weights(_ experiment: Experiment?) -> [ExperimentChange.Weight] {
    guard let experiment else { return [] }
    return zip(experiment.variations, shares(experiment)).map { .init(variation: $0.key, share: $1 / 1e9) }
  }

  /// Users who are dealt another variation in some experiment, each once.
  private static func rebucketed(
    _ pairs: [KindPair], _ base: PersonalizationEngine, _ head: PersonalizationEngine
  ) -> Int {
    let places = Dictionary(zip(head.workspace.experiments.map(\.key), 0...)) { first, _ in first }
    let common = base.workspace.experiments.enumerated().compactMap { old, experiment in
      places[experiment.key].map { (old, $0) }
    }
    return pairs.reduce(0) { sum, pair in
      let isRebucketed = common.contains { old, new in
        guard let was = pair.before.experiments[old].assigned, let now = pair.after.experiments[new].assigned else {
          return false
        }
        return was != now
      }
      return sum + (isRebucketed ? pair.users : 0)
    }
  }

  private static func experiments(
    _ pairs: [KindPair], _ base: PersonalizationEngine, _ head: PersonalizationEngine
  ) -> [ExperimentChange] {
    let (old, new) = (base.workspace.experiments.map(\.key), head.workspace.experiments.map(\.key))
    return Set(old + new).sorted().compactMap { key in
      let (oldPlace, newPlace) = (old.firstIndex(of: key), new.firstIndex(of: key))
      var transitions: [[String]: Int] = [:]
      var (before, after, entered, left, rebucketed) = (0, 0, 0, 0, 0)
      for pair in pairs {
        let was = oldPlace.flatMap { pair.before.experiments[$0].assigned }
        let now = newPlace.flatMap { pair.after.experiments[$0].assigned }
        transitions[[was ?? "", now ?? ""], default: 0] += pair.users
        before += was != nil ? pair.users : 0
        after += now != nil ? pair.users : 0
        entered += was == nil && now != nil ? pair.users : 0
        left += was != nil && now == nil ? pair.users : 0
        rebucketed += was != nil && now != nil && was != now ? pair.users : 0
      }
      guard entered + left + rebucketed > 0 else { return nil }
      let (base, head) = (
        oldPlace.map { base.workspace.experiments[$0] }, newPlace.map { head.workspace.experiments[$0] }
      )
      return ExperimentChange(
        experiment: key, before: before, after: after, entered: entered, left: left, rebucketed: rebucketed,
        reasons: reasons(base, head),
        transitions: transitions.map { Transition(before: $0[0], after: $0[1], users: $1) }.sorted(by: Self.order),
        weights: (weights(base), weights(head)))
    }
  }
}
