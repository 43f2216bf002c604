internal import Authoring
internal import BatchEvaluation
internal import Personalization

/// Which column of a table feeds which attribute or slot.
struct TableHeader {
  /// The columns that feed something.
  let columns: [Column]
  /// The index of the unit's column.
  let unitColumn: Int
  /// Names that neither an attribute nor a slot has.
  let ignoredNames: [String]

  struct Column {
    let name: String
    let kind: ColumnKind
    /// The attribute, or the slot's place in `Slot.allCases`.
    let target: Int
    let values: ArrowColumn
    /// Whether the column holds texts that are to be read as the cells of a CSV file are.
    var hasCells = false
    /// What stands between the elements of a list in a cell.
    var separator = UInt8(ascii: "|")
  }

  /// - Parameter readsCells: Whether texts stand for values of any type, spelt as in a CSV file.
  /// - Throws: Where a column cannot hold values of its attribute, is there twice, or the unit's is not there.
  init(_ table: ArrowTable, _ catalog: Catalog, readsCells: Bool) throws(TableError) {
    let attributes = Dictionary(zip(catalog.attributes.map(\.name), 0...), uniquingKeysWith: { first, _ in first })
    for (name, values) in table.structures {
      guard let index = attributes[name] else { continue }
      let attribute = catalog.attributes[index]
      try Column(name: name, kind: ColumnKind(attribute.type), target: index, values: values).check(attribute)
    }
    var columns: [Column] = []
    var ignored: [String] = []
    for (name, values) in table.columns {
      var column: Column
      if let index = attributes[name] {
        let attribute = catalog.attributes[index]
        column = Column(name: name, kind: ColumnKind(attribute.type), target: index, values: values)
        column.hasCells = readsCells && values.type.isText
        column.separator = attribute.separator
        if !column.hasCells { try column.check(attribute) }
      } else if name.hasPrefix(User.choicePrefix),
        let slot = Slot(rawValue: String(name.dropFirst(User.choicePrefix.count)))
      {
        column = Column(name: name, kind: .choice, target: slot.index, values: values)
      } else {
        ignored.append(name)
        continue
      }
      guard !columns.contains(where: { $0.name == name }) else { throw TableError("two columns are named \(name)") }
      columns.append(column)
    }
    guard let unitColumn = columns.firstIndex(where: { $0.name == catalog.unit }) else {
      let names = table.columns.map(\.name)
      let hint = nearestName(to: catalog.unit, among: ignored).map { "; is it \($0)?" } ?? ""
      throw TableError(
        "no column \(catalog.unit): it identifies the users; the table has \(names.joined(separator: ", "))\(hint)")
    }
    self.columns = columns
    self.unitColumn = unitColumn
    ignoredNames = ignored
  }
}

extension TableHeader.Column {
  /// Whether the column's type can hold values of its attribute.
  ///
  /// As in JSON users: nothing is read as what it is not, so that numbers are no names and texts are no numbers.
  fileprivate func check(_ attribute: AttributeDefinition) throws(TableError) {
    let isSuitable: Bool
    let expected: String
    switch kind {
    case .string, .version: (isSuitable, expected) = (values.type.isText, "a string column")
    case .number: (isSuitable, expected) = (values.type.isNumber, "integers, floats or decimals")
    case .boolean: (isSuitable, expected) = (values.type == .boolean || values.type == .null, "a boolean column")
    case .date:
      (isSuitable, expected) = (
        values.type.isDate || values.type.isText || values.type.isNumber,
        "a date or timestamp column, RFC 3339 strings, or seconds since 1970"
      )
    case .stringList: (isSuitable, expected) = (holdsLists { $0.isText }, "a column of lists of strings")
    case .numberList: (isSuitable, expected) = (holdsLists { $0.isNumber }, "a column of lists of numbers")
    case .choice, .ignored: return
    }
    guard !isSuitable else { return }
    throw TableError(
      "column \(name) holds values of type \(values.type.name), and the attribute is \(attribute.type.phrase): "
        + "expected \(expected); convert the column")
  }

  private func holdsLists(of isElement: (ColumnType) -> Bool) -> Bool {
    values.type == .null || values.listElements.map { isElement($0.type) } ?? false
  }
}

extension ColumnType {
  var isText: Bool {
    switch self {
    case .text, .null: true
    default: false
    }
  }

  var isNumber: Bool {
    switch self {
    case .integer, .float, .decimal, .null: true
    default: false
    }
  }

  var isDate: Bool {
    switch self {
    case .days, .ticks: true
    default: false
    }
  }
}
