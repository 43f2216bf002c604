internal import Navigation
internal import Personalization

/// Turns chunks of records into rows of output: one worker's memory, reused for every chunk.
///
/// A row flows from bytes to bytes: a field is cut, read as its column's type and classed by the evaluator at once;
/// after the last field the evaluator names the outcome, whose finished bytes are copied behind the unit.
struct RowEvaluator: ~Copyable {
  private let header: InputHeader
  private let options: BatchOptions
  private let catalog: Catalog
  private var evaluator: Evaluator
  private var writer: RowWriter
  /// The rows of the present chunk.
  var output: ByteBuffer

  private var cellIssues: [Issue] = []
  private var seenPatterns = 0

  /// One entry of the `issues` column.
  struct Issue {
    let column: Int
    let offset: Int
    let line: Int
    let value: String
    let reason: String
  }

  init(engine: PersonalizationEngine, header: InputHeader, options: BatchOptions) {
    self.header = header
    self.options = options
    catalog = engine.workspace.catalog
    evaluator = engine.makeEvaluator(at: options.time)
    writer = RowWriter(engine: engine, header: header, options: options)
    output = ByteBuffer(capacity: options.chunkSize * 2)
  }

  /// Evaluates the complete records at the beginning of `bytes`.
  ///
  /// - Parameter isLast: Whether the input ends with `bytes`, so that the last record needs no line end.
  mutating func evaluate(_ bytes: Span<UInt8>, isLast: Bool) -> ChunkReport {
    output.removeAll()
    var report = ChunkReport(columns: header.columns.count)
    let isPlain = ByteScan.isPlain(bytes)
    var cutter = FieldCutter(header.dialect)
    while cutter.position < bytes.count {
      let start = cutter.position
      if skipsEmptyLine(&cutter, bytes, &report) { continue }
      guard evaluateRecord(&cutter, bytes, isPlain: isPlain, isLast: isLast, &report) else {
        // The record is not complete here: it stays for whoever has the bytes that follow.
        report.consumed = start
        return report
      }
      report.consumed = cutter.position
    }
    return report
  }

  private func skipsEmptyLine(_ cutter: inout FieldCutter, _ bytes: Span<UInt8>, _ report: inout ChunkReport) -> Bool {
    var index = cutter.position
    if bytes[index] == Dialect.carriageReturn, header.dialect.lineEnd == Dialect.lineFeed, index + 1 < bytes.count {
      index += 1
    }
    guard bytes[index] == header.dialect.lineEnd else { return false }
    cutter.position = index + 1
    report.consumed = index + 1
    report.skippedLines += 1
    report.lines += 1
    return true
  }

  /// Answers whether the record was complete.
  @inline(__always)
  private mutating func evaluateRecord(
    _ cutter: inout FieldCutter, _ bytes: Span<UInt8>, isPlain: Bool, isLast: Bool, _ report: inout ChunkReport
  ) -> Bool {
    evaluator.begin()
    cutter.quotedLineEnds = 0
    if !cellIssues.isEmpty { cellIssues.removeAll(keepingCapacity: true) }
    let start = cutter.position
    let columnCount = header.columns.count
    let unitColumn = header.unitColumn
    var field = RawField()
    var unit = RawField()
    var unitLine = 0
    var textAfterQuote: Issue?
    var count = 0
    while true {
      let line = cutter.quotedLineEnds
      let end = cutter.next(&field, in: bytes)
      if case .insideQuotes = end {
        report.openQuote = (report.lines + line, field.offset)
        return false
      }
      if header.dialect.lineEnd == Dialect.carriageReturn, !field.isQuoted,
        ByteScan.count(of: Dialect.lineFeed, in: bytes.extracting(field.start..<field.end)) > 0
      {
        report.hasMixedLineEnds = true
        return false
      }
      if field.hasTextAfterQuote, textAfterQuote == nil, count < columnCount {
        textAfterQuote = Issue(
          column: count, offset: field.offset, line: report.lines + line, value: "",
          reason: "text after the closing quote of \(header.names[count])")
      }
      if count < columnCount {
        if count == unitColumn {
          unit = field
          unitLine = line
        }
        readCell(count, field, bytes, isPlain: isPlain, line: report.lines + line)
      }
      count += 1
      if case .delimiter = end { continue }
      if case .bytes = end {
        guard isLast else { return false }
        if !isPlain { report.trailingNULs = Self.trailingNULs(bytes, from: start) }
        if report.trailingNULs > 1 { return false }
      }
      break
    }

    let lines = 1 + cutter.quotedLineEnds
    if count != columnCount || textAfterQuote != nil || unit.start == unit.end || hasFlawedUnit() {
      rejectRow(
        bytes, start..<cutter.position, unit, unitLine: unitLine, count: count, textAfterQuote: textAfterQuote, &report)
    } else {
      if !isPlain { noteDecomposed(unit, bytes, &report) }
      let cohort = evaluator.cohort()
      evaluator.assign(cohort)
      let outcome = evaluator.outcome(cohort)
      if !evaluator.exhaustedPatterns.isEmpty { notePatterns(start, report.lines) }
      if !cellIssues.isEmpty { note(cellIssues, in: &report) }
      writer.write(unit, bytes, outcome, &evaluator, cellIssues, to: &output)
    }
    report.rows += 1
    report.lines += lines
    return true
  }

  private static func trailingNULs(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var end = bytes.count
    while end > start, bytes[end - 1] == 0 { end -= 1 }
    return bytes.count - end
  }

  // MARK: Cells

  @inline(__always)
  private mutating func readCell(
    _ index: Int, _ field: RawField, _ bytes: Span<UInt8>, isPlain: Bool, line: Int
  ) {
    let column = header.columns[index]
    if case .ignored = column.kind { return }
    if field.start == field.end {
      // Quoted or not, nothing in the cell is a missing value, but for a string, whose quoted cell is the empty text.
      if case .string = column.kind, field.isQuoted { evaluator.setText(column.target, bytes.extracting(0..<0)) }
      return
    }
    if field.hasDoubledQuotes {
      let content = field.unquoted(in: bytes)
      readContent(index, column, content.span, field, isPlain: isPlain, line: line)
    } else {
      readContent(index, column, bytes.extracting(field.start..<field.end), field, isPlain: isPlain, line: line)
    }
  }

  @inline(__always)
  private mutating func readContent(
    _ index: Int, _ column: InputHeader.Column, _ content: Span<UInt8>, _ field: RawField, isPlain: Bool, line: Int
  ) {
    if !isPlain, let flaw = TextFlaw.first(in: content) {
      addTextFlaw(flaw, index, content, field, line: line)
      return
    }
    switch column.kind {
    case .ignored: break
    case .string:
      evaluator.setText(column.target, content)
    case .number:
      if let number = NumberCell.number(content) {
        evaluator.setNumber(column.target, number)
      } else {
        addFlaw(index, content, field, "is not a number", line: line)
      }
    case .boolean:
      if let flag = BooleanCell.boolean(content) {
        evaluator.setBoolean(column.target, flag)
      } else {
        addFlaw(index, content, field, "is not a boolean (true, false, 1, 0, yes or no)", line: line)
      }
    case .version:
      if !evaluator.setVersion(column.target, content) {
        addFlaw(index, content, field, "is not a version such as 1.2.3", line: line)
      }
    case .date:
      if let date = Timestamp(bytes: content) {
        evaluator.setDate(column.target, date)
      } else {
        addFlaw(index, content, field, "is not a date such as 2026-03-29 or 2026-03-29T02:30:00Z", line: line)
      }
    case .stringList, .numberList:
      readList(index, column, content, field, line: line)
    case .choice:
      readChoice(index, column, content, field, line: line)
    }
  }

  private mutating func readList(
    _ index: Int, _ column: InputHeader.Column, _ content: Span<UInt8>, _ field: RawField, line: Int
  ) {
    var elements: [Range<Int>] = []
    var start = 0
    for position in content.indices where content[position] == column.separator {
      elements.append(start..<position)
      start = position + 1
    }
    elements.append(start..<content.count)
    if case .stringList = column.kind {
      for element in elements { evaluator.addElement(column.target, text: content.extracting(element)) }
    } else {
      var numbers: [Double] = []
      for element in elements {
        guard let number = NumberCell.number(content.extracting(element)) else {
          let separator = String(UnicodeScalar(column.separator))
          return addFlaw(index, content, field, "is not a list of numbers separated by \(separator)", line: line)
        }
        numbers.append(number)
      }
      for number in numbers { evaluator.addElement(column.target, number: number) }
    }
    evaluator.endList(column.target, count: elements.count)
  }

  private mutating func readChoice(
    _ index: Int, _ column: InputHeader.Column, _ content: Span<UInt8>, _ field: RawField, line: Int
  ) {
    let slot = Slot.allCases[column.target]
    let text = content.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    if let value = SlotValue(choice: .string(text), for: slot, in: catalog) {
      evaluator.setChoice(slot, value)
    } else {
      let expected = SlotValue.expectation(for: slot, in: catalog)
      addFlaw(index, content, field, "is no choice; expected \(expected)", line: line)
    }
  }

  // MARK: Flaws

  @inline(never)
  private mutating func addFlaw(
    _ index: Int, _ content: Span<UInt8>, _ field: RawField, _ reason: String, line: Int
  ) {
    cellIssues.append(
      Issue(column: index, offset: field.offset, line: line, value: Self.shown(content), reason: reason))
  }

  @inline(never)
  private mutating func addTextFlaw(
    _ flaw: TextFlaw, _ index: Int, _ content: Span<UInt8>, _ field: RawField, line: Int
  ) {
    switch flaw {
    case .nul(let offset): addFlaw(index, content, field, "has a NUL byte at byte \(offset) of the cell", line: line)
    case .notUTF8(let offset, let byte):
      addFlaw(index, content, field, "has byte 0x\(hex(byte)) at byte \(offset) of the cell: not UTF-8", line: line)
    }
  }

  private func hasFlawedUnit() -> Bool {
    !cellIssues.isEmpty && cellIssues.contains { $0.column == header.unitColumn }
  }

  private mutating func notePatterns(_ offset: Int, _ line: Int) {
    for pattern in evaluator.exhaustedPatterns {
      let (attribute, expression) = evaluator.patternName(pattern)
      let column = header.names.firstIndex(of: attribute) ?? header.unitColumn
      cellIssues.append(
        Issue(column: column, offset: offset, line: line, value: expression, reason: UserIssue.exhaustedPattern))
    }
  }

  private func note(_ issues: [Issue], in report: inout ChunkReport) {
    for issue in issues {
      report.flawedCells[issue.column] += 1
      report.flaws.append(
        Flaw(
          record: report.rows, line: issue.line, offset: issue.offset, column: issue.column, value: issue.value,
          reason: issue.reason))
    }
  }

  private mutating func rejectRow(
    _ bytes: Span<UInt8>, _ record: Range<Int>, _ unit: RawField, unitLine: Int, count: Int, textAfterQuote: Issue?,
    _ report: inout ChunkReport
  ) {
    let unitColumn = header.unitColumn
    let flaw: Issue
    if count != header.columns.count {
      flaw = Issue(
        column: -1, offset: record.lowerBound, line: report.lines, value: "",
        reason: "\(count) \(count == 1 ? "field" : "fields"), header has \(header.columns.count)")
    } else if let textAfterQuote {
      flaw = textAfterQuote
    } else if let issue = cellIssues.first(where: { $0.column == unitColumn }) {
      flaw = Issue(
        column: unitColumn, offset: issue.offset, line: issue.line, value: issue.value,
        reason: "\(header.names[unitColumn]) \(issue.reason)")
    } else {
      flaw = Issue(
        column: unitColumn, offset: unit.offset, line: report.lines + unitLine, value: "",
        reason: "\(header.names[unitColumn]) is empty")
    }
    report.flawedRows += 1
    report.flaws.append(
      Flaw(
        record: report.rows, line: flaw.line, offset: flaw.offset, column: flaw.column,
        value: flaw.value.isEmpty ? Self.shown(bytes.extracting(record)) : flaw.value, reason: flaw.reason))
    writer.writeDefaults(unit, bytes, reason: flaw.reason, to: &output)
  }

  private func noteDecomposed(_ unit: RawField, _ bytes: Span<UInt8>, _ report: inout ChunkReport) {
    let content = bytes.extracting(unit.start..<unit.end)
    let text = content.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    guard text.unicodeScalars.contains(where: { $0.properties.canonicalCombiningClass != .notReordered }) else {
      return
    }
    report.decomposedUnits += 1
    if report.firstDecomposedUnit == nil { report.firstDecomposedUnit = report.rows }
  }

  /// The content, cut to 40 characters; bytes that are no text as `\xNN`.
  private static func shown(_ content: Span<UInt8>) -> String {
    var end = content.count
    while end > 0, content[end - 1] == Dialect.lineFeed || content[end - 1] == Dialect.carriageReturn { end -= 1 }
    let limit = min(end, 160)
    var bytes = (0..<limit).map { content[$0] }
    if TextFlaw.first(in: bytes.span) != nil {
      var text = ""
      for byte in bytes.prefix(40) {
        text += byte >= 0x20 && byte < 0x7F ? String(UnicodeScalar(byte)) : "\\x\(hex(byte))"
      }
      // A long text may only have been cut inside a character.
      if end <= limit || content.count <= 160 { return text + (end > 40 ? "…" : "") }
      while !bytes.isEmpty, TextFlaw.first(in: bytes.span) != nil { bytes.removeLast() }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.prefix(40) + (text.count > 40 || end > limit ? "…" : "")
  }
}
