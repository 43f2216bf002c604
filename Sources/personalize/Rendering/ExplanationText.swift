internal import Personalization

/// A decision with all its reasons, made to be read from top to bottom.
struct ExplanationText {
  let decision: Decision

  var text: Styled {
    let explanation = decision.explanation
    var text = DecisionText(decision: decision).text
    text += "\n\("Why: segments, from the highest priority", .bold)\n"
    for segment in explanation.segments {
      text += "  \(mark(segment.condition.holds)) \(segment.key, .bold) \("priority \(segment.priority)", .dim)\n"
      text += lines(of: segment.condition, depth: 3)
    }
    text += "\n\("Why: experiments", .bold)\n"
    for experiment in explanation.experiments { text += lines(of: experiment) }
    text += "\n\("Why: slots", .bold)\n"
    let untouched = explanation.slots.filter { $0.settings.count == 1 }
    for slot in explanation.slots where slot.settings.count > 1 { text += line(of: slot) }
    if !untouched.isEmpty {
      text += "  defaults that nobody touched: \(untouched.map(\.slot.key).joined(separator: ", "))\n"
    }
    return text
  }

  private func mark(_ holds: Bool) -> Styled {
    holds ? Styled("✓", .green) : Styled("✗", .red)
  }

  private func lines(of trace: ConditionTrace, depth: Int) -> Styled {
    let indent = String(repeating: "  ", count: depth)
    var text: Styled = "\(indent)\(mark(trace.holds)) \(trace.text)"
    if let missing = trace.missing { text += Styled("  (\(missing) is missing)", .yellow) }
    text += "\n"
    for part in trace.parts { text += lines(of: part, depth: depth + 1) }
    return text
  }

  private func lines(of trace: ExperimentTrace) -> Styled {
    let assignment = trace.assignment
    var text: Styled = "  \(mark(assignment.variation != nil)) \(assignment.experiment, .bold)"
    text += "  \(assignment.variation ?? "no variation"): \(words(for: trace))\n"
    if let unit = assignment.unit, let bucket = trace.bucket {
      let shares = trace.shares.map { share in
        share.buckets.isEmpty
          ? "\(share.variation) none" : "\(share.variation) \(share.buckets.lowerBound)…\(share.buckets.upperBound - 1)"
      }
      text += Styled(
        "      bucket \(bucket.number) of \(unit.attribute) \(unit.value); \(shares.joined(separator: ", "))\n", .dim)
    }
    if !trace.audience.holds || !trace.audience.parts.isEmpty || trace.audience.text != "everybody" {
      text += "      audience\n" + lines(of: trace.audience, depth: 4)
    }
    return text
  }

  /// What an experiment's checks came to, in a few words.
  func words(for trace: ExperimentTrace) -> String {
    let ranges = trace.layerRanges.map { "\($0.lowerBound)…\($0.upperBound - 1)" }.joined(separator: ", ")
    return switch trace.assignment.reason {
    case .forced: "forced"
    case .inactive: "inactive: a draft, or stopped without a winner"
    case .rolledOut: "rolled out: the experiment has ended with this winner"
    case .notStarted: "not started"
    case .ended: "ended"
    case .noUnit: "no unit: the user has no value to hash"
    case .locked:
      "locked: "
        + trace.contestedSlots.compactMap { slot in
          decision[slot].lockedBy.map { "\($0) locks \(slot.key)" }
        }.joined(separator: ", ")
    case .chosen: "chosen: the user chose \(trace.contestedSlots.map(\.key).joined(separator: ", "))"
    case .sticky: "sticky: the assignment on record"
    case .stickyBlocked: "sticky, blocked: the record is older than allowed"
    case .layerMiss: "layer miss: bucket \(trace.layerBucket?.number ?? 0) of the layer is not in \(ranges)"
    case .audienceMiss: "audience miss"
    case .prerequisiteMiss:
      "prerequisite miss: no accepted variation of \(trace.unmetRequirements.joined(separator: ", "))"
    case .coverageMiss: "coverage miss: the bucket is in no variation's range"
    case .assigned: "assigned"
    }
  }

  private func line(of slot: SlotDecision) -> Styled {
    var text: Styled = "  \(slot.slot.key, .bold)\n"
    let effective = slot.settings.lastIndex { !$0.isIgnored }
    for (index, setting) in slot.settings.enumerated() {
      let isEffective = index == effective
      let note = setting.isIgnored ? "  (ignored: locked by \(slot.lockedBy ?? ""))" : ""
      let line = "    \(isEffective ? "→" : " ") \(setting.value)  \(setting.source)\(note)\n"
      text += isEffective ? Styled(line) : Styled(line, .dim)
    }
    return text
  }
}
