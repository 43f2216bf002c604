public import Navigation

/// One thing that can be personalised.
public enum Slot: String, Hashable, Sendable, CaseIterable {
  case entry
  case homeLayout = "home.layout"
  case homeTabs = "home.tabs"
  case homeCards = "home.cards"
  case homeInitialTab = "home.initialTab"
  case fallbackDefault = "fallback.default"
  case fallbackModalDismissed = "fallback.modalDismissed"
  case fallbackInvalidDeepLink = "fallback.invalidDeepLink"
  case fallbackUnavailableNode = "fallback.unavailableNode"
  case fallbackSignedOut = "fallback.signedOut"
  case fallbackRestoreFailed = "fallback.restoreFailed"
  case sessionScope = "session.scope"
  case sessionResumeWithin = "session.resumeWithin"
  case modalStyle = "modal.style"
  case modalConfirmsDismissal = "modal.confirmsDismissal"

  /// The key in files, columns and messages.
  public var key: String { rawValue }

  /// The slot's place in `allCases`; a test holds the two together.
  package var index: Int {
    switch self {
    case .entry: 0
    case .homeLayout: 1
    case .homeTabs: 2
    case .homeCards: 3
    case .homeInitialTab: 4
    case .fallbackDefault: 5
    case .fallbackModalDismissed: 6
    case .fallbackInvalidDeepLink: 7
    case .fallbackUnavailableNode: 8
    case .fallbackSignedOut: 9
    case .fallbackRestoreFailed: 10
    case .sessionScope: 11
    case .sessionResumeWithin: 12
    case .modalStyle: 13
    case .modalConfirmsDismissal: 14
    }
  }
}

extension Slot: Comparable {
  /// The order of `allCases`.
  public static func < (first: Slot, second: Slot) -> Bool { first.index < second.index }
}

/// What a slot is set to; which case belongs to which slot, loading makes sure of.
public enum SlotValue: Hashable, Sendable {
  /// `entry`: the key of a route.
  case route(String)
  /// `home.layout`.
  case layout(HomeLayout)
  /// `home.tabs`, `home.cards`: keys in order, without repetition.
  case keys([String])
  /// `home.initialTab`: the key of a tab.
  case key(String)
  /// The fallbacks; nil, for `fallback.modalDismissed` alone: where the modal flow was presented.
  case node(NodeTemplate?)
  /// `session.scope`.
  case scope(SessionScope)
  /// `session.resumeWithin`, in seconds.
  case seconds(Int64)
  /// `modal.style`.
  case modalStyle(ModalStyle)
  /// `modal.confirmsDismissal`.
  case boolean(Bool)
}

extension SlotValue: CustomStringConvertible {
  /// The value as people write it.
  public var description: String {
    switch self {
    case .route(let key), .key(let key): key
    case .layout(let layout): layout.rawValue
    case .keys(let keys): "[\(keys.joined(separator: ", "))]"
    case .node(let node): node?.description ?? "where it was presented"
    case .scope(let scope): scope.rawValue
    case .seconds(let seconds): Period(seconds: seconds).description
    case .modalStyle(let style): style.rawValue
    case .boolean(let flag): String(flag)
    }
  }
}
