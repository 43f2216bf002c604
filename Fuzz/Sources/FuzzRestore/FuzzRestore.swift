import Navigation

enum Screen: Codable, Hashable, Sendable {
  case home, list
  case detail(id: String, page: Double?)
}

let configuration = FlowConfiguration<Screen>(
  entry: .init(route: "home", start: .home, path: []),
  home: .init(
    layout: .tab, tabs: [.init(key: "home", node: .home), .init(key: "list", node: .list)], cards: [],
    initialTab: "home"),
  fallbacks: .init(
    standard: .home, modalDismissed: .list, invalidDeepLink: .home, unavailableNode: .home, signedOut: .home,
    restoreFailed: .home),
  session: .init(scope: .user, resumeWithin: .seconds(3600)), modal: .init(style: .sheet, confirmsDismissal: false))

/// Any bytes as saved state: a valid tree or a refusal that leaves the tree equal; what is put back can be saved again and
/// put back whole.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let rules = FlowRules(configuration)
  let fresh = FlowState(configuration)
  var state = fresh
  let report = state.restore(bytes, under: rules, at: 1000)
  if case .refused = report.result {
    precondition(state == fresh)
    return 0
  }
  precondition(Set(state.entries.map(\.id)).count == state.entries.count)
  guard let saved = state.snapshot(appVersion: "1", at: 1000) else { preconditionFailure("cannot be saved again") }
  var again = fresh
  let second = again.restore(saved, under: rules, at: 1000)
  precondition(second.result == .restored && again.description == state.description)
  return 0
}
