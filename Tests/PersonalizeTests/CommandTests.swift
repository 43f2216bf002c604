import Foundation
import Testing

@testable import personalize

/// The commands as people run them: the built binary on the shipped workspace.
@Suite("Commands")
struct CommandTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized
  private static let at = ["--at", "2026-11-30T08:00:00Z"]

  private func run(_ arguments: [String], stdin: String = "") async throws -> ToolResult {
    try await runPersonalize(arguments, stdin: stdin, directory: Self.root)
  }

  private func json(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("evaluate prints one JSON document with segments, reasons and the flow configuration")
  func evaluateJSON() async throws {
    let user = #"{"user_id": "u-1", "age": 71, "shift": "night", "profile_id": "p-1"}"#
    let result = try await run(["evaluate", "--user", user, "--format", "json"] + Self.at)
    #expect(result.status == 0 && result.stderr.isEmpty)
    let decision = try json(result.stdout)
    #expect(decision["schemaVersion"] as? Int == 1)
    #expect(decision["segments"] as? [String] == ["shift-worker", "senior"])
    let assignments = try #require(decision["assignments"] as? [[String: Any]])
    #expect(assignments.contains { $0["experiment"] as? String == "tab-order" && $0["reason"] as? String == "locked" })
    let fallbacks = try #require((decision["flow"] as? [String: Any])?["fallbacks"] as? [String: Any])
    #expect(fallbacks["modalDismissed"] as? [String: [String: String]] == ["savedList": ["profile": "p-1"]])
    let layout = try #require((decision["slots"] as? [String: [String: Any]])?["home.layout"])
    #expect(layout["value"] as? String == "tab" && layout["lockedBy"] as? String == "senior")
  }

  @Test("evaluate reads the user from a pipe, obeys --force and --choose, and ignores unknown names aloud")
  func evaluateOptions() async throws {
    let result = try await run(
      ["evaluate", "--user-file", "-", "--force", "quick-entry=continue-last", "--choose", "modal.style=push"]
        + Self.at,
      stdin: #"{"user_id": "u-1", "agee": 1, "last_mode": "review"}"#)
    #expect(result.status == 0)
    #expect(result.stdout.contains("continue-last: home → speaking(mode: review)"))
    #expect(result.stdout.contains("push") && result.stdout.contains("choice"))
    #expect(result.stderr == "note: no attribute is named agee; it is ignored; did you mean age?\n")
  }

  @Test("explain shows conditions part by part, buckets and chains")
  func explain() async throws {
    let user = #"{"user_id": "u-1", "quick_start_seconds": 10}"#
    let result = try await run(["explain", "--user", user] + Self.at)
    #expect(result.status == 0)
    for part in [
      "✓ quick-session priority 40", "✓ quick_start_seconds <= 10", "(age is missing)", "Why: experiments", "bucket ",
      "→ P1D  segment quick-session",
    ] {
      #expect(result.stdout.contains(part), "\(part)")
    }
    let asJSON = try await run(["explain", "--user", user, "--format", "json"] + Self.at)
    #expect(try json(asJSON.stdout)["explanation"] != nil)
  }

  @Test(
    "refuse a user that is no JSON object, with line and column",
    arguments: [
      (#"{"age": 71"#, "--user:1:11"), ("[1]", "--user:1:1"), (#"{"age": 1, "age": 2}"#, "--user:1:12"),
      ("", "--user:1:1"),
    ])
  func brokenUser(user: String, place: String) async throws {
    let result = try await run(["evaluate", "--user", user] + Self.at)
    #expect(result.status == 2 && result.stdout.isEmpty)
    #expect(result.stderr.contains("error: \(place): "), "\(result.stderr)")
  }

  @Test(
    "refuse options that name nothing, and suggest what was meant",
    arguments: [
      (["--force", "quick-enty=control"], "'quick-enty' is not an experiment; did you mean 'quick-entry'?"),
      (
        ["--force", "quick-entry=continue"],
        "--force 'quick-entry=continue': 'continue' is not a variation of quick-entry; "
      ),
      (["--force", "quick-entry"], "EXPERIMENT=VARIATION"),
      (["--choose", "home.layuot=tab"], "'home.layuot' is not a slot; did you mean 'home.layout'?"),
      (["--choose", "home.layout=grid"], "'grid' is not a value of home.layout; choose dashboard or tab"),
      (["--choose", "home.layout=dashbord"], "did you mean 'dashboard'?"),
      (["--at", "yesterday"], "now or a time such as"),
    ])
  func brokenOptions(options: [String], message: String) async throws {
    let result = try await run(["evaluate", "--user", "{}"] + options)
    #expect(result.status == 2)
    #expect(result.stderr.contains(message), "\(result.stderr)")
  }

  @Test("batch writes one row for each row, with a summary for people on stderr")
  func batch() async throws {
    let result = try await run(["batch", "Samples/users.csv", "-o", "-"] + Self.at)
    #expect(result.status == 0)
    let lines = result.stdout.split(separator: "\n")
    #expect(lines.count == 78)
    #expect(
      lines[0].hasPrefix("user_id,segments,entry,home_layout,home_tabs,fallback,experiment.dashboard-for-newcomers,"))
    #expect(result.stderr.hasPrefix("77 rows in "))
    #expect(result.stderr.contains("ignored, since no attribute is named so: nickname, city"))
  }

  @Test("batch gives through standard streams what it gives through files, byte for byte")
  func standardStreams() async throws {
    let users = try String(contentsOf: Self.root.appending(path: "Samples/users.csv"), encoding: .utf8)
    let file = try await run(["batch", "Samples/users.csv", "-o", "-", "--quiet", "--threads", "1"] + Self.at)
    let pipe = try await run(["batch", "-", "-o", "-", "--quiet", "--threads", "3"] + Self.at, stdin: users)
    #expect(file.stdout == pipe.stdout && file.stderr.isEmpty && pipe.stderr.isEmpty)
  }

  @Test("batch answers flawed rows with exit code 0; strict stops at the first with 1")
  func strict() async throws {
    let flawed = try await run(["batch", "Samples/users-flawed.csv", "-o", "-"] + Self.at)
    #expect(flawed.status == 0)
    #expect(flawed.stderr.contains("14 flawed rows, answered with the defaults"))
    let strict = try await run(["batch", "Samples/users-flawed.csv", "-o", "/dev/null", "--strict"] + Self.at)
    #expect(strict.status == 1)
    #expect(
      strict.stderr.hasPrefix("Samples/users-flawed.csv:8: error: record 7: last_seen: \"29/03/2026\" is not a date"))
  }

  @Test(
    "batch cannot run, and says why with exit code 2",
    arguments: [
      (["no-such.csv", "-o", "/dev/null"], "no-such.csv: No such file or directory"),
      (["Samples", "-o", "/dev/null"], "Samples: is a directory"),
      (["Samples/users.csv", "-o", "no/such/folder/out.csv"], "no/such/folder/out.csv: No such file or directory"),
      (["Samples/users.csv", "-o", "/dev/full"], "/dev/full: No space left on device"),
      (["README.md", "-o", "/dev/null"], "README.md:1: error: "),
      (["Samples/users.csv", "-o", "Samples/users.csv"], "would overwrite its input"),
      (["Samples/users.csv", "-o", "/dev/null", "--delimiter", "xx"], "one ASCII character"),
    ])
  func cannotRun(arguments: [String], message: String) async throws {
    let result = try await run(["batch"] + arguments + Self.at)
    #expect(result.status == 2)
    #expect(result.stderr.contains(message), "\(result.stderr)")
  }

  @Test("validate finds nothing to complain about in the shipped workspace")
  func validate() async throws {
    let result = try await run(["validate"])
    #expect(result.status == 0 && result.stdout.isEmpty)
    // Facts about users that other tools read are good to know, and nothing to complain about.
    let lines = result.stderr.split(separator: "\n")
    #expect(lines.dropLast().allSatisfy { $0.contains("note[unread-attribute]") })
    #expect(lines.last == "0 errors, 0 warnings, \(lines.count - 1) notes")
    let asJSON = try json(try await run(["validate", "--format", "json"]).stdout)
    #expect(asJSON["errors"] as? Int == 0 && (asJSON["notes"] as? [Any])?.count == lines.count - 1)
    #expect(try await run(["validate", "--quiet"]).stderr.isEmpty)
  }

  @Test("validate shows each problem with its line, and everything else refuses to decide")
  func invalidWorkspace() async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "workspace-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    for part in ["catalog", "segments", "experiments"] {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: Self.root.appending(path: part), to: directory.appending(path: part))
    }
    let file = directory.appending(path: "segments/senior.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    try Data(text.replacingOccurrences(of: "\"age\"", with: "\"agee\"").utf8).write(to: file)
    let result = try await run(["validate", "--config", directory.path()])
    #expect(result.status == 1)
    #expect(result.stdout.contains("segments/senior.json:7:9: error[unknown-attribute]: "), "\(result.stdout)")
    #expect(result.stdout.contains("did you mean \"age\"?"))
    #expect(result.stderr == "1 error, 0 warnings\n")
    let evaluate = try await run(["evaluate", "--user", "{}", "--config", directory.path()])
    #expect(evaluate.status == 2 && evaluate.stdout.isEmpty)
    #expect(evaluate.stderr.contains("error[unknown-attribute]"))
  }

  @Test("hash prints the bucket", arguments: [([], "8059\n"), (["--version", "1"], "7380\n")])
  func hash(options: [String], bucket: String) async throws {
    let result = try await run(["hash", "--seed", "seed", "--unit", "José"] + options)
    #expect(result.status == 0 && result.stdout == bucket)
  }
}
