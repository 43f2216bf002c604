internal import Personalization

/// A record as values, for consumers that look at users.
extension RowEvaluator {
  /// The attributes that the record has no usable value of.
  func missing(_ record: Int) -> [UInt64] {
    var missing = absent
    for (index, column) in header.columns.enumerated() where column.hasType {
      let cell = block.cell(record, index)
      var isString = false
      if case .string = column.kind { isString = true }
      if cell.isEmpty && !(isString && cell.isQuoted) || !isSound(record, index) {
        missing[column.target >> 6] |= 1 << UInt64(column.target & 63)
      }
    }
    return missing
  }

  func lend(_ record: Int, _ bytes: Span<UInt8>, to consumer: any CellConsumer) {
    for (index, column) in header.columns.enumerated() where column.hasType {
      let cell = block.cell(record, index)
      guard !cell.isEmpty, isSound(record, index) else { continue }
      consumer.accept(cell: plainText(cell, column, bytes), of: column.target)
    }
  }

  /// The user of a record, as values that are decided for as the record is; flawed cells are left out.
  func user(_ record: Int, _ bytes: Span<UInt8>) -> User {
    var user = User([:])
    for (index, column) in header.columns.enumerated() {
      let cell = block.cell(record, index)
      var isString = false
      if case .string = column.kind { isString = true }
      guard !cell.isEmpty || (isString && cell.isQuoted), isSound(record, index) else { continue }
      switch column.kind {
      case .ignored: continue
      case .choice:
        user.choices[Slot.allCases[column.target].key] = .string(
          String(decoding: content(of: cell, bytes), as: UTF8.self))
      default: user.attributes[catalog.attributes[column.target].name] = value(cell, column, bytes)
      }
    }
    return user
  }

  func value(_ cell: Cell, _ column: InputHeader.Column, _ bytes: Span<UInt8>) -> AttributeValue {
    let content = content(of: cell, bytes)
    func number(_ bytes: Span<UInt8>) -> AttributeValue {
      (column.spelling.map { $0.number(bytes) } ?? NumberCell.number(bytes)).map(AttributeValue.number) ?? .null
    }
    switch column.kind {
    case .number: return number(content.span)
    case .boolean: return .boolean(plainText(cell, column, bytes) == "true")
    case .stringList, .numberList:
      var isOfTexts = false
      if case .stringList = column.kind { isOfTexts = true }
      // Between brackets, numbers are written as everywhere, not as the column spells them.
      let isSeparated = ListForm(of: content.span) == .separated
      func element(_ bytes: Span<UInt8>) -> AttributeValue {
        if isOfTexts { return .string(bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }) }
        return isSeparated ? number(bytes) : NumberCell.number(bytes).map(AttributeValue.number) ?? .null
      }
      return .list(Self.elements(content.span, column).map { element($0.span) })
    case .date: return .string(plainText(cell, column, bytes))
    case .string, .version, .choice, .ignored: return .string(String(decoding: content, as: UTF8.self))
    }
  }

  static func userIssue(_ issue: Issue, _ header: InputHeader) -> UserIssue {
    UserIssue(name: header.names[issue.column], value: "\"\(issue.value)\"", message: issue.reason)
  }

  /// The value of a sound cell in the one spelling that needs neither the column's options nor a guess.
  func plainText(_ cell: Cell, _ column: InputHeader.Column, _ bytes: Span<UInt8>) -> String {
    let content = content(of: cell, bytes)
    switch column.kind {
    case .boolean:
      let flag = column.spelling.map { $0.boolean(content.span) } ?? BooleanCell.boolean(content.span)
      return flag == true ? "true" : "false"
    case .date:
      let date =
        column.spelling.map { $0.date(content.span, column.dateFormat) } ?? content.span.date(column.dateFormat)
      return date?.description ?? ""
    case .number:
      if let number = column.spelling.flatMap({ $0.number(content.span) }) {
        return AttributeValue.number(number).description
      }
      return String(decoding: content[content.span.trimmed], as: UTF8.self)
    case .stringList, .numberList:
      let separator = catalog.attributes[column.target].separator
      return String(
        decoding: Array(Self.elements(content.span, column).joined(separator: [separator])), as: UTF8.self)
    case .string, .version, .choice, .ignored: return String(decoding: content, as: UTF8.self)
    }
  }

  /// The elements of a sound list.
  static func elements(_ cell: Span<UInt8>, _ column: InputHeader.Column) -> [[UInt8]] {
    switch ListForm(of: cell) {
    case .separated:
      ListCell.elements(cell, separator: column.separator).map { element in element.map { cell[$0] } }
    case let form: (try? ListCell.elements(cell, form: form)) ?? []
    }
  }

  func isSound(_ record: Int, _ column: Int) -> Bool {
    cellIssues.isEmpty || !cellIssues.contains { $0.record == record && $0.column == column }
  }
}
