import Authoring
import BatchEvaluation
import Foundation
import Personalization
import Simulation
import TestSupport
import Testing

@Suite("What missing values cost")
struct MissingTests {
  @Test("is who lacks what a segment asks for and is not in it, by attribute and segment")
  func costs() throws {
    let engine = PersonalizationEngine(
      try Workspace(
        files: SampleFiles.changed([
          "segments/senior.json":
            #"{"when": {"$or": [{"age": {"$gte": 65}}, {"premium": true}]}, "priority": 1, "navigation": {}}"#,
          "segments/night.json": #"{"when": {"shift": "night"}, "priority": 2, "navigation": {}}"#,
        ])))
    let rows: [(age: String, premium: String, shift: String)] = [
      ("70", "", "night"), ("", "", "night"), ("", "true", ""), ("30", "", "day"), ("", "false", ""),
      ("30", "false", "day"),
    ]
    let text = rows.enumerated().map { "u\($0),\($1.age),\($1.premium),\($1.shift)\n" }.joined()
    let file = FileManager.default.temporaryDirectory.appending(path: "missing-\(UUID().uuidString).csv")
    try Data(("user_id,age,premium,shift\n" + text).utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let survey = try Simulation(engine, BatchOptions(time: Timestamp(microseconds: 0))).survey(of: file.path()).survey
    func cost(_ attribute: String, _ segment: String) -> Int {
      survey.missing.first { $0.attribute == attribute }?.segments.first { $0.value == segment }?.users ?? 0
    }
    func isSenior(_ row: (age: String, premium: String, shift: String)) -> Bool {
      (Int(row.age) ?? 0) >= 65 || row.premium == "true"
    }
    #expect(cost("age", "senior") == rows.count { $0.age.isEmpty && !isSenior($0) })
    #expect(cost("premium", "senior") == rows.count { $0.premium.isEmpty && !isSenior($0) })
    #expect(cost("shift", "night") == rows.count(where: \.shift.isEmpty))
    #expect(cost("age", "night") == 0 && cost("shift", "senior") == 0)
    #expect(survey.missing.first { $0.attribute == "age" }?.users == rows.count(where: \.age.isEmpty))
  }
}
