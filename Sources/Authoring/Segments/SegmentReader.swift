internal import JSONTree
internal import Personalization

/// A segment, and where its parts stand, for the checks that look at all of them.
struct SegmentDraft {
  let key: String
  let name: String
  let condition: Condition?
  let priority: Int?
  let settings: [SlotReader.Setting]
  let locked: Set<Slot>
  let conditionValue: Value?
  let priorityValue: Value?

  var segment: Segment? {
    guard let condition, let priority else { return nil }
    return Segment(
      key: key, name: name, condition: condition, priority: priority, navigation: settings.navigation, locked: locked)
  }
}

extension [SlotReader.Setting] {
  /// The values by slot.
  var navigation: [Slot: SlotValue] {
    var navigation: [Slot: SlotValue] = [:]
    for setting in self { navigation[setting.slot] = setting.value }
    return navigation
  }
}

/// Reads the files of `segments/`.
struct SegmentReader {
  let conditions: ConditionReader
  let slots: SlotReader

  func segment(_ key: String, _ root: Value) -> SegmentDraft? {
    guard
      let object = ObjectReader(
        root, "an object with \"when\" and \"priority\"",
        knows: ["$schema", "name", "description", "when", "priority", "navigation", "lock"])
    else { return nil }
    object.checkTexts("description")
    let when = object.required("when", "a condition; {} holds for everybody")
    let priority = object.required("priority", "a whole number")
    let settings = slots.settings(object["navigation"])
    return SegmentDraft(
      key: key, name: object["name"]?.string() ?? key, condition: when.flatMap { conditions.condition($0) },
      priority: priority?.wholeNumber("a whole number", in: -1_000_000_000...1_000_000_000), settings: settings,
      locked: locked(object["lock"], settings), conditionValue: when, priorityValue: priority)
  }

  private func locked(_ value: Value?, _ settings: [SlotReader.Setting]) -> Set<Slot> {
    guard let value else { return [] }
    if case .boolean(let isLocked) = value.node.value { return isLocked ? Set(settings.map(\.slot)) : [] }
    guard let elements = value.array("true, false or an array of slots") else { return [] }
    var locked: Set<Slot> = []
    for element in elements {
      guard let name = element.string("a slot"), let slot = slots.slot(named: name, at: element) else { continue }
      guard settings.contains(where: { $0.slot == slot }) else {
        element.report(.lockWithoutValue, "slot \"\(slot.key)\" is locked, but this segment does not set it")
        continue
      }
      locked.insert(slot)
    }
    return locked
  }
}
