extension FlowReducer {
  mutating func switchProfile(_ profile: String?) -> Outcome {
    guard state.session.profile != profile else { return .noop(.unchanged) }
    guard state.session.isSignedIn else { return .rejected(.gated(.signIn)) }
    var session = state.session
    let isFirstChoice = session.profile == nil
    session.profile = profile
    // Links that waited for the first choice of a profile are for whoever is chosen; all others die with the profile.
    let waiting = isFirstChoice ? state.parkedLinks : []
    if !isFirstChoice { dropLinks() }
    startSession(session)
    return deliver(waiting)
  }

  mutating func signIn(_ profile: String?) -> Outcome {
    guard !state.session.isSignedIn else {
      return profile == state.session.profile ? .noop(.unchanged) : switchProfile(profile)
    }
    let waiting = state.parkedLinks
    startSession(SessionState(isSignedIn: true, profile: profile))
    return deliver(waiting)
  }

  mutating func signOut() -> Outcome {
    guard state.session.isSignedIn else { return .noop(.unchanged) }
    dropLinks()
    startSession(SessionState(isSignedIn: false, profile: nil))
    return .applied
  }

  /// A whole new tree: nothing of the session before is in it.
  private mutating func startSession(_ session: SessionState) {
    end(from: 0, .reset)
    enter(session)
    var fresh = rebuilt(session: session)
    fresh.parkedLinks = []
    state = fresh
    events.append(.started(state.visible.node))
  }

  private mutating func dropLinks() {
    for link in state.parkedLinks { events.append(.dropped(link: link, .sessionEnded)) }
    state.parkedLinks = []
  }

  // MARK: Links

  mutating func ready() -> Outcome {
    guard !state.isReady else { return .noop(.unchanged) }
    state.isReady = true
    let waiting = state.parkedLinks
    state.parkedLinks = []
    return deliver(waiting)
  }

  /// Delivers links in order of arrival; those that a gate or a guarded flow still holds wait on.
  @discardableResult
  private mutating func deliver(_ links: [String]) -> Outcome {
    for link in links {
      if case .rejected(.guarded) = open(link) { state.parkedLinks.append(link) }
    }
    return .applied
  }

  /// Delivers what waited for the flow that has ended.
  mutating func deliverWaiting() {
    guard state.isReady, !state.parkedLinks.isEmpty, state.gate(of: rules.configuration) == nil,
      !state.presented.contains(where: { $0.guarding == .block })
    else { return }
    let waiting = state.parkedLinks
    state.parkedLinks = []
    deliver(waiting)
  }

  mutating func open(_ link: String) -> Outcome {
    guard !state.parkedLinks.contains(link) else { return .noop(.duplicateLink) }
    let match: LinkMatch<Node>
    switch rules.links.map({ $0.match(link) }) ?? .failure(.noPattern) {
    case .success(let found): match = found
    case .failure(let problem): return invalid(link, problem)
    }
    guard state.isReady else {
      state.parkedLinks.append(link)
      return .deferred(nil)
    }
    // A link that needs no session passes the gates; the others wait for the one that is closed.
    if let gate = state.gate(of: rules.configuration), !match.passes.contains(gate) {
      state.parkedLinks.append(link)
      return .deferred(gate)
    }
    // What lies below the target is ours; the target is what someone outside asks for, so its profile must be in use.
    let isOwn = rules.profile(match.target).map { $0 == state.session.profile } ?? true
    guard isOwn, !([match.start] + match.path).contains(where: { rules.isForeign($0, to: state.session) }) else {
      return invalid(link, .otherProfile)
    }
    let guarded = state.presented.filter { $0.guarding == .block }
    guard guarded.isEmpty else { return blocked(guarded.reversed()) }
    var target = state
    target.take(match.start, match.path)
    if state.presented.isEmpty, target.hasSameNodes(as: state) { return .noop(.unchanged) }
    end(from: 0, .landed)
    state = target
    state.presented = []
    state.isRestorable = false
    events.append(.opened(link: link))
    return .applied
  }

  private mutating func invalid(_ link: String, _ problem: LinkProblem) -> Outcome {
    events.append(.dropped(link: link, .invalid))
    guard rules.landsInvalidLinks, state.isReady, state.gate(of: rules.configuration) == nil else {
      return .rejected(.invalidLink(problem))
    }
    land(on: rules.configuration.fallbacks.invalidDeepLink)
    state.isRestorable = false
    return .applied
  }

  // MARK: Work under way

  mutating func beginWork(_ name: String) -> Outcome {
    guard !state.pendingWork.contains(where: { $0.name == name }) else { return .noop(.unchanged) }
    state.pendingWork.append(PendingWork(name: name, origin: state.visible.id))
    return .applied
  }

  mutating func completeWork(_ name: String, _ command: FlowCommand<Node>?) -> Outcome {
    guard let place = state.pendingWork.firstIndex(where: { $0.name == name }) else { return .noop(.noSuchWork) }
    let work = state.pendingWork.remove(at: place)
    // The screen that began it is no longer in sight: the work is done, but leads nowhere.
    guard let command, state.visible.id == work.origin else { return .applied }
    // Whatever becomes of the command, the work has ended, and its screen stops waiting.
    if case .deferred(let gate) = outcome(of: command) { return .deferred(gate) }
    return .applied
  }
}
