/// `personalize batch`: a decision for every row of a CSV file.
enum Batch {
  enum Format: String, CaseIterable, Sendable {
    case csv, jsonl
  }

  static let users = Positional(name: "USERS.csv", help: "One user a row, attributes as columns; - reads a pipe.")
  static let output = Option(
    "output", short: "o", .file("OUT.csv"), isRequired: true, help: "Where the decisions go; - writes a pipe.")
  static let format = Option(
    "format", .choice(of: Format.self), default: Format.csv.rawValue, help: "How the rows are written.")
  static let threads = Option(
    "threads", .integer("N", 1...1024), help: "Workers. Default: one for each processor; the output is the same")
  static let strict = Option(flag: "strict", help: "Stop at the first row that cannot be read.")
  static let rejects = Option("rejects", .file("FILE"), help: "Where rows go that cannot be read.")
  static let delimiter = Option(
    "delimiter", .text("C"), default: ",", help: "The character between fields of the input.")
  static let excelSafe = Option(
    flag: "excel-safe", help: "Write fields so that a spreadsheet does not take them for formulas.")

  static let command = Command(
    name: "batch",
    summary: "Decide for every row of a CSV file.",
    examples: [
      Example("personalize batch Samples/users.csv -o decisions.csv", "one row out for each row in, in the same order"),
      Example("gzip -dc users.csv.gz | personalize batch - -o - | gzip > decisions.csv.gz", "through a pipe"),
      Example("personalize batch users.csv -o decisions.csv --rejects rejects.csv", "keep the unreadable rows"),
    ],
    positionals: [users],
    options: [output, format, DecisionOptions.at, threads, strict, rejects, delimiter, excelSafe],
    notes: ["TIME is written as in 2025-03-01T08:00:00Z."],
    exitCodes: [.findings: "Done, but some rows could not be read."],
    body: .run(run))

  private static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    throw CannotRun("batch is not there yet")
  }
}
