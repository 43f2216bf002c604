#if canImport(SwiftUI)
  internal import Foundation
  public import Navigation
  public import SwiftUI

  /// Draws a tree and nothing but the tree: home, what stands before it, and the presented flows over it.
  ///
  /// It decides nothing. Every gesture becomes a command; what the command does is the controller's matter, and what the
  /// tree shows then is drawn. A screen gets its node and the context of its own flow.
  ///
  /// ```swift
  /// FlowRootView(controller) { node, context in
  ///   switch node {
  ///   case .home: HomeScreen(context: context)
  ///   case .speaking(let mode, _): SpeakingScreen(mode: mode, context: context)
  ///   …
  ///   }
  /// } dashboard: { cards, context in
  ///   CardGrid(cards: cards, context: context)
  /// } tab: { key in
  ///   Label(key.title, systemImage: key.symbol)
  /// }
  /// ```
  public struct FlowRootView<Node: Hashable & Codable & Sendable, Screen: View, Dashboard: View, TabLabel: View>: View {
    private let controller: FlowController<Node>
    private let screens: Screens<Node, Screen, Dashboard>
    private let tabLabel: (String) -> TabLabel
    private let save: (FlowState<Node>) -> Void
    @Environment(\.scenePhase) private var scenePhase

    /// Draws the tree of a controller.
    ///
    /// - Parameters:
    ///   - controller: Whose tree.
    ///   - screen: The screen of a node, in an exhaustive `switch`.
    ///   - dashboard: The root of a home that is a dashboard, from its cards.
    ///   - tab: What the tab bar shows for the key of a tab.
    ///   - save: Called with the tree when the app goes to the background.
    public init(
      _ controller: FlowController<Node>, @ViewBuilder screen: @escaping (Node, FlowContext<Node>) -> Screen,
      @ViewBuilder dashboard: @escaping ([HomeState<Node>.Card], FlowContext<Node>) -> Dashboard,
      @ViewBuilder tab: @escaping (String) -> TabLabel, save: @escaping (FlowState<Node>) -> Void = { _ in }
    ) {
      self.controller = controller
      screens = Screens(screen: screen, dashboard: dashboard)
      tabLabel = tab
      self.save = save
    }

    /// The base and the chain of presented flows.
    public var body: some View {
      PresentingView(controller: controller, place: 0, screens: screens) {
        if controller.state.front == nil, !controller.state.home.tabs.isEmpty {
          TabView(selection: controller.tabSelection) {
            ForEach(controller.state.home.tabs, id: \.key) { tab in
              StackView(
                controller: controller, stack: controller.screenStack(of: tab), path: controller.path(of: tab),
                screens: screens
              )
              .tabItem { tabLabel(tab.key) }
              .tag(tab.key)
            }
          }
        } else {
          StackView(
            controller: controller, stack: controller.state.screenStacks[0], path: controller.path(at: 0),
            screens: screens)
        }
      }
      .onOpenURL { url in controller.send(.open(url.absoluteString)) }
      .onChange(of: scenePhase) { _, phase in
        if phase == .background { save(controller.state) }
      }
    }
  }

  /// What the app draws.
  struct Screens<Node: Hashable & Codable & Sendable, Screen: View, Dashboard: View> {
    let screen: (Node, FlowContext<Node>) -> Screen
    let dashboard: ([HomeState<Node>.Card], FlowContext<Node>) -> Dashboard
  }

  /// One entry: its screen, or the dashboard.
  struct EntryView<Node: Hashable & Codable & Sendable, Screen: View, Dashboard: View>: View {
    let controller: FlowController<Node>
    let entry: Entry<Node>
    let flow: FlowID?
    let screens: Screens<Node, Screen, Dashboard>

    var body: some View {
      if let context = flow.map({ controller.context(of: $0) }) ?? controller.context {
        if controller.showsDashboard(at: entry) {
          screens.dashboard(controller.state.home.cards, context)
        } else {
          screens.screen(entry.node, context)
        }
      }
    }
  }

  /// One stack on the screen: its root and what is pushed on it.
  struct StackView<Node: Hashable & Codable & Sendable, Screen: View, Dashboard: View>: View {
    let controller: FlowController<Node>
    let stack: ScreenStack<Node>
    let path: Binding<[EntryID]>
    let screens: Screens<Node, Screen, Dashboard>

    var body: some View {
      NavigationStack(path: path) {
        EntryView(controller: controller, entry: stack.root, flow: stack.flow?.id, screens: screens)
          .navigationDestination(for: EntryID.self) { id in
            if let entry = stack.path.first(where: { $0.id == id }) {
              EntryView(controller: controller, entry: entry, flow: stack.flow(of: id), screens: screens)
            }
          }
      }
    }
  }

  /// A view over which the next stack on the screen is shown, over which the next one is, and so on.
  struct PresentingView<Node: Hashable & Codable & Sendable, Screen: View, Dashboard: View, Content: View>: View {
    let controller: FlowController<Node>
    let place: Int
    let screens: Screens<Node, Screen, Dashboard>
    @ViewBuilder let content: () -> Content

    var body: some View {
      content()
        .sheet(isPresented: controller.isPresented(at: place + 1, asCover: false)) { next }
        #if os(macOS)
          .sheet(isPresented: controller.isPresented(at: place + 1, asCover: true)) { next }
        #else
          .fullScreenCover(isPresented: controller.isPresented(at: place + 1, asCover: true)) { next }
        #endif
    }

    @ViewBuilder
    private var next: some View {
      if let stack = controller.screenStack(at: place + 1), let flow = stack.flow {
        AnyView(
          PresentingView<Node, Screen, Dashboard, StackView<Node, Screen, Dashboard>>(
            controller: controller, place: place + 1, screens: screens
          ) {
            StackView(
              controller: controller, stack: stack, path: controller.path(at: place + 1), screens: screens)
          }
          .interactiveDismissDisabled(flow.guarding != .allow)
          .presentationDetents(flow.style.detents))
      }
    }
  }
#endif
