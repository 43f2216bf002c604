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
  /// } tab: { key in
  ///   Label(key.title, systemImage: key.symbol)
  /// }
  /// ```
  public struct FlowRootView<Node: Hashable & Codable & Sendable, Screen: View, TabLabel: View>: View {
    private let controller: FlowController<Node>
    private let screen: (Node, FlowContext<Node>) -> Screen
    private let tabLabel: (String) -> TabLabel
    private let save: (FlowState<Node>) -> Void
    @Environment(\.scenePhase) private var scenePhase

    /// Draws the tree of a controller.
    ///
    /// - Parameters:
    ///   - controller: Whose tree.
    ///   - screen: The screen of a node, in an exhaustive `switch`.
    ///   - tab: What the tab bar shows for the key of a tab.
    ///   - save: Called with the tree when the app goes to the background.
    public init(
      _ controller: FlowController<Node>, @ViewBuilder screen: @escaping (Node, FlowContext<Node>) -> Screen,
      @ViewBuilder tab: @escaping (String) -> TabLabel, save: @escaping (FlowState<Node>) -> Void = { _ in }
    ) {
      self.controller = controller
      self.screen = screen
      tabLabel = tab
      self.save = save
    }

    /// The base and the chain of presented flows.
    public var body: some View {
      PresentingView(controller: controller, depth: 0, screen: screen) {
        if let front = controller.state.front {
          StackView(controller: controller, stack: front, flow: nil, screen: screen)
        } else {
          HomeView(controller: controller, screen: screen, tabLabel: tabLabel)
        }
      }
      .onOpenURL { url in controller.send(.open(url.absoluteString)) }
      .onChange(of: scenePhase) { _, phase in
        if phase == .background { save(controller.state) }
      }
    }
  }

  /// Home: a tab bar with a stack for each tab, or a single stack.
  struct HomeView<Node: Hashable & Codable & Sendable, Screen: View, TabLabel: View>: View {
    let controller: FlowController<Node>
    let screen: (Node, FlowContext<Node>) -> Screen
    let tabLabel: (String) -> TabLabel

    var body: some View {
      let home = controller.state.home
      if home.tabs.isEmpty {
        StackView(controller: controller, stack: home.stacks[0], flow: nil, screen: screen)
      } else {
        TabView(selection: controller.tabSelection) {
          ForEach(home.tabs, id: \.key) { tab in
            StackView(controller: controller, stack: tab.stack, flow: nil, screen: screen)
              .tabItem { tabLabel(tab.key) }
              .tag(tab.key)
          }
        }
      }
    }
  }

  /// One stack: its root and what is pushed on it.
  struct StackView<Node: Hashable & Codable & Sendable, Screen: View>: View {
    let controller: FlowController<Node>
    let stack: Stack<Node>
    let flow: FlowID?
    let screen: (Node, FlowContext<Node>) -> Screen

    var body: some View {
      NavigationStack(path: controller.path(of: stack, flow)) {
        view(of: stack.root)
          .navigationDestination(for: EntryID.self) { id in
            if let entry = stack.path.first(where: { $0.id == id }) { view(of: entry) }
          }
      }
    }

    @ViewBuilder
    private func view(of entry: Entry<Node>) -> some View {
      if let context = flow.map({ controller.context(of: $0) }) ?? controller.context {
        screen(entry.node, context)
      }
    }
  }

  /// A view over which the presented flow of this depth is shown, over which the next one is, and so on.
  struct PresentingView<Node: Hashable & Codable & Sendable, Screen: View, Content: View>: View {
    let controller: FlowController<Node>
    let depth: Int
    let screen: (Node, FlowContext<Node>) -> Screen
    @ViewBuilder let content: () -> Content

    var body: some View {
      content()
        .sheet(isPresented: controller.isPresented(at: depth, asCover: false)) { presented }
        #if os(macOS)
          .sheet(isPresented: controller.isPresented(at: depth, asCover: true)) { presented }
        #else
          .fullScreenCover(isPresented: controller.isPresented(at: depth, asCover: true)) { presented }
        #endif
    }

    private var flow: PresentedFlow<Node>? {
      let presented = controller.state.presented
      return depth < presented.count ? presented[depth] : nil
    }

    @ViewBuilder
    private var presented: some View {
      if let flow {
        AnyView(
          PresentingView<Node, Screen, StackView<Node, Screen>>(
            controller: controller, depth: depth + 1, screen: screen
          ) {
            StackView(controller: controller, stack: flow.stack, flow: flow.id, screen: screen)
          }
          .interactiveDismissDisabled(flow.guarding != .allow)
          .presentationDetents(flow.style.detents))
      }
    }
  }
#endif
