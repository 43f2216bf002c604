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

  /// The names of the columns that the output has if none are named, in their usual order.
  public static func outputColumns(of engine: PersonalizationEngine) -> [String] {
    OutputColumn.all(engine).map(\.name)
  }

  /// The names of the columns that the output has only if they are named: the value and the source of each slot.
  public static var slotColumns: [String] { OutputColumn.slots.map(\.name) }

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
    try run(inputs: [input], output: output, rejects: rejects, progress: progress, makeConsumer: nil)
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
    try run(inputs: [input], output: nil, rejects: nil, progress: progress, makeConsumer: makeConsumer)
  }

  /// Evaluates several files with equal headers as if they were one.
  ///
  /// Rows come in the order of the files, below one header. Records and lines are counted file by file.
  ///
  /// - Parameter inputs: The paths; standard input at most once.
  /// - Throws: As for one file, and where a file has another header than the first.
  public func run(
    inputs: [String], output: String, rejects: String? = nil, progress: (@Sendable (BatchProgress) -> Void)? = nil
  ) throws(BatchError) -> BatchSummary {
    try run(inputs: inputs, output: output, rejects: rejects, progress: progress, makeConsumer: nil)
  }

  private func run(
    inputs: [String], output: String?, rejects: String?, progress: (@Sendable (BatchProgress) -> Void)?,
    makeConsumer: (@Sendable () -> any RowConsumer)?
  ) throws(BatchError) -> BatchSummary {
    guard let first = inputs.first else { throw .file(name: "input", "no file was named") }
    let isSeveral = inputs.count > 1
    if let other = inputs.firstIndex(of: "-"), inputs[(other + 1)...].contains("-") {
      throw .file(name: "standard input", "can be read once only")
    }
    var beginning = try FileBeginning(first, self, isSeveral: isSeveral)
    let header = beginning.header
    var read = options.inputs
    read.add(FileIdentity(descriptor: beginning.file.descriptor.number))
    for input in inputs.dropFirst() {
      read.add(input)
      // Not at its turn, which may be hours from now; a pipe can only be read once.
      guard input != "-", FileIdentity(path: input) != nil else { continue }
      try FileBeginning(input, self, isSeveral: true).check(against: header, of: first)
    }
    let outputs = try BatchOutputs(rows: output, rejects: rejects, besides: read)
    let format = try RowFormat(engine, options, header)
    let sticky = try makeConsumer == nil ? StickySession(engine, options) : nil
    let committer = Locked(
      try Committer(
        header: header, options: options, firstLine: format.header(),
        outputs: outputs, file: isSeveral ? beginning.name : nil, ledger: sticky?.ledger(), progress: progress))
    var bytesRead = 0
    for (index, input) in inputs.enumerated() {
      if index > 0 {
        beginning = try FileBeginning(input, self, isSeveral: true)
        try beginning.check(against: header, of: first)
        let (name, next) = (beginning.name, beginning.header)
        committer.withLock { $0.begin(file: name, next) }
      }
      let name = isSeveral ? beginning.name : nil
      let pipeline = Pipeline(
        engine: engine, header: beginning.header, options: options, format: format,
        source: beginning.source(chunkSize: options.chunkSize), committer: committer, sticky: sticky,
        makeConsumer: makeConsumer)
      do throws(BatchError) {
        bytesRead += try pipeline.run()
      } catch {
        throw error.inFile(name)
      }
    }
    let total = bytesRead
    return try committer.withLock { committer throws(BatchError) in try committer.finish(bytesRead: total) }
  }

  /// An open file with as much of it as tells what its columns are.
  private struct FileBeginning {
    let file: InputFile
    let header: InputHeader
    private let bytes: [UInt8]
    private let isWhole: Bool
    var name: String { file.name }

    init(_ path: String, _ batch: Batch, isSeveral: Bool) throws(BatchError) {
      file = try InputFile(path: path)
      var beginning = ByteBuffer(capacity: 64 * 1024)
      let isLines = (batch.options.inputFormat ?? .init(path: path)) == .jsonl
      do throws(BatchError) {
        (header, isWhole) = isLines ? try batch.lines(file, &beginning) : try batch.header(file, &beginning)
      } catch {
        throw error.inFile(isSeveral ? file.name : nil)
      }
      bytes = beginning.withBytes { bytes in bytes.withUnsafeBufferPointer { Array($0) } }
    }

    /// - Throws: Where the file has other columns than the first.
    func check(against first: InputHeader, of name: String) throws(BatchError) {
      let place = BatchError.Place(record: nil, line: max(1, header.lines), offset: 0, file: file.name)
      let other = name == "-" ? "standard input" : name
      guard header.isLines == first.isLines else {
        throw .structure(
          place,
          "\(header.isLines ? "lines of JSON" : "CSV"), but \(other) is \(first.isLines ? "lines of JSON" : "CSV")")
      }
      guard !header.names.lazy.map({ ExactText($0) }).elementsEqual(first.names.lazy.map { ExactText($0) }) else {
        return
      }
      let missing = first.names.filter { !header.names.contains($0) }
      let added = header.names.filter { !first.names.contains($0) }
      let difference =
        (missing.isEmpty ? [] : ["without " + missing.joined(separator: ", ")])
        + (added.isEmpty ? [] : ["with " + added.joined(separator: ", ")])
      throw .structure(
        place,
        "the header is not that of \(other): it is "
          + (difference.isEmpty ? "in another order" : difference.joined(separator: " and ")))
    }

    func source(chunkSize: Int) -> ChunkSource {
      var beginning = ByteBuffer(capacity: max(64, bytes.count))
      beginning.append(bytes.span)
      return ChunkSource(file, header: header, beginning: beginning, isWhole: isWhole, chunkSize: chunkSize)
    }
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
