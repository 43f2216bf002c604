internal import Personalization

/// `personalize hash`: the bucket of one unit.
enum Hash {
  static let seed = Option("seed", .text("SEED"), help: "Seed of an experiment; its key if it has none.")
  static let layer = Option("layer", .text("NAME"), help: "Name of a layer, in place of a seed.")
  static let unit = Option(
    "unit", .text("UNIT"), isRequired: true, help: "The value that is hashed, such as a user_id.")
  static let version = Option(
    "version", .integer("N", 1...3), default: "2", help: "Hash version of the experiment or layer.")

  static let command = Command(
    name: "hash",
    summary: "Show the bucket into which a unit falls.",
    examples: [
      Example("personalize hash --seed quick-entry-1 --unit u1", "why u1 is in this variation")
    ],
    options: [seed, layer, unit, version],
    exactlyOneOf: [[seed, layer]],
    body: .run(run))

  private static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    let version = arguments.integer(version).flatMap(HashVersion.init(rawValue:)) ?? .two
    let unit = arguments.required(unit)
    let bucket =
      if arguments.has(layer) {
        Bucket(layer: arguments.required(layer), unit: unit, version: version)
      } else {
        Bucket(seed: arguments.required(seed), unit: unit, version: version)
      }
    try terminal.print("\(bucket.number)\n")
    return .done
  }
}
