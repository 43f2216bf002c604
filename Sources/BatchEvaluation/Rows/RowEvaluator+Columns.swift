internal import Navigation
internal import Personalization

/// Columns of cells, read as their types and loaded into the evaluator.
extension RowEvaluator {
  /// Reads a column of cells as its type, and loads it.
  mutating func read(_ index: Int, _ bytes: Span<UInt8>, _ text: TextSurvey) {
    let column = header.columns[index]
    if case .ignored = column.kind { return }
    if let spelling = column.spelling { clearNulls(index, spelling, bytes) }
    // Values of a type, and in its terms for none.
    let isSound = text.isSound || !flagsFlawedTexts(index, bytes)
    let attribute = column.target
    switch column.kind {
    case .ignored: break
    case .string:
      if evaluator.uses(attribute) { readTexts(index, attribute, bytes, isSound: isSound) }
    case .number:
      if block.readNumbers(index, bytes, column.spelling, into: &values.numbers) {
        for record in 0..<block.count where values.numbers[record] == .infinity {
          values.numbers[record] = .nan
          addFlaw(index, record, bytes, CellFlaw.number(bytes.extracting(block.cell(record, index).places)))
        }
      }
      evaluator.load(attribute, numbers: values.numbers, count: block.count)
    case .boolean:
      if block.readBooleans(index, bytes, column.spelling, into: &values.booleans) {
        for record in 0..<block.count where values.booleans[record] == 3 {
          addFlaw(index, record, bytes, CellFlaw.boolean)
        }
      }
      evaluator.load(attribute, booleans: values.booleans, count: block.count)
    case .version: readVersions(index, attribute, bytes)
    case .date:
      if block.readDates(index, bytes, column.spelling, column.dateFormat, into: &values.integers) {
        for record in 0..<block.count where values.integers[record] == .min + 1 {
          values.integers[record] = .min
          addFlaw(index, record, bytes, CellFlaw.date(column))
        }
      }
      evaluator.load(attribute, dates: values.integers, count: block.count)
    case .stringList, .numberList:
      for record in 0..<block.count where !block.cell(record, index).isEmpty {
        if isSound || isSoundCell(index, record) { readList(index, record, bytes) }
      }
    case .choice:
      for record in 0..<block.count where !block.cell(record, index).isEmpty {
        if isSound || isSoundCell(index, record) { readChoice(index, column, record, bytes) }
      }
    }
  }

  mutating func readTexts(_ index: Int, _ attribute: Int, _ bytes: Span<UInt8>, isSound: Bool) {
    let hasDoubledQuotes = block.readTexts(index, into: &values.texts)
    if !isSound {
      for record in 0..<block.count where !isSoundCell(index, record) { values.texts[record] = .missing }
    }
    evaluator.load(attribute, texts: values.texts, count: block.count, of: bytes)
    guard hasDoubledQuotes else { return }
    for record in 0..<block.count where block.cell(record, index).hasDoubledQuotes {
      guard isSound || isSoundCell(index, record) else { continue }
      evaluator.load(attribute, text: block.cell(record, index).field.unquoted(in: bytes).span, user: record)
    }
  }

  mutating func readVersions(_ index: Int, _ attribute: Int, _ bytes: Span<UInt8>) {
    let takesPacked = evaluator.takesPacked(attribute)
    if block.readPackedVersions(index, bytes, into: &values.packedVersions) || !takesPacked {
      for record in 0..<block.count where !block.cell(record, index).isEmpty {
        guard values.packedVersions[record] == .max - 1 || !takesPacked else { continue }
        values.packedVersions[record] = .max
        if let version = SemanticVersion(bytes: bytes.extracting(block.cell(record, index).places)) {
          evaluator.load(attribute, version: version, user: record)
        } else {
          addFlaw(index, record, bytes, CellFlaw.version)
        }
      }
    }
    if takesPacked { evaluator.load(attribute, packedVersions: values.packedVersions, count: block.count) }
  }

  mutating func readList(_ index: Int, _ record: Int, _ bytes: Span<UInt8>) {
    let cell = block.cell(record, index)
    let unquoted = cell.hasDoubledQuotes ? cell.field.unquoted(in: bytes) : []
    let content = cell.hasDoubledQuotes ? unquoted.span : bytes.extracting(cell.places)
    let column = header.columns[index]
    var isOfTexts = false
    if case .stringList = column.kind { isOfTexts = true }
    do throws(ListFlaw) {
      let form = try evaluator.addList(
        content, to: column.target, isOfTexts: isOfTexts, separator: column.separator,
        isSeparatorInUse: column.isSeparatorInUse, spelling: column.spelling, user: record)
      switch form {
      case .separated: break
      case .brackets: bracketLists[index] += 1
      case .braces: braceLists[index] += 1
      }
    } catch {
      addFlaw(index, record, bytes, error.sentence)
    }
  }

  mutating func readChoice(
    _ index: Int, _ column: InputHeader.Column, _ record: Int, _ bytes: Span<UInt8>
  ) {
    let slot = Slot.allCases[column.target]
    let text = String(decoding: content(of: block.cell(record, index), bytes), as: UTF8.self)
    if let value = SlotValue(choice: .string(text), for: slot, in: catalog) {
      evaluator.setChoice(slot, value, user: record)
    } else {
      let expected = SlotValue.expectation(for: slot, in: catalog)
      addFlaw(index, record, bytes, "is no choice; expected \(expected)")
    }
  }

  /// Takes cells that are words for no value for empty ones; a unit that is one is flawed, and keeps its bytes.
  mutating func clearNulls(_ column: Int, _ spelling: CellSpelling, _ bytes: Span<UInt8>) {
    guard spelling.nullWords?.isEmpty == false else { return }
    for record in 0..<block.count {
      let cell = block.cell(record, column)
      guard !cell.isEmpty, spelling.isNull(bytes.extracting(cell.places)) else { continue }
      if column == header.unitColumn {
        addFlaw(column, record, bytes, "stands for no value")
      } else {
        block.clear(record, column)
      }
    }
  }
}
