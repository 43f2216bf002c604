internal import Personalization

/// `personalize hash`: the bucket of one unit.
enum Hash {
  static let seed = Option("seed", .text("SEED"), isRequired: true, help: "The experiment's seed.")
  static let unit = Option(
    "unit", .text("UNIT"), isRequired: true, help: "The value that is hashed, such as a user_id.")
  static let version = Option(
    "version", .integer("N", 1...2), default: "2", help: "The experiment's hashVersion.")

  static let command = Command(
    name: "hash",
    summary: "Show the bucket into which a unit falls.",
    examples: [
      Example("personalize hash --seed quick-entry-1 --unit u1", "why u1 is in this variation")
    ],
    options: [seed, unit, version],
    body: .run(run))

  private static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    let version = arguments.integer(version).flatMap(HashVersion.init(rawValue:)) ?? .two
    let bucket = Bucket(seed: arguments.required(seed), unit: arguments.required(unit), version: version)
    try terminal.print("\(bucket.number)\n")
    return .done
  }
}
