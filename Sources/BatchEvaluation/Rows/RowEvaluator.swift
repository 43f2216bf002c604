internal import Navigation
internal import Personalization

/// Turns chunks of records into rows of output: one worker's memory, reused for every chunk.
///
/// A block of records flows from bytes to bytes: it is cut into cells; each column of cells is read as its type into a
/// column of values and classed by the evaluator; then, record by record, the evaluator names the outcome, whose
/// finished bytes are copied behind the unit.
struct RowEvaluator: ~Copyable {
  let header: InputHeader
  let options: BatchOptions
  let catalog: Catalog
  let format: RowFormat
  /// Whether all rows are written, and nothing of the input but the unit is copied.
  let isPlain: Bool
  let engine: PersonalizationEngine
  var evaluator: Evaluator
  var writer: RowWriter
  /// Looks at users in the writer's stead.
  let consumer: (any RowConsumer)?
  /// What is on record of users, where that counts.
  var sticky: StickyRows?
  /// The attributes that the file has no column for.
  var absent: [UInt64] = []
  var block: RecordBlock
  var values = ColumnValues()
  /// The rows of the present chunk.
  var output: ByteBuffer

  /// What was wrong with cells of the present block, column by column.
  var cellIssues: [Issue] = []
  /// How many lists of the present chunk are in brackets, and in braces, by column.
  var bracketLists: [Int]
  var braceLists: [Int]
  /// The columns of which some cell of the present chunk could be read.
  var readableColumns: [Bool]

  /// Whether the entry of each flow, by its number, is the one that is asked for.
  var entryMatches: [Int: Bool] = [:]
  var entryGeneration = -1

  /// The names of members of lines that were looked at, and those of them that nothing is named like.
  var seenNames: Set<String> = []
  var ignoredNames: Set<String> = []

  /// One entry of the `issues` column.
  struct Issue {
    let record: Int
    let column: Int
    let offset: Int
    let value: String
    let reason: String
  }

  init(
    engine: PersonalizationEngine, header: InputHeader, options: BatchOptions, format: RowFormat,
    consumer: (any RowConsumer)? = nil
  ) {
    self.engine = engine
    self.header = header
    self.options = options
    self.format = format
    isPlain = format.keptColumns.isEmpty && format.filter == nil
    catalog = engine.workspace.catalog
    evaluator = engine.makeEvaluator(at: options.time)
    writer = RowWriter(engine: engine, header: header, format: format)
    block = RecordBlock(header, capacity: Evaluator.blockSize)
    output = ByteBuffer(capacity: options.chunkSize * 2)
    self.consumer = consumer
    bracketLists = [Int](repeating: 0, count: header.columns.count)
    braceLists = bracketLists
    readableColumns = [Bool](repeating: false, count: header.columns.count)
    let present = Set(header.columns.filter(\.hasType).map(\.target))
    absent = [UInt64](repeating: 0, count: (catalog.attributes.count + 63) / 64)
    for index in catalog.attributes.indices where !present.contains(index) {
      absent[index >> 6] |= 1 << UInt64(index & 63)
    }
  }

  /// Evaluates the complete records at the beginning of `bytes`.
  ///
  /// - Parameter isLast: Whether the input ends with `bytes`, so that the last record needs no line end.
  mutating func evaluate(_ bytes: Span<UInt8>, isLast: Bool) -> ChunkReport {
    output.removeAll()
    consumer?.beginChunk()
    sticky?.records.removeAll()
    for index in bracketLists.indices {
      (bracketLists[index], braceLists[index], readableColumns[index]) = (0, 0, false)
    }
    if header.isLines { return evaluateLines(bytes, isLast: isLast) }
    var report = ChunkReport(columns: header.columns.count)
    let text = TextSurvey(bytes)
    var lines = LineCounter(lineEnd: header.dialect.lineEnd)
    while true {
      let end = block.cut(bytes, from: report.consumed, isLast: isLast)
      if block.count > 0 { evaluateBlock(bytes, text, &lines, &report) }
      report.skippedLines += block.skippedLines
      report.consumed = block.position
      switch end {
      case .block: continue
      case .bytes: break
      case .insideRecord:
        // The record is not complete here: it stays for whoever has the bytes that follow.
        report.openQuote = block.openQuote.map { (lines.count(upTo: $0, in: bytes), $0) }
        report.hasMixedLineEnds = block.hasMixedLineEnds
        report.trailingNULs = block.trailingNULs
      }
      report.lines = lines.count(upTo: report.consumed, in: bytes)
      report.bracketLists = bracketLists
      report.braceLists = braceLists
      report.readableColumns = readableColumns
      return report
    }
  }

  mutating func evaluateBlock(
    _ bytes: Span<UInt8>, _ text: TextSurvey, _ lines: inout LineCounter, _ report: inout ChunkReport
  ) {
    evaluator.begin(users: block.count)
    if !cellIssues.isEmpty { cellIssues.removeAll(keepingCapacity: true) }
    for column in header.columns.indices {
      let issues = cellIssues.count
      read(column, bytes, text)
      // Mostly the first block of a chunk tells.
      if !readableColumns[column] { findReadable(column, issues: issues) }
    }
    evaluator.assign(users: block.count)
    var filtered = 0
    for record in 0..<block.count {
      if isRejected(record) {
        if format.filter != nil { filtered += 1 }
        reject(record, bytes, &lines, &report)
        continue
      }
      let unit = block.cell(record, header.unitColumn)
      if !text.isASCII { noteDecomposed(unit, bytes, &report, record) }
      if unit.end &- unit.start <= NullWord.mostBytes { noteWord(unit, bytes, &report, record) }
      sticky?.apply(to: record, &evaluator)
      if let consumer {
        if let cells = consumer as? any CellConsumer { lend(record, bytes, to: cells) }
        if let users = consumer as? any UserConsumer, users.wants(unit: content(of: unit, bytes)) {
          users.accept(
            user(record, bytes), cellIssues.filter { $0.record == record }.map { Self.userIssue($0, header) })
        }
        note(issues(of: record), bytes, &lines, &report, record)
        consumer.accept(record, missing: missing(record), &evaluator)
        continue
      }
      let combination = evaluator.combination(of: record)
      if isPlain && cellIssues.isEmpty && evaluator.exhaustedPatterns.isEmpty {
        writer.write(block.cell(record, header.unitColumn), bytes, combination, record, &evaluator, to: &output)
      } else {
        let issues = issues(of: record)
        note(issues, bytes, &lines, &report, record)
        guard passesFilter(record) else {
          filtered += 1
          continue
        }
        writer.write(
          block.cell(record, header.unitColumn), bytes, combination, record, &evaluator, issues, to: &output)
        appendKept(record, bytes)
      }
    }
    report.writtenRows += block.count - filtered
    report.rows += block.count
  }

  /// Notes whether more cells of a column hold something than are flawed, in records whose fields can be told apart.
  ///
  /// - Parameter issues: The first of the column's issues.
  mutating func findReadable(_ column: Int, issues: Int) {
    var filled = 0
    for record in 0..<block.count where !block.cell(record, column).isEmpty && isWellFormed(record) { filled += 1 }
    for issue in cellIssues[issues...] where isWellFormed(issue.record) { filled -= 1 }
    readableColumns[column] = filled > 0
  }

  @inline(__always)
  func isWellFormed(_ index: Int) -> Bool {
    let record = block.records[index]
    return record.fieldCount == header.columns.count && record.columnWithTextAfterQuote < 0
  }

  // MARK: Records

  /// Lets a ledger be asked for records from now on.
  mutating func ask(_ ledger: StickyLedger?) { sticky?.records.ask(ledger) }

  /// Whether nothing that the chunk's rows depend on was assigned by the chunks before.
  func isConfirmed(by ledger: StickyLedger) throws(BatchError) -> Bool {
    do throws(StickyStoreError) {
      return try sticky?.isConfirmed(by: ledger) ?? true
    } catch {
      throw BatchError(error)
    }
  }

  /// Hands over what the chunk's rows were assigned.
  func addAssignments(to ledger: StickyLedger) throws(BatchError) {
    do throws(StickyStoreError) {
      try sticky?.add(to: ledger)
    } catch {
      throw BatchError(error)
    }
  }

  /// Whether the user is one of those whose rows are written.
  mutating func passesFilter(_ user: Int) -> Bool {
    switch format.filter {
    case nil: return true
    case .segment(let segment)?: return evaluator.segments(of: user).contains(segment)
    case .experiment(let experiment, let variation)?:
      return variation.map { evaluator.variations[user, experiment] == $0 }
        ?? (evaluator.variations[user, experiment] >= 0)
    case .entry(let text)?:
      let flow = evaluator.flow(of: user)
      if evaluator.generation != entryGeneration {
        entryGeneration = evaluator.generation
        entryMatches.removeAll(keepingCapacity: true)
      }
      if let known = entryMatches[flow] { return known }
      let matches = ExactText(format.entryText(of: evaluator.flow(number: flow))) == ExactText(text)
      entryMatches[flow] = matches
      return matches
    }
  }

  /// Copies the columns that are kept; those of a record with a field too many or too few are empty.
  mutating func appendKept(_ index: Int, _ bytes: Span<UInt8>) {
    guard !format.keptColumns.isEmpty else { return }
    let isWhole = block.records[index].fieldCount == header.columns.count
    let cells = format.keptColumns.map { isWhole ? block.writtenCell(index, $0) : Cell() }
    format.appendKept(cells, bytes, to: &output)
  }
}
