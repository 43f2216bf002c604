import Authoring
import BatchEvaluation
import Foundation
import Personalization
import Simulation
import Statistics
import TestSupport
import Testing

@testable import Reporting

@Suite("Two experiments at once")
struct PairTests {
  /// The survey of experiments, written as `{"seed": …}`, by so many users.
  private func survey(_ experiments: [String: String], users: Int = 3000) throws -> Survey {
    var files: [String: String?] = [
      "experiments/entry.json": nil, "experiments/layout.json": nil, "experiments/cards.json": nil,
    ]
    for (key, members) in experiments {
      files["experiments/\(key).json"] =
        #"{"status": "running", \#(members), "variations": [{"key": "a"}, {"key": "b"}]}"#
    }
    let engine = PersonalizationEngine(try Workspace(files: SampleFiles.changed(files)))
    let file = FileManager.default.temporaryDirectory.appending(path: "pairs-\(UUID().uuidString).csv")
    try Data(("user_id\n" + (0..<users).map { "user\($0)\n" }.joined()).utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try Simulation(engine, BatchOptions(time: Timestamp(microseconds: 0))).survey(of: file.path()).survey
  }

  @Test(
    "are said to depend on each other with the mistake that does it",
    arguments: [
      (#""seed": "s""#, #""seed": "s""#, PairFinding.Tone.bad, "dependent: they have the same seed"),
      (
        #""seed": "exp2", "hashVersion": 1"#, #""seed": "exp3", "hashVersion": 1"#, .bad,
        "dependent: seeds under hash version 1"
      ),
      (#""seed": "exp2""#, #""seed": "exp3""#, .good, "independent"),
      (#""seed": "x""#, #""seed": "y", "requires": {"one": ["a"]}"#, .none, "all of one variation of one"),
      (
        #""seed": "x", "layer": {"name": "l", "range": [0, 0.5]}"#,
        #""seed": "y", "layer": {"name": "l", "range": [0.5, 1]}"#,
        .none, "nobody is in both"
      ),
    ])
  func findings(_ one: String, _ two: String, _ tone: PairFinding.Tone, _ words: String) throws {
    let pair = try #require(try survey(["one": one, "two": two]).experimentPairs.first)
    let finding = PairFinding(pair, SmallCells(limit: 1))
    #expect(finding.tone == tone && finding.words == words)
    #expect(PairFinding(pair, SmallCells(limit: 100_000)).words.contains("withheld") == (pair.users > 0))
  }

  @Test("are called independent only where enough users could have shown that they are not")
  func few() throws {
    let experiments = ["one": #""seed": "s""#, "two": #""seed": "t""#]
    for (users, words) in [(12, "too few users to say"), (300, "independent")] {
      let pair = try #require(try survey(experiments, users: users).experimentPairs.first)
      #expect(PairFinding(pair, SmallCells(limit: 1)).words == words)
    }
    let same = try #require(
      try survey(["one": #""seed": "s""#, "two": #""seed": "s""#], users: 16).experimentPairs.first)
    #expect(PairFinding(same, SmallCells(limit: 1)).tone == .bad)
  }

  @Test("stand in a matrix, each pair once, as in the list")
  func matrix() throws {
    let survey = try survey(["one": #""seed": "s""#, "two": #""seed": "s""#, "three": #""seed": "t""#])
    let cells = SmallCells(limit: 1)
    let matrix = PairMatrix(survey.experimentPairs, cells)
    #expect(matrix.isReadable && matrix.experiments.count == 3)
    #expect(!PairMatrix(Array(survey.experimentPairs.prefix(1)), cells).isReadable)
    var markup = Markup()
    matrix.draw(&markup)
    for pair in survey.experimentPairs {
      let finding = PairFinding(pair, cells)
      let v = decimal(try #require(pair.independence).cramersV, 3)
      let cell = "title=\"\(pair.first) × \(pair.second): \(finding.words)\">\(v) \(finding.mark)</td>"
      #expect(markup.text.components(separatedBy: cell).count == 2, "\(cell)")
    }
  }
}
