import Navigation
import Testing

/// A new configuration under a living tree.
@Suite("Adaptation")
struct AdaptationTests {
  let rules = Coach.rules()

  /// Every tab with a path, the second selected.
  private var living: CoachState {
    var state = CoachState(rules.configuration)
    state.play(
      [.push(.settings), .switchTab("saved"), .push(.login), .switchTab("practice"), .push(.welcomeSetup)], under: rules
    )
    return state
  }

  private func tabs(_ keys: String...) -> FlowConfiguration<CoachNode> {
    Coach.configuration(
      tabs: keys.map { key in (key, Coach.standardTabs.first { $0.0 == key }?.1 ?? .settings) })
  }

  @Test("An equal layout changes nothing, whatever else is new (invariants 20, 33)")
  func equal() {
    let state = living
    #expect(state.adapted(to: rules.configuration) == state)
    let elsewhere = Coach.configuration(
      entry: .savedList(), path: [.settings], modalDismissed: .settings, confirms: true, initialTab: "saved")
    #expect(state.adapted(to: elsewhere) == state)
  }

  @Test("Tabs in another order keep paths, entries and selection (invariants 18, 20)")
  func reordered() {
    let state = living
    let adapted = state.adapted(to: tabs("saved", "practice", "home"))
    #expect(adapted.home.tabs.map(\.key) == ["saved", "practice", "home"])
    #expect(adapted.home.selectedTab == "practice" && adapted.visible == state.visible)
    for tab in state.home.tabs {
      #expect(adapted.home.tabs.first { $0.key == tab.key }?.stack == tab.stack, "\(tab.key)")
    }
  }

  @Test("A tab that is removed leaves the selection where the user was, or on its neighbour (invariants 17, 20)")
  func removed() {
    let state = living
    let other = state.adapted(to: tabs("practice", "saved"))
    #expect(other.home.tabs.map(\.key) == ["practice", "saved"] && other.visible == state.visible)
    let selected = state.adapted(to: tabs("home", "saved"))
    #expect(selected.home.selectedTab == "saved" && selected.visible.node == .login)
    let only = state.adapted(to: tabs("home"))
    #expect(only.home.selectedTab == "home" && only.visible.node == .settings)
  }

  @Test("A tab that is added starts at its root; the others do not notice (invariant 20)")
  func added() {
    let state = living
    let adapted = state.adapted(to: tabs("home", "help", "practice", "saved"))
    #expect(adapted.home.tabs[1].key == "help" && adapted.home.tabs[1].stack.nodes == [.settings])
    #expect(adapted.visible == state.visible)
    #expect(Set(adapted.entries.map(\.id)).count == adapted.entries.count)
  }

  @Test("The new entry is not laid on a living tree (row 74, invariant 33)")
  func entry() {
    let state = living
    let next = Coach.configuration(
      tabs: [("home", .home(profile: "a")), ("practice", .modeSelection()), ("saved", .savedList())],
      entry: .home(profile: "a"), path: [.speaking(mode: .review)])
    let adapted = state.adapted(to: next)
    #expect(adapted.home.tabs[0].stack.nodes == [.home(profile: "a")])
    #expect(adapted.visible == state.visible)
  }

  @Test("A home without tabs keeps its path when its cards change (invariant 20)")
  func cards() {
    let bare = Coach.configuration(layout: .dashboard, tabs: [])
    var state = CoachState(bare)
    state.apply(.push(.settings), under: Coach.rules(bare))
    let other = FlowConfiguration(
      entry: .init(route: "entry", start: .home(), path: [.login]),
      home: .init(layout: .dashboard, tabs: [], cards: [.init(key: "talk", node: .modeSelection())], initialTab: nil),
      fallbacks: bare.fallbacks, session: bare.session, modal: bare.modal)
    let adapted = state.adapted(to: other)
    #expect(adapted.home.cards.map(\.key) == ["talk"])
    #expect(adapted.base == state.base)
  }

  @Test("From tabs to a dashboard that keeps them, nothing moves (row 52, invariant 20)")
  func layout() {
    let state = living
    let adapted = state.adapted(to: Coach.configuration(layout: .dashboard))
    #expect(adapted.home.layout == .dashboard && adapted.home.tabs == state.home.tabs)
    #expect(adapted.home.cards.map(\.key) == ["saved"])
    #expect(adapted.visible == state.visible)
  }

  @Test("A flow whose tab is removed goes with it, and lands where it is declared (invariants 10, 13)")
  func presenterRemoved() {
    var state = living
    state.apply(.present(FlowRequest("help", start: .login)), under: rules)
    #expect(state.adapted(to: tabs("home", "practice")).presented == state.presented)
    let gone = Coach.configuration(
      tabs: [("home", .home()), ("saved", .savedList())], modalDismissed: .home())
    let adapted = state.adapted(to: gone)
    #expect(adapted.presented.isEmpty && adapted.visible.node == .home())
  }

  @Test("Each step from tree to tree is legal where it stands, and an illegal one is none (row 55)")
  func steps() {
    let start = living
    var target = CoachState(
      Coach.configuration(layout: .dashboard, tabs: [("saved", .savedList()), ("home", .home())]))
    target.play([.push(.settings), .present(FlowRequest("help", start: .login, path: [.settings]))], under: rules)
    var state = start
    for change in start.changes(to: target) {
      guard let next = state.changed(by: change) else {
        Issue.record("\(change)")
        return
      }
      state = next
    }
    #expect(state.description == target.description)
    for change: TreeChange<CoachNode> in [
      .dismissInnermost, .removeFront, .removeTab("attic"), .selectTab("attic"), .moveTab("home", to: 9),
      .insertTab("home", root: .home(), at: 0), .insertTab("x", root: .home(), at: -1), .cut(.front, to: 0),
      .push(.innermost, .login), .replaceRoot(.tab("attic"), .login),
    ] {
      #expect(CoachState(rules.configuration).changed(by: change) == nil, "\(change)")
    }
  }
}
