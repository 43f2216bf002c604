/// Something wrong with a row or a cell; the row was answered all the same.
struct Flaw {
  /// The record, from 0 at the beginning of the chunk.
  var record: Int
  /// The line, from 0 at the beginning of the chunk.
  var line: Int
  /// The byte, from the beginning of the chunk.
  var offset: Int
  /// The column; -1: the row as a whole.
  let column: Int
  /// The cell, cut to a readable length.
  let value: String
  let reason: String
}

/// What a worker found in a chunk, beside the rows it wrote.
struct ChunkReport {
  var rows = 0
  var writtenRows = 0
  var flawedRows = 0
  var rowsWithFlaws = 0
  var flawedCells: [Int]
  /// Whether some cell of the column holds a value.
  var readableColumns: [Bool] = []
  /// Lists in brackets and in braces, by column.
  var bracketLists: [Int] = []
  var braceLists: [Int] = []
  var skippedLines = 0
  var wordUnits = 0
  var firstWordUnit: (record: Int, word: String)?
  var decomposedUnits = 0
  var firstDecomposedUnit: Int?
  /// Physical lines in the records and skipped lines.
  var lines = 0
  var flaws: [Flaw] = []
  /// How many bytes the complete records take; what follows is the beginning of one more.
  var consumed = 0
  /// Where an open quoted field begins, as line and offset within the chunk.
  var openQuote: (line: Int, offset: Int)?

  /// Whether a line feed stands outside quotes in a file whose records end in carriage returns.
  var hasMixedLineEnds = false
  /// How many NUL bytes end the input in the middle of a record: what a crash leaves of a file.
  var trailingNULs = 0

  init(columns: Int) { flawedCells = [Int](repeating: 0, count: columns) }
}
