internal import Personalization

/// What is wrong with cells and records, and what becomes of those that cannot be used.
extension RowEvaluator {
  func content(of cell: Cell, _ bytes: Span<UInt8>) -> [UInt8] {
    cell.hasDoubledQuotes ? cell.field.unquoted(in: bytes) : cell.places.map { bytes[$0] }
  }

  @inline(never)
  mutating func addFlaw(_ column: Int, _ record: Int, _ bytes: Span<UInt8>, _ reason: String) {
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
  mutating func flagsFlawedTexts(_ column: Int, _ bytes: Span<UInt8>) -> Bool {
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
  func isSoundCell(_ column: Int, _ record: Int) -> Bool {
    for issue in cellIssues.reversed() {
      guard issue.column == column else { return true }
      if issue.record == record { return false }
    }
    return true
  }

  /// The issues of a record in the order of its columns, with the patterns that were given up.
  func issues(of record: Int) -> [Issue] {
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

  func note(
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
  func isRejected(_ index: Int) -> Bool {
    !isWellFormed(index) || block.cell(index, header.unitColumn).isEmpty
      || (!cellIssues.isEmpty
        && cellIssues.contains { $0.record == index && $0.column == header.unitColumn })
  }

  mutating func reject(
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
