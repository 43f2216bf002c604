internal import Authoring
internal import BatchEvaluation
internal import Personalization
internal import Reporting

/// `personalize batch`: a decision for every row of a CSV file.
enum Batch {
  enum Format: String, CaseIterable, Sendable {
    case csv, jsonl
  }

  static let users = Positional(
    name: "USERS.csv",
    help: "One user a row, attributes as columns, or one JSON object a line; - reads a pipe. Several files, and quoted "
      + "patterns such as 'day-*.csv', are read as one.", value: .file("USERS.csv"), isRepeatable: true)
  static let output = Option(
    "output", short: "o", .file("OUT.csv"), isRequired: true, help: "Where the decisions go; - writes a pipe.")
  static let format = Option(
    "format", .choice(of: Format.self), default: Format.csv.rawValue,
    help: "How the rows are written; else the ending of OUT.csv says it.")
  static let columns = Option(
    "columns", .text("NAMES"),
    help: "Columns of the output, in this order, separated by commas; slot.SLOT and source.SLOT too. Default: all "
      + "but the latter two")
  static let keep = Option(
    "keep", .text("COLUMNS"), help: "Columns of the input to copy behind those of the output, separated by commas.")
  static let filter = Option(
    "where", .text("FILTER"),
    help: "Write these users only: segment=KEY, experiment=KEY, experiment=KEY:VARIATION or entry=ROUTE.")
  static let threads = Option(
    "threads", .integer("N", 1...1024), help: "Workers. Default: one for each processor; the output is the same")
  static let strict = Option(flag: "strict", help: "Stop at the first flaw of a row or cell.")
  static let rejects = Option(
    "rejects", .file("FILE"), help: "List every flaw: line, record, byte offset, column, value, reason.")
  static let delimiter = Option(
    "delimiter", .text("C"), help: "Between the fields of the input; \"tab\" is one. Default: a comma")
  static let excelSafe = Option(
    flag: "excel-safe",
    help: "Prefix text that a spreadsheet would take for a formula with ', and begin files with a byte order mark.")
  static let maxFlawed = Option(
    "max-flawed", .text("PERCENT"), help: "Exit with 1, without output, if more rows than this have a flaw, such as 1%."
  )
  static let allowUnreadable = Option(
    flag: "allow-unreadable", help: "Do not exit with 1 where no cell of a column can be read.")
  static let command = Command(
    name: "batch",
    summary: "Decide for every row of a CSV file.",
    examples: [
      Example("personalize batch Samples/users.csv -o decisions.csv", "one row out for each row in, in the same order"),
      Example(
        "personalize batch users.csv.gz -o decisions.csv.zst --columns user_id,entry",
        "packed files, and two columns of the output"),
      Example(
        "personalize batch users.csv -o decisions.csv --sticky assignments.db",
        "whoever was assigned before stays where they are"),
      Example("personalize batch users.csv -o decisions.csv --rejects flaws.csv", "and a list of what was flawed"),
      Example(
        "personalize batch 'days/*.jsonl.gz' -o decisions.csv", "files of JSON lines, in the order of their names"),
    ],
    positionals: [users],
    options: [
      output, format, columns, keep, filter, DecisionOptions.at, threads, strict, maxFlawed, allowUnreadable, rejects,
      excelSafe,
      StickyFile.option,
    ] + FileOptions.all,
    notes: [
      "TIME is written as in 2025-03-01T08:00:00Z.",
      "Every row gets an answer. A cell that is not of its attribute's type counts as missing, a row whose fields cannot "
        + "be told apart gets the defaults, and the column issues says so.",
      "Columns that no attribute is named like are ignored. choice.SLOT columns hold what users chose themselves.",
      "Several files have equal headers. The rows come in the order of the files; a pattern's files are in byte order.",
      "OUT.csv appears only when it is whole. Files that end in .gz or .zst are packed.",
      "Assignments are kept all together just before OUT.csv appears, or not at all. Until then others can read FILE.db, and "
        + "wait to write to it.",
    ],
    exitCodes: [
      .done: "Done, flawed rows and cells included.",
      .findings: "With --strict or --max-flawed: too many flaws; no decisions were written. Else: no cell of a column "
        + "can be read; the decisions were written.",
    ],
    body: .run(run))

  /// What `batch` and the commands that survey users ask for in common.
  static func options(_ arguments: ParsedArguments, _ configuration: Configuration) throws -> BatchOptions {
    var options = BatchOptions(time: try decisionTime(arguments))
    options.spelling = try FileOptions.spelling(
      arguments, over: configuration.spelling, configuration.workspace.catalog)
    options.inputFormat = try FileOptions.format(
      arguments,
      of: try UserFiles.all(arguments).first ?? arguments[Simulate.users] ?? arguments[PopulationCommand.from])
    options.threads = arguments.integer(threads) ?? SystemCalls.processorCount
    if let text = arguments[delimiter] { options.delimiter = try delimiterByte(text, arguments) }
    return options
  }

  private static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    let inputs = try UserFiles.all(arguments)
    let input = inputs[0]
    let output = arguments.required(output)
    if inputs.contains("-"), SystemCalls.isTerminal(0) {
      throw CannotRun("standard input is a terminal: pipe a file of users into it, or name one")
    }
    let configuration = try loadConfiguration(arguments.configuration, terminal)
    let engine = PersonalizationEngine(configuration.workspace)
    var options = try options(arguments, configuration)
    let written = try arguments.format(
      format, as: Format.self, output: Self.output, endings: ["csv": .csv, "jsonl": .jsonl, "ndjson": .jsonl])
    options.format = written == .csv ? .csv : .jsonl
    options.isStrict = arguments.has(strict)
    options.maximumFlawedShare = try arguments.percentage(maxFlawed)
    options.isExcelSafe = arguments.has(excelSafe)
    if let text = arguments[columns] { options.columns = try columnNames(text, engine, arguments) }

    options.keptColumns = arguments[keep].map(names) ?? []
    options.filter = try rowFilter(engine, arguments)

    Interruption.removesPartialFiles()
    let clock = ContinuousClock()
    let start = clock.now
    let progress = TerminalProgress(terminal, reading: inputs)
    options.sticky = try StickyFile.store(arguments, engine, terminal, progress)
    // Now that the file of assignments is there.
    options.inputs = InputFiles(of: arguments)
    let summary: BatchSummary
    do throws(BatchError) {
      summary = try BatchEvaluation.Batch(engine, options).run(
        inputs: inputs, output: output, rejects: arguments[rejects]
      ) { progress.show($0, since: start) }
    } catch {
      if case .tooManyFlaws(let summary) = error {
        terminal.clearProgress()
        let limit = arguments[maxFlawed] ?? ""
        terminal.report(
          "\("error:", .bold, .red) \(grouped(summary.rowsWithFlaws)) of \(counted(summary.rows, "row")) have a flaw, "
            + "more than the \(limit) allowed; \(output == "-" ? "the output is not to be used" : "\(output) was not written")\n"
        )
        _ = noteFlaws(summary, engine, terminal, arguments)
        return .findings
      }
      return told(error, input: input, terminal)
    }
    terminal.clearProgress()
    let status = reportUnreadable(summary, terminal, arguments)
    report(summary, seconds: (clock.now - start).seconds, engine, terminal)
    return status
  }

  private static func columnNames(
    _ text: String, _ engine: PersonalizationEngine, _ arguments: ParsedArguments
  ) throws -> [String] {
    let (all, slots) = (BatchEvaluation.Batch.outputColumns(of: engine), BatchEvaluation.Batch.slotColumns)
    let names = names(text)
    for (index, name) in names.enumerated() {
      guard all.contains(name) || slots.contains(name) else {
        throw arguments.unsuitable(
          columns, name, expected: "a column of the output", among: all + slots, name)
      }
      guard !names[..<index].contains(name) else {
        throw arguments.unsuitable(columns, name, expected: "each column once")
      }
    }
    return names
  }

  /// The names between commas, without the spaces round them.
  private static func names(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func rowFilter(_ engine: PersonalizationEngine, _ arguments: ParsedArguments) throws -> RowFilter? {
    guard let text = arguments[filter] else { return nil }
    let expected = "segment=KEY, experiment=KEY, experiment=KEY:VARIATION or entry=ROUTE"
    guard let (kind, name) = text.split(once: "=") else { throw arguments.unsuitable(filter, text, expected: expected) }
    switch kind {
    case "segment":
      let keys = engine.workspace.segments.map(\.key)
      guard keys.contains(name) else {
        throw arguments.unsuitable(filter, text, expected: "a segment", among: keys, name)
      }
      return .segment(name)
    case "entry":
      let keys = engine.workspace.catalog.routes.keys.sorted()
      guard keys.contains(name) else {
        throw arguments.unsuitable(filter, text, expected: "a route", among: keys, name)
      }
      return .entry(name)
    case "experiment":
      let parts = name.split(once: ":")
      let key = parts?.0 ?? name
      let experiments = engine.workspace.experiments
      guard let experiment = experiments.first(where: { $0.key == key }) else {
        throw arguments.unsuitable(filter, text, expected: "an experiment", among: experiments.map(\.key), key)
      }
      guard let variation = parts?.1 else { return .experiment(key, variation: nil) }
      let variations = experiment.variations.map(\.key)
      guard variations.contains(variation) else {
        throw arguments.unsuitable(filter, text, expected: "a variation of \(key)", among: variations, variation)
      }
      return .experiment(key, variation: variation)
    default: throw arguments.unsuitable(filter, text, expected: expected)
    }
  }

  private static func delimiterByte(_ text: String, _ arguments: ParsedArguments) throws -> UInt8 {
    if text == "tab" || text == "\\t" { return UInt8(ascii: "\t") }
    guard text.utf8.count == 1, let byte = text.utf8.first, ![0x22, 0x0A, 0x0D].contains(byte) else {
      throw arguments.unsuitable(delimiter, text, expected: "one ASCII character such as ; or |, or tab")
    }
    return byte
  }

  /// Tells why a file could not be evaluated.
  static func told(_ error: BatchError, input: String, _ terminal: Terminal) -> ExitStatus {
    terminal.clearProgress()
    switch error {
    case .closedPipe: return .closedPipe
    case .tooManyFlaws:
      terminal.report("\("error:", .bold, .red) \(error.message)\n")
      return .findings
    case .column(let name, let message), .file(let name, let message):
      terminal.report("\("error:", .bold, .red) \(name): \(message)\n")
      return .cannotRun
    case .structure(let place, _), .flaw(let place, _):
      let name = place.file ?? (input == "-" ? "standard input" : input)
      terminal.report(
        "\("\(name):\(place.line):", .bold) \("error:", .bold, .red) \(error.message) \("(byte \(place.offset))", .dim)\n"
      )
      if case .flaw = error { return .findings }
      return .cannotRun
    }
  }

  /// More names than these are counted, not listed.
  private static let shownNames = 20

  private static func report(
    _ summary: BatchSummary, seconds: Double, _ engine: PersonalizationEngine, _ terminal: Terminal
  ) {
    var text: Styled = "\(counted(summary.rows, "row")) in \(shown(seconds)) s"
    if summary.rows > 0, seconds >= 0.1 { text += ", \(counted(Int(Double(summary.rows) / seconds), "row")) a second" }
    if summary.writtenRows < summary.rows { text += ", of which \(grouped(summary.writtenRows)) were written" }
    terminal.note(text + "\n" + flaws(summary, engine))
  }

  /// Tells what was wrong with a file of users.
  ///
  /// - Returns: `.findings` where a column cannot be read at all, and that is not allowed.
  static func noteFlaws(
    _ summary: BatchSummary, _ engine: PersonalizationEngine, _ terminal: Terminal, _ arguments: ParsedArguments
  ) -> ExitStatus {
    let status = reportUnreadable(summary, terminal, arguments)
    terminal.note(flaws(summary, engine))
    return status
  }

  /// Tells of columns of which no cell can be read, before anything else is said.
  private static func reportUnreadable(
    _ summary: BatchSummary, _ terminal: Terminal, _ arguments: ParsedArguments
  ) -> ExitStatus {
    let isAllowed = arguments.has(allowUnreadable)
    for column in summary.unreadableColumns {
      let text: Styled =
        "no cell of \(column.name) can be read: \(counted(column.cells, "flawed cell")), the first in record "
        + "\(grouped(column.record))\(inFile(column.file)): \"\(column.value)\" \(column.reason)\n"
      if isAllowed {
        terminal.note("\("warning:", .bold, .yellow) " + text)
      } else {
        terminal.report("\("error:", .bold, .red) " + text)
      }
    }
    return summary.unreadableColumns.isEmpty || isAllowed ? .done : .findings
  }

  private static func flaws(_ summary: BatchSummary, _ engine: PersonalizationEngine) -> Styled {
    let unit = engine.workspace.catalog.unit
    let names = engine.workspace.catalog.attributes.map(\.name) + Slot.allCases.map { "choice.\($0.key)" }
    var text: Styled = ""
    if summary.flawedRows > 0 { text += "\(counted(summary.flawedRows, "flawed row")), answered with the defaults\n" }
    for (column, count) in summary.flawedCells.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      text += "\(counted(count, "flawed cell")) in \(ForeignText.shown(column))\n"
    }
    for (column, separator) in summary.listSeparators.sorted(by: { $0.key < $1.key }) {
      let declared = engine.workspace.catalog.attributes.first { $0.name == column }?.separator
      text += "lists in \(column) are read as separated by \(shown(separator))"
      text += declared.map { ", not by \(shown($0))\n" } ?? "\n"
    }
    for (column, forms) in summary.listForms.sorted(by: { $0.key < $1.key }) {
      for (form, example) in [(ListForm.brackets, "[a, b]"), (.braces, "{a,b}")] {
        if let count = forms[form] { text += "\(counted(count, "list")) in \(column) read as \(example)\n" }
      }
    }
    if summary.skippedLines > 0 { text += "\(counted(summary.skippedLines, "empty line")) skipped\n" }
    if let first = summary.firstWordUnit {
      text += """
        \(counted(summary.wordUnits, "\(unit)")) such as \(first.word), the first in record \(grouped(first.record))\(inFile(first.file)): \
        if that stands for no value, pass --null '\(first.word)'\n
        """
    }
    if let record = summary.firstDecomposedUnit {
      text += """
        \(counted(summary.decomposedUnits, "\(unit)")) with letters and accents apart, the first in record \(record)\(inFile(summary.firstDecomposedFile)): \
        ids are compared byte for byte, so the same text in one piece is another user\n
        """
    }
    if !summary.ignoredColumns.isEmpty {
      var columns = summary.ignoredColumns.prefix(shownNames).map { name in
        let shown = ForeignText.shown(name)
        return nearestName(to: name, among: names).map { "\(shown) (did you mean \($0)?)" } ?? shown
      }
      let rest = summary.ignoredColumns.count - columns.count
      if rest > 0 { columns.append("and \(rest) more") }
      text += "ignored, since no attribute is named so: \(columns.joined(separator: ", "))\n"
    }
    return text
  }

  private static func shown(_ separator: UInt8) -> String {
    separator == UInt8(ascii: "\t") ? "tabs" : String(UnicodeScalar(separator))
  }

  /// ` of NAME`, where there are several files.
  private static func inFile(_ name: String?) -> String { name.map { " of \(ForeignText.shown($0))" } ?? "" }

  private static func counted(_ number: Int, _ word: String) -> String {
    "\(grouped(number)) \(word)\(number == 1 ? "" : "s")"
  }

  private static func shown(_ seconds: Double) -> String {
    seconds < 0.01 ? "less than 0.01" : String((seconds * 100).rounded() / 100)
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// Shows how far a batch is, from whichever thread commits.
///
/// `@unchecked`: the pipeline calls it for one chunk at a time, while the terminal's own thread is one of its workers or
/// waits for them.
final class TerminalProgress: @unchecked Sendable {
  private let terminal: Terminal
  /// Rows or bytes that there will be; nil: nobody knows.
  private let total: Total?

  enum Total {
    case rows(Int)
    case bytes(Int)
  }

  init(_ terminal: Terminal, of total: Total? = nil) {
    self.terminal = terminal
    self.total = total
  }

  /// The progress of reading a file, whose end is known if it is not packed.
  convenience init(_ terminal: Terminal, reading path: String) { self.init(terminal, reading: [path]) }

  /// Likewise of several files.
  convenience init(_ terminal: Terminal, reading paths: [String]) {
    let sizes = paths.compactMap { path in
      path.hasSuffix(".gz") || path.hasSuffix(".zst") ? nil : SystemCalls.size(ofFile: path)
    }
    self.init(terminal, of: sizes.count == paths.count ? .bytes(sizes.reduce(0, +)) : nil)
  }

  func note(_ text: Styled) { terminal.note(text) }

  func show(_ progress: BatchProgress, since start: ContinuousClock.Instant) {
    let seconds = (ContinuousClock().now - start).seconds
    terminal.showProgress(
      "\(grouped(progress.rows)) rows, \(grouped(Int(Double(progress.rows) / max(seconds, 0.001)))) a second"
        + timeLeft(progress, after: seconds))
  }

  /// `, 12 s left`, once there is something to tell it from.
  private func timeLeft(_ progress: BatchProgress, after seconds: Double) -> String {
    let share: Double? =
      switch total {
      case .rows(let rows)? where rows > 0: Double(progress.rows) / Double(rows)
      case .bytes(let bytes)? where bytes > 0: Double(progress.bytes) / Double(bytes)
      default: nil
      }
    guard let share, share > 0.01, share <= 1, seconds > 0.5 else { return "" }
    let left = Int((seconds / share * (1 - share)).rounded(.up))
    return left >= 90 ? ", \((left + 30) / 60) min left" : ", \(left) s left"
  }
}
