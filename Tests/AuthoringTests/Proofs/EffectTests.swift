import Authoring
import Personalization
import TestSupport
import Testing

@Suite("Variations that nobody can tell apart")
struct EffectTests {
  /// What is said of experiment `x` beside these segments.
  private func found(_ experiment: String, _ segments: [String: String] = [:]) -> [String] {
    var files = SampleFiles.all.filter { $0.key.hasPrefix("catalog/") }
    files["catalog/groups/staff.txt"] = nil
    for (key, text) in segments { files["segments/\(key).json"] = text }
    files["experiments/x.json"] = experiment
    let report = Workspace.check(files: files)
    #expect(report.workspace != nil, "\(report.diagnostics)")
    return report.diagnostics.filter { $0.code == .noEffect }.map(\.message)
  }

  private static func experiment(_ audience: String, _ navigation: String) -> String {
    #"""
    {"status": "running", "audience": \#(audience),
     "variations": [{"key": "control"}, {"key": "changed", "navigation": {\#(navigation)}}]}
    """#
  }

  private static let dashboard = #""home.layout": "dashboard""#

  private static func segment(_ when: String, _ priority: Int, _ navigation: String, _ more: String = "") -> String {
    #"{"when": \#(when), "priority": \#(priority), "navigation": {\#(navigation)}\#(more)}"#
  }

  @Test("are found where a segment sets for all of the audience what a variation sets")
  func segment() {
    #expect(
      found(
        Self.experiment(#"{"$segment": "old"}"#, Self.dashboard),
        ["old": Self.segment(#"{"age": {"$gte": 65}}"#, 20, Self.dashboard)]) == [
          #"nobody who takes part can tell the variations apart: "home.layout" is dashboard for all of them whichever "#
            + #"variation they have; for example {"age": 65}"#
        ])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let experiment: String
    var segments: [String: String] = [:]
    let isFound: Bool

    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "a variation that sets the default", experiment: experiment("{}", #""home.layout": "tab""#), isFound: true),
    Case(name: "another variation", experiment: experiment("{}", dashboard), isFound: false),
    Case(
      name: "a segment that holds for a part of the audience only",
      experiment: experiment(#"{"age": {"$gte": 60}}"#, dashboard),
      segments: ["old": segment(#"{"age": {"$gte": 65}}"#, 20, dashboard)], isFound: false),
    Case(
      name: "a segment that holds for more than the audience",
      experiment: experiment(#"{"age": {"$gte": 70}}"#, dashboard),
      segments: ["old": segment(#"{"age": {"$gte": 65}}"#, 20, dashboard)], isFound: true),
    Case(
      name: "a segment of higher priority that sets something else for some",
      experiment: experiment(#"{"$segment": "old"}"#, dashboard),
      segments: [
        "old": segment(#"{"age": {"$gte": 65}}"#, 20, dashboard),
        "night": segment(#"{"shift": "night"}"#, 30, #""home.layout": "tab""#),
      ], isFound: false),
    Case(
      name: "a segment of higher priority that locks it, so that they take no part",
      experiment: experiment(#"{"$segment": "old"}"#, dashboard),
      segments: [
        "old": segment(#"{"age": {"$gte": 65}}"#, 20, dashboard),
        "night": segment(#"{"shift": "night"}"#, 30, #""home.layout": "tab""#, #", "lock": true"#),
      ], isFound: true),
    Case(
      name: "a segment of lower priority that sets something else",
      experiment: experiment(#"{"$segment": "old"}"#, dashboard),
      segments: [
        "old": segment(#"{"age": {"$gte": 65}}"#, 20, dashboard),
        "night": segment(#"{"shift": "night"}"#, 10, #""home.layout": "tab""#),
      ], isFound: true),
    Case(
      name: "two segments that together set it for all",
      experiment: experiment(#"{"age": {"$gte": 60}}"#, dashboard),
      segments: [
        "old": segment(#"{"age": {"$gte": 65}}"#, 20, dashboard),
        "young": segment(#"{"age": {"$gte": 50, "$lt": 65}}"#, 10, dashboard),
      ], isFound: true),
    Case(
      name: "one slot of two that makes a difference",
      experiment: experiment("{}", #""home.layout": "tab", "modal.style": "push""#), isFound: false),
    Case(
      name: "a node that no app of the audience has, whose fallback control shows",
      experiment: experiment(
        #"{"app_version": {"$vlt": "2.0.0"}}"#, #""fallback.default": {"speaking": {"mode": "review"}}"#),
      segments: ["all": segment("{}", 1, #""fallback.default": "modeSelection""#)], isFound: true),
    Case(
      name: "a node that some apps of the audience have",
      experiment: experiment(
        #"{"app_version": {"$vlt": "2.0.1"}}"#, #""fallback.default": {"speaking": {"mode": "review"}}"#),
      segments: ["all": segment("{}", 1, #""fallback.default": "modeSelection""#)], isFound: false),
    Case(
      name: "routes of which every app of the audience shows the same nodes",
      experiment: #"""
        {"status": "running", "audience": {"app_version": {"$vlt": "1.9"}},
         "variations": [{"key": "a", "navigation": {"entry": "practice"}}, {"key": "b", "navigation": {"entry": "talk"}}]}
        """#, isFound: true),
    Case(
      name: "a route that depends on an attribute",
      experiment: experiment(#"{"app_version": {"$vlt": "1.9"}}"#, #""entry": "continue-last""#), isFound: false),
    Case(
      name: "an audience that asks for a pattern",
      experiment: experiment(#"{"shift": {"$regex": "^n"}, "age": {"$gte": 70}}"#, dashboard),
      segments: ["old": segment(#"{"age": {"$gte": 65}}"#, 20, dashboard)], isFound: true),
    Case(
      name: "an experiment that sets nothing",
      experiment: #"{"status": "running", "variations": [{"key": "a"}, {"key": "b"}]}"#, isFound: false),
  ]

  @Test("are found for any layering, and only if it is certain", arguments: cases)
  func layering(_ example: Case) {
    var files = example.segments
    files["unused"] = nil
    var navigation = SampleFiles.navigation
    navigation = SampleFiles.replacing(
      #""routes": {"#, in: navigation, with: #""routes": { "talk": { "nodes": ["home", "modeSelection"] },"#)
    var all = SampleFiles.all.filter { $0.key.hasPrefix("catalog/") && !$0.key.hasSuffix(".txt") }
    all["catalog/navigation.json"] = navigation
    for (key, text) in files { all["segments/\(key).json"] = text }
    all["experiments/x.json"] = example.experiment
    let report = Workspace.check(files: all)
    #expect(report.workspace != nil, "\(report.diagnostics)")
    #expect(report.diagnostics.contains { $0.code == .noEffect } == example.isFound)
  }
}
