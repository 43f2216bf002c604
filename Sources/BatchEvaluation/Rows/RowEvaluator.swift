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
  private let isPlain: Bool
  let engine: PersonalizationEngine
  var evaluator: Evaluator
  var writer: RowWriter
  /// Looks at users in the writer's stead.
  let consumer: (any RowConsumer)?
  /// What is on record of users, where that counts.
  var sticky: StickyRows?
  /// The attributes that the file has no column for.
  var absent: [UInt64] = []
  private var block: RecordBlock
  private var values = ColumnValues()
  /// The rows of the present chunk.
  var output: ByteBuffer

  /// What was wrong with cells of the present block, column by column.
  private var cellIssues: [Issue] = []
  /// How many lists of the present chunk are in brackets, and in braces, by column.
  var bracketLists: [Int]
  var braceLists: [Int]
  /// The columns of which some cell of the present chunk could be read.
  var readableColumns: [Bool]

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
    let present = Set(
      header.columns.compactMap { column in
        switch column.kind {
        case .ignored, .choice: nil
        default: column.target
        }
      } as [Int])
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

  private mutating func evaluateBlock(
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
  private mutating func findReadable(_ column: Int, issues: Int) {
    var filled = 0
    for record in 0..<block.count where !block.cell(record, column).isEmpty && isWellFormed(record) { filled += 1 }
    for issue in cellIssues[issues...] where isWellFormed(issue.record) { filled -= 1 }
    readableColumns[column] = filled > 0
  }

  @inline(__always)
  private func isWellFormed(_ index: Int) -> Bool {
    let record = block.records[index]
    return record.fieldCount == header.columns.count && record.columnWithTextAfterQuote < 0
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
      consumer.accept(cell: plainText(cell, column, bytes), of: column.target)
    }
  }

  /// The user of a record, as values that are decided for as the record is; flawed cells are left out.
  private func user(_ record: Int, _ bytes: Span<UInt8>) -> User {
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

  private func value(_ cell: Cell, _ column: InputHeader.Column, _ bytes: Span<UInt8>) -> AttributeValue {
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
      func element(_ bytes: Span<UInt8>) -> AttributeValue {
        isOfTexts ? .string(bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }) : number(bytes)
      }
      switch ListForm(of: content.span) {
      case .separated:
        let elements = ListCell.elements(content.span, separator: column.separator)
        return .list(elements.map { element(content.span.extracting($0)) })
      case let form:
        let elements = (try? ListCell.elements(content.span, form: form)) ?? []
        return .list(
          elements.map { isOfTexts ? element($0.span) : NumberCell.number($0.span).map(AttributeValue.number) ?? .null }
        )
      }
    case .date: return .string(plainText(cell, column, bytes))
    case .string, .version, .choice, .ignored: return .string(String(decoding: content, as: UTF8.self))
    }
  }

  private static func userIssue(_ issue: Issue, _ header: InputHeader) -> UserIssue {
    UserIssue(name: header.names[issue.column], value: "\"\(issue.value)\"", message: issue.reason)
  }

  /// The value of a sound cell in the one spelling that needs neither the column's options nor a guess.
  private func plainText(_ cell: Cell, _ column: InputHeader.Column, _ bytes: Span<UInt8>) -> String {
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
      let elements: [[UInt8]]
      switch ListForm(of: content.span) {
      case .separated:
        elements = ListCell.elements(content.span, separator: column.separator).map { Array(content[$0]) }
      case let form: elements = (try? ListCell.elements(content.span, form: form)) ?? []
      }
      let separator = catalog.attributes[column.target].separator
      return String(decoding: Array(elements.joined(separator: [separator])), as: UTF8.self)
    case .string, .version, .choice, .ignored: return String(decoding: content, as: UTF8.self)
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

  /// Whether the user is one of those whose rows are written.
  func passesFilter(_ user: Int) -> Bool {
    switch format.filter {
    case nil: true
    case .segment(let segment)?: evaluator.segments(of: user).contains(segment)
    case .experiment(let experiment, let variation)?:
      variation.map { evaluator.variations[user, experiment] == $0 } ?? (evaluator.variations[user, experiment] >= 0)
    }
  }

  /// Copies the columns that are kept; those of a record with a field too many or too few are empty.
  private mutating func appendKept(_ index: Int, _ bytes: Span<UInt8>) {
    guard !format.keptColumns.isEmpty else { return }
    let isWhole = block.records[index].fieldCount == header.columns.count
    let cells = format.keptColumns.map { isWhole ? block.writtenCell(index, $0) : Cell() }
    format.appendKept(cells, bytes, to: &output)
  }

  // MARK: Columns

  /// Reads a column of cells as its type, and loads it.
  private mutating func read(_ index: Int, _ bytes: Span<UInt8>, _ text: TextSurvey) {
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
      let hasFlaw =
        if let spelling = column.spelling {
          block.readNumbers(index, bytes, spelling, into: &values.numbers)
        } else {
          block.readNumbers(index, bytes, into: &values.numbers)
        }
      if hasFlaw {
        for record in 0..<block.count where values.numbers[record] == .infinity {
          values.numbers[record] = .nan
          addFlaw(index, record, bytes, CellFlaw.number(bytes.extracting(block.cell(record, index).places)))
        }
      }
      evaluator.load(attribute, numbers: values.numbers, count: block.count)
    case .boolean:
      let hasFlaw =
        if let spelling = column.spelling {
          block.readBooleans(index, bytes, spelling, into: &values.booleans)
        } else {
          block.readBooleans(index, bytes, into: &values.booleans)
        }
      if hasFlaw {
        for record in 0..<block.count where values.booleans[record] == 3 {
          addFlaw(index, record, bytes, CellFlaw.boolean)
        }
      }
      evaluator.load(attribute, booleans: values.booleans, count: block.count)
    case .version: readVersions(index, attribute, bytes)
    case .date:
      let hasFlaw =
        if let spelling = column.spelling {
          block.readDates(index, bytes, spelling, column.dateFormat, into: &values.integers)
        } else if let format = column.dateFormat {
          block.readDates(index, bytes, format, into: &values.integers)
        } else {
          block.readDates(index, bytes, into: &values.integers)
        }
      if hasFlaw {
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

  private mutating func readList(_ index: Int, _ record: Int, _ bytes: Span<UInt8>) {
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

  /// Takes cells that are words for no value for empty ones; a unit that is one is flawed, and keeps its bytes.
  private mutating func clearNulls(_ column: Int, _ spelling: CellSpelling, _ bytes: Span<UInt8>) {
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
          record: record,
          column: header.columns.firstIndex { $0.holds(attribute, of: catalog) } ?? header.unitColumn,
          offset: block.records[record].start, value: expression, reason: UserIssue.exhaustedPattern))
    }
    return issues
  }

  private func note(
    _ issues: [Issue], _ bytes: Span<UInt8>, _ lines: inout LineCounter, _ report: inout ChunkReport, _ record: Int
  ) {
    if !issues.isEmpty { report.rowsWithFlaws += 1 }
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
    !isWellFormed(index) || block.cell(index, header.unitColumn).isEmpty
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
    report.rowsWithFlaws += 1
    report.flaws.append(
      Flaw(
        record: report.rows + index, line: lines.count(upTo: offset, in: bytes), offset: offset, column: column,
        value: value ?? String(showing: bytes.extracting(record.start..<record.end)), reason: reason))
    if let consumer {
      if let users = consumer as? any UserConsumer, users.wants(unit: nil) { users.reject(because: reason) }
      consumer.reject()
    } else if format.filter == nil {
      // With a field too many or too few before it, another field stands in the unit's place.
      let isInPlace = record.fieldCount == header.columns.count || unitColumn == 0
      writer.writeDefaults(isInPlace ? unit : Cell(), bytes, reason: reason, to: &output)
      appendKept(index, bytes)
    }
  }

  @inline(never)
  func noteWord(_ unit: Cell, _ bytes: Span<UInt8>, _ report: inout ChunkReport, _ record: Int) {
    guard NullWord.isOne(bytes.extracting(unit.places)) else { return }
    report.wordUnits += 1
    if report.firstWordUnit == nil {
      report.firstWordUnit = (report.rows + record, String(showing: bytes.extracting(unit.places)))
    }
  }

  func noteDecomposed(_ unit: Cell, _ bytes: Span<UInt8>, _ report: inout ChunkReport, _ record: Int) {
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
