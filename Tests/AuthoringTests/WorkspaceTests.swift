import Authoring
import Navigation
import Personalization
import TestSupport
import Testing

@Suite("A workspace")
struct WorkspaceTests {
  @Test("holds what its files say")
  func contents() throws {
    let workspace = try Workspace(files: SampleFiles.all)
    let catalog = workspace.catalog
    #expect(catalog.unit == "user_id")
    #expect(catalog.appVersion == "app_version")
    #expect(catalog.attributes.map(\.name).prefix(3) == ["user_id", "device_id", "age"])
    #expect(catalog.attributes[7] == AttributeDefinition(name: "scores", type: .list(of: .number), separator: 0x3B))
    #expect(
      catalog.nodes["speaking"]
        == NodeDefinition(
          arguments: ["mode": ArgumentDefinition(type: .string, values: ["review", "topicTalk"])],
          since: SemanticVersion("2.0.0"), fallback: NodeTemplate("modeSelection")))
    #expect(
      catalog.routes["continue-last"]
        == Route(
          nodes: [NodeTemplate("home"), NodeTemplate("speaking", ["mode": .attribute("last_mode", default: nil)])],
          fallback: "practice"))
    #expect(catalog.tabs == ["home": NodeTemplate("home"), "practice": NodeTemplate("modeSelection")])
    #expect(catalog.deepLinks.map(\.destination) == [.node("speaking"), .route("continue-last")])
    #expect(catalog.defaults.count == Slot.allCases.count)
    #expect(catalog.defaults[.fallbackModalDismissed] == .node(nil))
    #expect(catalog.defaults[.sessionResumeWithin] == .seconds(1800))
    #expect(workspace.groups == ["staff": ["u-1", "u-2"]])
  }

  @Test("holds segments and experiments in the order of their keys")
  func parts() throws {
    let workspace = try Workspace(files: SampleFiles.all)
    #expect(workspace.segments.map(\.key) == ["night", "senior"])
    #expect(workspace.segments.map(\.name) == ["night", "Senior"])
    #expect(workspace.segments[1].locked == [.homeLayout, .fallbackModalDismissed])
    #expect(workspace.experiments.map(\.key) == ["cards", "entry", "layout"])
    let cards = workspace.experiments[0]
    #expect(cards.seed == "cards")
    #expect(cards.coverage == Millionths(count: 500_000))
    #expect(cards.layer?.ranges.map(\.lowerBound.count) == [500_000, 800_000])
    #expect(cards.start == Timestamp("2026-01-01") && cards.end == Timestamp("2026-12-31T23:59:59Z"))
    #expect(cards.stickiness == Experiment.Stickiness(bucketVersion: 1))
    #expect(workspace.experiments[2].requires == ["entry": ["control"]])
    #expect(workspace.experiments[2].variations.map(\.weight.count) == [900_000, 100_000])
  }

  @Test("does not load in part, and names all its problems in one error")
  func errors() {
    let files = SampleFiles.changed(["segments/a.json": "{}", "segments/b.json": "["])
    let error = #expect(throws: WorkspaceError.self) { try Workspace(files: files) }
    #expect(error?.diagnostics.map(\.file) == ["segments/a.json", "segments/a.json", "segments/b.json"])
    #expect(error?.diagnostics == Workspace.check(files: files).diagnostics)
    #expect(Workspace.check(files: files).workspace == nil)
  }

  @Test("loads with warnings")
  func warnings() throws {
    let files = SampleFiles.changed(["catalog/groups/vip.txt": "a"])
    #expect(Workspace.check(files: files).diagnostics.map(\.severity) == [.warning])
    #expect(throws: Never.self) { try Workspace(files: files) }
  }

  @Test("gives values of groups line by line", arguments: ["a\nb\n", "a\r\nb\r\n", "\na\n\n\nb", "a\nb"])
  func groupLines(_ text: String) throws {
    #expect(
      try Workspace(files: SampleFiles.changed(["catalog/groups/staff.txt": text])).groups["staff"] == ["a", "b"])
  }

  @Test("may do without segments, experiments and groups")
  func catalogOnly() throws {
    let files = SampleFiles.all.filter { $0.key.hasSuffix("attributes.json") || $0.key.hasSuffix("navigation.json") }
    #expect(try Workspace(files: files).segments.isEmpty)
  }

  @Test("reads a chain of ten thousand fallbacks without running out of stack")
  func longChain() {
    let routes = (0..<10_000).map { #""r\#($0)": {"nodes": ["home"], "fallback": "r\#($0 + 1)"}"# }
    let files = SampleFiles.changed([
      "catalog/navigation.json": SampleFiles.replacing(
        #""routes": {"#, in: SampleFiles.navigation,
        with: #""routes": { "r10000": {"nodes": ["home"]}, "# + routes.joined(separator: ", ") + ",")
    ])
    #expect(Workspace.check(files: files).diagnostics.isEmpty)
  }
}
