import Foundation
import Testing

@Suite("Made-up users")
struct PopulationTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

  /// Runs simulate over a population file of this text, in the benchmark's workspace.
  private func simulate(_ text: String, _ words: String...) async throws -> ToolResult {
    let file = FileManager.default.temporaryDirectory.appending(path: "population-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    return try await runPersonalize(
      ["simulate", "--population", file.path(), "--at", "2026-11-30", "--config", "Benchmarks/workspace"] + words,
      directory: Self.root)
  }

  private func survey(_ text: String, _ words: String...) async throws -> [String: Any] {
    let result = try await simulate(text, "--format", "json", words.first ?? "--quiet", words.last ?? "--quiet")
    return try #require(try JSONSerialization.jsonObject(with: Data(result.stdout.utf8)) as? [String: Any])
  }

  /// A share that is known beforehand, and the distribution that it follows from.
  struct Known: CustomTestStringConvertible, Sendable {
    let attributes: String
    let segment: String
    let share: Double
    var testDescription: String { attributes }
  }

  @Test(
    "match as often as their distributions say",
    arguments: [
      Known(attributes: #""age": {"uniform": {"from": 0, "to": 100}}"#, segment: "senior", share: 0.35),
      Known(attributes: #""age": {"normal": {"mean": 65, "deviation": 10}}"#, segment: "senior", share: 0.5),
      // P(Z ≥ 1) = 0.158655…
      Known(attributes: #""age": {"normal": {"mean": 55, "deviation": 10}}"#, segment: "senior", share: 0.158655),
      Known(attributes: #""age": {"logNormal": {"median": 65, "deviation": 0.7}}"#, segment: "senior", share: 0.5),
      Known(attributes: #""age": {"quantiles": [0, 30, 65, 80, 100]}"#, segment: "senior", share: 0.5),
      Known(attributes: #""age": {"choices": {"30": 3, "70": 1}}"#, segment: "senior", share: 0.25),
      Known(attributes: #""age": {"missing": 0.2, "choices": {"70": 1}}"#, segment: "senior", share: 0.8),
      Known(
        attributes: #""shared_device": {"choices": {"true": 3, "false": 7}}"#, segment: "shared-device", share: 0.3),
      Known(
        attributes: """
          "shift": {"choices": {"night": 1, "day": 3}}, "age": {"given": {"attribute": "shift", "cases":
          [{"is": "night", "then": {"choices": {"70": 1}}}, {"then": {"choices": {"70": 1, "30": 1}}}]}}
          """, segment: "senior", share: 0.625),
      Known(
        attributes: """
          "text_scale": {"given": {"attribute": "age", "cases": [{"below": 50, "then": {"choices": {"1": 1}}},
          {"then": {"choices": {"2": 1}}}]}}, "age": {"uniform": {"from": 0, "to": 60}, "max": 64}
          """, segment: "senior", share: 1.0 / 6),
      Known(attributes: #""first_seen": {"uniform": {"from": -180, "to": 0}}"#, segment: "newcomer", share: 0.5),
    ])
  func shares(_ known: Known) async throws {
    let survey = try await survey("{\"attributes\": {\(known.attributes)}}", "--count", "40000")
    let segments = try #require(survey["segments"] as? [[String: Any]])
    let reach = try #require(segments.first { $0["segment"] as? String == known.segment })
    let share = Double(reach["users"] as? Int ?? 0) / 40_000
    // Five standard deviations: the seed is fixed, so that this never fails by chance.
    #expect(abs(share - known.share) <= 5 * (known.share * (1 - known.share) / 40_000).squareRoot() + 1e-9)
  }

  @Test("are the same from the same seed on any number of threads, and others from another seed")
  func seeds() async throws {
    let text = #"{"attributes": {"age": {"uniform": {"from": 0, "to": 100}}}}"#
    let first = try await simulate(text, "--seed", "7", "--threads", "1", "--count", "3000")
    let second = try await simulate(text, "--seed", "7", "--threads", "3", "--count", "3000")
    let other = try await simulate(text, "--seed", "8", "--count", "3000")
    #expect(first.stdout == second.stdout && first.stdout != other.stdout && first.status == 0)
  }

  @Test("cost no memory that grows with their number")
  func constantMemory() async throws {
    let result = try await runPersonalize(
      ["simulate", "--population", "populations/learners.json", "--at", "2026-11-30", "--count", "20000", "--quiet"],
      directory: Self.root)
    #expect(result.status == 0 && result.stdout.hasPrefix("20,000 users"))
  }

  @Test("are spread as in the columns of a file beside the population, which is read anew")
  func empirical() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "empirical-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rows = (0..<200).map { "u\($0),\($0 % 4 == 0 ? "" : "70"),\($0 % 10 == 0 ? "true" : "false"),n\($0)\n" }
    try Data(("user_id,age,shared_device,name\n" + rows.joined()).utf8).write(to: folder.appending(path: "users.csv"))
    func run(_ attributes: String) async throws -> ToolResult {
      let file = folder.appending(path: "population.json")
      try Data("{\"attributes\": {\n\(attributes)\n}}".utf8).write(to: file)
      return try await runPersonalize(
        [
          "simulate", "--population", file.path(), "--config", "Benchmarks/workspace", "--count", "40000", "--format",
          "json",
        ],
        directory: Self.root)
    }
    let drawn = try await run(
      #""age": {"empirical": "users.csv"}, "shared_device": {"empirical": "users.csv", "missing": 0.5}"#)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(drawn.stdout.utf8)) as? [String: Any])
    func share(_ list: String, _ key: String, _ name: String) throws -> Double {
      let counts = try #require(json[list] as? [[String: Any]])
      return Double(counts.first { $0[key] as? String == name }?["users"] as? Int ?? -1) / 40_000
    }
    // Five standard errors.
    #expect(abs(try share("missing", "value", "age") - 0.25) < 0.011)
    #expect(abs(try share("segments", "segment", "senior") - 0.75) < 0.011)
    #expect(abs(try share("segments", "segment", "shared-device") - 0.05) < 0.006)
    for (attributes, message) in [
      (#""age": {"empirical": "nowhere.csv"}"#, "nowhere.csv: "),
      (#""name": {"empirical": "users.csv"}"#, "too many different"),
      (#""age": {"empirical": 5}"#, "the path of a CSV file"),
      (#""age": {"empirical": "users.csv", "min": 1}"#, "neither cut nor"),
      (#""age": {"given": {"attribute": "shift", "cases": [{"then": {"empirical": "users.csv"}}]}}"#, "\"empirical\""),
    ] {
      let result = try await run(attributes)
      #expect(result.status == 2 && result.stderr.contains(message), "\(result.stderr)")
    }
  }

  @Test("stay who they are while the time goes on")
  func overTime() async throws {
    let result = try await simulate(
      #"{"attributes": {"first_seen": {"uniform": {"from": -180, "to": 0}}}}"#, "--count", "9000", "--until",
      "2027-03-31", "--step", "120d", "--format", "json")
    let json = try #require(try JSONSerialization.jsonObject(with: Data(result.stdout.utf8)) as? [String: Any])
    let newcomers = try #require(json["surveys"] as? [[String: Any]]).map { survey in
      (survey["segments"] as? [[String: Any]])?.first { $0["segment"] as? String == "newcomer" }?["users"] as? Int ?? 0
    }
    // Newcomers are those who were first seen in the last 90 of the days before the first time.
    #expect(newcomers.count == 2 && newcomers[0] == newcomers[1] && 4000..<5000 ~= newcomers[0])
  }

  struct Mistake: CustomTestStringConvertible, Sendable {
    let attributes: String
    let message: String
    var testDescription: String { message }
  }

  @Test(
    "are not drawn from a file with a mistake, which is shown with its place",
    arguments: [
      Mistake(
        attributes: #""agee": {"choices": {"1": 1}}"#, message: "there is no attribute \"agee\"; did you mean \"age\"?"),
      Mistake(attributes: #""user_id": {"choices": {"1": 1}}"#, message: "\"user_id\" is the unit"),
      Mistake(attributes: #""age": {}"#, message: "expected exactly one of"),
      Mistake(attributes: #""age": {"normal": {"mean": 1, "deviation": 0}}"#, message: "expected numbers above 0"),
      Mistake(attributes: #""age": {"choices": {"old": 1}}"#, message: "\"old\" is not a number"),
      Mistake(attributes: #""age": {"choices": {"1": 0}}"#, message: "at least one value with a weight above 0"),
      Mistake(attributes: #""age": {"missing": 2, "choices": {"1": 1}}"#, message: "a share from 0 to 1"),
      Mistake(attributes: #""age": {"quantiles": [2, 1]}"#, message: "ascending order"),
      Mistake(attributes: #""age": {"uniform": {"from": 2, "to": 1}}"#, message: "\"to\" lies below \"from\""),
      Mistake(attributes: #""shift": {"uniform": {"from": 0, "to": 1}}"#, message: "is not drawn from numbers"),
      Mistake(
        attributes: #""age": {"given": {"attribute": "age", "cases": [{"then": {"choices": {"1": 1}}}]}}"#,
        message: "depends on itself"),
      Mistake(
        attributes:
          #""age": {"given": {"attribute": "shift", "cases": [{"is": "day", "then": {"choices": {"1": 1}}}]}}"#,
        message: "the last case is for everybody else"),
      Mistake(
        attributes:
          #""age": {"given": {"attribute": "shift", "cases": [{"below": 3, "then": {"choices": {"1": 1}}}]}}"#,
        message: "is no number"),
    ])
  func mistakes(_ mistake: Mistake) async throws {
    let result = try await simulate("{\"attributes\": {\n\(mistake.attributes)\n}}")
    #expect(result.status == 2)
    #expect(result.stderr.contains(mistake.message) && result.stderr.contains(".json:2:"))
  }

  @Test("are drawn like real ones from a sketch that holds no id and no rare value")
  func sketch() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sketch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let users = folder.appending(path: "users.csv")
    // Ages 0 to 99 alike, a fifth missing; three in ten on shared devices; one plan that a single user has.
    let rows = (0..<2000).map { number in
      let age = number % 5 == 0 ? "" : String(number * 37 % 100)
      return "u-\(number),\(age),\(number % 10 < 3),\(number == 7 ? "secret" : "free")\n"
    }
    try Data(("user_id,age,shared_device,plan\n" + rows.joined()).utf8).write(to: users)
    let file = folder.appending(path: "population.json").path()
    let config = ["--config", "Benchmarks/workspace", "--at", "2026-11-30", "--quiet"]
    let written = try await runPersonalize(
      ["population", "--from", users.path(), "-o", file] + config, directory: Self.root)
    #expect(written.status == 0)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(!text.contains("u-") && !text.contains("secret") && text.contains("\"missing\": 0.2"))
    let result = try await runPersonalize(
      ["simulate", "--population", file, "--count", "20000", "--format", "json"] + config, directory: Self.root)
    let survey = try #require(try JSONSerialization.jsonObject(with: Data(result.stdout.utf8)) as? [String: Any])
    let segments = try #require(survey["segments"] as? [[String: Any]])
    for (key, share) in [("senior", 0.8 * 0.35), ("shared-device", 0.3)] {
      let reach = try #require(segments.first { $0["segment"] as? String == key }?["users"] as? Int)
      #expect(abs(Double(reach) / 20_000 - share) < 0.02, "\(key): \(reach)")
    }
  }
}
