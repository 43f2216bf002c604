internal import Authoring
internal import BatchEvaluation
internal import JSONTree
internal import Personalization
internal import Simulation

/// `personalize population`: distributions of real users, to draw others like them.
enum PopulationCommand {
  static let from = Option(
    "from", .file("USERS.csv"), isRequired: true, help: "The users, as for batch; - reads a pipe.")

  static let command = Command(
    name: "population",
    summary: "Write how users are distributed, to simulate others like them.",
    examples: [
      Example(
        "personalize population --from users.csv -o populations/like-ours.json",
        "a file for simulate --population, without any row of users.csv")
    ],
    options: [from, Simulate.output, DecisionOptions.at, Batch.allowUnreadable] + FileOptions.all,
    notes: [
      "Dates and most numbers become 21 quantiles of three digits, everything else the values that at least "
        + "\(PopulationSketch.rarest) users have. Texts of more than \(PopulationSketch.mostValues) different values, "
        + "such as names and ids, are left out. What depends on what is not found out: say it with \"given\".",
      "Dates are days after TIME, which is written as in 2025-03-01T08:00:00Z.",
    ],
    exitCodes: [.findings: "No cell of a column can be read; the file was written."],
    body: .run(run))

  private static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    let configuration = try loadConfiguration(arguments.configuration, terminal)
    let options = try Batch.options(arguments, configuration)
    let engine = PersonalizationEngine(configuration.workspace)
    let input = arguments.required(from)
    let progress = TerminalProgress(terminal, reading: input)
    let start = ContinuousClock.now
    let sketch: PopulationSketch
    do throws(BatchError) {
      sketch = try PopulationSketch(of: input, engine, options) { progress.show($0, since: start) }
    } catch {
      return Batch.told(error, input: input, terminal)
    }
    terminal.clearProgress()
    let status = Batch.noteFlaws(sketch.summary, engine, terminal, arguments)
    let leftOut = sketch.attributes.filter { if case .leftOut = $0.sketch { true } else { false } }.map(\.name)
    if !leftOut.isEmpty {
      terminal.note("left out, for too many different values or too few users: \(leftOut.joined(separator: ", "))\n")
    }
    try write(Styled(json(sketch).text(pretty: true) + "\n"), arguments, terminal)
    return status
  }

  private static func json(_ sketch: PopulationSketch) -> JSONOutput {
    let attributes: [(String, JSONOutput)] = sketch.attributes.compactMap { attribute in
      var members: [(String, JSONOutput)] = []
      if attribute.missing > 0 { members.append(("missing", .number(attribute.missing))) }
      switch attribute.sketch {
      case .leftOut: return nil
      case .quantiles(let numbers):
        members.append(("quantiles", .array(numbers.map(JSONOutput.number))))
        members.append(("decimals", .integer(PopulationSketch.Sketch.decimals(of: numbers))))
      case .choices(let choices):
        members.append(("choices", .object(choices.map { ($0.text, .integer($0.users)) })))
      }
      return (attribute.name, .object(members))
    }
    return [
      "description": .string("Drawn from \(sketch.users) users, attribute by attribute."),
      "attributes": .object(attributes),
    ]
  }
}
