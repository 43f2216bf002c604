import Foundation
import Testing

/// `personalize validate --format sarif`.
@Suite("A SARIF log")
struct SARIFTests {
  private typealias Object = [String: Any]

  @Test("has a rule for each code and a result for each diagnostic, with its place")
  func shape() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sarif-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await runPersonalize(["init", folder.appending(path: "a b").path(percentEncoded: false)])
    let file = folder.appending(path: "a b/segments/news.json")
    try Data(#"{"when": {"agee": 1, "opened": 2}, "priority": "1"}"#.utf8).write(to: file)

    let result = try await runPersonalize(["validate", "--config", "a b/", "--format", "sarif"], directory: folder)
    #expect(result.status == 1)
    let log = try #require(try JSONSerialization.jsonObject(with: Data(result.stdout.utf8)) as? Object)
    #expect(log["version"] as? String == "2.1.0")
    #expect((log["$schema"] as? String)?.hasSuffix("sarif-schema-2.1.0.json") == true)
    let run = try #require((log["runs"] as? [Object])?.first)
    #expect(run["columnKind"] as? String == "unicodeCodePoints")
    let driver = try #require((run["tool"] as? Object)?["driver"] as? Object)
    #expect(driver["name"] as? String == "personalize" && driver["version"] is String)
    let rules = try #require(driver["rules"] as? [Object])
    let results = try #require(run["results"] as? [Object])
    #expect(Set(rules.compactMap { $0["id"] as? String }).count == rules.count)
    #expect(!results.isEmpty)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
      let level = (rules[index]["defaultConfiguration"] as? Object)?["level"] as? String
      #expect(level == result["level"] as? String && ["error", "warning"].contains(level))
      #expect((result["message"] as? Object)?["text"] is String)
      let place = try #require((result["locations"] as? [Object])?.first?["physicalLocation"] as? Object)
      #expect((place["artifactLocation"] as? Object)?["uri"] as? String == "a%20b/segments/news.json")
      let region = try #require(place["region"] as? Object)
      #expect(region["startLine"] as? Int == 1 && (region["startColumn"] as? Int ?? 0) > 0)
    }
    #expect(results.first?["ruleId"] as? String == "unknown-attribute")
  }

  @Test("of a sound workspace has only results of the level note, and the exit code is 0")
  func sound() async throws {
    let result = try await runPersonalize(["validate", "--format", "sarif"])
    #expect(result.status == 0)
    let log = try #require(try JSONSerialization.jsonObject(with: Data(result.stdout.utf8)) as? Object)
    let run = try #require((log["runs"] as? [Object])?.first)
    let results = try #require(run["results"] as? [Object])
    #expect(!results.isEmpty && results.allSatisfy { $0["level"] as? String == "note" })
  }
}
