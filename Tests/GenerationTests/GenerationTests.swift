import Authoring
import Foundation
@testable import Generation
import Personalization
import Testing

@Suite("Generated sources and maps")
struct GenerationTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path()

  private func workspace(nodes: String, links: String = "") throws -> Workspace {
    try Workspace(files: [
      "catalog/attributes.json": #"{"unit": "id", "attributes": {"id": {"type": "string"}}}"#,
      "catalog/navigation.json": """
      { "nodes": { "home": {}, \(nodes) }, "routes": {"home": {"nodes": ["home"]}}, "tabs": {"home": "home"}, "cards": {},
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
    #expect(text.contains("  case lesson(isLong: Bool, mode: Mode, number: Double, by: String? = nil)\n"))
    #expect(
      text.contains("enum Mode: String, Codable, Hashable, Sendable, CaseIterable {\n  case a\n  case bC = \"b-c\"\n}"))
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
    #expect(text.contains("  enum DailyReviewCodingKeys: String, CodingKey {\n    case dueDate = \"due-date\"\n  }"))
  }

  @Test("give arguments of one name but other values a type of their own")
  func valueTypes() throws {
    let text = try SwiftSource(
      try workspace(
        nodes: """
          "a": {"arguments": {"mode": {"type": "string", "values": ["x"]}}},
          "b": {"arguments": {"mode": {"type": "string", "values": ["y"]}}},
          "c": {"arguments": {"mode": {"type": "string", "values": ["x"]}}}
          """
      ).catalog
    ).text
    #expect(
      text.contains("case a(mode: Mode)") && text.contains("case b(mode: BMode)") && text.contains("case c(mode: Mode)")
    )
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
      (#""a-b": {}, "a.b": {}"#, "the nodes \"a-b\" and \"a.b\" would both be AB in Swift"),
      (
        #""n": {"arguments": {"x-y": {"type": "string"}, "xY": {"type": "string"}}}"#,
        "the arguments of n \"x-y\" and \"xY\" would both be xY in Swift"
      ),
      (
        #""n": {"arguments": {"v": {"type": "string", "values": ["+1", "1"]}}}"#,
        "the values of V \"+1\" and \"1\" would both be _1 in Swift"
      ),
      (
        #""n": {"arguments": {"v": {"type": "string", "values": ["🙂"]}}}"#,
        "the values of V have \"🙂\", of which no name in Swift can be made"
      ),
    ])
  func clashes(nodes: String, message: String) throws {
    let catalog = try workspace(nodes: nodes).catalog
    let problem = #expect(throws: SwiftNameProblem.self) { try SwiftSource(catalog) }
    #expect(problem?.description.hasPrefix(message) == true)
  }

  private func expectToCompile(_ text: String) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "generated-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let source = directory.appending(path: "AppNode.swift")
    try Data(text.utf8).write(to: source)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", source.path()]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
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
