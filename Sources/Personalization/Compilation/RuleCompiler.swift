internal import Navigation

/// Turns a workspace into rules.
struct RuleCompiler {
  private let workspace: Workspace
  private let attributeIndex: [String: Int]
  private var conditions = ConditionCompiler()
  private var captured: [Int: Int] = [:]
  private var outputs: [Signal] = []

  init(_ workspace: Workspace) {
    self.workspace = workspace
    attributeIndex = Dictionary(
      zip(workspace.catalog.attributes.map(\.name), 0...), uniquingKeysWith: { first, _ in first })
  }

  mutating func rules() -> Rules {
    let templates = NodeTemplates(workspace)
    conditions = ConditionCompiler(workspace: workspace, attributeIndex: attributeIndex)
    for segment in workspace.segments { conditions.collect(segment.condition) }
    for experiment in workspace.experiments { conditions.collect(experiment.audience) }
    let availabilityConditions = availabilityConditions()
    for condition in availabilityConditions.values { conditions.collect(condition) }
    let bindingConditions = bindingConditions(templates)
    for outcome in bindingConditions.values.joined() { conditions.collect(outcome.condition) }

    // Inputs: the constant, the moments of schedules, the chosen slots, then the columns.
    var nextBit = 1
    var schedule: [Rules.Moment] = []
    var momentBits: [Timestamp: Int] = [:]
    for time in Set(workspace.experiments.flatMap { [$0.start, $0.end].compactMap(\.self) }).sorted() {
      momentBits[time] = nextBit
      schedule.append(.init(time: time, bit: nextBit))
      nextBit += 1
    }
    let firstChoiceBit = nextBit
    nextBit += Slot.allCases.count
    for experiment in workspace.experiments {
      capture(experiment.unit)
      if let fallback = experiment.fallbackUnit { capture(fallback) }
    }
    capture(workspace.catalog.unit)
    var tables = ColumnTables.Pools()
    var columns = conditions.columns(of: workspace.catalog.attributes, firstBit: &nextBit, tables: &tables)
    for (attribute, index) in captured { columns[attribute].captured = index }

    conditions.startCircuit(inputCount: nextBit)
    let segmentSignals = conditions.segmentSignals()
    // Outputs: the segments in ascending priority, what flows depend on, the experiments, the chosen slots.
    let segmentOrder = workspace.segments.indices.sorted {
      (workspace.segments[$0].priority, $0) < (workspace.segments[$1].priority, $1)
    }
    for index in segmentOrder { _ = output(segmentSignals[index].signal) }
    let audienceSignals = workspace.experiments.map { conditions.signals(of: $0.audience) }
    let availability = availabilityConditions.mapValues { output(conditions.signals(of: $0).signal) }
    let bindings = bindingConditions.mapValues { outcomes in
      outcomes.map {
        Rules.BindingOutcome(output: output(conditions.signals(of: $0.condition).signal), value: $0.value)
      }
    }
    let flowOutputs = segmentOrder.count..<outputs.count
    var experimentTables = ExperimentTables.Pools()
    let experiments = workspace.experiments.indices.map { index in
      layout(
        of: workspace.experiments[index], audience: audienceSignals[index].signal, momentBits: momentBits,
        in: &experimentTables)
    }
    for slot in 0..<Slot.allCases.count { _ = output(Signal(bit: firstChoiceBit + slot, isInverted: false)) }
    return Rules(
      workspace: workspace, attributeIndex: attributeIndex, columns: columns, tables: ColumnTables(tables),
      circuit: conditions.circuit(outputs: outputs), experiments: experiments,
      experimentTables: ExperimentTables(experimentTables),
      experimentOrder: experimentOrder(),
      segmentOrder: segmentOrder,
      slots: SlotRules(workspace, segmentOrder: segmentOrder, experiments: experiments),
      flowOutputs: masks(of: flowOutputs), schedule: schedule, firstChoiceBit: firstChoiceBit,
      firstChoiceOutput: outputs.count - Slot.allCases.count, capturedAttributes: capturedAttributes(),
      patternAttributes: patternAttributes(columns, tables), availability: availability, bindings: bindings,
      segmentSignals: segmentSignals, audienceSignals: audienceSignals)
  }

  /// Outputs as bits, word by word.
  private func masks(of places: Range<Int>) -> [UInt64] {
    var masks = [UInt64](repeating: 0, count: (outputs.count + 63) / 64)
    for place in places { masks[place >> 6] |= 1 << UInt64(place & 63) }
    return masks
  }

  private mutating func output(_ signal: Signal) -> Int {
    outputs.append(signal)
    return outputs.count - 1
  }

  @discardableResult
  private mutating func capture(_ attribute: String) -> Int {
    guard let index = attributeIndex[attribute] else { return -1 }
    if let place = captured[index] { return place }
    captured[index] = captured.count
    return captured.count - 1
  }

  private func capturedAttributes() -> [String] {
    captured.sorted { $0.value < $1.value }.map { workspace.catalog.attributes[$0.key].name }
  }

  private func patternAttributes(_ columns: [ColumnLayout], _ tables: ColumnTables.Pools) -> [String] {
    var names = [String](repeating: "", count: tables.patterns.count)
    for (attribute, column) in zip(workspace.catalog.attributes, columns) {
      var patterns = Array(column.patterns)
      if column.element >= 0 { patterns += tables.elements[column.element].column.patterns }
      for index in patterns { names[tables.patternTests[index].pattern] = attribute.name }
    }
    return names
  }

  /// For each node that not every app version has, the condition that the user's app has it.
  ///
  /// A missing version is no version: such a node is then not available.
  private func availabilityConditions() -> [String: Condition] {
    guard let attribute = workspace.catalog.appVersion else { return [:] }
    return workspace.catalog.nodes.compactMapValues { node in
      var parts: [Condition] = []
      if let since = node.since {
        parts.append(.leaf(.attribute(attribute, .compares(.greaterOrEqual, .version(since)))))
      }
      if let until = node.until { parts.append(.leaf(.attribute(attribute, .compares(.less, .version(until))))) }
      return parts.isEmpty ? nil : .all(parts)
    }
  }

  /// For each bound argument, what it can become and when.
  private mutating func bindingConditions(
    _ templates: NodeTemplates
  ) -> [Rules.Binding: [(condition: Condition, value: FlowArgument)]] {
    var result: [Rules.Binding: [(condition: Condition, value: FlowArgument)]] = [:]
    for binding in templates.bindings {
      guard let definition = workspace.catalog.nodes[binding.node]?.arguments[binding.argument] else { continue }
      func equals(_ literal: Literal) -> Condition { .leaf(.attribute(binding.attribute, .isOne(of: [literal]))) }
      let exists: Condition = .leaf(.attribute(binding.attribute, .exists))
      switch definition.type {
      case .string where !definition.values.isEmpty:
        result[binding] = definition.values.map { (equals(.string(ExactText($0))), .value(.string($0))) }
      case .string:
        result[binding] = [(.all([exists, .not(equals(.string("")))]), .captured(capture(binding.attribute)))]
      case .number:
        result[binding] = [(exists, .captured(capture(binding.attribute)))]
      case .boolean:
        result[binding] = [true, false].map { (equals(.boolean($0)), .value(.boolean($0))) }
      }
    }
    return result
  }

  private mutating func layout(
    of experiment: Experiment, audience: Signal, momentBits: [Timestamp: Int], in tables: inout ExperimentTables.Pools
  ) -> ExperimentLayout {
    let phase: ExperimentLayout.Phase
    switch experiment.status {
    case .draft, .stopped(winner: nil): phase = .inactive
    case .running: phase = .running
    case .stopped(let winner?):
      phase = experiment.variations.firstIndex { $0.key == winner }.map { .rolledOut(winner: $0) } ?? .inactive
    }
    let firstShare = tables.shares.count
    tables.shares += experiment.allocation.ranges
    let shares = firstShare..<tables.shares.count
    let layer = experiment.layer.map { layer in
      let first = tables.shares.count
      tables.shares += layer.buckets
      return ExperimentLayout.Layer(
        hasher: BucketHasher(seed: layer.name, of: .layer, version: layer.hashVersion, pool: &tables.seeds),
        shares: first..<tables.shares.count)
    }
    let firstRequirement = tables.requirements.count
    for (key, variations) in experiment.requires.sorted(by: { $0.key < $1.key }) {
      guard let index = workspace.experiments.firstIndex(where: { $0.key == key }) else { continue }
      var mask: UInt64 = 0
      for (place, variation) in workspace.experiments[index].variations.enumerated()
      where variations.contains(variation.key) {
        mask |= 1 << UInt64(place)
      }
      tables.requirements.append(.init(experiment: index, variations: mask))
    }
    func moment(_ time: Timestamp?) -> Int? {
      time.flatMap { momentBits[$0] }.map { output(Signal(bit: $0, isInverted: false)) }
    }
    let slots = SlotSet(experiment.slots)
    return ExperimentLayout(
      phase: phase, unit: capture(experiment.unit), fallbackUnit: experiment.fallbackUnit.map { capture($0) } ?? -1,
      hasher: BucketHasher(
        seed: experiment.seed, of: .experiment, version: experiment.hashVersion, pool: &tables.seeds), shares: shares,
      layer: layer, requirements: firstRequirement..<tables.requirements.count, started: moment(experiment.start),
      ended: moment(experiment.end), audience: output(audience), slots: slots, setsSlots: slots != SlotSet(),
      isSticky: experiment.stickiness != nil)
  }

  private func experimentOrder() -> [Int] {
    let index = Dictionary(zip(workspace.experiments.map(\.key), 0...), uniquingKeysWith: { first, _ in first })
    return dependencyOrder(workspace.experiments.count) { experiment in
      workspace.experiments[experiment].requires.keys.sorted(by: >).compactMap { index[$0] }
    }
  }
}
