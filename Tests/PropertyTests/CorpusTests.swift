import Authoring
import Foundation
import Personalization
import Testing
import TestSupport

/// What fuzzing has collected, played back without the fuzzer; the same promises as in `Fuzz`.
@Suite("The corpora of users, conditions and workspaces")
struct CorpusTests {
  private static func inputs(_ name: String) throws -> [[UInt8]] {
    let folder = URL(filePath: #filePath).appending(path: "../../../Fuzz/Corpus/\(name)").standardized
    return try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted().map {
      Array(try Data(contentsOf: folder.appending(path: $0)))
    }
  }

  private static let users: [User] = [
    [:], ["user_id": "u", "age": 1, "shift": "a", "devices": ["a"], "app_version": "1.2.3", "joined": "2026-01-31"],
  ]

  @Test("give a decision for each user, or say why the text is none")
  func userTexts() throws {
    let engine = PersonalizationEngine(try Workspace(files: SampleFiles.all))
    for input in try Self.inputs("users") {
      do throws(Diagnostic) {
        let user = try User(json: input)
        let decision = engine.decide(for: user, at: Timestamp(microseconds: 0))
        #expect(decision.explanation.slots.count == decision.slots.count)
      } catch {
        #expect([.syntax, .notUTF8, .duplicateKey, .wrongType].contains(error.code), "\(error)")
      }
    }
  }

  @Test("give a segment that its negation is the opposite of, or diagnostics")
  func conditions() throws {
    for input in try Self.inputs("conditions") {
      // The attributes of the sample in place of the fuzzer's own.
      var text = String(decoding: input, as: UTF8.self)
      for (name, other) in [("n", "age"), ("t", "shift"), ("l", "devices"), ("m", "scores"), ("v", "app_version")] {
        text = text.replacing("\"\(name)\"", with: "\"\(other)\"")
      }
      var files = SampleFiles.all.filter { $0.key.hasPrefix("catalog/") }
      files["segments/s.json"] = #"{"priority": 1, "when": \#(text)}"#
      files["segments/not.json"] = #"{"priority": 2, "when": {"$not": \#(text)}}"#
      try check(files) { #expect($0.segments.count == 1 || !$0.issues.isEmpty, "\(text)") }
    }
  }

  @Test("give a workspace that is the same from a bundle, or diagnostics")
  func workspaces() throws {
    let paths = [
      "catalog/attributes.json", "catalog/navigation.json", "segments/a.json", "segments/b.json", "experiments/a.json",
      "experiments/b.json", "catalog/groups/g.txt", "expectations/e.json",
    ]
    for input in try Self.inputs("workspaces") {
      let parts = input.split(separator: 0, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
      try check(Dictionary(uniqueKeysWithValues: zip(paths, parts))) { _ in }
    }
  }

  private func check(_ files: [String: String], _ decision: (Decision) -> Void) throws {
    let report = Workspace.check(files: files)
    #expect((report.workspace == nil) == report.diagnostics.contains { $0.severity == .error })
    guard let workspace = report.workspace else { return }
    let engine = PersonalizationEngine(workspace)
    let other = try PersonalizationEngine(bundle: try workspace.bundle())
    for user in Self.users {
      let decided = engine.decide(for: user, at: Timestamp(microseconds: 0))
      decision(decided)
      #expect(other.decide(for: user, at: decided.time).flow == decided.flow)
    }
  }
}
