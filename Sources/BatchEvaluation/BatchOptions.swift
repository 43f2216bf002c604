public import Personalization

/// How a batch is to be done.
public struct BatchOptions: Sendable {
  /// How the output is written.
  public enum Format: String, Sendable, CaseIterable {
    case csv
    /// One JSON object a line.
    case jsonl
  }

  /// When schedules and relative dates are measured, for every row.
  public var time: Timestamp
  /// How the output is written.
  public var format = Format.csv
  /// The columns of the output and their order, by name; nil: all.
  ///
  /// See `Batch.outputColumns`.
  public var columns: [String]?
  /// How many threads evaluate; the output does not depend on it.
  public var threads = 1
  /// What separates the fields of the input; nil: a comma, or what a `sep=` line names.
  public var delimiter: UInt8?
  /// Whether the first flaw ends the job.
  public var isStrict = false
  /// Whether text cells that a spreadsheet would take for formulas are prefixed with `'`.
  public var isExcelSafe = false
  /// How many bytes a thread works on at a time; the output does not depend on it.
  public var chunkSize = 256 * 1024
  /// The longest record that is read.
  public var maximumRecordLength = 16 * 1024 * 1024

  /// Where the assignments of sticky experiments are read and remembered; nil: nowhere.
  ///
  /// Rows count in their order, as if they were decided one by one. What they are assigned lasts once the whole file is
  /// done, all of it; a batch that fails leaves the store as it was.
  public var sticky: (any StickyStore)?
  /// How many bytes of new assignments are kept in memory; the output does not depend on it.
  package var stickyMemory = 192 << 20

  /// What else is read besides the users, and must not be written to.
  package var inputs = InputFiles()

  /// The usual way, at this time.
  public init(time: Timestamp) { self.time = time }
}

/// What became of a batch.
public struct BatchSummary: Hashable, Sendable {
  /// Records of the input after the header; as many rows were written.
  public internal(set) var rows = 0
  /// Rows that got the catalog's defaults because their fields cannot be told apart or their unit is unusable.
  public internal(set) var flawedRows = 0
  /// Cells that counted as missing because of what they hold, by column.
  public internal(set) var flawedCells: [String: Int] = [:]
  /// Empty lines that were skipped.
  public internal(set) var skippedLines = 0
  /// Columns that no attribute and no slot is named like.
  public internal(set) var ignoredColumns: [String] = []
  /// Units with letters and accents apart, which differ from the same text in one piece; and the first such record.
  public internal(set) var decomposedUnits = 0
  /// The record of the first of them.
  public internal(set) var firstDecomposedUnit: Int?
  /// Bytes read and written.
  public internal(set) var bytesRead = 0
  /// Bytes written.
  public internal(set) var bytesWritten = 0

  /// Whether any row or cell was flawed.
  public var hasFlaws: Bool { flawedRows > 0 || !flawedCells.isEmpty }
}
