import Authoring
import Foundation
import Personalization
import TestSupport
import Testing

@Suite("What is proved of a condition")
struct ProofTests {
  /// The codes of a segment with this condition, and of an experiment with it as its audience.
  private func codes(_ condition: String) -> [String] {
    let report = Workspace.check(
      files: SampleFiles.changed(["segments/probe.json": #"{"when": \#(condition), "priority": 1}"#]))
    let asAudience = Workspace.check(
      files: SampleFiles.changed([
        "experiments/probe.json": """
        {"status": "running", "audience": \(condition), "variations": [{"key": "a"}, {"key": "b"}]}
        """
      ]))
    #expect(report.diagnostics.map(\.code) == asAudience.diagnostics.map(\.code))
    return report.diagnostics.map(\.code.rawValue)
  }

  @Test("nobody meets it", arguments: never)
  func nobody(_ condition: String) { #expect(codes(condition) == ["never-matches"]) }

  static let never = [
    #"{"age": {"$lt": 18, "$gte": 65}}"#,
    #"{"age": {"$gt": 5, "$lt": 5}}"#,
    #"{"age": {"$gt": 0.1, "$lt": 0.10000000000000002}}"#,
    #"{"age": {"$in": [1, 2], "$nin": [2, 1, 3]}}"#,
    #"{"age": {"$in": [1, 2], "$gt": 2}}"#,
    #"{"age": {"$exists": false, "$gte": 0}}"#,
    #"{"age": {"$in": []}}"#,
    #"{"age": 5, "$not": {"age": {"$exists": true}}}"#,
    #"{"premium": true, "$nor": [{"premium": true}]}"#,
    #"{"premium": {"$exists": true}, "$nor": [{"premium": true}, {"premium": false}]}"#,
    #"{"shift": "night", "$not": {"shift": {"$in": ["night", "day"]}}}"#,
    #"{"shift": {"$lt": ""}}"#,
    #"{"shift": {"$in": ["Night", "DAY"], "$nini": ["night", "day"]}}"#,
    #"{"shift": {"$ini": ["1"], "$ne": "1"}}"#,
    #"{"shift": {"$ini": ["a"], "$nin": ["a", "A"]}}"#,
    #"{"shift": {"$regex": "x", "$exists": false}}"#,
    #"{"shift": {"$regex": "x", "$notRegex": "x"}}"#,
    #"{"app_version": {"$vgt": "1.2.3", "$vlt": "1.2.4-0"}}"#,
    #"{"app_version": {"$vlt": "0.0.0-0"}}"#,
    #"{"app_version": {"$veq": "1.0", "$vne": "1.0.0+build"}}"#,
    #"{"joined": {"$gt": "2026-01-02", "$lt": "2026-01-01"}}"#,
    #"{"joined": {"$gt": "2026-01-01T00:00:00Z", "$lt": "2026-01-01T00:00:00.000001Z"}}"#,
    #"{"joined": {"$gt": {"ago": "P7D"}, "$lte": {"ago": "P7D"}}}"#,
    #"{"joined": {"$gt": {"ago": "P7D"}, "$lt": {"ago": "P1M"}}}"#,
    #"{"devices": {"$all": ["phone", "tablet"], "$size": {"$lt": 2}}}"#,
    #"{"devices": {"$in": ["phone", "tablet"], "$nin": ["tv", "tablet", "phone"]}}"#,
    #"{"devices": {"$in": ["phone"], "$size": 0}}"#,
    #"{"devices": {"$size": {"$gt": 1.2, "$lt": 1.8}}}"#,
    #"{"devices": {"$size": {"$lt": 0}}}"#,
    #"{"devices": {"$elemMatch": {"$regex": "x"}, "$size": 0}}"#,
    #"{"scores": {"$all": [1, 2, 3], "$size": {"$lte": 2}}}"#,
    #"{"$segment": "senior", "age": {"$lt": 60}}"#,
    #"{"$segment": "senior", "segments": {"$in": ["night"]}}"#,
    #"{"user_id": {"$inGroup": "staff", "$nin": ["u-1", "u-2"]}}"#,
    #"{"$or": [{"age": {"$gt": 5, "$lt": 3}}, {"shift": "a", "$not": {"shift": {"$gte": "a"}}}]}"#,
    #"{"age": 1, "premium": true, "$or": [{"age": 2}, {"premium": false}]}"#,
    #"{"$not": {}}"#,
    // No text holds a NUL.
    #"{"shift": {"$gt": "a", "$lt": "a\u0001"}}"#,
  ]

  @Test("everybody meets it", arguments: always)
  func everybody(_ condition: String) { #expect(codes(condition) == ["always-matches"]) }

  static let always = [
    #"{"$or": [{"age": {"$gte": 18}}, {"age": {"$not": {"$gte": 18}}}]}"#,
    #"{"$or": [{"age": {"$gte": 18}}, {"age": {"$lt": 18}}, {"age": null}]}"#,
    #"{"age": {"$nin": []}}"#,
    #"{"$nor": [{"age": {"$lt": 18, "$gte": 65}}]}"#,
    #"{"$or": [{"premium": true}, {"premium": false}, {"premium": {"$exists": false}}]}"#,
    #"{"$or": [{"shift": {"$regex": "x"}}, {"shift": {"$notRegex": "x"}}]}"#,
    #"{"$or": [{"app_version": {"$vlte": "1.2.3"}}, {"app_version": {"$vgte": "1.2.4-0"}}, {"app_version": null}]}"#,
    #"{"$or": [{"joined": {"$gt": {"ago": "P1D"}}}, {"joined": {"$not": {"$gt": {"ago": "P1D"}}}}]}"#,
    #"{"$or": [{"devices": {"$size": {"$gte": 1}}}, {"devices": {"$size": 0}}, {"devices": {"$exists": false}}]}"#,
    #"{"segments": {"$nin": []}}"#,
    #"{"$or": [{"$segment": "senior"}, {"segments": {"$nin": ["senior"]}}]}"#,
    #"{"$or": [{}, {"age": 1}]}"#,
    #"{"$or": []}"#, #"{"$and": []}"#, #"{"$and": [{}]}"#, #"{"$and": [{"$or": []}, {}]}"#,
  ]

  @Test("somebody meets it and somebody does not, or it cannot be told", arguments: neither)
  func some(_ condition: String) { #expect(codes(condition).isEmpty) }

  static let neither = [
    "{}",
    #"{"age": {"$gt": 17, "$lt": 18}}"#,
    // A missing value meets neither.
    #"{"$or": [{"age": {"$gte": 18}}, {"age": {"$lt": 18}}]}"#,
    #"{"$nor": [{"age": {"$gte": 18}}, {"age": {"$lt": 18}}]}"#,
    #"{"$or": [{"premium": true}, {"premium": false}]}"#,
    #"{"shift": {"$gt": "a", "$lt": "a\u0002"}}"#,
    #"{"shift": {"$ini": ["k"], "$nin": ["k", "K"]}}"#,
    #"{"shift": {"$ini": ["a"], "$ne": "a"}}"#,
    // Two patterns may well exclude each other; only reading them would tell.
    #"{"shift": {"$regex": "^a", "$notRegex": "a"}}"#,
    #"{"shift": {"$regex": "^$", "$ne": ""}}"#,
    #"{"shift": {"$ini": ["É"], "$nin": ["é", "É"]}}"#,
    #"{"devices": {"$elemMatch": {"$in": ["a"]}, "$nin": ["a"]}}"#,
    #"{"devices": {"$all": ["phone", "tablet"], "$size": 2}}"#,
    #"{"devices": {"$nin": ["phone"], "$size": 3}}"#,
    #"{"app_version": {"$vgt": "1.2.3", "$vlt": "1.2.4"}}"#,
    #"{"app_version": {"$vgt": "1.2.3-rc", "$vlt": "1.2.3-rc.1"}}"#,
    #"{"app_version": {"$vgt": "9999999999999999999.0.9", "$vlt": "9999999999999999999.0.11"}}"#,
    #"{"joined": {"$gt": {"ago": "P1M"}, "$lt": {"ago": "P30D"}}}"#,
    #"{"joined": {"$gt": {"ago": "P1D"}, "$lt": "2026-01-01"}}"#,
    #"{"joined": {"$lt": "0000-01-01"}}"#,
    #"{"segments": {"$in": ["night", "senior"]}}"#,
    #"{"segments": {"$nin": ["night", "senior"]}}"#,
  ]

  @Test("what would take too long is left open")
  func budget() {
    // Pigeons and holes: nobody has room, and finding that out by trying takes longer than the age of the universe.
    let (pigeons, holes) = (14, 13)
    var attributes: [String] = []
    var parts: [String] = []
    for pigeon in 0..<pigeons {
      for hole in 0..<holes { attributes.append(#""p\#(pigeon)-\#(hole)": {"type": "boolean"}"#) }
      let places = (0..<holes).map { #"{"p\#(pigeon)-\#($0)": true}"# }.joined(separator: ", ")
      parts.append(#"{"$or": [\#(places)]}"#)
      for other in 0..<pigeon {
        for hole in 0..<holes {
          parts.append(#"{"$not": {"p\#(pigeon)-\#(hole)": true, "p\#(other)-\#(hole)": true}}"#)
        }
      }
    }
    let files = SampleFiles.changed([
      "catalog/attributes.json": SampleFiles.replacing(
        #""age": {"#, in: SampleFiles.attributes, with: attributes.joined(separator: ",") + #", "age": {"#),
      "segments/probe.json": #"{"when": {"$and": [\#(parts.joined(separator: ", "))]}, "priority": 1}"#,
    ])
    #expect(Workspace.check(files: files).diagnostics.isEmpty)
  }

  @Test("nothing is proved of a workspace with an error")
  func errors() {
    let files = SampleFiles.changed([
      "segments/probe.json": #"{"when": {"age": {"$lt": 1, "$gt": 2}}, "priority": 1}"#,
      "segments/wrong.json": "{",
    ])
    #expect(Workspace.check(files: files).diagnostics.map(\.code) == [.syntax])
  }

  @Test("the workspaces that come with it have no finding", arguments: ["", "Benchmarks/workspace"])
  func shipped(_ folder: String) {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let found = Workspace.check(directory: root.appending(path: folder)).diagnostics.map(\.code)
    #expect(found.allSatisfy { $0 == .oldHash })
  }
}
