internal import Authoring
internal import JSONTree
internal import Personalization

/// The results of `personalize test` as a person reads them: what failed, and why it is as it is.
struct TestText {
  let results: [ExpectationResult]

  /// Every failed case; nothing of those that passed.
  var failures: Styled {
    var text: Styled = ""
    for result in results where !result.isPassed {
      let expectation = result.expectation
      let place = "\(expectation.file):\(expectation.position.line):\(expectation.position.column):"
      text += "\(place, .bold) \("failed:", .bold, .red) \(expectation.name)\n"
      for mismatch in result.mismatches {
        text += "  \(mismatch.claim.subject, .bold) \("(line \(mismatch.claim.position.line))", .dim)\n"
        text += "    expected  \(mismatch.claim.expected)\n"
        text += "    got       \(mismatch.got)\n"
        text += "    \("because   \(result.reason(for: mismatch))", .dim)\n"
      }
    }
    return text
  }

  /// `12 passed, 1 failed`.
  var summary: String {
    let passed = results.filter(\.isPassed).count
    return "\(passed) passed, \(results.count - passed) failed"
  }

  /// The rules that no case puts to the test.
  static func text(of coverage: RuleCoverage) -> Styled {
    guard !coverage.isWhole else {
      return "Every segment is matched by a case and missed by another; every variation is given to one.\n"
    }
    var text: Styled = ""
    func list(_ title: String, _ names: [String]) {
      guard !names.isEmpty else { return }
      text += "\(title, .bold)\n"
      for name in names { text += "  \(name)\n" }
    }
    list("Segments that no case matches", coverage.unmatchedSegments)
    list("Segments that no case misses", coverage.unmissedSegments)
    list(
      "Variations that no case gets", coverage.unassignedVariations.map { "\($0.experiment): \($0.variation)" })
    return text
  }
}

extension ExpectationResult {
  /// Why the user got what was not promised, in one sentence.
  func reason(for mismatch: Mismatch) -> String {
    let explanation = decision.explanation
    switch mismatch.claim.subject {
    case .slot(let slot): return reason(for: slot)
    case .segments:
      guard case .keys(let expected) = mismatch.claim.expected, case .keys(let got) = mismatch.got else { return "" }
      let surprises = explanation.segments.filter { expected.contains($0.key) != got.contains($0.key) }
      guard !surprises.isEmpty else { return "segments are compared in order, from the lowest priority to the highest" }
      return surprises.map { segment in
        "\(segment.key) \(segment.condition.holds ? "matches" : "does not match"): "
          + segment.condition.grounds.joined(separator: ", ")
      }.joined(separator: "; ")
    case .experiment(let key):
      guard let trace = explanation.experiments.first(where: { $0.assignment.experiment == key }) else { return "" }
      return ExplanationText(decision: decision).words(for: trace) + trace.details
    case .issues:
      return decision.issues.isEmpty
        ? "everything of the user can be used" : decision.issues.map(\.description).joined(separator: "; ")
    }
  }

  private func reason(for slot: Slot) -> String {
    let decided = decision[slot]
    let detours = decision.detours.filter { $0.isAbout(slot) }
    let it = detours.isEmpty ? "it" : decided.value.description
    var reason =
      switch decided.source {
      case .default: "the catalog's default" + (detours.isEmpty ? "" : " is \(it)")
      case .segment(let key): "segment \(key) sets \(it)"
      case .experiment(let key, let variation): "variation \(variation) of experiment \(key) sets \(it)"
      case .choice: "the user chose \(it)"
      }
    if let key = decided.lockedBy {
      reason += decided.source == .segment(key) ? " and locks it" : ", locked by \(key)"
      if let ignored = decided.settings.last(where: \.isIgnored) { reason += ", which keeps out \(ignored.words)" }
    }
    return ([reason] + detours.map(\.description)).joined(separator: "; ")
  }
}

extension SlotDecision.Setting {
  fileprivate var words: String {
    switch source {
    case .choice: "the user's choice of \(value)"
    case .default, .segment, .experiment: "\(value) of \(source)"
    }
  }
}

extension ExperimentTrace {
  /// What decided, where the reason alone does not say it.
  fileprivate var details: String {
    switch assignment.reason {
    case .audienceMiss: ": " + audience.grounds.joined(separator: ", ")
    case .assigned, .coverageMiss: bucket.map { ", bucket \($0.number)" } ?? ""
    case .forced, .inactive, .rolledOut, .notStarted, .ended, .noUnit, .locked, .chosen, .sticky, .stickyBlocked,
      .layerMiss, .prerequisiteMiss:
      ""
    }
  }
}

extension Detour {
  fileprivate func isAbout(_ slot: Slot) -> Bool {
    switch self {
    case .node(_, let place, _, _): place == slot.key
    case .route: slot == .entry
    case .initialTab: slot == .homeInitialTab
    case .noTabs: slot == .homeTabs
    }
  }
}

extension ConditionTrace {
  /// The claims that made it turn out as it did.
  fileprivate var grounds: [String] {
    guard !parts.isEmpty else {
      if let missing { return ["\(missing) is missing"] }
      return [holds ? text : "not \(text)"]
    }
    let decisive = parts.filter { $0.holds == holds }
    return (decisive.isEmpty ? parts : decisive).flatMap(\.grounds)
  }
}
