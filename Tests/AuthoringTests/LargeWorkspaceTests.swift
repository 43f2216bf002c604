import Authoring
import Personalization
import TestSupport
import Testing

/// As many rules as a large company has: the answers stay those of each rule by itself.
@Suite("A workspace of 1,000 segments and 1,000 experiments")
struct LargeWorkspaceTests {
  private static let count = 1000

  private static func workspace() throws -> Workspace {
    var files = SampleFiles.all.filter { $0.key.hasPrefix("catalog/") && !$0.key.hasSuffix(".txt") }
    for number in 0..<count {
      files["segments/s\(number).json"] = """
        {"when": {"$or": [{"age": {"$gte": \(number)}}, {"shift": {"$in": ["C\(number)", "AT"]}}]},
         "priority": \(number), "navigation": {"entry": "\(number % 2 == 0 ? "continue-last" : "practice")"}}
        """
      files["experiments/e\(number).json"] = """
        {"status": "running", "unit": "user_id", "seed": "seed \(number)", "coverage": 0.5,
         "audience": {"segments": {"$in": ["s\(number)"]}}, "variations": [{"key": "a", "weight": 1}, {"key": "b", "weight": 3}]}
        """
    }
    return try Workspace(files: files)
  }

  @Test("decides as each segment and each experiment by itself would")
  func decisions() throws {
    let engine = PersonalizationEngine(try Self.workspace())
    let place = Dictionary(uniqueKeysWithValues: engine.workspace.experiments.enumerated().map { ($1.key, $0) })
    for (unit, age, shift) in [
      ("u1", 0.0, "C7"), ("u2", 30, "DE"), ("u3", 999.5, "DE"), ("u4", 500, "C999"), ("u5", -1, "AT"), ("u6", -1, "XX"),
    ] {
      let decision = engine.decide(
        for: ["user_id": .string(unit), "age": .number(age), "shift": .string(shift)], at: .now)
      let expected = (0..<Self.count).filter { age >= Double($0) || shift == "C\($0)" || shift == "AT" }
      #expect(decision.segments == expected.map { "s\($0)" })
      let matched = Set(expected)
      for number in 0..<Self.count {
        let assignment = decision.assignments[try #require(place["e\(number)"])]
        // Half of each weight is covered: a owns buckets 0 to 1,249, b 2,500 to 6,249.
        let bucket = Bucket(seed: "seed \(number)", unit: unit).number
        let variation = bucket < 1250 ? "a" : (2500..<6250).contains(bucket) ? "b" : nil
        #expect(assignment.variation == (matched.contains(number) ? variation : nil))
        #expect(
          assignment.reason
            == (!matched.contains(number) ? .audienceMiss : variation == nil ? .coverageMiss : .assigned))
      }
    }
  }
}
