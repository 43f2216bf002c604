public import Navigation

/// All slots filled for one user, each with its provenance, plus segments and assignments.
///
/// Always whole: whatever the user's values are, there is an entry, a home and every fallback.
public struct Decision: Sendable {
  /// One for each experiment, in the order of their keys.
  ///
  /// Put together at each call, from what the decision noted.
  public var assignments: [Assignment] { attempts.indices.map(assignment) }
  /// The flow configuration: what a `FlowController` is built from.
  public var flow: FlowConfiguration<Node> { filledFlow.configuration }
  /// What of the user could not be used.
  public let issues: [UserIssue]
  /// Whom it was made for.
  public let user: User
  /// The time at which schedules and relative dates were measured.
  public let time: Timestamp

  /// What became of each experiment.
  let attempts: [Attempt]
  let filledFlow: FilledFlow
  let outcome: Outcome
  let engine: PersonalizationEngine

  /// The keys of the matched segments, from the lowest to the highest priority.
  public var segments: [String] { outcome.segments }

  /// All slots, in the order of `Slot.allCases`.
  public var slots: [SlotDecision] { outcome.slots }

  /// One slot.
  public subscript(slot: Slot) -> SlotDecision { outcome.slots[slot.index] }

  /// Where the flow configuration had to leave what the slots say.
  public var detours: [Detour] { outcome.flow.detours }

  /// The assignment of the experiment of this key; nil if there is no such experiment.
  public func assignment(of experiment: String) -> Assignment? {
    engine.rules.experimentNames.firstIndex { $0.key == experiment }.map(assignment)
  }

  /// The exposures to record once the app has applied the decision.
  public var exposures: [Exposure] {
    attempts.indices.compactMap { attempts[$0].reason.isExposure ? assignment($0).exposure : nil }
  }

  private func assignment(_ index: Int) -> Assignment {
    let (attempt, names) = (attempts[index], engine.rules.experimentNames[index])
    return Assignment(
      experiment: names.key, variation: attempt.variation >= 0 ? names.variations[attempt.variation] : nil,
      reason: attempt.reason, bucket: attempt.bucket >= 0 ? Bucket(number: attempt.bucket) : nil,
      unit: attempt.unit >= 0 ? unit(engine.rules.capturedAttributes[attempt.unit]) : nil)
  }

  private func unit(_ attribute: String) -> Unit? {
    guard case .string(let value) = user[attribute] else { return nil }
    return Unit(attribute: attribute, value: value)
  }

  /// Why: every segment's condition part by part, every experiment's checks, every slot's chain.
  ///
  /// Worked out anew at each call, from the same compiled rules.
  public var explanation: Explanation { engine.explanation(of: self) }
}

/// A configuration without open arguments; a reference, so that decisions stay small and users share it where they can.
final class FilledFlow: Sendable {
  let configuration: FlowConfiguration<Node>

  /// The configuration of users with these captured values; an open argument without one is left out.
  init(_ flow: FlowConfiguration<FlowNode>, _ captured: (Int) -> NodeArgument?) {
    configuration = flow.map { $0.filled(captured) }.withoutRepeatedEntries()
  }
}
