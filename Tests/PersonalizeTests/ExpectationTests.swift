import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import personalize

/// `personalize test`, run as people run it.
@Suite("Expectation files")
struct ExpectationTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  private func run(_ arguments: [String]) async throws -> ToolResult {
    try await runPersonalize(["test"] + arguments, directory: Self.root)
  }

  /// Writes a file of cases, which is gone after the work.
  private func withCases<Result>(_ text: String, _ work: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "expectations-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "cases.json")
    try Data(text.utf8).write(to: file)
    return try await work(file)
  }

  private static let failing = #"""
    {
      "at": "2026-11-30T08:00:00Z",
      "cases": [
        {
          "name": "a <grandmother> & co",
          "user": { "user_id": "u-1", "age": 71, "choice.home.layout": "dashboard" },
          "expect": {
            "segments": [],
            "home.layout": "dashboard",
            "experiments": { "tab-order": "control" }
          }
        },
        { "name": "nobody", "user": {}, "expect": { "entry": "home" } }
      ]
    }
    """#

  @Test("of the shipped workspace pass, and put every rule to the test")
  func shipped() async throws {
    let result = try await run(["--coverage"])
    #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
    #expect(
      result.stdout == "Every segment is matched by a case and missed by another; every variation is given to one.\n")
    let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains("$ personalize test\n\(result.stderr)"))
    let numbers = result.stderr.split(separator: " ")
    #expect(result.stderr.hasSuffix(" passed, 0 failed\n") && (numbers.first.flatMap { Int($0) } ?? 0) >= 12)
  }

  @Test("of docs/FILES.md pass too")
  func documentation() async throws {
    let text = try String(contentsOf: Self.root.appending(path: "docs/FILES.md"), encoding: .utf8)
    let section = try #require(text.components(separatedBy: "## expectations/NAME.json").last)
    let example = try #require(section.components(separatedBy: "```json").dropFirst().first)
    try await withCases(try #require(example.components(separatedBy: "```").first)) { file in
      let result = try await run([file.path()])
      #expect(result.status == 0 && result.stderr == "1 passed, 0 failed\n", "\(result.stdout)\(result.stderr)")
    }
  }

  @Test("that fail show place, promise, result and reason, and end with 1")
  func failing() async throws {
    try await withCases(Self.failing) { file in
      let result = try await run([file.path()])
      #expect(result.status == 1)
      #expect(
        result.stdout
          == """
          \(file.path()):4:5: failed: a <grandmother> & co
            segments (line 8)
              expected  []
              got       [senior]
              because   senior matches: age >= 65
            home.layout (line 9)
              expected  dashboard
              got       tab
              because   segment senior sets it and locks it, which keeps out the user's choice of dashboard
            experiments.tab-order (line 10)
              expected  control
              got       none
              because   locked: senior locks home.tabs

          """)
      #expect(result.stderr == "1 passed, 1 failed\n")
      let quiet = try await run([file.path(), "--quiet"])
      #expect(quiet.status == 1 && quiet.stderr.isEmpty && quiet.stdout == result.stdout)
    }
  }

  @Test("give one JSON document, also where they fail")
  func json() async throws {
    try await withCases(Self.failing) { file in
      let result = try await run([file.path(), "--format", "json", "--coverage"])
      #expect(result.status == 1 && result.stderr.isEmpty)
      let document = try #require(
        try JSONSerialization.jsonObject(with: Data(result.stdout.utf8)) as? [String: Any])
      #expect(document["passed"] as? Int == 1 && document["failed"] as? Int == 1)
      let cases = try #require(document["cases"] as? [[String: Any]])
      let failures = try #require(cases.first?["failures"] as? [[String: Any]])
      #expect(failures.map { $0["line"] as? Int } == [8, 9, 10])
      #expect(failures.map { $0["got"] as? String } == [nil, "tab", nil])
      #expect(failures.first?["got"] as? [String] == ["senior"])
      let coverage = try #require(document["coverage"] as? [String: Any])
      #expect(
        coverage["unmatchedSegments"] as? [String] == ["quick-session", "shared-family-device", "shift-worker"])
    }
  }

  @Test("give JUnit's XML, whatever is in their names")
  func junit() async throws {
    try await withCases(Self.failing) { file in
      let result = try await run([file.path(), "--format", "junit"])
      #expect(result.status == 1 && result.stderr.isEmpty)
      let counts = #"tests="2" failures="1" errors="0" skipped="0""#
      #expect(result.stdout.contains("<testsuites name=\"personalize test\" \(counts)>"))
      #expect(result.stdout.contains(#"name="a &lt;grandmother&gt; &amp; co" file="\#(file.path())" line="4">"#))
      #expect(result.stdout.contains("age &gt;= 65"))
      #expect(result.stdout.components(separatedBy: "<failure").count == 2)
      #expect(XMLParser(data: Data(result.stdout.utf8)).parse())
    }
  }

  @Test("list what they leave out where that is asked")
  func coverage() async throws {
    try await withCases(Self.failing) { file in
      let result = try await run([file.path(), "--coverage"])
      for line in [
        "Segments that no case matches", "  quick-session", "Variations that no case gets",
        "  dashboard-for-newcomers: tab", "  streak-first: streak-first",
      ] {
        #expect(result.stdout.contains("\n\(line)\n"), "\(line)")
      }
      #expect(!result.stdout.contains("modal-style") && !result.stdout.contains("streak-first: control"))
    }
  }

  @Test("that cannot be read are told with line and column, all at once, and end with 2")
  func broken() async throws {
    let text = """
      {"cases": [{"name": "a", "user": {"agee": 1}, "expect": {"segments": ["seniors"]}},
        {"name": "b", "user": {}, "expect": {"home.layuot": "tab"}}]}
      """
    try await withCases(text) { file in
      let result = try await run([file.path()])
      #expect(result.status == 2 && result.stdout.isEmpty)
      for part in [
        ":1:35: error[unknown-attribute]: there is no attribute \"agee\"; did you mean \"age\"?",
        ":1:71: error[unknown-segment]: there is no segment \"seniors\"; did you mean \"senior\"?",
        ":2:40: error[unknown-slot]: there is no slot \"home.layuot\"; ", "did you mean \"home.layout\"?",
        "error: nothing was tested",
      ] {
        #expect(result.stderr.contains(part), "\(part) in\n\(result.stderr)")
      }
    }
  }

  @Test("are read from the files and folders that are named, each once")
  func paths() async throws {
    let one = try await run(["expectations/segments.json"])
    let twice = try await run(["expectations/segments.json", "expectations/segments.json"])
    #expect(one.status == 0 && one.stderr == twice.stderr)
    let folder = try await run(["expectations/"])
    let whole = try await run([])
    #expect(folder.status == 0 && folder.stderr == whole.stderr && one.stderr != whole.stderr)
  }

  @Test(
    "that are not there cannot be tested",
    arguments: [
      (["no-such.json"], "no-such.json: error[unreadable-file]: there is no such file"),
      (["docs"], "error: docs: there are no expectations here"),
      (["--config", "Samples"], "catalog/attributes.json"),
      (["--at", "noon"], "a time such as"),
    ])
  func absent(arguments: [String], message: String) async throws {
    let result = try await run(arguments)
    #expect(result.status == 2 && result.stderr.contains(message), "\(result.stderr)")
  }
}
