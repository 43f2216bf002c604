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
      // A table may be a part of a larger one: nothing is told from its other rows.
      do throws(ListFlaw) {
        _ = try reader.evaluator.addList(
          cell, to: column.target, isOfTexts: column.kind == .stringList, separator: column.separator,
          isSeparatorInUse: false, user: row)
      } catch {
        reader.add(index, row, String(showing: cell), error.sentence)
      }
    }
  }
}
