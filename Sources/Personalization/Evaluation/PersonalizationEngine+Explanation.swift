extension PersonalizationEngine {
  /// Reads, from the same bits that the decision was made of, how every part of every condition turned out.
  func explanation(of decision: Decision) -> Explanation {
    var evaluator = makeEvaluator(at: decision.time)
    var session = DecisionSession(engine: self, user: decision.user, time: decision.time, store: nil)
    session.load(into: &evaluator)
    return evaluator.explanation(
      of: 0, present: session.usableAttributes, assignments: decision.assignments, slots: decision.slots,
      detours: decision.detours)
  }
}

extension Evaluator {
  /// Why the decision for a user of the block is what it is, after `assign(users:)`.
  ///
  /// - Parameter missing: The attributes without a usable value, 64 to a word, by their places in the catalog.
  package mutating func explanation(of user: Int, missing: [UInt64]) -> Explanation {
    let number = flow(of: user)
    let detours = flow(number: number).detours
    refreshCohort(of: user)
    let cohort = cohorts.cohorts[Int(assigned[user].cohort)]
    let present = rules.workspace.catalog.attributes.indices.filter { missing[$0 >> 6] >> UInt64($0 & 63) & 1 == 0 }
    let builder = OutcomeBuilder(
      rules: rules, cohort: cohort, experiments: settingExperiments, variations: variations, user: user,
      choices: choices(of: user))
    return explanation(
      of: user, present: Set(present), assignments: assignments(of: user, cohort), slots: builder.slots(),
      detours: detours)
  }

  private func choices(of user: Int) -> [Slot: SlotValue] {
    var chosen: [Slot: SlotValue] = [:]
    for slot in Slot.allCases {
      let number = choices[user * Slot.allCases.count + slot.index]
      if number > 0 { chosen[slot] = outcomes.choice(number) }
    }
    return chosen
  }

  private func assignments(of user: Int, _ cohort: Cohort) -> [Assignment] {
    rules.experiments.indices.map { index in
      let attempt = attempt(index, cohort.verdicts[index], of: user)
      let names = rules.experimentNames[index]
      return Assignment(
        experiment: names.key, variation: attempt.variation >= 0 ? names.variations[attempt.variation] : nil,
        reason: attempt.reason, bucket: attempt.bucket >= 0 ? Bucket(number: attempt.bucket) : nil,
        unit: attempt.unit >= 0
          ? Unit(
            attribute: rules.capturedAttributes[attempt.unit], value: captured.exactText(of: attempt.unit, user: user))
          : nil)
    }
  }

  /// Puts together what was decided for a user whose values are loaded, and how every part of every condition turned out.
  mutating func explanation(
    of user: Int, present: Set<Int>, assignments: [Assignment], slots: [SlotDecision], detours: [Detour]
  ) -> Explanation {
    let workspace = rules.workspace
    let tracer = ConditionTracer(rules: rules, bits: bits(of: user), present: present)
    return Explanation(
      segments: rules.segmentOrder.reversed().map { index in
        let segment = workspace.segments[index]
        return SegmentTrace(
          key: segment.key, priority: segment.priority,
          condition: tracer.trace(segment.condition, rules.segmentSignals[index]))
      },
      experiments: workspace.experiments.indices.map { trace($0, of: user, tracer, assignments, slots) },
      slots: slots, detours: detours)
  }

  private func trace(
    _ index: Int, of user: Int, _ tracer: ConditionTracer, _ assignments: [Assignment], _ slots: [SlotDecision]
  ) -> ExperimentTrace {
    let experiment = rules.workspace.experiments[index]
    let layout = rules.experiments[index]
    var unit = layout.unit
    if unit < 0 || captured.range(of: unit, user: user).isEmpty { unit = layout.fallbackUnit }
    func bucket(_ hasher: BucketHasher) -> Bucket? {
      unit < 0 || captured.range(of: unit, user: user).isEmpty ? nil : self.bucket(of: unit, hasher, user)
    }
    return ExperimentTrace(
      assignment: assignments[index], bucket: bucket(layout.hasher),
      shares: zip(experiment.variations, layout.shares).map { variation, place in
        .init(variation: variation.key, buckets: rules.experimentTables.shares[place])
      },
      layerBucket: layout.layer.flatMap { bucket($0.hasher) }, layerRanges: experiment.layer?.buckets ?? [],
      audience: tracer.trace(experiment.audience, rules.audienceSignals[index]),
      contestedSlots: experiment.slots.sorted().filter { slot in
        slots[slot.index].lockedBy != nil || slots[slot.index].settings.contains { $0.source == .choice }
      },
      unmetRequirements: experiment.requires.sorted { $0.key < $1.key }.compactMap { key, accepted in
        let variation = assignments.first { $0.experiment == key }?.variation
        return variation.map(accepted.contains) == true ? nil : key
      })
  }
}

/// Reads the truth of conditions from the bits of an evaluated user.
struct ConditionTracer {
  let rules: Rules
  let bits: [UInt64]
  /// The attributes that the user has a usable value for.
  let present: Set<Int>

  func trace(_ condition: Condition, _ signals: FormulaSignals) -> ConditionTrace {
    let holds = signals.signal.isSet(in: bits)
    switch condition {
    case .leaf(let claim):
      return ConditionTrace(text: claim.description, holds: holds, missing: missingAttribute(of: claim), parts: [])
    case .not(let part):
      return ConditionTrace(text: "not", holds: holds, missing: nil, parts: [trace(part, signals.parts[0])])
    case .all(let parts), .any(let parts):
      let traced = zip(parts, signals.parts).map { trace($0, $1) }
      if traced.count == 1 { return traced[0] }
      let isAll = if case .all = condition { true } else { false }
      let text = parts.isEmpty ? (isAll ? "everybody" : "nobody") : (isAll ? "all of" : "any of")
      return ConditionTrace(text: text, holds: holds, missing: nil, parts: traced)
    }
  }

  private func missingAttribute(of claim: Claim) -> String? {
    guard case .attribute(let name, _) = claim, let index = rules.attributeIndex[name] else { return nil }
    return present.contains(index) ? nil : name
  }
}
