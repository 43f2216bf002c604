public import Personalization

/// How far a batch has come.
public struct BatchProgress: Hashable, Sendable {
  /// Rows written so far.
  public let rows: Int
  /// Bytes of the input that they took.
  public let bytes: Int

  package init(rows: Int, bytes: Int) {
    self.rows = rows
    self.bytes = bytes
  }
}

/// Evaluates every user of a file of CSV or JSON lines: one row of output for each record of input, in order.
///
/// Memory does not grow with the file. The output is the same whatever the number of threads, the size of chunks, and
/// whether input and output are files or pipes.
public struct Batch: Sendable {
  private let engine: PersonalizationEngine
  var options: BatchOptions

  /// A batch of this engine.
  public init(_ engine: PersonalizationEngine, _ options: BatchOptions) {
    self.engine = engine
    self.options = options
  }

  /// The names of all columns that the output can have, in their usual order.
  public static func outputColumns(of engine: PersonalizationEngine) -> [String] {
    OutputColumn.all(engine).map(\.name)
  }

  /// Evaluates a file.
  ///
  /// - Parameters:
  ///   - input: The path of a file of CSV or, if its name ends so, JSON lines, packed if it ends in `.gz` or `.zst`; `-` is standard input.
  ///   - output: Where the rows go, likewise packed; `-` is standard output. A file appears under its name only when it is whole.
  ///   - rejects: Where every flaw is listed, if anywhere.
  ///   - progress: Called after each chunk, on some worker's thread.
  /// - Throws: `BatchError` where records cannot be told apart, a file cannot be read or written, or, for a strict job,
  ///   at the first flaw.
  public func run(
    input: String, output: String, rejects: String? = nil, progress: (@Sendable (BatchProgress) -> Void)? = nil
  ) throws(BatchError) -> BatchSummary {
    try run(input: input, output: output, rejects: rejects, progress: progress, makeConsumer: nil)
  }

  /// Lets consumers look at every user of a file; nothing is written.
  ///
  /// - Parameters:
  ///   - input: As for `run`.
  ///   - makeConsumer: Called once by each worker, on its thread.
  package func survey(
    input: String, progress: (@Sendable (BatchProgress) -> Void)? = nil,
    _ makeConsumer: @escaping @Sendable () -> any RowConsumer
  ) throws(BatchError) -> BatchSummary {
    try run(input: input, output: nil, rejects: nil, progress: progress, makeConsumer: makeConsumer)
  }

  private func run(
    input: String, output: String?, rejects: String?, progress: (@Sendable (BatchProgress) -> Void)?,
    makeConsumer: (@Sendable () -> any RowConsumer)?
  ) throws(BatchError) -> BatchSummary {
    let file = try InputFile(path: input)
    var inputs = options.inputs
    inputs.add(FileIdentity(descriptor: file.descriptor.number))
    let outputs = try BatchOutputs(rows: output, rejects: rejects, besides: inputs)
    var beginning = ByteBuffer(capacity: 64 * 1024)
    let isLines = (options.inputFormat ?? .init(path: input)) == .jsonl
    let (header, isWhole) = isLines ? try lines(file, &beginning) : try header(file, &beginning)
    let format = try RowFormat(engine, options, header)
    let sticky = try makeConsumer == nil ? StickySession(engine, options) : nil
    let committer = try Committer(
      header: header, options: options, firstLine: format.header(),
      outputs: outputs, ledger: sticky?.ledger(), progress: progress)
    let source = ChunkSource(
      file, header: header, beginning: beginning, isWhole: isWhole, chunkSize: options.chunkSize)
    let pipeline = Pipeline(
      engine: engine, header: header, options: options, format: format, source: source, committer: committer,
      sticky: sticky, makeConsumer: makeConsumer)
    return try pipeline.run()
  }

  private func header(
    _ file: InputFile, _ beginning: inout ByteBuffer
  ) throws(BatchError) -> (header: InputHeader, isWhole: Bool) {
    var isWhole = try readBeginning(file, &beginning)
    let catalog = engine.workspace.catalog
    let (delimiter, spelling) = (options.delimiter, options.spelling)
    var header = try beginning.withBytes { bytes throws(BatchError) in
      try InputHeader(bytes, delimiter: delimiter, spelling: spelling, catalog: catalog)
    }
    if header.hasLists {
      while !isWhole, beginning.count < header.length + InputHeader.listSample {
        let count = try beginning.fill(64 * 1024) { buffer throws(BatchError) in try file.read(into: buffer) }
        isWhole = count == 0
      }
      beginning.withBytes { header.findSeparators($0, isWhole: isWhole) }
    }
    return (header, isWhole)
  }

  /// What the beginning of a file of JSON lines tells: whether it is one.
  private func lines(
    _ file: InputFile, _ beginning: inout ByteBuffer
  ) throws(BatchError) -> (header: InputHeader, isWhole: Bool) {
    var isWhole = false
    while !isWhole, beginning.count < 8 {
      let count = try beginning.fill(64 * 1024) { buffer throws(BatchError) in try file.read(into: buffer) }
      isWhole = count == 0
    }
    let catalog = engine.workspace.catalog
    let header = try beginning.withBytes { bytes throws(BatchError) in
      try InputHeader(linesBeginningWith: bytes, catalog: catalog)
    }
    return (header, isWhole)
  }

  /// Reads until the header is there: its line end, outside quotes as far as parity tells, or the end of the file.
  ///
  /// - Returns: Whether the whole file was read.
  private func readBeginning(_ input: InputFile, _ bytes: inout ByteBuffer) throws(BatchError) -> Bool {
    let step = max(64 * 1024, options.chunkSize)
    // With two line ends, the header and a separator hint before it are complete. Each byte is looked at once.
    var lineEnds = 0
    var isQuoted = false
    var place = 0
    while true {
      let count = try bytes.fill(step) { buffer throws(BatchError) in try input.read(into: buffer) }
      if count == 0 { return true }
      bytes.withBytes { bytes in
        while place < bytes.count, lineEnds < 2 {
          if bytes[place] == Dialect.quote { isQuoted.toggle() }
          if bytes[place] == Dialect.lineFeed, !isQuoted { lineEnds += 1 }
          place += 1
        }
      }
      if lineEnds >= 2 { return false }
      guard bytes.count <= options.maximumRecordLength else {
        // One is the header's; whatever is wrong, it is wrong with the records.
        if lineEnds > 0 { return false }
        // A file of carriage returns only has shown enough of itself.
        if bytes.withBytes({ ByteScan.count(of: Dialect.carriageReturn, in: $0) }) > 0 { return false }
        throw .structure(.init(record: 0, line: 1, offset: 0), "the header does not end: not a CSV file")
      }
    }
  }
}
