internal import Authoring
internal import BatchEvaluation
internal import Generation
internal import Personalization

/// `personalize generate`: source code from the catalog.
enum Generate {
  enum Language: String, CaseIterable, Sendable {
    case swift
  }

  static let language = Positional(name: "LANGUAGE", help: "swift is the only one.", value: .choice(of: Language.self))
  static let output = Option("output", short: "o", .file("FILE"), help: "Where the source goes. Default: printed")
  static let isPublic = Option(flag: "public", help: "Make the declarations public, for a module of their own.")

  static let command = Command(
    name: "generate",
    summary: "Write the app's nodes, routes and links as source code.",
    examples: [
      Example("personalize generate swift -o Sources/App/AppNode.swift", "an enum that the compiler checks")
    ],
    positionals: [language],
    options: [output, isPublic],
    notes: ["The same catalog gives the same text. An unchanged file is not touched."],
    body: .run(run))

  private static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    let workspace = try loadWorkspace(arguments, terminal)
    let text: String
    do throws(SwiftNameProblem) {
      text = try SwiftSource(workspace.catalog, isPublic: arguments.has(isPublic)).text
    } catch {
      throw CannotRun(error.description)
    }
    guard let path = arguments[output], path != "-" else {
      try terminal.print(Styled(text))
      return .done
    }
    try ResultFile.write(Array(text.utf8), to: path, besides: InputFiles(of: arguments))
    return .done
  }
}

/// `personalize graph`: a map of where users can land.
enum Graph {
  enum Format: String, CaseIterable, Sendable {
    case dot, mermaid
  }

  static let segment = Option("segment", .text("KEY"), help: "Only what this segment asks for, over the defaults.")
  static let format = Option(
    "format", .choice(of: Format.self), default: Format.dot.rawValue, help: "Graphviz's language or Mermaid's.")

  static let command = Command(
    name: "graph",
    summary: "Draw where users can land.",
    examples: [
      Example("personalize graph | dot -Tsvg > flow.svg", "nodes, routes, fallbacks, links and ends of modal flows"),
      Example("personalize graph --segment senior --format mermaid", "the same for one segment, for a forge to draw"),
    ],
    options: [segment, format],
    notes: ["Dashed: fallbacks. Dotted: where modal flows end. Red: nodes that nothing leads to."],
    body: .run(run))

  private static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    let workspace = try loadWorkspace(arguments, terminal)
    var chosen: Segment?
    if let key = arguments[segment] {
      guard let found = workspace.segments.first(where: { $0.key == key }) else {
        throw arguments.unsuitable(segment, key, expected: "a segment", among: workspace.segments.map(\.key), key)
      }
      chosen = found
    }
    let map = FlowMap(workspace, segment: chosen)
    switch arguments.choice(format, as: Format.self) {
    case .dot: try terminal.print(Styled(map.dot))
    case .mermaid: try terminal.print(Styled(map.mermaid))
    }
    return .done
  }
}
