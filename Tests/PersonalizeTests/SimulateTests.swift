import Foundation
import TestSupport
import Testing

/// A folder with a workspace of its own, which goes away with it.
private final class Folder {
  let url = FileManager.default.temporaryDirectory.appending(path: "simulate-\(UUID().uuidString)")

  /// - Parameter files: Texts by path, beside the catalog of the benchmark's workspace.
  init(_ files: [String: String]) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: root.appending(path: "Benchmarks/workspace/catalog"), to: url.appending(path: "catalog"))
    for (name, text) in files { try write(name, text) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ name: String, _ text: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func run(_ words: String...) async throws -> ToolResult {
    try await runPersonalize(words + ["--at", "2026-11-30"], directory: url)
  }
}

private let senior = #"{"when": {"age": {"$gte": 65}}, "priority": 1, "navigation": {"entry": "saved"}}"#
private let users = "user_id,age\n" + (0..<10).map { "u\($0),\(60 + $0)\n" }.joined()

@Suite("personalize simulate")
struct SimulateTests {
  @Test("shows reach with its interval, outcomes, and who decides")
  func text() async throws {
    let folder = try Folder(["segments/senior.json": senior, "users.csv": users])
    let result = try await folder.run("simulate", "--users", "users.csv")
    #expect(result.status == 0)
    #expect(
      result.stdout
        == """
        10 users at 2026-11-30T00:00:00Z

        Segments
          segment  users   share  95 % interval              decides for
          senior       5  50.0 %    23.7…76.3 %  ██████████  entry 5

        Segments together
          in exactly  users   share
          (none)          5  50.0 %  ██████████
          senior          5  50.0 %  ██████████

        Entry
          value  users   share
          home       5  50.0 %  ██████████
          saved      5  50.0 %  ██████████

        Home layout
          value  users    share
          tab       10  100.0 %  ████████████████████

        Fallback
          value  users    share
          home      10  100.0 %  ████████████████████

        Who decides
          slot   decided by                        users   share
          entry  default, because nothing matched      5  50.0 %  ██████████
                 segment senior                        5  50.0 %  ██████████

        Nobody has a value of name, text_scale, shift, night_usage_share, shared_device, profiles_on_device, \
        sessions_per_day, median_session_seconds, first_seen, app_version, country, language, plan.

        """)
  }

  @Test("hides small cells in every format")
  func smallCells() async throws {
    let folder = try Folder(["segments/senior.json": senior, "users.csv": users])
    let text = try await folder.run("simulate", "--users", "users.csv", "--min-cell", "6")
    #expect(text.stdout.contains("senior      <6"))
    let json = try await folder.run("simulate", "--users", "users.csv", "--min-cell", "6", "--format", "json")
    #expect(json.stdout.contains(#""segment": "senior", "users": null"#) || json.stdout.contains("\"users\": null"))
    #expect(!json.stdout.contains("\"users\": 5"))
  }

  @Test("finds that similar seeds under hash version 1 deal alike, as validate had warned")
  func dependentExperiments() async throws {
    let experiment = { (seed: String) in
      #"{"status": "running", "seed": "\#(seed)", "hashVersion": 1, "variations": [{"key": "a"}, {"key": "b"}]}"#
    }
    let folder = try Folder([
      "experiments/exp2.json": experiment("exp2"), "experiments/exp3.json": experiment("exp3"),
      "users.csv": "user_id\n" + (0..<100_000).map { "user\($0)\n" }.joined(),
    ])
    let result = try await folder.run("simulate", "--users", "users.csv", "--format", "json")
    let survey = try #require(try JSONSerialization.jsonObject(with: Data(result.stdout.utf8)) as? [String: Any])
    let pair = try #require((survey["experimentPairs"] as? [[String: Any]])?.first)
    #expect(pair["table"] as? [[Int]] == [[11847, 38192], [38206, 11755]])
    let independence = try #require(pair["independence"] as? [String: Any])
    #expect(abs((independence["cramersV"] as? Double ?? 0) - 0.52795) < 1e-4)
    #expect(independence["verdict"] as? String == "dependent")
    let checked = try await runPersonalize(["validate"], directory: folder.url)
    #expect(checked.stdout.contains("warning[old-hash]"))
  }

  @Test("says what difference an experiment's users make visible, the same in every format")
  func visibility() async throws {
    let folder = try Folder([
      "experiments/e.json": #"{"status": "running", "seed": "e", "variations": [{"key": "a"}, {"key": "b"}]}"#,
      "users.csv": "user_id\n" + (0..<5000).map { "user\($0)\n" }.joined(),
    ])
    let words = ["simulate", "--users", "users.csv", "--at", "2026-11-30", "--baseline", "20%", "--format"]
    let result = try await runPersonalize(words + ["json"], directory: folder.url)
    let survey = try #require(try JSONSerialization.jsonObject(with: Data(result.stdout.utf8)) as? [String: Any])
    let visible = try #require((survey["experiments"] as? [[String: Any]])?.first?["visible"] as? [String: Any])
    let users = try #require(visible["users"] as? [Int])
    let increase = try #require(visible["increase"] as? Double)
    #expect(users.reduce(0, +) == 5000 && visible["baseline"] as? Double == 0.2)
    for format in ["text", "html"] {
      let said = try await runPersonalize(words + [format], directory: folder.url).stdout
      let match = try #require(
        said.firstMatch(of: /e: ([\d,]+) and ([\d,]+) users make a difference of ([\d.]+) points visible: from 20 % to/)
      )
      #expect(Int(match.1.replacing(",", with: "")) == users[0] && Int(match.2.replacing(",", with: "")) == users[1])
      let points = try #require(Double(match.3))
      #expect(points >= increase * 100 && points < increase * 100 + 0.01)
    }
    let hidden = try await runPersonalize(words + ["json", "--min-cell", "2600"], directory: folder.url)
    #expect(hidden.stdout.contains("\"visible\": null"))
  }

  @Test("shows what schedules change over time, and only that")
  func timeline() async throws {
    let folder = try Folder([
      "segments/senior.json": senior, "users.csv": users,
      "experiments/later.json":
        #"{"status": "running", "start": "2026-12-02", "end": "2026-12-04", "variations": [{"key": "a"}, {"key": "b"}]}"#,
    ])
    let result = try await folder.run("simulate", "--users", "users.csv", "--until", "2026-12-05", "--step", "12h")
    #expect(
      result.stdout == """
        10 users at 12 times from 2026-11-30T00:00:00Z to 2026-12-05T12:00:00Z

          from                  later
          2026-11-30T00:00:00Z      0
          2026-12-02T00:00:00Z     10
          2026-12-04T00:00:00Z      0

        What is not listed stays as it is at the first time.

        """)
    let wrong = try await folder.run("simulate", "--users", "users.csv", "--until", "2026-12-05", "--step", "soon")
    #expect(wrong.status == 2 && wrong.stderr.contains("a period such as 1d, 12h or P7D"))
    let tooMany = try await folder.run("simulate", "--users", "users.csv", "--until", "2036-12-05", "--step", "1m")
    #expect(tooMany.status == 2 && tooMany.stderr.contains("more than 1000 steps"))
    let past = try await folder.run("simulate", "--users", "users.csv", "--until", "2026-11-29")
    #expect(past.status == 2 && past.stderr.contains("a time after that of --at, 2026-11-30T00:00:00Z"))
  }

  @Test("says what a result was made from, the same wherever that stands")
  func inputs() async throws {
    let folder = try Folder(["segments/senior.json": senior, "users.csv": "user_id,age\nu1,70\n"])
    try FileManager.default.createDirectory(at: folder.url.appending(path: "copy"), withIntermediateDirectories: true)
    for name in ["catalog", "segments", "users.csv"] {
      try FileManager.default.copyItem(
        at: folder.url.appending(path: name), to: folder.url.appending(path: "copy/\(name)"))
    }
    func inputs(_ words: [String]) async throws -> [String: Any] {
      let result = try await runPersonalize(words + ["--format", "json"], directory: folder.url)
      let json = try JSONSerialization.jsonObject(with: Data(result.stdout.utf8)) as? [String: Any]
      return try #require(json?["inputs"] as? [String: Any])
    }
    func hash(_ inputs: [String: Any], _ role: String) -> String? {
      (inputs[role] as? [String: Any])?["sha256"] as? String
    }
    let here = try await inputs(["simulate", "--users", "users.csv"])
    let there = try await inputs([
      "simulate", "--config", "copy", "--users", "copy/users.csv", "--until", "2999-01-01", "--step", "P900Y",
    ])
    #expect(hash(here, "users") == "c731b561e8f6989b602df3734edba066000a1f79cebb98121ab582a8aeaab39b")
    #expect(hash(here, "users") == hash(there, "users") && hash(here, "configuration") == hash(there, "configuration"))
    #expect((there["configuration"] as? [String: Any])?["name"] as? String == "copy")
    let compared = try await inputs(["diff", "--base", "copy", "--users", "users.csv"])
    #expect(hash(compared, "base") == hash(here, "configuration") && hash(compared, "head") == hash(compared, "base"))
    let page = try await runPersonalize(
      ["simulate", "--users", "users.csv", "--format", "html"], directory: folder.url)
    #expect(page.stdout.contains(try #require(hash(here, "configuration"))))
  }

  @Test("never writes over what it reads")
  func overwriting() async throws {
    let folder = try Folder([
      "users.csv": users, "made-up.json": #"{"attributes": {"age": {"choices": {"70": 1}}}}"#,
    ])
    for words in [
      ["simulate", "--users", "users.csv", "-o", "users.csv"],
      ["simulate", "--population", "made-up.json", "-o", "made-up.json"],
      ["population", "--from", "users.csv", "-o", "./users.csv"],
      ["diff", "--base", ".", "--users", "users.csv", "-o", "users.csv"],
    ] {
      let result = try await runPersonalize(words, directory: folder.url)
      #expect(result.status == 2 && result.stderr.contains("would overwrite its input"))
    }
    #expect(try String(contentsOf: folder.url.appending(path: "users.csv"), encoding: .utf8) == users)
  }

  @Test("prints the same whatever the number of threads")
  func threads() async throws {
    let folder = try Folder(["segments/senior.json": senior, "users.csv": users])
    let one = try await folder.run("simulate", "--users", "users.csv", "--threads", "1", "--format", "json")
    let four = try await folder.run("simulate", "--users", "users.csv", "--threads", "4", "--format", "json")
    #expect(one.stdout == four.stdout && one.status == 0)
  }
}

@Suite("personalize diff")
struct DiffTests {
  private func folders() throws -> Folder {
    let folder = try Folder(["segments/senior.json": senior, "users.csv": users])
    let younger = senior.replacing("65", with: "63")
    for (name, text) in [("segments/senior.json", younger)] { try folder.write("head/\(name)", text) }
    try FileManager.default.copyItem(
      at: folder.url.appending(path: "catalog"), to: folder.url.appending(path: "head/catalog"))
    return folder
  }

  @Test("shows who moves, why, and which records")
  func text() async throws {
    let result = try await folders().run("diff", "--base", ".", "--head", "head", "--users", "users.csv")
    #expect(result.status == 0)
    #expect(
      result.stdout
        == """
        2 of 10 users change (20.0 %)

        entry  2 users change
          before  after     users   share
          saved   the same      5  50.0 %  ██████████
          home    the same      3  30.0 %  ██████
          home    saved         2  20.0 %  ████
          because segment senior sets it: 2, records 4, 5
            records 4, 5: home, by default → saved, by segment senior
              segment senior matches now
                ✗ age >= 65 → ✓ age >= 63

        Segments
          segment  before  after  entered  left
          senior        5      7        2     0

        """)
  }

  @Test(
    "exits with 1 where a gate does not hold",
    arguments: [
      ["--max-changed", "20%"]: Int32(0), ["--max-changed", "19.9%"]: 1, ["--max-changed", "0.05"]: 2,
      ["--fail-on", "change"]: 1,
      ["--fail-on", "rebucket"]: 0, ["--max-changed", "200%"]: 2,
    ])
  func gates(_ options: [String], _ status: Int32) async throws {
    let folder = try folders()
    let result = try await runPersonalize(
      ["diff", "--base", ".", "--head", "head", "--users", "users.csv", "--at", "2026-11-30"] + options,
      directory: folder.url)
    #expect(result.status == status)
  }

  @Test(
    "names no record of a cause that is a small cell, in any format", arguments: ["text", "json", "markdown", "html"])
  func smallCells(_ format: String) async throws {
    let words = ["diff", "--base", ".", "--head", "head", "--users", "users.csv", "--at", "2026-11-30"]
    let folder = try folders()
    let shown = try await runPersonalize(words + ["--format", format], directory: folder.url)
    let hidden = try await runPersonalize(words + ["--format", format, "--min-cell", "3"], directory: folder.url)
    let isNamed = format == "json" ? "\"records\": [4, 5]" : "records 4, 5"
    #expect(shown.stdout.contains(isNamed) && !hidden.stdout.contains(isNamed))
    #expect(shown.stdout.contains(/✗ age|age >= 65/) && !hidden.stdout.contains("65"))
    let gates = try await runPersonalize(
      words + ["--format", format, "--min-cell", "3", "--max-changed", "1%", "--fail-on", "change"],
      directory: folder.url)
    #expect(gates.status == 1 && gates.stderr.contains("gate: <3 users change"))
    #expect(!(gates.stdout + gates.stderr).contains("2 users") && !(gates.stdout + gates.stderr).contains("20.0 %"))
  }

  @Test("says that there are more than the records it names", arguments: ["text", "markdown", "html"])
  func moreRecords(_ format: String) async throws {
    let words = ["diff", "--base", ".", "--head", "head", "--users", "users.csv", "--at", "2026-11-30"]
    let folder = try folders()
    let result = try await runPersonalize(
      words + ["--format", format, "--examples", "1"], directory: folder.url)
    #expect(result.stdout.contains("record 4 and more"))
  }

  @Test("explains an example in every format, and no more of them than asked for")
  func explains() async throws {
    let words = ["diff", "--base", ".", "--head", "head", "--users", "users.csv", "--at", "2026-11-30", "--format"]
    let folder = try folders()
    for (format, expected) in [
      ("text", "✗ age >= 65 → ✓ age >= 63"), ("html", "✗ age &gt;= 65 → ✓ age &gt;= 63"),
      (
        "markdown",
        "<details><summary>Why, one by one</summary>\n\n- records 4, 5: home, by default → saved, by segment senior\n"
          + "  - segment senior matches now\n    - ✗ age \\>= 65 → ✓ age \\>= 63\n\n</details>\n"
      ),
    ] {
      let result = try await runPersonalize(words + [format], directory: folder.url)
      #expect(result.stdout.contains(expected), "\(result.stdout)")
      let none = try await runPersonalize(words + [format, "--examples", "0"], directory: folder.url)
      #expect(none.status == 0 && !none.stdout.contains("65"))
    }
    let result = try await runPersonalize(words + ["json", "--examples", "1"], directory: folder.url)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(result.stdout.utf8)) as? [String: Any])
    let slot = try #require((json["slots"] as? [[String: Any]])?.first)
    let cause = try #require((slot["causes"] as? [[String: Any]])?.first)
    let examples = try #require(cause["examples"] as? [[String: Any]])
    let segment = try #require((examples[0]["segments"] as? [[String: Any]])?.first)
    let turned = try #require((segment["turned"] as? [[String: [String: Any]]])?.first)
    #expect(examples.count == 1 && examples[0]["record"] as? Int == 4)
    #expect((segment["before"] as? [String: Any])?["matched"] as? Bool == false)
    #expect(turned["before"]?["text"] as? String == "age >= 65" && turned["after"]?["holds"] as? Bool == true)
  }

  @Test("shows of an experiment whose bucket falls where, and no bucket where small cells are hidden")
  func explainsExperiments() async throws {
    func experiment(_ weight: Int) -> String {
      #"{"status": "running", "seed": "e", "variations": [{"key": "a", "weight": \#(weight)}, "#
        + #"{"key": "b", "weight": 1, "navigation": {"entry": "saved"}}]}"#
    }
    let many = "user_id\n" + (0..<200).map { "u\($0)\n" }.joined()
    let folder = try Folder(["users.csv": many, "experiments/e.json": experiment(1)])
    try folder.write("head/experiments/e.json", experiment(3))
    try FileManager.default.copyItem(
      at: folder.url.appending(path: "catalog"), to: folder.url.appending(path: "head/catalog"))
    let shown = try await folder.run("diff", "--base", ".", "--head", "head", "--users", "users.csv")
    let bucket = try #require(
      shown.stdout.firstMatch(of: /bucket (\d+) of a 0…4999, b 5000…9999 → bucket (\d+) of a 0…7499/))
    #expect(bucket.1 == bucket.2 && 5000..<7500 ~= Int(bucket.1) ?? 0)
    #expect(shown.stdout.contains("experiment e turns from b (dealt) to a (dealt)"))
    for format in ["text", "json", "markdown", "html"] {
      let hidden = try await folder.run(
        "diff", "--base", ".", "--head", "head", "--users", "users.csv", "--min-cell", "2", "--format", format)
      #expect(!hidden.stdout.contains(/ucket"?:? \d/) && hidden.stdout.contains("7499") != (format == "json"))
    }
  }

  @Test("compares the entry that is really taken, as batch writes it")
  func entryAsTaken() async throws {
    let folder = try Folder(["users.csv": "user_id,app_version\nu1,1.0.0\nu2,3.0.0\n"])
    let catalog = try String(contentsOf: folder.url.appending(path: "catalog/navigation.json"), encoding: .utf8)
    // Before, nobody's app lacks the node; after, one user's does, and the route goes another way.
    for (name, text) in [
      (
        "attributes.json",
        try String(contentsOf: folder.url.appending(path: "catalog/attributes.json"), encoding: .utf8)
      ),
      (
        "navigation.json",
        catalog.replacing(
          "\"dailyReview\": {}", with: "\"dailyReview\": {\"since\": \"2.0.0\", \"fallback\": \"home\"}"
        )
        .replacing("\"entry\": \"home\"", with: "\"entry\": \"review\"")
      ),
    ] { try folder.write("head/catalog/\(name)", text) }
    try folder.write("catalog/navigation.json", catalog.replacing("\"entry\": \"home\"", with: "\"entry\": \"review\""))
    let result = try await folder.run("diff", "--base", ".", "--head", "head", "--users", "users.csv")
    #expect(result.stdout.hasPrefix("1 of 2 users changes (50.0 %)\n\nentry  1 user changes\n"))
  }

  @Test("takes bundles for both sides, which change nobody")
  func bundles() async throws {
    let folder = try folders()
    for (place, bundle) in [(".", "base.bundle"), ("head", "head.bundle")] {
      _ = try await runPersonalize(["bundle", "--config", place, "-o", bundle], directory: folder.url)
    }
    let same = try await folder.run("diff", "--base", "base.bundle", "--users", "users.csv")
    #expect(same.stdout == "0 of 10 users change\n")
    let other = try await folder.run("diff", "--base", "base.bundle", "--head", "head.bundle", "--users", "users.csv")
    #expect(other.stdout.hasPrefix("2 of 10 users change (20.0 %)\n"))
    let noBundle = try await folder.run("diff", "--base", "users.csv", "--users", "users.csv")
    #expect(noBundle.status == 2 && noBundle.stderr.contains("users.csv: this is no bundle"))
    let noGit = try await folder.run("diff", "--config", "base.bundle", "--base", "main", "--users", "users.csv")
    #expect(noGit.stderr == "error: --base main: neither a folder nor a revision that git knows in base.bundle\n")
  }

  @Test("takes its base from a revision of git, in the folder that is compared")
  func revision() async throws {
    let folder = try Folder(["shop/segments/senior.json": senior, "shop/users.csv": users])
    try FileManager.default.copyItem(
      at: folder.url.appending(path: "catalog"), to: folder.url.appending(path: "shop/catalog"))
    let git = Process()
    git.executableURL = URL(filePath: "/bin/sh")
    git.arguments = [
      "-c", "git init -q . && git add -A && git -c user.name=t -c user.email=t@example.org commit -q -m x",
    ]
    git.currentDirectoryURL = folder.url
    try git.run()
    git.waitUntilExit()
    try folder.write("shop/segments/senior.json", senior.replacing("65", with: "63"))
    let shop = folder.url.appending(path: "shop")
    let words = ["diff", "--base", "HEAD", "--users", "users.csv", "--at", "2026-11-30", "--format", "json"]
    let result = try await runPersonalize(words, directory: shop)
    #expect(result.stdout.contains("\"changed\": 2,"))
    let unknown = try await runPersonalize(words.map { $0 == "HEAD" ? "nowhere" : $0 }, directory: shop)
    #expect(unknown.status == 2)
    #expect(
      unknown.stderr.contains("\"message\": \"--base nowhere: neither a folder nor a revision that git knows in .\""))
  }

  @Test(
    "says what of an experiment deals users another variation",
    arguments: [
      #""seed": "other""#: "its seed changed", #""seed": "e", "hashVersion": 1"#: "its hash version changed",
      #""seed": "e", "variations": [{"key": "a", "weight": 9}, {"key": "b", "weight": 1}]"#: "its weights changed",
      #""seed": "e", "variations": [{"key": "a", "weight": 2}, {"key": "c", "weight": 2}]"#: "its variations changed",
    ])
  func rebucketed(_ change: String, _ words: String) async throws {
    let both = #", "variations": [{"key": "a"}, {"key": "b"}]"#
    func experiment(_ parts: String) -> String {
      "{\"status\": \"running\", \(parts)\(parts.contains("variations") ? "" : both)}"
    }
    let many = "user_id\n" + (0..<200).map { "u\($0)\n" }.joined()
    let folder = try Folder(["users.csv": many, "experiments/e.json": experiment(#""seed": "e""#)])
    try folder.write("head/experiments/e.json", experiment(change))
    try FileManager.default.copyItem(
      at: folder.url.appending(path: "catalog"), to: folder.url.appending(path: "head/catalog"))
    let result = try await folder.run("diff", "--base", ".", "--head", "head", "--users", "users.csv")
    #expect(result.stdout.contains(words), "\(result.stdout)")
    let gate = try await folder.run(
      "diff", "--base", ".", "--head", "head", "--users", "users.csv", "--fail-on", "rebucket")
    #expect(gate.status == 1)
  }

  @Test("writes a comment for a pull request in which no name is taken for markup")
  func markdown() async throws {
    let result = try await folders().run(
      "diff", "--base", ".", "--head", "head", "--users", "users.csv", "--format", "markdown", "--fail-on", "change")
    #expect(result.status == 1)
    #expect(
      result.stdout.hasPrefix(
        "**2 of 10 users change (20.0 %)**\n\n> [!WARNING]\n> 2 users change\n\n#### `entry`: 2 users\n"))
    #expect(result.stdout.contains("| home | saved | 2 | 20.0 % |\n"))
  }

  @Test("keeps a comment as short as code hosts take it, and begins with what changes")
  func longMarkdown() async throws {
    let many = "user_id,age\n" + (0..<400).map { "u\($0),\($0)\n" }.joined()
    let folder = try Folder(["users.csv": many])
    try FileManager.default.copyItem(
      at: folder.url.appending(path: "catalog"), to: folder.url.appending(path: "head/catalog"))
    let long = String(repeating: "s", count: 190)
    for place in 0..<60 {
      try folder.write(
        "head/segments/\(long)\(place).json",
        """
        {"when": {"age": {"$gte": \(place * 5)}}, "priority": \(place),
          "navigation": {"entry": "saved", "modal.style": "fullScreenCover", "modal.confirmsDismissal": true}}
        """)
    }
    let result = try await folder.run(
      "diff", "--base", ".", "--head", "head", "--users", "users.csv", "--format", "markdown")
    #expect(result.stdout.unicodeScalars.count <= 60_000)
    #expect(
      result.stdout.hasPrefix(
        "**400 of 400 users change (100.0 %)**\n\n| slot | users | | mostly because |\n| --- | ---: | ---: | --- |\n"
          + "| `entry` | 400 | 100.0 % | segment "))
    #expect(result.stdout.contains("other causes\n") && result.stdout.hasSuffix("`--format html` shows all.*\n"))
  }
}
