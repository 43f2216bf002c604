internal import Navigation
internal import Personalization

/// A decision as a person reads it: what the user sees first, home, where a lost user lands, and who said so.
struct DecisionText {
  let decision: Decision

  var text: Styled {
    var text = segments
    text += "\n" + flow
    text += "\n" + experiments
    text += notes
    return text
  }

  private var segments: Styled {
    guard !decision.segments.isEmpty else { return "\("Segments", .bold)   none\n" }
    return "\("Segments", .bold)   \(decision.segments.reversed().joined(separator: ", "))\n"
  }

  private var flow: Styled {
    let flow = decision.flow
    let entry = ([flow.entry.start] + flow.entry.path).map(\.description).joined(separator: " → ")
    let tabs = flow.home.tabs.map { $0.key == flow.home.initialTab ? "\($0.key)*" : $0.key }
    var table = TextTable()
    func add(_ name: String, _ value: String, _ slot: Slot) { table.add([name, value, provenance(slot)]) }
    add("entry", "\(decision.flow.entry.route): \(entry)", .entry)
    add("home", flow.home.layout.rawValue, .homeLayout)
    if !tabs.isEmpty { add("  tabs", tabs.joined(separator: ", "), .homeTabs) }
    if flow.home.layout == .dashboard {
      add("  cards", flow.home.cards.map(\.key).joined(separator: ", "), .homeCards)
    }
    add("fallback", flow.fallbacks.standard.description, .fallbackDefault)
    add(
      "  modal ends", flow.fallbacks.modalDismissed?.description ?? "where it was presented",
      .fallbackModalDismissed)
    add("  bad link", flow.fallbacks.invalidDeepLink.description, .fallbackInvalidDeepLink)
    add("  no such node", flow.fallbacks.unavailableNode.description, .fallbackUnavailableNode)
    add("  signed out", flow.fallbacks.signedOut.description, .fallbackSignedOut)
    add("  not restored", flow.fallbacks.restoreFailed.description, .fallbackRestoreFailed)
    let seconds = flow.session.resumeWithin.components.seconds
    add("session", flow.session.scope.rawValue, .sessionScope)
    add("  resumable for", Period(seconds: seconds).description, .sessionResumeWithin)
    add("modal", flow.modal.style.rawValue, .modalStyle)
    add("  asks first", flow.modal.confirmsDismissal ? "yes" : "no", .modalConfirmsDismissal)
    return "\("Navigation", .bold)\n" + table.text
  }

  private func provenance(_ slot: Slot) -> String {
    let decided = decision[slot]
    let lock = decided.lockedBy.map { key in
      decided.source == .segment(key) ? ", locked" : ", locked by \(key)"
    }
    return decided.source.description + (lock ?? "")
  }

  private var experiments: Styled {
    guard !decision.assignments.isEmpty else { return "\("Experiments", .bold)  none\n" }
    var table = TextTable()
    for assignment in decision.assignments {
      let bucket = assignment.bucket.map { "bucket \($0.number)" } ?? ""
      table.add([assignment.experiment, assignment.variation ?? "–", assignment.reason.rawValue, bucket])
    }
    return "\("Experiments", .bold)\n" + table.text
  }

  private var notes: Styled {
    var text: Styled = ""
    for detour in decision.detours where isShown(detour) { text += "\("note:", .bold) \(detour.description)\n" }
    for issue in decision.issues { text += "\("issue:", .bold, .yellow) \(issue.description)\n" }
    return text.plain.isEmpty ? text : "\n" + text
  }
}

extension DecisionText {
  /// A tab layout shows no cards, so what became of them is of no interest.
  private func isShown(_ detour: Detour) -> Bool {
    guard decision.flow.home.layout == .tab, case .node(_, let place, _, _) = detour else { return true }
    return !place.hasPrefix("card ")
  }
}
