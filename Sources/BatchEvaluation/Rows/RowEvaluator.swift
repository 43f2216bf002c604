internal import Navigation
internal import Personalization

/// Turns chunks of records into rows of output: one worker's memory, reused for every chunk.
///
/// A block of records flows from bytes to bytes: it is cut into cells; each column of cells is read as its type into a
/// column of values and classed by the evaluator; then, record by record, the evaluator names the outcome, whose
/// finished bytes are copied behind the unit.
struct RowEvaluator: ~Copyable {
  private let header: InputHeader
  private let options: BatchOptions
  private let catalog: Catalog
  private var evaluator: Evaluator
  private var writer: RowWriter
  /// Looks at users in the writer's stead.
  let consumer: (any RowConsumer)?
  /// What is on record of users, where that counts.
  var sticky: StickyRows?
  /// The attributes that the file has no column for.
  private var absent: [UInt64] = []
  private var block: RecordBlock
  private var values = ColumnValues()
  /// The rows of the present chunk.
  var output: ByteBuffer

  /// What was wrong with cells of the present block, column by column.
  private var cellIssues: [Issue] = []

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
    self.header = header
    self.options = options
    catalog = engine.workspace.catalog
    evaluator = engine.makeEvaluator(at: options.time)
    writer = RowWriter(engine: engine, header: header, format: format)
    block = RecordBlock(header, capacity: Evaluator.blockSize)
    output = ByteBuffer(capacity: options.chunkSize * 2)
    self.consumer = consumer
    let present = Set(header.columns.map(\.target))
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
      return report
    }
  }

  private mutating func evaluateBlock(
    _ bytes: Span<UInt8>, _ text: TextSurvey, _ lines: inout LineCounter, _ report: inout ChunkReport
  ) {
    evaluator.begin(users: block.count)
    if !cellIssues.isEmpty { cellIssues.removeAll(keepingCapacity: true) }
    for column in header.columns.indices { read(column, bytes, text) }
    evaluator.assign(users: block.count)
    for record in 0..<block.count {
      if isRejected(record) {
        reject(record, bytes, &lines, &report)
        continue
      }
      if !text.isASCII { noteDecomposed(block.cell(record, header.unitColumn), bytes, &report, record) }
      sticky?.apply(to: record, &evaluator)
      if let consumer {
        if let cells = consumer as? any CellConsumer { lend(record, bytes, to: cells) }
        note(issues(of: record), bytes, &lines, &report, record)
        consumer.accept(record, missing: missing(record), &evaluator)
        continue
      }
      let combination = evaluator.combination(of: record)
      if cellIssues.isEmpty && evaluator.exhaustedPatterns.isEmpty {
        writer.write(block.cell(record, header.unitColumn), bytes, combination, record, &evaluator, to: &output)
      } else {
        let issues = issues(of: record)
        note(issues, bytes, &lines, &report, record)
        writer.write(
          block.cell(record, header.unitColumn), bytes, combination, record, &evaluator, issues, to: &output)
      }
    }
    report.rows += block.count
  }

  /// The attributes that the record has no usable value of.
  private func missing(_ record: Int) -> [UInt64] {
    var missing = absent
    for (index, column) in header.columns.enumerated() {
      switch column.kind {
      case .ignored, .choice: continue
      default: break
      }
      let cell = block.cell(record, index)
      var isString = false
      if case .string = column.kind { isString = true }
      if cell.isEmpty && !(isString && cell.isQuoted) || !isSound(record, index) {
        missing[column.target >> 6] |= 1 << UInt64(column.target & 63)
      }
    }
    return missing
  }

  private func lend(_ record: Int, _ bytes: Span<UInt8>, to consumer: any CellConsumer) {
    for (index, column) in header.columns.enumerated() {
      switch column.kind {
      case .ignored, .choice: continue
      default: break
      }
      let cell = block.cell(record, index)
      guard !cell.isEmpty, isSound(record, index) else { continue }
      consumer.accept(cell: String(decoding: content(of: cell, bytes), as: UTF8.self), of: column.target)
    }
  }

  private func isSound(_ record: Int, _ column: Int) -> Bool {
    cellIssues.isEmpty || !cellIssues.contains { $0.record == record && $0.column == column }
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

  // MARK: Columns

  /// Reads a column of cells as its type, and loads it.
  private mutating func read(_ index: Int, _ bytes: Span<UInt8>, _ text: TextSurvey) {
    let column = header.columns[index]
    if case .ignored = column.kind { return }
    // Values of a type, and in its terms for none.
    let isSound = text.isSound || !flagsFlawedTexts(index, bytes)
    let attribute = column.target
    switch column.kind {
    case .ignored: break
    case .string:
      if evaluator.uses(attribute) { readTexts(index, attribute, bytes, isSound: isSound) }
    case .number:
      if block.readNumbers(index, bytes, into: &values.numbers) {
        for record in 0..<block.count where values.numbers[record] == .infinity {
          values.numbers[record] = .nan
          addFlaw(index, record, bytes, CellFlaw.number(bytes.extracting(block.cell(record, index).places)))
        }
      }
      evaluator.load(attribute, numbers: values.numbers, count: block.count)
    case .boolean:
      if block.readBooleans(index, bytes, into: &values.booleans) {
        for record in 0..<block.count where values.booleans[record] == 3 {
          addFlaw(index, record, bytes, CellFlaw.boolean)
        }
      }
      evaluator.load(attribute, booleans: values.booleans, count: block.count)
    case .version: readVersions(index, attribute, bytes)
    case .date:
      if block.readDates(index, bytes, into: &values.integers) {
        for record in 0..<block.count where values.integers[record] == .min + 1 {
          values.integers[record] = .min
          addFlaw(index, record, bytes, CellFlaw.date)
        }
      }
      evaluator.load(attribute, dates: values.integers, count: block.count)
    case .stringList, .numberList:
      for record in 0..<block.count where !block.cell(record, index).isEmpty {
        if isSound || isSoundCell(index, record) { readList(index, column, record, bytes) }
      }
    case .choice:
      for record in 0..<block.count where !block.cell(record, index).isEmpty {
        if isSound || isSoundCell(index, record) { readChoice(index, column, record, bytes) }
      }
    }
  }

  private mutating func readTexts(_ index: Int, _ attribute: Int, _ bytes: Span<UInt8>, isSound: Bool) {
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

  private mutating func readVersions(_ index: Int, _ attribute: Int, _ bytes: Span<UInt8>) {
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

  private mutating func readList(
    _ index: Int, _ column: InputHeader.Column, _ record: Int, _ bytes: Span<UInt8>
  ) {
    let cell = block.cell(record, index)
    let unquoted = cell.hasDoubledQuotes ? cell.field.unquoted(in: bytes) : []
    let content = cell.hasDoubledQuotes ? unquoted.span : bytes.extracting(cell.places)
    let elements = ListCell.elements(content, separator: column.separator)
    if case .stringList = column.kind {
      for element in elements { evaluator.addElement(column.target, text: content.extracting(element), user: record) }
    } else {
      var numbers: [Double] = []
      for element in elements {
        guard let number = NumberCell.number(content.extracting(element)) else {
          return addFlaw(index, record, bytes, CellFlaw.numberList(separator: column.separator))
        }
        numbers.append(number)
      }
      for number in numbers { evaluator.addElement(column.target, number: number, user: record) }
    }
    evaluator.endList(column.target, count: elements.count, user: record)
  }

  private mutating func readChoice(
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

  // MARK: Flaws

  private func content(of cell: Cell, _ bytes: Span<UInt8>) -> [UInt8] {
    cell.hasDoubledQuotes ? cell.field.unquoted(in: bytes) : cell.places.map { bytes[$0] }
  }

  @inline(never)
  private mutating func addFlaw(_ column: Int, _ record: Int, _ bytes: Span<UInt8>, _ reason: String) {
    // A cell that is no text is named as such, whatever else it is not.
    guard isSoundCell(column, record) else { return }
    let cell = block.cell(record, column)
    cellIssues.append(
      Issue(
        record: record, column: column, offset: cell.field.offset,
        value: String(showing: content(of: cell, bytes).span),
        reason: reason))
  }

  /// Names the cells of a column that are no text; answers whether there are any.
  @inline(never)
  private mutating func flagsFlawedTexts(_ column: Int, _ bytes: Span<UInt8>) -> Bool {
    var hasFlaw = false
    for record in 0..<block.count {
      let cell = block.cell(record, column)
      let content = content(of: cell, bytes)
      guard let flaw = TextFlaw.first(in: content.span) else { continue }
      hasFlaw = true
      cellIssues.append(
        Issue(
          record: record, column: column, offset: cell.field.offset, value: String(showing: content.span),
          reason: flaw.sentence))
    }
    return hasFlaw
  }

  /// Whether no issue names the cell; the issues of a column come together.
  private func isSoundCell(_ column: Int, _ record: Int) -> Bool {
    for issue in cellIssues.reversed() {
      guard issue.column == column else { return true }
      if issue.record == record { return false }
    }
    return true
  }

  /// The issues of a record in the order of its columns, with the patterns that were given up.
  private func issues(of record: Int) -> [Issue] {
    var issues = cellIssues.filter { $0.record == record }
    for exhausted in evaluator.exhaustedPatterns where exhausted.user == record {
      let (attribute, expression) = evaluator.patternName(exhausted.pattern)
      issues.append(
        Issue(
          record: record, column: header.names.firstIndex(of: attribute) ?? header.unitColumn,
          offset: block.records[record].start, value: expression, reason: UserIssue.exhaustedPattern))
    }
    return issues
  }

  private func note(
    _ issues: [Issue], _ bytes: Span<UInt8>, _ lines: inout LineCounter, _ report: inout ChunkReport, _ record: Int
  ) {
    for issue in issues {
      report.flawedCells[issue.column] += 1
      report.flaws.append(
        Flaw(
          record: report.rows + record, line: lines.count(upTo: issue.offset, in: bytes), offset: issue.offset,
          column: issue.column, value: issue.value, reason: issue.reason))
    }
  }

  /// Whether the fields of the record cannot be told apart, or its unit is unusable.
  @inline(__always)
  private func isRejected(_ index: Int) -> Bool {
    let record = block.records[index]
    return record.fieldCount != header.columns.count || record.columnWithTextAfterQuote >= 0
      || block.cell(index, header.unitColumn).isEmpty
      || (!cellIssues.isEmpty
        && cellIssues.contains { $0.record == index && $0.column == header.unitColumn })
  }

  private mutating func reject(
    _ index: Int, _ bytes: Span<UInt8>, _ lines: inout LineCounter, _ report: inout ChunkReport
  ) {
    let record = block.records[index]
    let unitColumn = header.unitColumn
    let unit = block.cell(index, unitColumn)
    var column = -1
    var offset = record.start
    var value: String?
    let reason: String
    if record.fieldCount != header.columns.count {
      let count = record.fieldCount
      reason = "\(count) \(count == 1 ? "field" : "fields"), header has \(header.columns.count)"
    } else if record.columnWithTextAfterQuote >= 0 {
      column = record.columnWithTextAfterQuote
      offset = block.cell(index, column).field.offset
      reason = "text after the closing quote of \(header.names[column])"
    } else {
      column = unitColumn
      offset = unit.field.offset
      if let issue = cellIssues.first(where: { $0.record == index && $0.column == unitColumn }) {
        value = issue.value
        reason = "\(header.names[unitColumn]) \(issue.reason)"
      } else {
        reason = "\(header.names[unitColumn]) is empty"
      }
    }
    report.flawedRows += 1
    report.flaws.append(
      Flaw(
        record: report.rows + index, line: lines.count(upTo: offset, in: bytes), offset: offset, column: column,
        value: value ?? String(showing: bytes.extracting(record.start..<record.end)), reason: reason))
    if let consumer {
      consumer.reject()
    } else {
      // With a field too many or too few before it, another field stands in the unit's place.
      let isInPlace = record.fieldCount == header.columns.count || unitColumn == 0
      writer.writeDefaults(isInPlace ? unit : Cell(), bytes, reason: reason, to: &output)
    }
  }

  private func noteDecomposed(_ unit: Cell, _ bytes: Span<UInt8>, _ report: inout ChunkReport, _ record: Int) {
    let content = bytes.extracting(unit.places)
    guard !ByteScan.isASCII(content) else { return }
    let text = content.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    guard text.unicodeScalars.contains(where: { $0.properties.canonicalCombiningClass != .notReordered }) else {
      return
    }
    report.decomposedUnits += 1
    if report.firstDecomposedUnit == nil { report.firstDecomposedUnit = report.rows + record }
  }
}
