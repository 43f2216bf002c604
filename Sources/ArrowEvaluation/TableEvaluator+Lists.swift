internal import BatchEvaluation
internal import Personalization

/// Columns of lists, and of what users chose.
extension TableEvaluator {
  mutating func readList(
    _ column: TableHeader.Column, _ index: Int, _ row: Int, _ user: Int
  ) throws(TableError) {
    guard let (lists, place) = try column.values.value(of: row), let range = try lists.list(place),
      let elements = lists.elements
    else { return }
    let isOfTexts = column.kind == .stringList
    // All elements must be sound before the first is added.
    for element in range {
      guard let (values, place) = try elements.value(of: element) else {
        return add(index, user, "null", "in a list is no element")
      }
      if isOfTexts {
        let flaw = try values.text(place) { TextFlaw.first(in: $0.bindMemory(to: UInt8.self).span) } ?? nil
        if let flaw { return add(index, user, "element \(element - range.lowerBound + 1)", flaw.sentence) }
      } else if values.number(place)?.isFinite != true {
        return add(index, user, "element \(element - range.lowerBound + 1)", CellFlaw.number)
      }
    }
    for element in range {
      guard let (values, place) = try elements.value(of: element) else { continue }
      if isOfTexts {
        _ = try values.text(place) {
          evaluator.addElement(column.target, text: $0.bindMemory(to: UInt8.self).span, user: user)
        }
      } else if let number = values.number(place) {
        evaluator.addElement(column.target, number: number, user: user)
      }
    }
    evaluator.endList(column.target, count: range.count, user: user)
  }

  mutating func readChoice(
    _ column: TableHeader.Column, _ index: Int, _ row: Int, _ user: Int
  ) throws(TableError) {
    guard let (source, place) = try column.values.value(of: row) else { return }
    let slot = Slot.allCases[column.target]
    let choice = try source.choice(place)
    if let choice, let value = SlotValue(choice: choice, for: slot, in: catalog) {
      evaluator.setChoice(slot, value, user: user)
    } else {
      let expected = SlotValue.expectation(for: slot, in: catalog)
      let shown = if case .string(let text) = choice { text } else { choice?.description }
      add(index, user, shown ?? "a \(source.type.name)", "is no choice; expected \(expected)")
    }
  }
}

extension ArrowColumn {
  /// The value of a row as a choice is written; nil if no choice has that type.
  fileprivate func choice(_ row: Int) throws(TableError) -> AttributeValue? {
    switch type {
    case .boolean: return boolean(row).map(AttributeValue.boolean)
    case .text: return try text(row) { .string(String(decoding: $0, as: UTF8.self)) }
    case .list:
      guard let range = try list(row), let elements else { return nil }
      var keys: [AttributeValue] = []
      for element in range {
        guard let (values, place) = try elements.value(of: element),
          let key = try values.text(place, { String(decoding: $0, as: UTF8.self) })
        else { return nil }
        keys.append(.string(key))
      }
      return .list(keys)
    default: return nil
    }
  }
}
