public import Personalization

/// What a workspace would do for many users: counts, by the names that people know.
///
/// Every array is in an order that does not depend on threads: the workspace's, or from many users to few and then by
/// name.
public struct Survey: Sendable {
  /// Of whom something is said, and how many they are.
  public struct Count<Value: Sendable>: Sendable {
    /// Of whom the count is.
    public let value: Value
    /// How many they are.
    public let users: Int
  }

  /// Users in a segment.
  public struct Reach: Sendable {
    /// Its key.
    public let segment: String
    /// Users in it.
    public let users: Int
    /// Users for whom it sets some slot in the end, by slot; what others set over it does not count.
    public let decides: [Count<Slot>]
    /// Users outside it of whom an attribute that it asks for is missing, rejected ones included: they might be in it.
    public let unknown: Int
  }

  /// Users in two segments at once.
  public struct Overlap: Sendable {
    /// The key of one.
    public let first: String
    /// The key of the other.
    public let second: String
    /// Users in both.
    public let users: Int
  }

  /// Users without a usable value of an attribute.
  public struct Missing: Sendable {
    /// Its name.
    public let attribute: String
    /// Users without a value, rejected ones included.
    public let users: Int
    /// Those of them who are outside a segment that asks for it, by segment: they might be in it.
    public let segments: [Count<String>]
  }

  /// What becomes of users in an experiment.
  public struct Experiment: Sendable {
    /// Its key.
    public let key: String
    /// Whom it dealt a variation or would have within a full coverage.
    public let eligible: Int
    /// The variations, and the users whom their bucket dealt each.
    public let variations: [Variation]
    /// Everybody else, by what ended the checks; reasons that nobody met are left out.
    public let others: [Count<AssignmentReason>]
    /// The layer that splits users exactly as this experiment does, which skews its variations; nil: none does.
    public let layerWithSameSplit: String?

    /// Whether it runs and sets slots: only then is a variation something that a user can notice.
    public let isNoticeable: Bool
    /// Those who were dealt a variation and would notice nothing of another: what segments and fallbacks make of each is
    /// the same for them.
    public let indistinguishable: Int

    /// One of its variations.
    public struct Variation: Sendable {
      /// Its key.
      public let key: String
      /// Users whom their bucket dealt it.
      public let users: Int
      /// Its part of all weights, 0 to 1.
      public let weight: Double
      /// The part of those who get a variation that its buckets are; 0 to 1.
      ///
      /// Buckets are whole, so fine weights are not met exactly.
      public let reach: Double
      /// What the slots that the experiment sets are for these users, as `home.layout tab`.
      public let outcomes: [Count<String>]
    }

    /// All who were dealt a variation.
    public var dealt: Int { variations.reduce(0) { $0 + $1.users } }
  }

  /// Users who were dealt a variation of two experiments at once.
  public struct ExperimentPair: Sendable {
    /// The key of one.
    public let first: String
    /// The key of the other.
    public let second: String
    /// Rows are the first one's variations, columns the second's.
    public let table: [[Int]]
    /// Whether both hash alike, which makes their splits the same or similar.
    public let seeds: Seeds

    /// How two experiments hash.
    public enum Seeds: String, Sendable {
      /// The same unit with the same seed: the splits are one.
      case same
      /// Both by hash version 1, under which similar seeds split alike.
      case oldHash
      /// One splits exactly as the layer of the other.
      case layer
      /// So that one split should say nothing of the other.
      case different
    }

    /// Users who were dealt both.
    public var users: Int { table.joined().reduce(0, +) }
  }

  /// The time for which all was decided.
  public let time: Timestamp
  /// Everybody.
  public let users: Int
  /// Users who got the catalog's defaults, because nothing of them could be used.
  public let rejected: Int
  /// Every segment, in the workspace's order.
  public let segments: [Reach]
  /// Users by all their segments; nobody's set is left out, the empty one included.
  public let segmentSets: [Count<[String]>]
  /// Every pair of segments.
  public let overlaps: [Overlap]
  /// Where the app starts.
  public let entries: [Count<String>]
  /// How home is laid out.
  public let layouts: [Count<String>]
  /// The node of `fallback.default`.
  public let fallbacks: [Count<String>]
  /// Entry, layout and fallback together.
  public let shapes: [Count<[String]>]
  /// The matched segment of the highest priority, or nothing; the layout; the entry.
  public let ways: [Count<[String]>]
  /// For each slot, users by who set it.
  public let slots: [(slot: Slot, deciders: [Count<SlotDecision.Source>])]
  /// Every experiment, in the workspace's order.
  public let experiments: [Experiment]
  /// Every pair of running experiments.
  public let experimentPairs: [ExperimentPair]
  /// Every attribute, in the catalog's order.
  public let missing: [Missing]
}

extension Survey {
  init(_ tally: Tally, _ plan: TallyPlan, _ engine: PersonalizationEngine, time: Timestamp) {
    let workspace = engine.workspace
    let keys = workspace.segments.map(\.key)
    self.time = time
    users = tally.users
    rejected = tally.rejected
    let sources = engine.setters
    let order = Slot.allCases

    var reach = [Int](repeating: 0, count: keys.count)
    var both = [Int](repeating: 0, count: keys.count * keys.count)
    for (set, count) in tally.segmentSets {
      for first in set {
        reach[first] += count
        for second in set where second > first { both[first * keys.count + second] += count }
      }
    }
    segments = keys.indices.map { index in
      let place = sources.firstIndex(of: .segment(keys[index])) ?? 0
      return Reach(
        segment: keys[index], users: reach[index],
        decides: order.compactMap { slot in
          let users = tally.setters[slot.index][place]
          return users > 0 ? Count(value: slot, users: users) : nil
        }, unknown: tally.unknown[index] + (plan.readStarts[index] < plan.readStarts[index + 1] ? tally.rejected : 0))
    }
    overlaps = keys.indices.flatMap { first in
      keys.indices.filter { $0 > first }.map {
        Overlap(first: keys[first], second: keys[$0], users: both[first * keys.count + $0])
      }
    }
    var sets = tally.segmentSets
    // Those whom nothing is known of are in no segment.
    if tally.rejected > 0 { sets[[], default: 0] += tally.rejected }
    segmentSets = Self.sorted(sets.map { Count(value: $0.map { keys[$0] }, users: $1) })

    var paths = tally.paths
    if tally.rejected > 0 {
      let standard = FlowTexts(engine).shape(of: Evaluator.defaultFlow(engine))
      paths[Tally.Path(segment: -1, shape: standard), default: 0] += tally.rejected
    }
    var shapes: [Tally.Shape: Int] = [:]
    for (path, count) in paths { shapes[path.shape, default: 0] += count }
    var ways: [[ExactText]: Int] = [:]
    for (path, count) in paths {
      let segment = ExactText(path.segment < 0 ? "" : keys[path.segment])
      ways[[segment, path.shape.layout, path.shape.entry], default: 0] += count
    }
    self.ways = Self.sorted(ways.map { Count(value: $0.map(\.string), users: $1) })
    self.shapes = Self.sorted(
      shapes.map { Count(value: [$0.entry.string, $0.layout.string, $0.fallback.string], users: $1) })
    func sums(_ key: (Tally.Shape) -> ExactText) -> [Count<String>] {
      var sums: [ExactText: Int] = [:]
      for (shape, count) in shapes { sums[key(shape), default: 0] += count }
      return Self.sorted(sums.map { Count(value: $0.string, users: $1) })
    }
    entries = sums(\.entry)
    layouts = sums(\.layout)
    fallbacks = sums(\.fallback)
    slots = order.map { slot in
      let counts = tally.setters[slot.index].enumerated().map { index, count in
        Count(value: sources[index], users: count + (index == 0 ? tally.rejected : 0))
      }
      return (slot, counts.filter { $0.users > 0 })
    }
    let running = workspace.experiments.filter { $0.status == .running }
    experiments = workspace.experiments.indices.map { index in
      let experiment = workspace.experiments[index]
      let counts = tally.experiments[index]
      let total = experiment.variations.reduce(0.0) { $0 + Double($1.weight.count) }
      let reach = experiment.reach
      let reached = max(reach.reduce(0, +), .leastNonzeroMagnitude)
      return Experiment(
        key: experiment.key,
        eligible: counts.reasons[AssignmentReason.assigned.place] + counts.reasons[AssignmentReason.coverageMiss.place],
        variations: experiment.variations.indices.map { place in
          let variation = experiment.variations[place]
          return Experiment.Variation(
            key: variation.key, users: counts.dealt[place], weight: Double(variation.weight.count) / total,
            reach: reach[place] / reached,
            outcomes: Self.sorted(counts.outcomes[place].map { Count(value: $0.key.string, users: $0.value) }))
        },
        others: AssignmentReason.allCases.compactMap { reason in
          let users = counts.reasons[reason.place]
          return reason != .assigned && users > 0 ? Count(value: reason, users: users) : nil
        }, layerWithSameSplit: experiment.layerWithSameSplit(among: running)?.name,
        isNoticeable: plan.noticeable.contains(index), indistinguishable: counts.same)
    }
    experimentPairs = zip(plan.pairs, tally.pairs).map { pair, counts in
      let width = plan.variationCounts[pair.second]
      return ExperimentPair(
        first: workspace.experiments[pair.first].key, second: workspace.experiments[pair.second].key,
        table: stride(from: 0, to: counts.count, by: width).map { Array(counts[$0..<$0 + width]) },
        seeds: ExperimentPair.Seeds(workspace.experiments[pair.first], workspace.experiments[pair.second]))
    }
    var costs = [[Count<String>]](repeating: [], count: plan.attributeCount)
    for segment in keys.indices {
      for place in plan.readStarts[segment]..<plan.readStarts[segment + 1] {
        let users = tally.unknownReads[place] + tally.rejected
        if users > 0 { costs[plan.reads[place]].append(Count(value: keys[segment], users: users)) }
      }
    }
    missing = zip(workspace.catalog.attributes, tally.missing).enumerated().map { index, attribute in
      Missing(attribute: attribute.0.name, users: attribute.1 + tally.rejected, segments: Self.sorted(costs[index]))
    }
  }

  private static func sorted(_ counts: [Count<String>]) -> [Count<String>] {
    counts.sorted { ($1.users, ExactText($0.value)) < ($0.users, ExactText($1.value)) }
  }

  private static func sorted(_ counts: [Count<[String]>]) -> [Count<[String]>] {
    counts.sorted {
      ($1.users, ExactText($0.value.joined(separator: "|"))) < ($0.users, ExactText($1.value.joined(separator: "|")))
    }
  }
}
