public import Personalization

/// How a batch is to be done.
public struct BatchOptions: Sendable {
  /// How the output is written.
  public enum Format: String, Sendable, CaseIterable {
    case csv
    /// One JSON object a line.
    case jsonl
  }

  /// How the input is written.
  public enum InputFormat: String, Sendable, CaseIterable {
    case csv
    /// One JSON object of attributes a line.
    case jsonl

    /// The format that the ending of a path says, without that of a compression: lines of JSON for `.jsonl` and `.ndjson`.
    public init(path: String) {
      let path = path.lowercased()
      self =
        ["", ".gz", ".zst"].contains { path.hasSuffix(".jsonl" + $0) || path.hasSuffix(".ndjson" + $0) } ? .jsonl : .csv
    }
  }

  /// When schedules and relative dates are measured, for every row.
  public var time: Timestamp
  /// How the output is written.
  public var format = Format.csv
  /// The columns of the output and their order, by name; nil: all.
  ///
  /// See `Batch.outputColumns`.
  public var columns: [String]?
  /// Columns of the input that are copied behind those of the output, by their names in the file.
  public var keptColumns: [String] = []
  /// Which rows are written; nil: all.
  ///
  /// Rows that cannot be used match nothing.
  public var filter: RowFilter?
  /// How many threads evaluate; the output does not depend on it.
  public var threads = 1
  /// How the input is written; nil: as the ending of its name says.
  public var inputFormat: InputFormat?
  /// What separates the fields of the input; nil: a comma, or what a `sep=` line names.
  public var delimiter: UInt8?
  /// How the input is written where it is not written in the usual way.
  package var spelling = FileSpelling()
  /// Whether the first flaw ends the job.
  public var isStrict = false
  /// The share of rows, 0 to 1, that may have a flaw of their own or of a cell; nil: any.
  ///
  /// If more have, the rows are not published and nothing is remembered.
  public var maximumFlawedShare: Double?
  /// Whether text cells that a spreadsheet would take for formulas are prefixed with `'`, and files begin with a byte order
  /// mark, by which spreadsheets know UTF-8.
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

/// Which rows of a batch are written.
public enum RowFilter: Hashable, Sendable {
  /// Users in this segment.
  case segment(String)
  /// Users who are assigned this variation of an experiment, or any.
  case experiment(String, variation: String?)
}

/// What became of a batch.
public struct BatchSummary: Hashable, Sendable {
  /// Nothing was done yet.
  package init() {}

  /// Records of the input after the header.
  public internal(set) var rows = 0
  /// Rows that were written: one for each record, or as many as `BatchOptions.filter` matches.
  public internal(set) var writtenRows = 0
  /// Rows that got the catalog's defaults because their fields cannot be told apart or their unit is unusable.
  public internal(set) var flawedRows = 0
  /// Rows with a flaw of their own or of a cell.
  public internal(set) var rowsWithFlaws = 0
  /// Columns of which no cell that holds something could be read, in the file's order.
  public internal(set) var unreadableColumns: [UnreadableColumn] = []
  /// Cells that counted as missing because of what they hold, by column.
  public internal(set) var flawedCells: [String: Int] = [:]
  /// How many lists are in brackets or braces, by column; columns without any are left out.
  public internal(set) var listForms: [String: [ListForm: Int]] = [:]
  /// What separates the lists of a column where it is not what the catalog says, but what the beginning of the file shows.
  public internal(set) var listSeparators: [String: UInt8] = [:]
  /// Empty lines that were skipped.
  public internal(set) var skippedLines = 0
  /// Units that are a word which often stands for no value, such as `NULL`.
  public internal(set) var wordUnits = 0
  /// The first of them, and its record.
  public internal(set) var firstWordUnit: WordUnit?
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

  /// A unit that is a word which often stands for no value.
  public struct WordUnit: Hashable, Sendable {
    /// The record, from 1.
    public let record: Int
    /// The word.
    public let word: String
  }

  /// A column that might as well not be there: every cell that holds something is flawed.
  public struct UnreadableColumn: Hashable, Sendable {
    /// Its name in the file.
    public let name: String
    /// How many cells hold something.
    public let cells: Int
    /// The record of the first of them, from 1.
    public let record: Int
    /// What that cell holds, cut to a readable length.
    public let value: String
    /// What is wrong with it, as the end of a sentence that begins with the value.
    public let reason: String
  }

  /// Whether any row or cell was flawed.
  public var hasFlaws: Bool { flawedRows > 0 || !flawedCells.isEmpty }
}
