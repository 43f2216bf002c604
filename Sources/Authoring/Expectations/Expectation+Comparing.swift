internal import Navigation
package import Personalization

/// A case, the decision for its user, and where the two differ.
package struct ExpectationResult: Sendable {
  /// The case.
  package let expectation: Expectation
  /// The decision for its user.
  package let decision: Decision
  /// The claims that do not hold, in the order of the file.
  package let mismatches: [Mismatch]

  /// A claim that does not hold.
  package struct Mismatch: Sendable {
    /// The claim.
    package let claim: Expectation.Claim
    /// What the user got instead.
    package let got: Expectation.Value
  }

  /// Whether everything is as promised.
  package var isPassed: Bool { mismatches.isEmpty }
}

extension Expectation {
  /// Decides for the case's user and compares.
  ///
  /// The time is the case's own, else the given one, else the file's, else now.
  package func result(of engine: PersonalizationEngine, at given: Timestamp?) -> ExpectationResult {
    let decision = engine.decide(for: user, at: time ?? given ?? fileTime ?? .now, forcing: forced)
    let mismatches = claims.compactMap { claim -> ExpectationResult.Mismatch? in
      let got = decision.value(of: claim.subject)
      return claim.expected.isMet(by: got) ? nil : ExpectationResult.Mismatch(claim: claim, got: got)
    }
    return ExpectationResult(expectation: self, decision: decision, mismatches: mismatches)
  }
}

extension Expectation.Value {
  /// Whether what the user got is what was promised.
  fileprivate func isMet(by got: Self) -> Bool {
    if case .nodeNamed(let name) = self, case .node(let node) = got { return node.name == name }
    return self == got
  }
}

extension Decision {
  /// What the user gets, in the form in which it is promised.
  fileprivate func value(of subject: Expectation.Subject) -> Expectation.Value {
    switch subject {
    case .segments: .keys(segments)
    case .issues: .keys(issues.map(\.name).sorted())
    case .experiment(let key): assignment(of: key)?.variation.map { .variation($0) } ?? .nothing
    case .slot(let slot): flow.value(of: slot)
    }
  }
}

extension FlowConfiguration<Node> {
  /// What became of a slot.
  fileprivate func value(of slot: Slot) -> Expectation.Value {
    switch slot {
    case .entry: .slot(.route(entry.route))
    case .homeLayout: .slot(.layout(home.layout))
    case .homeTabs: .slot(.keys(home.tabs.map(\.key)))
    case .homeCards: .slot(.keys(home.cards.map(\.key)))
    case .homeInitialTab: home.initialTab.map { .slot(.key($0)) } ?? .nothing
    case .fallbackDefault: .node(fallbacks.standard)
    case .fallbackModalDismissed: fallbacks.modalDismissed.map { .node($0) } ?? .nothing
    case .fallbackInvalidDeepLink: .node(fallbacks.invalidDeepLink)
    case .fallbackUnavailableNode: .node(fallbacks.unavailableNode)
    case .fallbackSignedOut: .node(fallbacks.signedOut)
    case .fallbackRestoreFailed: .node(fallbacks.restoreFailed)
    case .sessionScope: .slot(.scope(session.scope))
    case .sessionResumeWithin: .slot(.seconds(session.resumeWithin.components.seconds))
    case .modalStyle: .slot(.modalStyle(modal.style))
    case .modalConfirmsDismissal: .slot(.boolean(modal.confirmsDismissal))
    }
  }
}
