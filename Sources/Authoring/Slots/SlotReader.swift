internal import Navigation
internal import JSONTree
internal import Personalization

/// Reads slots and their values: defaults, segments and variations all set slots in the same way.
struct SlotReader {
  let templates: TemplateReader
  let routes: NameTable
  let tabs: NameTable
  let cards: NameTable

  /// One slot that is set, and where.
  struct Setting {
    let slot: Slot
    let value: SlotValue?
    let source: Value
  }

  /// The slots that an object sets; a value is nil where it has an error.
  func settings(_ value: Value?) -> [Setting] {
    guard let value, let members = value.object("an object of slots and their values") else { return [] }
    return members.compactMap { member in
      guard let slot = slot(named: member.key, at: member, part: .key) else { return nil }
      return Setting(slot: slot, value: self.value(of: slot, member), source: member)
    }
  }

  /// The slot of a name, or a report.
  func slot(named name: String, at value: Value, part: Value.Part = .value) -> Slot? {
    if let slot = Slot(rawValue: name) { return slot }
    let remedy = Remedy(for: name, among: Slot.allCases.map(\.key))
    value.report(
      .unknownSlot, "there is no slot \(quoted(name))\(remedy.ending)", suggestion: remedy.suggestion, at: part)
    return nil
  }

  /// The value of a slot, or a report.
  func value(of slot: Slot, _ value: Value) -> SlotValue? {
    switch slot {
    case .entry: return key(value, of: routes).map { .route($0) }
    case .homeLayout: return value.choice(of: HomeLayout.self, code: .slotValue).map { .layout($0) }
    case .homeTabs: return keys(value, of: tabs).map { .keys($0) }
    case .homeCards: return keys(value, of: cards).map { .keys($0) }
    case .homeInitialTab: return key(value, of: tabs).map { .key($0) }
    case .fallbackModalDismissed where value.isNull: return .node(nil)
    case .fallbackDefault, .fallbackModalDismissed, .fallbackInvalidDeepLink, .fallbackUnavailableNode,
      .fallbackSignedOut, .fallbackRestoreFailed:
      return templates.template(value, code: .slotValue).map { .node($0) }
    case .sessionScope: return value.choice(of: SessionScope.self, code: .slotValue).map { .scope($0) }
    case .sessionResumeWithin: return seconds(value).map { .seconds($0) }
    case .modalStyle: return value.choice(of: ModalStyle.self, code: .slotValue).map { .modalStyle($0) }
    case .modalConfirmsDismissal:
      guard case .boolean(let flag) = value.node.value else {
        value.reportType("true or false", code: .slotValue)
        return nil
      }
      return .boolean(flag)
    }
  }

  private func key(_ value: Value, of names: NameTable) -> String? {
    guard let text = value.text else {
      value.reportType(names.phrase, code: .slotValue)
      return nil
    }
    return names.contains(text, at: value) ? text : nil
  }

  private func keys(_ value: Value, of names: NameTable) -> [String]? {
    guard let elements = value.array("an array of keys of \(names.what)s", code: .slotValue) else { return nil }
    var keys: [String] = []
    for element in elements {
      guard let key = key(element, of: names) else { continue }
      if keys.contains(key) {
        element.report(.slotValue, "\(names.what) \(quoted(key)) is in this array already; expected each key once")
      }
      keys.append(key)
    }
    return keys.count == elements.count ? keys : nil
  }

  private func seconds(_ value: Value) -> Int64? {
    guard let period = value.period(code: .slotValue) else { return nil }
    guard period.months == 0 else {
      value.report(
        .slotValue, "months and years are not equally long; expected a period of at most days such as \"P30D\"")
      return nil
    }
    return period.seconds
  }
}
