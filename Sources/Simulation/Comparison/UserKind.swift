internal import BatchEvaluation
internal import Personalization

/// Everything that a configuration makes of a user; users of one kind differ in nothing that it decides.
struct UserKind: Hashable, Sendable {
  let segments: [String]
  /// For each slot, its value and who set it.
  let slots: [Setting]
  /// For each experiment, the variation and what ended the checks.
  let experiments: [Part]

  struct Setting: Hashable, Sendable {
    /// Compared byte for byte: two spellings of é are two values.
    let value: ExactText
    let source: SlotDecision.Source
  }

  struct Part: Hashable, Sendable {
    let variation: String?
    let reason: AssignmentReason

    /// The variation that the user takes part with; a winner that was rolled out is no part of an experiment.
    var assigned: String? { reason == .assigned ? variation : nil }
  }
}

/// The kinds of users met so far, each with a number, and hands the numbers on in the order of the rows.
final class KindRecorder: RowConsumer {
  private let engine: PersonalizationEngine
  private let setters: [SlotDecision.Source]
  private let texts: FlowTexts
  private let emit: ([Int32]) -> Void
  private let learn: (UserKind) -> Void
  /// The kinds by the numbers that they are made of; forgotten when those lose their meaning.
  private var numbers: [[Int32]: Int32] = [:]
  private var numberOfKind: [UserKind: Int32] = [:]
  private var generation = -1
  private var key: [Int32] = []
  private var chunk: [Int32] = []

  /// - Parameters:
  ///   - learn: Called with each new kind; its number is how many were learnt before.
  ///   - emit: Called with the kinds of the next rows, once they count.
  init(
    _ engine: PersonalizationEngine, learn: @escaping (UserKind) -> Void, emit: @escaping ([Int32]) -> Void
  ) {
    self.engine = engine
    setters = engine.setters
    texts = FlowTexts(engine)
    self.learn = learn
    self.emit = emit
  }

  func beginChunk() { chunk.removeAll(keepingCapacity: true) }

  func commitChunk() {
    emit(chunk)
    chunk.removeAll(keepingCapacity: true)
  }

  func reject() {
    let shape = texts.shape(of: Evaluator.defaultFlow(engine))
    let values = Slot.allCases.map { slot in
      switch slot {
      case .entry: shape.entry
      case .fallbackDefault: shape.fallback
      default: ExactText(engine.workspace.catalog.defaults[slot]?.description ?? "")
      }
    }
    let kind = UserKind(
      segments: [], slots: values.map { .init(value: $0, source: .default) },
      experiments: engine.workspace.experiments.map { _ in .init(variation: nil, reason: .noUnit) })
    chunk.append(number(of: kind))
  }

  func accept(_ user: Int, missing: [UInt64], _ evaluator: inout Evaluator) {
    key.removeAll(keepingCapacity: true)
    let cohort = evaluator.cohortNumber(of: user)
    if evaluator.generation != generation {
      generation = evaluator.generation
      numbers.removeAll(keepingCapacity: true)
    }
    key.append(Int32(truncatingIfNeeded: cohort))
    let flow = evaluator.flow(of: user)
    key.append(Int32(truncatingIfNeeded: flow))
    evaluator.appendSlotValues(of: user, to: &key)
    evaluator.forEachSlot(of: user) { _, setter in key.append(Int32(truncatingIfNeeded: setter)) }
    let firstExperiment = key.count
    for _ in engine.workspace.experiments { key.append(0) }
    evaluator.forEachAttempt(of: user) { experiment, reason, variation in
      key[firstExperiment + experiment] = Int32(truncatingIfNeeded: (variation + 1) << 8 | reason.place)
    }
    if let known = numbers[key] {
      chunk.append(known)
      return
    }
    let number = number(of: kind(cohort, flow, firstExperiment, evaluator))
    numbers[key] = number
    chunk.append(number)
  }

  private func kind(_ cohort: Int, _ flow: Int, _ firstExperiment: Int, _ evaluator: Evaluator) -> UserKind {
    let workspace = engine.workspace
    let slots = Slot.allCases.count
    let shape = texts.shape(of: evaluator.flow(number: flow))
    return UserKind(
      segments: evaluator.segments(ofCohort: cohort).map { workspace.segments[$0].key },
      slots: (0..<slots).map { slot -> UserKind.Setting in
        // What is really taken, as batch writes it, where an app may not have what a slot says.
        let value =
          switch Slot.allCases[slot] {
          case .entry: shape.entry
          case .fallbackDefault: shape.fallback
          default: ExactText(evaluator.slotValue(key[2 + slot]).description)
          }
        return .init(value: value, source: setters[Int(key[2 + slots + slot])])
      },
      experiments: workspace.experiments.enumerated().map { index, experiment in
        let code = Int(key[firstExperiment + index])
        let variation = code >> 8 - 1
        return .init(
          variation: variation >= 0 ? experiment.variations[variation].key : nil,
          reason: AssignmentReason.allCases[code & 0xFF])
      })
  }

  private func number(of kind: UserKind) -> Int32 {
    if let known = numberOfKind[kind] { return known }
    let number = Int32(numberOfKind.count)
    numberOfKind[kind] = number
    learn(kind)
    return number
  }
}
