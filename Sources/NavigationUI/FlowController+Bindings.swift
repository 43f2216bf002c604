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

    /// The path of a stack.
    ///
    /// The back gesture shortens it; a report that comes late is sorted out by the tree.
    func path(of stack: Stack<Node>, _ flow: FlowID?) -> Binding<[EntryID]> {
      Binding(
        get: { @MainActor in stack.path.map(\.id) },
        set: { @MainActor path in self.send(.reconcile(path: path, of: flow)) })
    }

    /// Whether a flow is presented at this depth, in that style.
    ///
    /// A swipe sets it to false.
    func isPresented(at depth: Int, asCover isCover: Bool) -> Binding<Bool> {
      Binding(
        get: { @MainActor in
          depth < self.state.presented.count && self.state.presented[depth].style.isCover == isCover
        },
        set: { @MainActor isShown in
          guard !isShown, depth < self.state.presented.count else { return }
          self.send(.dismiss(.gesture, of: self.state.presented[depth].id))
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
