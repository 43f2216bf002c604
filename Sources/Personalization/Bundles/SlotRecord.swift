internal import Navigation

/// The value of a slot; which member it has, the slot says.
struct SlotRecord: Codable {
  var text: String?
  var keys: [String]?
  var node: TemplateRecord?
  var seconds: Int64?
  var flag: Bool?

  private init(_ value: SlotValue) {
    switch value {
    case .route(let key), .key(let key): text = key
    case .layout(let layout): text = layout.rawValue
    case .keys(let list): keys = list
    case .node(let template): node = template.map(TemplateRecord.init)
    case .scope(let scope): text = scope.rawValue
    case .seconds(let count): seconds = count
    case .modalStyle(let style): text = style.rawValue
    case .boolean(let isSet): flag = isSet
    }
  }

  private func value(of slot: Slot, _ place: String) throws(BundleError) -> SlotValue? {
    switch slot {
    case .entry: text.map { .route($0) }
    case .homeLayout: text.flatMap(HomeLayout.init).map { .layout($0) }
    case .homeTabs, .homeCards: keys.map { .keys($0) }
    case .homeInitialTab: text.map { .key($0) }
    case .fallbackModalDismissed where node == nil: .node(nil)
    case .fallbackDefault, .fallbackModalDismissed, .fallbackInvalidDeepLink, .fallbackUnavailableNode,
      .fallbackSignedOut, .fallbackRestoreFailed:
      if let node { .node(try node.template("\(place): \(slot.key)")) } else { nil }
    case .sessionScope: text.flatMap(SessionScope.init).map { .scope($0) }
    case .sessionResumeWithin: seconds.map { .seconds($0) }
    case .modalStyle: text.flatMap(ModalStyle.init).map { .modalStyle($0) }
    case .modalConfirmsDismissal: flag.map { .boolean($0) }
    }
  }

  static func records(_ values: [Slot: SlotValue]) -> [String: SlotRecord] {
    Dictionary(values.map { ($0.key.key, SlotRecord($0.value)) }) { first, _ in first }
  }

  static func values(_ records: [String: SlotRecord], _ place: String) throws(BundleError) -> [Slot: SlotValue] {
    var values: [Slot: SlotValue] = [:]
    for (name, record) in records {
      let slot = try slot(name, place)
      guard let value = try record.value(of: slot, place) else {
        throw .unsound("\(place): \(name) has no legal value")
      }
      values[slot] = value
    }
    return values
  }

  static func slot(_ name: String, _ place: String) throws(BundleError) -> Slot {
    guard let slot = Slot(rawValue: name) else { throw .unsound("\(place): there is no slot \(name)") }
    return slot
  }
}
