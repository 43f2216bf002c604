import Navigation
import Testing

@Suite("Stacks on the screen") @MainActor
struct ScreenStackTests {
  private func controller() -> FlowController<CoachNode> { FlowController(rules: Coach.rules()) }

  @Test("share one between a context and the flows pushed on it; sheets and covers begin a new one")
  func grouping() {
    let controller = controller()
    controller.send(.push(.settings))
    controller.send(.present(FlowRequest("help", start: .savedList(), path: [.settings], style: .push)))
    controller.send(.present(FlowRequest("practice", start: .greeting(mode: .review), style: .fullScreenCover)))
    let stacks = controller.state.screenStacks
    #expect(
      stacks.map { [$0.root.node] + $0.path.map(\.node) } == [
        [.home(), .settings, .savedList(), .settings], [.greeting(mode: .review)],
      ])
    #expect(stacks.map { $0.flow?.intent } == [nil, "practice"])
  }

  @Test("end a pushed flow when the gesture takes its root, and shorten a path otherwise")
  func gesture() {
    let controller = controller()
    controller.send(.push(.settings))
    controller.send(.present(FlowRequest("help", start: .savedList(), path: [.settings], style: .push)))
    var ids = controller.state.screenStacks[0].path.map(\.id)
    ids.removeLast()
    #expect(controller.reconcile(screenPath: ids, at: 0) == .applied)
    #expect(controller.state.presented.count == 1 && controller.visible == .savedList())
    ids.removeLast()
    #expect(controller.reconcile(screenPath: ids, at: 0) == .applied)
    #expect(controller.state.presented.isEmpty && controller.visible == .settings)
    #expect(controller.reconcile(screenPath: [], at: 0) == .applied)
    #expect(controller.visible == .home())
  }

  @Test("keep a guarded flow, and are not moved by a report that comes late")
  func guarded() {
    let controller = controller()
    controller.send(.present(FlowRequest("help", start: .savedList(), style: .push, guarding: .block)))
    let stale = controller.state.screenStacks[0].path.map(\.id)
    if case .rejected(.guarded) = controller.reconcile(screenPath: [], at: 0) {} else { Issue.record("not guarded") }
    controller.send(.finish(nil))
    #expect(controller.reconcile(screenPath: stale, at: 0) == .noop(.noSuchEntry))
  }

  @Test("draw the dashboard at the root of a home that is one")
  func dashboard() {
    let configuration = Coach.configuration(layout: .dashboard)
    let state = CoachState(configuration)
    #expect(state.showsDashboard(at: state.home.stacks[0].root, under: configuration))
    #expect(!state.showsDashboard(at: state.home.stacks[1].root, under: configuration))
    let tabs = Coach.configuration()
    #expect(!CoachState(tabs).showsDashboard(at: CoachState(tabs).home.stacks[0].root, under: tabs))
  }
}
