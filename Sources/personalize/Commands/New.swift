internal import Authoring
internal import BatchEvaluation
internal import JSONTree
internal import Personalization

/// `personalize new`: a small valid file of a kind, to be filled.
enum New {
  enum Kind: String, CaseIterable, Sendable {
    case segment, experiment

    var folder: String { rawValue + "s" }
  }

  static let kind = Positional(name: "KIND", help: "segment or experiment.", value: .choice(of: Kind.self))
  static let key = Positional(name: "KEY", help: "Its key, which is the name of the file.")

  static let command = Command(
    name: "new",
    summary: "Write a small segment or experiment to fill in.",
    examples: [
      Example("personalize new segment traveler", "segments/traveler.json, which changes nothing yet"),
      Example("personalize new experiment search-first", "a draft with two variations"),
    ],
    positionals: [kind, key],
    notes: [
      "The file is valid where it is written, and no decision changes by it. A file that is there is never overwritten."
    ],
    body: .run(run))

  private static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    let (kind, key) = (arguments.choice(kind, as: Kind.self), arguments.required(key))
    let directory = arguments.configuration
    guard isKey(key) else { throw CannotRun("\(ForeignText.shown(key)) cannot be a key; expected \(keyRule)") }
    if SystemCalls.size(ofFile: directory) != nil {
      throw CannotRun("\(directory): a bundle takes no more files; name the folder that it was made from")
    }
    let workspace = try loadWorkspace(arguments, terminal)
    let path = directory == "." ? "\(kind.folder)/\(key).json" : "\(directory)/\(kind.folder)/\(key).json"
    guard !SystemCalls.exists(path) else { throw CannotRun("\(path): there already; nothing was written") }
    var members: [(String, JSONOutput)] = []
    let schema = "schemas/\(kind.rawValue).schema.json"
    if SystemCalls.exists("\(directory)/\(schema)") { members.append(("$schema", .string("../\(schema)"))) }
    switch kind {
    case .segment: members += segment(in: workspace)
    case .experiment: members += experiment
    }
    var made: [String] = []
    try SystemCalls.makeFolders(of: path, made: &made)
    try ResultFile.write(
      Array((JSONOutput.object(members).text(pretty: true) + "\n").utf8), to: path, besides: InputFiles())
    try terminal.print(Styled(path + "\n"))
    terminal.note("next: personalize validate" + (arguments.has(.config) ? " --config \(directory)\n" : "\n"))
    return .done
  }

  /// A segment above all others, of everybody of whom something is known.
  private static func segment(in workspace: Workspace) -> [(String, JSONOutput)] {
    let catalog = workspace.catalog
    let attribute = catalog.attributes.first { $0.name != catalog.unit }?.name ?? catalog.unit
    let highest = workspace.segments.map(\.priority).max() ?? 0
    let isKnown: JSONOutput = ["$exists": true]
    return [
      ("description", ""), ("when", .object([(attribute, isKnown)])),
      ("priority", .integer(min(highest + 10, 1_000_000_000))), ("navigation", [:]),
    ]
  }

  private static let experiment: [(String, JSONOutput)] = [
    ("hypothesis", ""), ("status", "draft"), ("hashVersion", 3),
    ("variations", [["key": "control"], ["key": "treatment", "navigation": [:]]]),
  ]
}
