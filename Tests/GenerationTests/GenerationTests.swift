import Authoring
import Foundation
@testable import Generation
import Personalization
import Testing

@Suite("Generated sources and maps")
struct GenerationTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path()

  private func workspace(
    nodes: String, links: String = "", routes: String = "", places: String = ""
  ) throws -> Workspace {
    try Workspace(files: [
      "catalog/attributes.json": #"{"unit": "id", "attributes": {"id": {"type": "string"}}}"#,
      "catalog/navigation.json": """
      { "nodes": { "home": {}, \(nodes) }, "routes": {"home": {"nodes": ["home"]}\(routes)},
        "tabs": {"home": "home"\(places)}, "cards": {"home": "home"\(places)},
        "deepLinks": [\(links)],
        "defaults": {"entry": "home", "home.layout": "tab", "home.tabs": ["home"], "home.cards": [],
          "home.initialTab": "home", "fallback.default": "home", "fallback.modalDismissed": null,
          "fallback.invalidDeepLink": "home", "fallback.unavailableNode": "home", "fallback.signedOut": "home",
          "fallback.restoreFailed": "home", "session.scope": "user", "session.resumeWithin": "PT30M",
          "modal.style": "sheet", "modal.confirmsDismissal": false} }
      """,
    ])
  }

  @Test("write an enum case for each node, required arguments first")
  func cases() throws {
    let text = try SwiftSource(
      try workspace(
        nodes: """
          "lesson": {"arguments": {"mode": {"type": "string", "values": ["a", "b-c"]}, "number": {"type": "number"},
            "by": {"type": "string", "optional": true}, "isLong": {"type": "boolean"}}}
          """
      ).catalog
    ).text
    #expect(
      text.contains(
        "  "
          + "case lesson(isLong: Swift.Bool, mode: LessonArguments.Mode, number: Swift.Double, by: Swift.String? = nil)\n"
      ))
    #expect(
      text.contains(
        """
          enum LessonArguments {
            /// The legal values of mode.
            enum Mode: Swift.String, Swift.Codable, Swift.Hashable, Swift.Sendable, Swift.CaseIterable {
              case a
              case bC = "b-c"
            }
          }
        """))
  }

  @Test("keep the catalog's keys where they are no names of Swift")
  func keys() throws {
    let text = try SwiftSource(
      try workspace(
        nodes: #""daily-review": {"arguments": {"due-date": {"type": "string"}}}, "default": {}"#
      ).catalog
    ).text
    #expect(text.contains("  case `default`\n"))
    #expect(text.contains("    case dailyReview = \"daily-review\"\n"))
    #expect(
      text.contains(
        "  enum DailyReviewCodingKeys: Swift.String, Swift.CodingKey {\n    case dueDate = \"due-date\"\n  }"))
  }

  @Test("nest the type of an argument in its node, whatever other nodes have")
  func valueTypes() throws {
    let text = try SwiftSource(
      try workspace(
        nodes: """
          "a": {"arguments": {"mode": {"type": "string", "values": ["x"]}}},
          "b": {"arguments": {"mode": {"type": "string", "values": ["y"]}}}
          """
      ).catalog
    ).text
    #expect(text.contains("case a(mode: AArguments.Mode)") && text.contains("case b(mode: BArguments.Mode)"))
  }

  /// Names of the standard library, of Foundation and of the language, as people name screens.
  private static let hostile = [
    "Result", "Error", "Set", "Int", "UInt", "Optional", "Array", "Dictionary", "Data", "Date", "URL", "UUID", "String",
    "Double", "Bool", "Character", "Codable", "Hashable", "Sendable", "CaseIterable", "CodingKey", "CodingKeys",
    "Swift",
    "Foundation", "Type", "Protocol", "Self", "Any", "AnyObject", "Never", "Void", "Task", "MainActor", "Locale",
    "AppNode",
    "AppRoute", "AppTab", "AppCard", "AppLink", "RawValue", "AllCases", "ResultArguments", "ErrorCodingKeys",
    "self", "init", "allCases", "rawValue", "hash", "encode", "some", "none", "inout", "var", "let", "default", "in",
    "where", "class", "enum", "struct", "func", "import", "is", "as", "nil", "true", "false", "super", "throws", "try",
    "await", "async", "actor", "any", "nonisolated", "each", "repeat", "subscript", "operator", "deinit", "extension",
    "description", "container", "decoder", "_0", "0",
  ]

  @Test("hide nothing of the standard library or of Foundation, whatever nodes, arguments, values and routes are named")
  func hidesNothing() throws {
    let names = Self.hostile.filter { $0.first != "_" }
    let values = names.map(\.debugDescription).joined(separator: ", ")
    // Nodes and the types of arguments may not differ in the case of the first letter alone.
    let nodes = names.filter { !["any", "self", "allCases", "rawValue"].contains($0) }
    let arguments = nodes.map { #""\#($0)": {"type": "string", "values": [\#(values)]}"# }.joined(separator: ", ")
    let texts = names.map { #""\#($0)": {"type": "string", "optional": true}"# }.joined(separator: ", ")
    let plain = nodes.map { #""\#($0)": {"arguments": {"\#($0)": {"type": "string", "values": ["a", "\#($0)"]}}}"# }
    let keys = names.map { #""\#($0)": {"nodes": ["home"]}"# }.joined(separator: ", ")
    let places = names.map { #""\#($0)": "home""# }.joined(separator: ", ")
    let workspace = try workspace(
      nodes: plain.joined(separator: ", ")
        + #", "everyType": {"arguments": {\#(arguments)}}, "everyText": {"arguments": {\#(texts)}}"#,
      routes: ", " + keys, places: ", " + places)
    let text = try SwiftSource(workspace.catalog, isPublic: true).text
    let app = """
      import Foundation
      func use() throws -> Result<Set<Int>, Never> {
        let all: [Any] = [Data(), URL(filePath: "/"), UUID(), Date(), Optional<Double>.none as Any, Array<String>(), Bool()]
        return .success([all.count])
      }
      extension AppNode {
        static func read(_ data: Data, at url: URL) throws -> Result<Set<Int>, Never> {
          struct Problem: Error, Codable, Hashable, Sendable { let text: String, number: Double, flag: Bool, at: Date }
          let kind: Any.Type = Optional<Int>.self
          return .success([Array<UInt>().count, "\\(kind)".count])
        }
      }
      // Every name comes back from what the engine writes.
      for name in [\(nodes.map(\.debugDescription).joined(separator: ", "))] {
        let json = Data("{\\"\\(name)\\": {\\"\\(name)\\": \\"\\(name)\\"}}".utf8)
        let node = try JSONDecoder().decode(AppNode.self, from: json)
        let again = try JSONDecoder().decode([String: [String: String]].self, from: JSONEncoder().encode(node))
        guard again == [name: [name: name]] else { fatalError(name) }
      }
      let routes = [\(names.map(\.debugDescription).joined(separator: ", "))]
      guard routes.allSatisfy({ AppRoute(rawValue: $0)?.rawValue == $0 && AppTab(rawValue: $0)?.rawValue == $0 }),
        AppCard.allCases.count == routes.count + 1
      else { fatalError("a key is lost") }
      """
    try expectToCompile(text, running: app)
  }

  @Test("compile, and read every node that the shipped workspace can decide")
  func compiles() throws {
    try expectToCompile(SwiftSource(Workspace(directory: Self.root).catalog, isPublic: true).text)
  }

  @Test("compile where keys and values are words of the language, foreign, or full of quotes")
  func strangeNames() throws {
    let text = try SwiftSource(
      try workspace(
        nodes: #"""
          "self": {}, "Type": {}, "init": {},
          "a": {"arguments": {"string": {"type": "string", "values": ["x\"y", "\\(z)", "1é", "日本", "default"]},
            "appNode": {"type": "string", "values": ["on", "Protocol"]}}}
          """#
      ).catalog
    ).text
    try expectToCompile(text)
  }

  @Test(
    "refuse keys that would be one name in Swift, or none",
    arguments: [
      (#""Url": {}, "URL": {}"#, "the nodes \"URL\" and \"Url\" would both be url in Swift"),
      (#""a-b": {}, "a.b": {}"#, "the nodes \"a-b\" and \"a.b\" would both be aB in Swift"),
      (
        #""n": {"arguments": {"x-y": {"type": "string"}, "xY": {"type": "string"}}}"#,
        "the arguments of n \"x-y\" and \"xY\" would both be xY in Swift"
      ),
      (
        #""n": {"arguments": {"v": {"type": "string", "values": ["+1", "1"]}}}"#,
        "the values of v of n \"+1\" and \"1\" would both be _1 in Swift"
      ),
      (
        #""n": {"arguments": {"v": {"type": "string", "values": ["🙂"]}}}"#,
        "the values of v of n have \"🙂\", of which no name in Swift can be made"
      ),
    ])
  func clashes(nodes: String, message: String) throws {
    let catalog = try workspace(nodes: nodes).catalog
    let problem = #expect(throws: SwiftNameProblem.self) { try SwiftSource(catalog) }
    #expect(problem?.description.hasPrefix(message) == true)
  }

  /// - Parameter app: A main file beside the source, which is run too.
  private func expectToCompile(_ text: String, running app: String? = nil) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "generated-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let source = directory.appending(path: "AppNode.swift")
    try Data(text.utf8).write(to: source)
    var arguments = ["swiftc", "-swift-version", "6", "-warnings-as-errors", source.path()]
    let program = directory.appending(path: "app")
    if let app {
      let main = directory.appending(path: "main.swift")
      try Data(app.utf8).write(to: main)
      arguments += [main.path(), "-o", program.path()]
    } else {
      arguments.append("-typecheck")
    }
    #expect(try run("/usr/bin/env", arguments) == 0)
    if app != nil { #expect(try run(program.path(), []) == 0) }
  }

  private func run(_ program: String, _ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test("draw every node, and mark those that nothing leads to")
  func map() throws {
    let workspace = try workspace(
      nodes: #""list": {"fallback": "home"}, "attic": {}"#, links: #"{"pattern": "app://list", "node": "list"}"#)
    let map = FlowMap(workspace)
    #expect(map.nodes == ["attic", "home", "list"])
    #expect(map.unreachable == ["attic"])
    #expect(map.edges.contains(.init(from: "list", to: "home", kind: .fallback, label: "")))
    #expect(map.edges.contains(.init(from: "app://list", to: "list", kind: .link, label: "")))
    #expect(map.dot.contains("\"attic\" [color=red];") && map.dot.contains("\"list\" -> \"home\" [style=dashed];"))
    #expect(map.mermaid.hasPrefix("flowchart LR\n  n0(\"attic\")\n"))
  }

  @Test("draw of a segment what it asks for, and nothing that only others do")
  func segmentMap() throws {
    let workspace = try Workspace(directory: Self.root)
    let senior = try #require(workspace.segments.first { $0.key == "senior" })
    let map = FlowMap(workspace, segment: senior)
    #expect(map.edges.contains { $0.kind == .landing && $0.to == "savedList" })
    #expect(!map.sources.contains("route choose-profile"))
    #expect(FlowMap(workspace).sources.contains("route choose-profile"))
    #expect(FlowMap(workspace).unreachable.isEmpty)
  }
}
