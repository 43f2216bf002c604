internal import Navigation

/// One call of `decide`: brings the user's values to an evaluator, asks every experiment, and puts the decision together.
struct DecisionSession {
  let engine: PersonalizationEngine
  let user: User
  let time: Timestamp
  let store: (any StickyStore)?
  /// The user's place in the evaluator's block.
  private let place: Int
  private(set) var issues: [UserIssue] = []

  init(engine: PersonalizationEngine, user: User, time: Timestamp, store: (any StickyStore)?, at place: Int = 0) {
    self.place = place
    self.engine = engine
    self.user = user
    self.time = time
    self.store = store
  }

  private var rules: Rules { engine.rules }
  private var workspace: Workspace { engine.rules.workspace }

  mutating func decide(forcing overrides: [String: String], with evaluator: inout Evaluator) -> Decision {
    load(into: &evaluator)
    let cohort = evaluator.cohort(of: 0)
    let forced = overrides.isEmpty ? [:] : forcedVariations(overrides)
    assign(cohort, forced, &evaluator)
    let outcome = evaluator.outcome(cohort)
    if !forced.isEmpty { evaluator.settingExperiments = rules.slots.settingExperiments }
    for exhausted in evaluator.exhaustedPatterns {
      let (attribute, expression) = evaluator.patternName(exhausted.pattern)
      issues.append(.init(name: attribute, value: expression, message: UserIssue.exhaustedPattern))
    }
    let flow = outcome.flow.shared ?? FilledFlow(outcome.flow.flow) { evaluator.argument($0) }
    // Attributes, overrides, choices and patterns come from sets that have no order.
    if issues.count > 1 { issues.sort { ($0.name, $0.message, $0.value) < ($1.name, $1.message, $1.value) } }
    return Decision(
      issues: issues, user: user, time: time, attempts: evaluator.attempts,
      filledFlow: flow, outcome: outcome, engine: engine)
  }

  /// Classes every declared value; one of another type counts as missing.
  mutating func load(into evaluator: inout Evaluator) {
    evaluator.move(to: time)
    evaluator.begin()
    loadValues(into: &evaluator)
  }

  /// The same in a block that was begun already.
  mutating func loadValues(into evaluator: inout Evaluator) {
    // By what the user has, not by what is declared: a name is then found without hashing it as a dictionary would.
    let rules = rules
    let (names, columns) = (rules.attributeNames, rules.columns)
    for (name, value) in user.attributes {
      guard let index = names.index(of: name) ?? rules.attributeIndex(ofSpelling: name) else { continue }
      load(value, index, columns[index].type, into: &evaluator)
    }
    for index in rules.nestedAttributes {
      let name = workspace.catalog.attributes[index].name
      guard user.attributes[name] == nil, let value = user[name] else { continue }
      load(value, index, columns[index].type, into: &evaluator)
    }
    guard !user.choices.isEmpty else { return }
    for (key, value) in user.choices where value != .null && value != .string("") {
      load(choice: value, of: key, into: &evaluator)
    }
  }

  /// The attributes that the user has a usable value for, once they were loaded.
  var usableAttributes: Set<Int> {
    let unusable = Set(issues.map(\.name))
    return Set(
      workspace.catalog.attributes.indices.filter { index in
        let name = workspace.catalog.attributes[index].name
        return user[name] != nil && !unusable.contains(name)
      })
  }

  @inline(__always)
  private mutating func load(
    _ value: AttributeValue, _ index: Int, _ type: AttributeType, into evaluator: inout Evaluator
  ) {
    guard !load(value, of: type, index, into: &evaluator) else { return }
    if case .null = value { return }
    issues.append(
      UserIssue(
        name: workspace.catalog.attributes[index].name, value: value.description,
        message: "\(Self.flaw(of: value, type)) and counts as missing"))
  }

  /// What is wrong with a value that was not loaded, as the end of a sentence that begins with it.
  private static func flaw(of value: AttributeValue, _ type: AttributeType) -> String {
    switch (value, type) {
    case (.string(let text), .string) where text.utf8.contains(0): "holds a NUL"
    // Of a number where there should be none, the type is what is wrong.
    case (.unusable(let text, let reason), .string), (.unusable(let text, let reason), .boolean),
      (.unusable(let text, let reason), .version):
      NumberText(text) == nil ? reason : "is not \(type.phrase)"
    case (.unusable(_, let reason), _): reason
    default: "is not \(type.phrase)"
    }
  }

  @inline(__always)
  private func load(
    _ value: AttributeValue, of type: AttributeType, _ index: Int, into evaluator: inout Evaluator
  ) -> Bool {
    switch (type, value) {
    case (.string, .string(let text)):
      return text.withBytes { bytes in
        guard !bytes.hasNUL else { return false }
        evaluator.load(index, text: bytes, user: place)
        return true
      }
    case (.number, .number(let number)) where number.isFinite:
      evaluator.load(index, number: number, user: place)
    case (.boolean, .boolean(let flag)):
      evaluator.load(index, boolean: flag, user: place)
    case (.version, .string(let text)):
      return text.withBytes { evaluator.load(index, versionText: $0, user: place) }
    case (.date, .string(let text)):
      let format = workspace.catalog.attributes[index].format
      guard let date = text.withBytes({ Timestamp(bytes: $0, format) }) else { return false }
      evaluator.load(index, date: date, user: place)
    case (.date, .number(let number)):
      guard let date = Timestamp(epoch: number, workspace.catalog.attributes[index].format) else { return false }
      evaluator.load(index, date: date, user: place)
    case (.list(let element), .list(let values)):
      guard values.allSatisfy({ $0.isElement(element) }) else { return false }
      for value in values {
        switch value {
        case .string(let text): text.withBytes { evaluator.addElement(index, text: $0, user: place) }
        case .number(let number): evaluator.addElement(index, number: number, user: place)
        default: break
        }
      }
      evaluator.endList(index, count: values.count, user: place)
    default:
      return false
    }
    return true
  }

  private mutating func load(choice value: AttributeValue, of key: String, into evaluator: inout Evaluator) {
    guard let slot = Slot(rawValue: key) else {
      issues.append(UserIssue(name: User.choicePrefix + key, value: value.description, message: "is for no slot"))
      return
    }
    guard let choice = SlotValue(choice: value, for: slot, in: workspace.catalog) else {
      let expected = SlotValue.expectation(for: slot, in: workspace.catalog)
      issues.append(
        UserIssue(
          name: User.choicePrefix + key, value: value.description, message: "is no choice; expected \(expected)"))
      return
    }
    evaluator.setChoice(slot, choice, user: place)
  }

  private mutating func forcedVariations(_ overrides: [String: String]) -> [Int: Int] {
    var forced: [Int: Int] = [:]
    for (key, variation) in overrides {
      let experiment = workspace.experiments.firstIndex { $0.key == key }
      let place = experiment.flatMap { workspace.experiments[$0].variations.firstIndex { $0.key == variation } }
      if let experiment, let place {
        forced[experiment] = place
      } else {
        let message = experiment == nil ? "forces an unknown experiment" : "is no variation of it"
        issues.append(UserIssue(name: key, value: "\"\(variation)\"", message: message))
      }
    }
    return forced
  }

  // MARK: Experiments

  /// Asks every experiment, those required first, and sets the evaluator's variations and attempts.
  private func assign(_ cohort: Int, _ forced: [Int: Int], _ evaluator: inout Evaluator) {
    guard store != nil || !forced.isEmpty else { return evaluator.assignOnlyUser(cohort) }
    evaluator.startAssigning(cohort)
    if !forced.isEmpty { evaluator.settingExperiments = rules.slots.settingExperiments(forcing: forced) }
    for index in rules.experimentOrder {
      evaluator.record(attempt(index, cohort, forced[index], evaluator), of: index)
    }
  }

  private func attempt(_ index: Int, _ cohort: Int, _ forced: Int?, _ evaluator: Evaluator) -> Attempt {
    let verdict = evaluator.cohorts.verdict(cohort, index)
    if let forced { return Attempt(reason: .forced, variation: forced) }
    guard let store, rules.experiments[index].isSticky else { return evaluator.attempt(index, verdict) }
    let experiment = workspace.experiments[index]
    guard let stickiness = experiment.stickiness else { return evaluator.attempt(index, verdict) }
    let admission = evaluator.admission(index, verdict)
    guard admission.reason == .assigned else { return admission }

    let layout = rules.experiments[index]
    let key = StickyKey(experiment: experiment.key, bucketVersion: stickiness.bucketVersion)
    let primary = unit(experiment.unit, layout.unit, evaluator)
    let fallback = experiment.fallbackUnit.flatMap { unit($0, layout.fallbackUnit, evaluator) }
    var record: [StickyKey: String] = [:]
    for unit in [fallback, primary].compactMap(\.self) {
      record.merge(store.assignments(of: unit)) { _, primary in primary }
    }
    let isBlocked = record.keys.contains {
      $0.experiment == experiment.key && $0.bucketVersion < stickiness.minBucketVersion
    }
    var attempt = admission
    if isBlocked {
      attempt.reason = .stickyBlocked
      return attempt
    }
    if let variation = record[key].flatMap({ known in experiment.variations.firstIndex { $0.key == known } }) {
      attempt.reason = .sticky
      attempt.variation = variation
    } else {
      attempt = evaluator.draw(index, verdict, admission)
    }
    if attempt.variation >= 0, let owner = primary ?? fallback {
      let assigned = experiment.variations[attempt.variation].key
      // A hit on the fallback unit's record is carried over to the primary unit's.
      if store.assignments(of: owner)[key] != assigned { store.merge([key: assigned], into: owner) }
    }
    return attempt
  }

  private func unit(_ attribute: String, _ captured: Int, _ evaluator: Evaluator) -> Unit? {
    guard captured >= 0, !evaluator.captured.range(of: captured, user: 0).isEmpty else { return nil }
    return Unit(attribute: attribute, value: evaluator.captured.exactText(of: captured, user: 0))
  }
}

extension AttributeValue {
  /// Whether it can stand in a list of this kind.
  func isElement(_ element: AttributeType.Element) -> Bool {
    switch (element, self) {
    case (.string, .string(let text)): text.withBytes { !$0.hasNUL }
    case (.number, .number(let number)): number.isFinite
    default: false
    }
  }
}

extension Span<UInt8> {
  /// Whether a byte is 0: no text that a file or a database brings may hold one.
  @inline(__always)
  fileprivate var hasNUL: Bool {
    for index in indices where self[index] == 0 { return true }
    return false
  }
}

extension String {
  /// The UTF-8 bytes, in place where the text is stored as such.
  @inline(__always)
  package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    // Native texts, which all but bridged ones are, are read in place and without counting references.
    if let result = utf8.withContiguousStorageIfAvailable({ body($0.span) }) { return result }
    var text = self
    return text.withUTF8 { body($0.span) }
  }
}
