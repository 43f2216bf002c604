import Foundation
import Testing

@testable import personalize

/// `personalize plan` as people run it, on the shipped workspace.
@Suite("Plan")
struct PlanTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  private func run(_ arguments: [String]) async throws -> ToolResult {
    try await runPersonalize(["plan"] + arguments, directory: Self.root)
  }

  private func json(_ arguments: [String]) async throws -> [String: Any] {
    let result = try await run(arguments + ["--format", "json"])
    #expect(result.status == 0 && result.stderr.isEmpty)
    return try #require(try JSONSerialization.jsonObject(with: Data(result.stdout.utf8)) as? [String: Any])
  }

  @Test("says users and days, what it assumed, and what would shorten the run")
  func text() async throws {
    let result = try await run([
      "modal-style", "--baseline", "12%", "--lift", "10%", "--daily", "4000", "--reach", "0.5",
    ])
    #expect(result.status == 0 && result.stderr.isEmpty)
    #expect(
      result.stdout == """
        modal-style needs 22 days to show 12% → 13.2% (+1.2 points, +10%)

          control      50%  21670 users  1000 a day  control
          full-screen  25%  10835 users  500 a day
          asks-first   25%  10835 users  500 a day

        Assumed
          4000 users a day, each of them new, 50% of them in the audience: 2000 take part.
          One two-sided z-test of two rates when the run is over: alpha 0.05, power 0.8.
          2 comparisons with control, each at alpha 0.025 (Bonferroni).
          Every day is like the others; 28 days are whole weeks.
          It is a draft; the days count from when it runs.

        Shorter with
          two variations instead of 3                      14 days
          an effect of +1.8 points instead of +1.2 points  10 days

        """)
  }

  @Test("takes coverage and the layer's share from the experiment, and says it in JSON, key by key")
  func jsonOfDays() async throws {
    let arguments = ["quick-entry", "--baseline", "0.12", "--effect", "0.02", "--daily", "20000", "--reach", "30%"]
    let plan = try await json(arguments)
    #expect(plan["schemaVersion"] as? Int == 1 && plan["question"] as? String == "days")
    #expect(plan["layerShare"] as? Double == 0.5 && plan["coverage"] as? Double == 0.5)
    #expect(plan["usersPerDay"] as? Double == 1500 && plan["days"] as? Int == 6)
    let variations = try #require(plan["variations"] as? [[String: Any]])
    // The pooled formula with scipy's quantiles gives 4437.36.
    #expect(variations.map { $0["users"] as? Int } == [4438, 4438])
    #expect(variations.map { $0["isControl"] as? Bool } == [true, false])
    let changes = try #require(plan["changes"] as? [[String: Any]])
    #expect(changes.map { $0["change"] as? String } == ["coverage", "layer", "effect"])
    #expect(changes.map { $0["days"] as? Int } == [3, 3, 3])
    let text = try await run(arguments + ["--format", "json"]).stdout
    let keys = text.split(separator: "\n").filter { $0.hasPrefix("  \"") }.compactMap {
      $0.split(separator: "\"").dropFirst().first
    }
    #expect(
      keys == [
        "schemaVersion", "experiment", "question", "baseline", "days", "effect", "lift", "smallestDecrease",
        "variations", "daily", "reach", "audience", "layerShare", "coverage", "usersPerDay", "power", "alpha",
        "comparisons",
        "comparisonAlpha", "assumptions", "changes",
      ])
  }

  @Test("says the smallest effect that the days detect, upwards and downwards")
  func effect() async throws {
    let plan = try await json([
      "quick-entry", "--baseline", "0.12", "--days", "14", "--daily", "20000", "--reach", "0.3",
    ])
    #expect(plan["question"] as? String == "effect" && plan["days"] as? Int == 14)
    let (increase, decrease) = (
      try #require(plan["effect"] as? Double), try #require(plan["smallestDecrease"] as? Double)
    )
    // The pooled formula solved for the effect at 10500 users with scipy.
    #expect(abs(increase - 0.012848888708932037) < 1e-12 && abs(decrease - 0.012281055310206169) < 1e-12)
  }

  @Test("says that too few users show nothing")
  func tooFew() async throws {
    let arguments = ["tab-order", "--baseline", "0.12", "--days", "1", "--daily", "9"]
    let result = try await run(arguments)
    #expect(result.status == 0 && result.stdout.hasPrefix("tab-order shows no effect in 1 day: too few users\n"))
    #expect(try await json(arguments)["effect"] is NSNull)
  }

  @Test("an effect may be a loss")
  func loss() async throws {
    let result = try await run(["tab-order", "--baseline", "0.12", "--effect", "-0.02", "--daily", "900"])
    #expect(result.stdout.hasPrefix("tab-order needs "), "\(result.stdout)")
    #expect(result.stdout.contains("12% → 10% (-2 points, -16.7%)"))
  }

  @Test(
    "refuses what is missing, contradictory or impossible, and says what it expects",
    arguments: [
      ("--daily 9 --effect 0.1", "missing option --baseline RATE"),
      ("--baseline 0.1 --effect 0.1", "missing option --daily N"),
      ("--baseline 0.1 --daily 9", "give --effect DIFFERENCE, --lift PERCENT or --days N"),
      ("--baseline 0.1 --daily 9 --effect 0.1 --lift 3%", "--effect and --lift exclude each other"),
      ("--baseline 0.1 --daily 9 --days 3 --effect 0.1", "--days and --effect exclude each other"),
      ("--baseline 1.2 --daily 9 --effect 0.1", "--baseline expects a rate between 0 and 1"),
      ("--baseline 0.1 --daily 9 --effect e", "--effect expects a difference other than 0"),
      ("--baseline nan --daily 9 --effect 0.1", "--baseline expects a rate between 0 and 1"),
      ("--baseline 0x1p-2 --daily 9 --effect 0.1", "--baseline expects a rate between 0 and 1"),
      ("--baseline 0.1 --daily 9 --effect 0.9", "--effect expects a difference other than 0"),
      ("--baseline 0.1 --daily 9 --effect -0.1", "--effect expects a difference other than 0"),
      ("--baseline 0.1 --daily 9 --lift 0%", "--lift expects a change other than 0"),
      ("--baseline 0.1 --daily 9 --lift %", "--lift expects a change other than 0"),
      ("--baseline 0.1 --daily 9 --lift 10% --reach 0", "--reach expects a share above 0"),
      ("--baseline 0.1 --daily 9 --lift 10% --power 1", "--power expects a share from 0.5"),
      ("--baseline 0.1 --daily 9 --lift 10% --alpha 70%", "--alpha expects a share above 0"),
      ("--baseline 0.1 --daily 0 --lift 10%", "--daily expects a whole number"),
      ("--baseline 0.5 --daily 1 --effect 0.000000001", "more users than there are"),
    ])
  func refusals(options: String, message: String) async throws {
    let result = try await run(["tab-order"] + options.split(separator: " ").map(String.init))
    #expect(result.status == 2 && result.stdout.isEmpty)
    #expect(result.stderr.contains(message), "\(result.stderr)")
  }

  @Test("refuses an experiment that nobody wrote, with the nearest name")
  func unknown() async throws {
    let result = try await run(["tab-ordr", "--baseline", "0.12", "--effect", "0.02", "--daily", "9"])
    #expect(result.status == 2 && result.stderr.hasPrefix("error: no experiment is named tab-ordr; did you mean "))
    #expect(result.stderr.hasSuffix("did you mean tab-order?\n"))
    let missing = try await run(["--baseline", "0.12", "--effect", "0.02", "--daily", "9"])
    #expect(missing.status == 2 && missing.stderr.contains("missing argument EXPERIMENT"))
  }

  @Test("prints what docs/STATISTICS.md shows")
  func documentation() async throws {
    let text = try String(contentsOf: Self.root.appending(path: "docs/STATISTICS.md"), encoding: .utf8)
    let block = try #require(text.components(separatedBy: "```console\n$ personalize plan ").dropFirst().first)
    let lines = try #require(block.components(separatedBy: "```").first).split(separator: "\n", maxSplits: 1)
    let result = try await run(try #require(lines.first).split(separator: " ").map(String.init))
    #expect(result.stdout == String(try #require(lines.last)))
  }
}
