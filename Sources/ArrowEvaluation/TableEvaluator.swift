internal import BatchEvaluation
internal import CPersonalization
internal import Personalization

/// Decides for the rows of tables, one after another: one thread's memory, reused for every table.
///
/// A table flows through as a file does: each column is read, a block of rows at a time, into a column of values that the
/// evaluator classes; then, row by row, the evaluator names the outcome, whose numbers are appended to the columns of
/// decisions. Every row is answered as a row of a CSV file with the same values is.
struct TableEvaluator: ~Copyable {
  let catalog: Catalog
  var evaluator: Evaluator
  var values = ColumnValues()
  /// Texts that do not lie side by side in their column.
  private var gathered: [UInt8] = []
  private var writer: DecisionWriter
  /// What was wrong with values of the present block, column by column.
  private var issues: [Issue] = []
  /// Rows of the present block that have no usable unit, and why.
  private var rejected: [(row: Int, reason: String)] = []

  private struct Issue {
    let row: Int
    let column: Int
    let value: String
    let reason: String
  }

  init(_ engine: PersonalizationEngine) {
    catalog = engine.workspace.catalog
    evaluator = engine.makeEvaluator(at: Timestamp(microseconds: 0))
    writer = DecisionWriter(engine)
  }

  /// Decides for every row.
  ///
  /// - Parameter readsCells: Whether texts stand for values of any type, spelt as in a CSV file.
  /// - Throws: Where the table is broken or does not fit the catalog.
  mutating func evaluate(
    _ table: ArrowTable, at time: Timestamp, columns: [(name: String, column: OutputColumn)], readsCells: Bool
  ) throws(TableError) -> DecisionColumns {
    let header = try TableHeader(table, catalog, readsCells: readsCells)
    evaluator.move(to: time)
    var output = writer.columns(rows: table.length, columns, ignored: header.ignoredNames)
    var start = 0
    while start < table.length {
      let rows = start..<min(start + Evaluator.blockSize, table.length)
      try evaluate(rows, header, &output)
      start = rows.upperBound
    }
    writer.finish(&output)
    return output
  }

  private mutating func evaluate(
    _ rows: Range<Int>, _ header: TableHeader, _ output: inout DecisionColumns
  ) throws(TableError) {
    evaluator.begin(users: rows.count)
    if !issues.isEmpty { issues.removeAll(keepingCapacity: true) }
    if !rejected.isEmpty { rejected.removeAll(keepingCapacity: true) }
    for index in header.columns.indices {
      try read(header.columns[index], index, rows, isUnit: index == header.unitColumn)
    }
    evaluator.assign(users: rows.count)
    var texts: [Int: [String]] = [:]
    if !issues.isEmpty || !evaluator.exhaustedPatterns.isEmpty {
      texts = issueTexts(header)
    }
    for rejection in rejected { texts[rejection.row] = [rejection.reason] }
    writer.write(users: rows.count, &evaluator, rejections: Set(rejected.map(\.row)), issues: texts, to: &output)
  }

  /// The issues of the block's rows in the order of their columns, then the patterns that were given up.
  private func issueTexts(_ header: TableHeader) -> [Int: [String]] {
    var texts: [Int: [String]] = [:]
    for issue in issues {
      texts[issue.row, default: []].append("\(header.columns[issue.column].name): \"\(issue.value)\" \(issue.reason)")
    }
    for exhausted in evaluator.exhaustedPatterns {
      let (attribute, expression) = evaluator.patternName(exhausted.pattern)
      texts[exhausted.user, default: []].append("\(attribute): \"\(expression)\" \(UserIssue.exhaustedPattern)")
    }
    return texts
  }

  // MARK: Columns

  private mutating func read(
    _ column: TableHeader.Column, _ index: Int, _ rows: Range<Int>, isUnit: Bool
  ) throws(TableError) {
    switch column.kind {
    case .ignored: break
    case .string: try readTexts(column, index, rows, isUnit: isUnit)
    case .number where column.hasCells: try readNumberCells(column, index, rows)
    case .boolean where column.hasCells: try readBooleanCells(column, index, rows)
    case .stringList where column.hasCells, .numberList where column.hasCells: try readListCells(column, index, rows)
    case .number: try readNumbers(column, index, rows)
    case .boolean: try readBooleans(column, rows)
    case .version: try readVersions(column, index, rows)
    case .date: try readDates(column, index, rows)
    case .stringList, .numberList:
      for row in rows { try readList(column, index, row, row - rows.lowerBound) }
    case .choice:
      for row in rows { try readChoice(column, index, row, row - rows.lowerBound) }
    }
  }

  private mutating func readNumbers(
    _ column: TableHeader.Column, _ index: Int, _ rows: Range<Int>
  ) throws(TableError) {
    let source = column.values
    if source.fill(&values.numbers, rows) {
      source.forEachNull(rows) { values.numbers[$0 - rows.lowerBound] = .nan }
    } else {
      for row in rows {
        let place = try source.value(of: row)
        values.numbers[row - rows.lowerBound] = place?.column.number(place?.row ?? 0) ?? .nan
      }
    }
    for row in 0..<rows.count where !values.numbers[row].isFinite {
      let place = try source.value(of: rows.lowerBound + row)
      guard let place else { continue }
      let integer = place.column.integerText(place.row)
      add(
        index, row, integer ?? "\(values.numbers[row])", integer.flatMap { NumberText($0)?.flaw } ?? CellFlaw.number)
      values.numbers[row] = .nan
    }
    evaluator.load(column.target, numbers: values.numbers, count: rows.count)
  }

  private mutating func readBooleans(_ column: TableHeader.Column, _ rows: Range<Int>) throws(TableError) {
    let source = column.values
    if source.fill(&values.booleans, rows) {
      source.forEachNull(rows) { values.booleans[$0 - rows.lowerBound] = 2 }
    } else {
      for row in rows {
        let place = try source.value(of: row)
        let flag = place.flatMap { $0.column.boolean($0.row) }
        values.booleans[row - rows.lowerBound] = flag.map { $0 ? 1 : 0 } ?? 2
      }
    }
    evaluator.load(column.target, booleans: values.booleans, count: rows.count)
  }

  private mutating func readDates(
    _ column: TableHeader.Column, _ index: Int, _ rows: Range<Int>
  ) throws(TableError) {
    if column.values.type.isText {
      try withTexts(column, index, rows, isUnit: false) { reader, bytes in
        for row in 0..<rows.count {
          let range = reader.values.texts[row]
          guard !range.isMissing, !column.hasCells || !range.places.isEmpty else {
            reader.values.integers[row] = .min
            continue
          }
          let text = bytes.extracting(range.places)
          let date = Timestamp(bytes: text)
          reader.values.integers[row] = date?.microseconds ?? .min
          if date == nil {
            reader.add(index, row, String(showing: text), CellFlaw.date)
          }
        }
      }
    } else {
      for row in rows {
        guard let (source, place) = try column.values.value(of: row) else {
          values.integers[row - rows.lowerBound] = .min
          continue
        }
        let date = source.date(place)
        values.integers[row - rows.lowerBound] = date?.microseconds ?? .min
        if date == nil {
          add(index, row - rows.lowerBound, source.shown(place), "is not a date of the years 0 to 9999")
        }
      }
    }
    evaluator.load(column.target, dates: values.integers, count: rows.count)
  }

  private mutating func readTexts(
    _ column: TableHeader.Column, _ index: Int, _ rows: Range<Int>, isUnit: Bool
  ) throws(TableError) {
    guard isUnit || evaluator.uses(column.target) else { return }
    try withTexts(column, index, rows, isUnit: isUnit) { reader, bytes in
      reader.evaluator.load(column.target, texts: reader.values.texts, count: rows.count, of: bytes)
    }
  }

  private mutating func readVersions(
    _ column: TableHeader.Column, _ index: Int, _ rows: Range<Int>
  ) throws(TableError) {
    let takesPacked = evaluator.takesPacked(column.target)
    try withTexts(column, index, rows, isUnit: false) { reader, bytes in
      for row in 0..<rows.count {
        reader.values.packedVersions[row] = .max
        let range = reader.values.texts[row]
        guard !range.isMissing, !column.hasCells || !range.places.isEmpty else { continue }
        let text = bytes.extracting(range.places)
        if takesPacked, let packed = SemanticVersion.packed(text) {
          reader.values.packedVersions[row] = packed
        } else if let version = SemanticVersion(bytes: text) {
          reader.evaluator.load(column.target, version: version, user: row)
        } else {
          reader.add(index, row, String(showing: text), CellFlaw.version)
        }
      }
    }
    if takesPacked { evaluator.load(column.target, packedVersions: values.packedVersions, count: rows.count) }
  }

  /// Brings the texts of some rows together and calls the body with their bytes, their places being in `values.texts`.
  mutating func withTexts(
    _ column: TableHeader.Column, _ index: Int, _ rows: Range<Int>, isUnit: Bool,
    _ body: (inout TableEvaluator, Span<UInt8>) -> Void
  ) throws(TableError) {
    let source = column.values
    if let stretch = try source.fill(&values.texts, rows) {
      source.forEachNull(rows) { values.texts[$0 - rows.lowerBound] = .missing }
      let bytes = stretch.bindMemory(to: UInt8.self).span
      check(column, index, rows, isUnit: isUnit, bytes)
      return body(&self, bytes)
    }
    var bytes: [UInt8] = []
    swap(&bytes, &gathered)
    defer { swap(&bytes, &gathered) }
    bytes.removeAll(keepingCapacity: true)
    if try source.gather(&bytes, &values.texts, rows) {
      source.forEachNull(rows) { values.texts[$0 - rows.lowerBound] = .missing }
    } else {
      try gather(column, rows, into: &bytes)
    }
    check(column, index, rows, isUnit: isUnit, bytes.span)
    body(&self, bytes.span)
  }

  /// The same for texts of any layout, row by row.
  private mutating func gather(
    _ column: TableHeader.Column, _ rows: Range<Int>, into bytes: inout [UInt8]
  ) throws(TableError) {
    for row in rows {
      guard let (texts, place) = try column.values.value(of: row) else {
        values.texts[row - rows.lowerBound] = .missing
        continue
      }
      let start = bytes.count
      _ = try texts.text(place) { bytes.append(contentsOf: $0) }
      guard bytes.count < Int(UInt32.max) else {
        throw TableError("the texts of column \(column.name) from row \(rows.lowerBound + 1) on are too long")
      }
      values.texts[row - rows.lowerBound] = TextRange(start: UInt32(start), end: UInt32(bytes.count))
    }
  }

  /// Takes out what is no text, and turns down rows without a usable unit.
  private mutating func check(
    _ column: TableHeader.Column, _ index: Int, _ rows: Range<Int>, isUnit: Bool, _ bytes: Span<UInt8>
  ) {
    // Bytes that all are ASCII cannot become anything else where they are cut.
    if TextFlaw.isPlain(bytes) {
      guard isUnit else { return }
      for row in 0..<rows.count where values.texts[row].places.isEmpty { reject(row, column) }
      return
    }
    for row in 0..<rows.count where !values.texts[row].isMissing {
      let text = bytes.extracting(values.texts[row].places)
      guard let flaw = TextFlaw.first(in: text) else { continue }
      values.texts[row] = .missing
      if isUnit {
        rejected.append((row, "\(column.name) \(flaw.sentence)"))
      } else {
        add(index, row, String(showing: text), flaw.sentence)
      }
    }
    guard isUnit else { return }
    for row in 0..<rows.count where values.texts[row].places.isEmpty { reject(row, column) }
  }

  private mutating func reject(_ row: Int, _ column: TableHeader.Column) {
    guard !rejected.contains(where: { $0.row == row }) else { return }
    rejected.append((row, "\(column.name) is empty"))
  }

  @inline(never)
  mutating func add(_ column: Int, _ row: Int, _ value: String, _ reason: String) {
    issues.append(Issue(row: row, column: column, value: value, reason: reason))
  }
}
