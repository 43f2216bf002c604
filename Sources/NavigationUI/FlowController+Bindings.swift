#if canImport(SwiftUI)
  internal import Navigation
  internal import SwiftUI

  /// What the system's own gestures write to: each write becomes a command.
  extension FlowController {
    /// The selected tab.
    var tabSelection: Binding<String> {
      Binding(
        get: { @MainActor in self.state.home.selectedTab ?? "" },
        set: { @MainActor key in self.send(.switchTab(key)) })
    }

    /// A stack on the screen; nil if there is none at this place.
    func screenStack(at place: Int) -> ScreenStack<Node>? {
      let stacks = state.screenStacks
      return place < stacks.count ? stacks[place] : nil
    }

    /// The stack of a tab: with what is pushed over it, while it is selected.
    func screenStack(of tab: HomeState<Node>.Tab) -> ScreenStack<Node> {
      tab.key == state.home.selectedTab ? state.screenStacks[0] : state.home.screenStack(of: tab)
    }

    /// The path of a tab; what is out of sight is not changed by gestures.
    func path(of tab: HomeState<Node>.Tab) -> Binding<[EntryID]> {
      guard tab.key != state.home.selectedTab else { return path(at: 0) }
      return Binding(get: { @MainActor in tab.stack.path.map(\.id) }, set: { @MainActor _ in })
    }

    /// The path of a stack on the screen.
    ///
    /// The back gesture shortens it; a report that comes late is sorted out by the tree.
    func path(at place: Int) -> Binding<[EntryID]> {
      Binding(
        get: { @MainActor in self.screenStack(at: place)?.path.map(\.id) ?? [] },
        set: { @MainActor path in self.reconcile(screenPath: path, at: place) })
    }

    /// Whether a stack is on the screen at this place, in that style.
    ///
    /// A swipe sets it to false.
    func isPresented(at place: Int, asCover isCover: Bool) -> Binding<Bool> {
      Binding(
        get: { @MainActor in self.screenStack(at: place)?.flow?.style.isCover == isCover },
        set: { @MainActor isShown in
          guard !isShown, let flow = self.screenStack(at: place)?.flow else { return }
          self.send(.dismiss(.gesture, of: flow.id))
        })
    }
  }

  extension PresentationStyle {
    /// Whether it covers the whole screen.
    var isCover: Bool { self == .fullScreenCover }

    /// Where a sheet rests; at full height if it does not say.
    var detents: Set<PresentationDetent> {
      guard case .sheet(let detents) = self, !detents.isEmpty else { return [.large] }
      return Set(
        detents.map { detent in
          switch detent {
          case .medium: .medium
          case .large: .large
          case .fraction(let share): .fraction(share)
          }
        })
    }
  }
#endif
