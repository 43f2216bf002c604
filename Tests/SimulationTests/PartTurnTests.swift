import Authoring
import Personalization
import TestSupport
import Testing

@testable import Simulation

@Suite("Parts of conditions that turned")
struct PartTurnTests {
  /// How a condition turns out for a user of 63 with a shift.
  private func trace(_ condition: String) throws -> ConditionTrace {
    let files = SampleFiles.changed(["segments/s.json": #"{"when": \#(condition), "priority": 1}"#])
    let engine = PersonalizationEngine(try Workspace(files: files))
    let decision = engine.decide(for: ["age": 63, "shift": "de"], at: Timestamp(microseconds: 0))
    return try #require(decision.explanation.segments.first { $0.key == "s" }).condition
  }

  @Test(
    "are the smallest that make the difference",
    arguments: [
      // One claim.
      (#"{"age": {"$gte": 65}}"#, #"{"age": {"$gte": 60}}"#, ["✗ age >= 65 → ✓ age >= 60"]),
      // What is the same in both is left out.
      (
        #"{"age": {"$gte": 65}, "shift": "de"}"#, #"{"shift": "de", "age": {"$gte": 60}}"#,
        ["✗ age >= 65 → ✓ age >= 60"]
      ),
      // A part that is gone, and one that is new.
      (
        #"{"$and": [{"shift": "de"}, {"age": {"$lt": 60}}, {"age": {"$gt": 1}}]}"#,
        #"{"$and": [{"shift": "de"}, {"age": {"$gt": 1}}]}"#, ["✗ age < 60 → –"]
      ),
      (
        #"{"$or": [{"shift": "fr"}, {"shift": "it"}]}"#,
        #"{"$or": [{"shift": "fr"}, {"shift": "it"}, {"age": 63}]}"#, ["– → ✓ age = 63"]
      ),
      // Deeper down, and under a negation.
      (
        #"{"$not": {"$or": [{"age": {"$gte": 60}}, {"shift": "fr"}]}}"#,
        #"{"$not": {"$or": [{"age": {"$gte": 65}}, {"shift": "fr"}]}}"#, ["✓ age >= 60 → ✗ age >= 65"]
      ),
      // Built otherwise: the whole of it.
      (
        #"{"$and": [{"age": 63}, {"shift": "fr"}]}"#, #"{"$or": [{"age": 63}, {"shift": "fr"}]}"#,
        [#"✗ age = 63 and shift = "fr" → ✓ age = 63 or shift = "fr""#]
      ),
      // Both turn out the same.
      (#"{"age": 1}"#, #"{"age": 2}"#, []),
      // A missing value is named.
      (#"{"premium": true}"#, #"{}"#, ["✗ premium = true (premium) → ✓ everybody"]),
    ])
  func turns(_ before: String, _ after: String, _ expected: [String]) throws {
    func words(_ part: Comparison.PartTurn.Part?) -> String {
      guard let part else { return "–" }
      let missing = part.missing.isEmpty ? "" : " (\(part.missing.joined(separator: ", ")))"
      return "\(part.holds ? "✓" : "✗") \(part.text)\(missing)"
    }
    let turns = Comparison.PartTurn.turns(from: try trace(before), to: try trace(after))
    #expect(turns.map { "\(words($0.before)) → \(words($0.after))" } == expected)
  }
}
