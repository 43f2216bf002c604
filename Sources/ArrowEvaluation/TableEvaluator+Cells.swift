internal import BatchEvaluation
internal import Personalization

/// Columns of texts that are spelt as in a CSV file.
extension TableEvaluator {
  /// Calls the body with the cells of some rows that are not empty.
  private mutating func withCells(
    _ column: TableHeader.Column, _ index: Int, _ rows: Range<Int>,
    _ body: (inout TableEvaluator, Int, Span<UInt8>) -> Void
  ) throws(TableError) {
    try withTexts(column, index, rows, isUnit: false) { reader, bytes in
      for row in 0..<rows.count {
        let range = reader.values.texts[row]
        if !range.isMissing, !range.places.isEmpty { body(&reader, row, bytes.extracting(range.places)) }
      }
    }
  }

  mutating func readNumberCells(
    _ column: TableHeader.Column, _ index: Int, _ rows: Range<Int>
  ) throws(TableError) {
    for row in 0..<rows.count { values.numbers[row] = .nan }
    try withCells(column, index, rows) { reader, row, cell in
      if let number = NumberCell.number(cell) {
        reader.values.numbers[row] = number
      } else {
        reader.add(index, row, String(showing: cell), CellFlaw.number)
      }
    }
    evaluator.load(column.target, numbers: values.numbers, count: rows.count)
  }

  mutating func readBooleanCells(
    _ column: TableHeader.Column, _ index: Int, _ rows: Range<Int>
  ) throws(TableError) {
    for row in 0..<rows.count { values.booleans[row] = 2 }
    try withCells(column, index, rows) { reader, row, cell in
      if let flag = BooleanCell.boolean(cell) {
        reader.values.booleans[row] = flag ? 1 : 0
      } else {
        reader.add(index, row, String(showing: cell), CellFlaw.boolean)
      }
    }
    evaluator.load(column.target, booleans: values.booleans, count: rows.count)
  }

  mutating func readListCells(
    _ column: TableHeader.Column, _ index: Int, _ rows: Range<Int>
  ) throws(TableError) {
    try withCells(column, index, rows) { reader, row, cell in
      let elements = ListCell.elements(cell, separator: column.separator)
      if column.kind == .stringList {
        for element in elements {
          reader.evaluator.addElement(column.target, text: cell.extracting(element), user: row)
        }
      } else {
        let numbers = elements.compactMap { NumberCell.number(cell.extracting($0)) }
        guard numbers.count == elements.count else {
          return reader.add(index, row, String(showing: cell), CellFlaw.numberList(separator: column.separator))
        }
        for number in numbers { reader.evaluator.addElement(column.target, number: number, user: row) }
      }
      reader.evaluator.endList(column.target, count: elements.count, user: row)
    }
  }
}
