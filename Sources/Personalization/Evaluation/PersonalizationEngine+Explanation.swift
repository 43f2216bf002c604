extension PersonalizationEngine {
  /// Reads, from the same bits that the decision was made of, how every part of every condition turned out.
  func explanation(of decision: Decision) -> Explanation {
    var evaluator = makeEvaluator(at: decision.time)
    var session = DecisionSession(engine: self, user: decision.user, time: decision.time, store: nil)
    session.load(into: &evaluator)
    let tracer = ConditionTracer(rules: rules, bits: evaluator.bits(of: 0), present: session.usableAttributes)
    return Explanation(
      segments: rules.segmentOrder.reversed().map { index in
        let segment = workspace.segments[index]
        return SegmentTrace(
          key: segment.key, priority: segment.priority,
          condition: tracer.trace(segment.condition, rules.segmentSignals[index]))
      },
      experiments: workspace.experiments.indices.map { index in
        trace(decision, index, tracer, evaluator)
      },
      slots: decision.slots, detours: decision.detours)
  }

  private func trace(
    _ decision: Decision, _ index: Int, _ tracer: ConditionTracer, _ evaluator: Evaluator
  ) -> ExperimentTrace {
    let assignment = decision.assignments[index]
    let experiment = workspace.experiments[index]
    let layout = rules.experiments[index]
    var unit = layout.unit
    if unit < 0 || evaluator.captured.range(of: unit, user: 0).isEmpty { unit = layout.fallbackUnit }
    func bucket(_ hasher: BucketHasher) -> Bucket? {
      unit < 0 || evaluator.captured.range(of: unit, user: 0).isEmpty ? nil : evaluator.bucket(of: unit, hasher)
    }
    return ExperimentTrace(
      assignment: assignment, bucket: bucket(layout.hasher),
      shares: zip(experiment.variations, layout.shares).map { variation, place in
        .init(variation: variation.key, buckets: rules.experimentTables.shares[place])
      },
      layerBucket: layout.layer.flatMap { bucket($0.hasher) }, layerRanges: experiment.layer?.buckets ?? [],
      audience: tracer.trace(experiment.audience, rules.audienceSignals[index]),
      contestedSlots: experiment.slots.sorted().filter { slot in
        decision[slot].lockedBy != nil || decision[slot].settings.contains { $0.source == .choice }
      },
      unmetRequirements: experiment.requires.sorted { $0.key < $1.key }.compactMap { key, accepted in
        let variation = decision.assignment(of: key)?.variation
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
