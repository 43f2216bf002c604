internal import Personalization

/// Runs chunks through workers and keeps their order.
///
/// Each worker takes the next chunk, evaluates it on its own, and then waits for its turn to commit. At its turn it knows
/// whether the chunks before it ended where a record ends. If not, it evaluates its chunk again behind the bytes that
/// were left over: cutting in a wrong place costs time, never a row.
final class Pipeline: Sendable {
  private let engine: PersonalizationEngine
  private let header: InputHeader
  private let options: BatchOptions
  private let format: RowFormat
  private let source: Locked<SourceBox>
  private let committer: Locked<Committer>
  private let sticky: StickySession?
  private let makeConsumer: (@Sendable () -> any RowConsumer)?
  private let turn: Monitor<Turn>

  private struct Turn {
    var next = 0
    var failure: BatchError?
    var isOver = false
    var hasEnded: Bool { failure != nil || isOver }
  }

  /// `~Copyable` values cannot be a generic lock's value yet.
  private final class SourceBox {
    var source: ChunkSource
    init(_ source: consuming ChunkSource) { self.source = source }
  }

  init(
    engine: PersonalizationEngine, header: InputHeader, options: BatchOptions, format: RowFormat,
    source: consuming sending ChunkSource, committer: sending Committer, sticky: StickySession?,
    makeConsumer: (@Sendable () -> any RowConsumer)? = nil
  ) {
    self.sticky = sticky
    self.makeConsumer = makeConsumer
    self.engine = engine
    self.header = header
    self.options = options
    self.format = format
    self.source = Locked(SourceBox(source))
    self.committer = Locked(committer)
    turn = Monitor(Turn())
  }

  /// Evaluates everything; throws what ended it early.
  func run() throws(BatchError) -> BatchSummary {
    WorkerThreads.run(options.threads) { self.work() }
    let failure = turn.update { $0.failure }
    if let failure { throw failure }
    let bytesRead = source.withLock { $0.source.bytesRead }
    return try committer.withLock { committer throws(BatchError) in try committer.finish(bytesRead: bytesRead) }
  }

  private func work() {
    var rows = RowEvaluator(
      engine: engine, header: header, options: options, format: format, consumer: makeConsumer?())
    do throws(BatchError) {
      rows.sticky = try sticky?.rows()
    } catch {
      return fail(error)
    }
    var chunk = ByteBuffer(capacity: options.chunkSize + 1)
    while true {
      let taken: (number: Int, isLast: Bool, startsInside: Bool)?
      do throws(BatchError) {
        taken = try source.withLock { box throws(BatchError) in try box.source.next(&chunk) }
      } catch {
        return fail(error)
      }
      guard let (number, isLast, startsInside) = taken else { return }
      let report = startsInside ? nil : chunk.withBytes { rows.evaluate($0, isLast: isLast) }

      turn.wait { $0.next == number || $0.hasEnded }
      if turn.update({ $0.hasEnded }) { return }
      let failure = committer.withLock { committer -> BatchError? in
        do throws(BatchError) {
          try committer.commit(&rows, &chunk, report, isLast: isLast)
          return nil
        } catch {
          return error
        }
      }
      if let failure { return fail(failure) }
      let isDone = rows.consumer?.isDone == true
      turn.update { turn in
        turn.next = number + 1
        turn.isOver = isDone
      }
      if isDone { return }
    }
  }

  /// The first failure counts.
  private func fail(_ error: BatchError) {
    turn.update { $0.failure = $0.failure ?? error }
  }
}

/// Receives the chunks in order: writes their rows, and adds up what was found.
final class Committer {
  let header: InputHeader
  let options: BatchOptions
  /// Nil where rows are looked at and not written.
  private let output: OutputFile?
  private let rejects: RejectsWriter?
  private let ledger: StickyLedger?
  private let progress: (@Sendable (BatchProgress) -> Void)?
  private var summary = BatchSummary()
  private var flawedCells: [Int]
  private var readableColumns: [Bool]
  /// The first flaw of each column that some cell of is flawed.
  private var firstFlaws: [(record: Int, value: String, reason: String)?]
  private var bracketLists: [Int]
  private var braceLists: [Int]
  /// The beginning of a record that the chunks so far did not complete.
  private var leftover = ByteBuffer()
  /// How long the leftover must be before it is worth another look: a record that spans many chunks is looked at a few
  /// times, not once a chunk.
  private var nextLook = 0
  private var offset: Int
  private var lines: Int
  /// Members of lines of JSON that nothing is named like.
  private var ignoredNames: Set<String> = []

  /// Opens the output and the list of flaws, and writes the first line.
  init(
    header: InputHeader, options: BatchOptions, firstLine: [UInt8], outputs: BatchOutputs,
    ledger: StickyLedger?, progress: (@Sendable (BatchProgress) -> Void)?
  ) throws(BatchError) {
    self.ledger = ledger
    self.header = header
    self.options = options
    output = try outputs.openRows()
    rejects = try outputs.openRejects(isExcelSafe: options.isExcelSafe)
    self.progress = progress
    flawedCells = [Int](repeating: 0, count: header.columns.count)
    (bracketLists, braceLists) = (flawedCells, flawedCells)
    readableColumns = [Bool](repeating: false, count: header.columns.count)
    firstFlaws = [(record: Int, value: String, reason: String)?](repeating: nil, count: header.columns.count)
    offset = header.length
    lines = header.lines
    guard let output else { return }
    try output.write(firstLine.span)
    summary.bytesWritten = firstLine.count
  }

  /// Takes the next chunk in order.
  ///
  /// - Parameter early: What its worker found in it on its own, if it has looked.
  func commit(
    _ rows: inout RowEvaluator, _ chunk: inout ByteBuffer, _ early: ChunkReport?, isLast: Bool
  ) throws(BatchError) {
    var early = early
    if leftover.count > 0 {
      leftover.append(chunk, 0..<chunk.count)
      if leftover.count < nextLook, !isLast { return }
      swap(&leftover, &chunk)
      leftover.removeAll()
      early = nil
    }
    if let ledger, early != nil, try !rows.isConfirmed(by: ledger) { early = nil }
    rows.ask(ledger)
    let report = early ?? chunk.withBytes { rows.evaluate($0, isLast: isLast) }
    rows.ask(nil)
    try add(report)
    if header.isLines { ignoredNames.formUnion(rows.ignoredNames) }
    if let ledger { try rows.addAssignments(to: ledger) }
    rows.consumer?.commitChunk()
    if let output {
      try rows.output.withBytes { bytes throws(BatchError) in
        try output.write(bytes)
        summary.bytesWritten += bytes.count
      }
    }
    if report.consumed < chunk.count {
      try keep(chunk, from: report, isLast: isLast)
    }
    offset += report.consumed
    progress?(BatchProgress(rows: summary.rows, bytes: offset))
  }

  /// Keeps the beginning of a record for the next chunk, or says why there cannot be one.
  private func keep(
    _ chunk: borrowing ByteBuffer, from report: ChunkReport, isLast: Bool
  ) throws(BatchError) {
    let length = chunk.count - report.consumed
    let place: BatchError.Place
    if let open = report.openQuote {
      place = .init(record: summary.rows + 1, line: lines + open.line - report.lines + 1, offset: offset + open.offset)
    } else {
      place = .init(record: summary.rows + 1, line: lines + 1, offset: offset + report.consumed)
    }
    if report.hasMixedLineEnds {
      throw .structure(
        place, "a line feed stands in a file whose records end in carriage returns; make its line ends the same")
    }
    if report.trailingNULs > 0 {
      throw .structure(place, "the file ends in \(report.trailingNULs) NUL bytes: it was cut off")
    }
    if isLast {
      throw .structure(place, "the quoted field that opens here is never closed")
    }
    guard length <= options.maximumRecordLength else {
      let limit = options.maximumRecordLength
      let limitText = limit.isMultiple(of: 1 << 20) ? "\(limit >> 20) MiB" : "\(limit) bytes"
      throw .structure(
        place,
        report.openQuote == nil
          ? "the record is longer than \(limitText)"
          : "the quoted field that opens here is longer than \(limitText), probably an unbalanced quote")
    }
    leftover.append(chunk, report.consumed..<chunk.count)
    nextLook = min(length * 2, options.maximumRecordLength + 1)
  }

  private func add(_ report: ChunkReport) throws(BatchError) {
    for flaw in report.flaws {
      let place = BatchError.Place(
        record: summary.rows + flaw.record + 1, line: lines + flaw.line + 1, offset: offset + flaw.offset)
      if options.isStrict {
        let name = flaw.column >= 0 ? "\(header.names[flaw.column]): \"\(flaw.value)\" " : ""
        throw .flaw(place, name + flaw.reason)
      }
      if flaw.column >= 0, firstFlaws[flaw.column] == nil {
        firstFlaws[flaw.column] = (summary.rows + flaw.record + 1, flaw.value, flaw.reason)
      }
      try rejects?.write(flaw, place, column: flaw.column >= 0 ? header.names[flaw.column] : "")
    }
    if let first = report.firstDecomposedUnit {
      summary.firstDecomposedUnit = summary.firstDecomposedUnit ?? summary.rows + first + 1
    }
    if let first = report.firstWordUnit, summary.firstWordUnit == nil {
      summary.firstWordUnit = .init(record: summary.rows + first.record + 1, word: first.word)
    }
    summary.wordUnits += report.wordUnits
    summary.decomposedUnits += report.decomposedUnits
    summary.rows += report.rows
    summary.writtenRows += report.writtenRows
    summary.flawedRows += report.flawedRows
    summary.rowsWithFlaws += report.rowsWithFlaws
    summary.skippedLines += report.skippedLines
    for index in flawedCells.indices {
      flawedCells[index] += report.flawedCells[index]
      readableColumns[index] = readableColumns[index] || report.readableColumns[index]
      bracketLists[index] += report.bracketLists[index]
      braceLists[index] += report.braceLists[index]
    }
    lines += report.lines
  }

  /// Makes assignments last, then puts the files in their places: what they show is on record.
  func finish(bytesRead: Int) throws(BatchError) -> BatchSummary {
    let summary = finalSummary(bytesRead: bytesRead)
    if let limit = options.maximumFlawedShare, Double(summary.rowsWithFlaws) > limit * Double(summary.rows) {
      try rejects?.commit()
      output?.discard()
      throw .tooManyFlaws(summary)
    }
    do throws(StickyStoreError) {
      try ledger?.commit()
    } catch {
      throw BatchError(error)
    }
    try rejects?.commit()
    try output?.commit()
    return summary
  }

  private func finalSummary(bytesRead: Int) -> BatchSummary {
    var summary = summary
    summary.bytesRead = bytesRead
    summary.ignoredColumns = header.ignoredNames + ignoredNames.sorted()
    summary.listSeparators = header.foundSeparators
    for (index, name) in header.names.enumerated() {
      if bracketLists[index] > 0 { summary.listForms[name, default: [:]][.brackets] = bracketLists[index] }
      if braceLists[index] > 0 { summary.listForms[name, default: [:]][.braces] = braceLists[index] }
      guard flawedCells[index] > 0 else { continue }
      summary.flawedCells[name] = flawedCells[index]
      guard !readableColumns[index], let first = firstFlaws[index], header.columns[index].hasType else { continue }
      summary.unreadableColumns.append(
        .init(
          name: name, cells: flawedCells[index], record: first.record, value: first.value, reason: first.reason))
    }
    return summary
  }
}
