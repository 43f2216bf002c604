import Foundation
import Testing

@testable import personalize

@Suite("Everyday use of the command line")
struct EverydayTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized
  private static let user = ["--user", #"{"user_id": "u1"}"#]

  private func run(
    _ arguments: [String], in folder: String = ".", environment: [String: String] = [:]
  ) async throws -> ToolResult {
    try await runPersonalize(
      arguments, environment: environment, directory: Self.root.appending(path: folder).standardized)
  }

  private func json(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
  }

  @Test("the configuration is found from every folder below it", arguments: ["segments", "catalog", "Tests/Files/.."])
  func foundFromBelow(folder: String) async throws {
    let words = ["evaluate", "--at", "2026-11-30"] + Self.user
    let (above, below) = (try await run(words), try await run(words, in: folder))
    #expect(below.status == 0 && below.stdout == above.stdout, "\(below.stderr)")
    let valid = try await run(["validate"], in: folder)
    #expect(valid.status == 0 && valid.stderr.contains("0 errors"), "\(valid.stderr)")
  }

  @Test("without a configuration in any folder above, this folder is the one that lacks it")
  func foundNowhere() async throws {
    let result = try await runPersonalize(["validate"], directory: FileManager.default.temporaryDirectory)
    #expect(result.status == 1 && result.stdout.contains("catalog/attributes.json: error[missing-file]"))
  }

  @Test(
    "a configuration that is not there is exit 2, whatever is asked of it",
    arguments: [
      ["validate"], ["test"], ["evaluate"] + user, ["batch", "users.csv", "-o", "-"], ["graph"],
      ["bundle", "-o", "-"],
    ])
  func notThere(words: [String]) async throws {
    let result = try await run(words + ["--config", "no-such-folder"])
    #expect(result.status == 2 && result.stdout.isEmpty)
    #expect(result.stderr == "error: no-such-folder: there is no such folder or bundle\n")
  }

  @Test("validate takes a bundle, and says of a broken one that it is")
  func bundles() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bundles-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let bundle = folder.appending(path: "app.bundle").path()
    #expect(try await run(["bundle", "-o", bundle]).status == 0)
    let whole = try await run(["validate", "--config", bundle])
    #expect(whole.status == 0 && whole.stderr == "0 errors, 0 warnings\n")
    try Data("nothing".utf8).write(to: URL(filePath: bundle))
    let broken = try await run(["validate", "--config", bundle])
    #expect(broken.status == 1 && broken.stdout.contains("error[unreadable-file]"))
  }

  @Test(
    "a time may be typed with a space, without seconds, and as now",
    arguments: [
      ("2026-11-30 08:00", "2026-11-30T08:00:00Z"), ("2026-11-30T08:00", "2026-11-30T08:00:00Z"),
      ("2026-11-30 08:00Z", "2026-11-30T08:00:00Z"), ("2026-11-30 08:00+02:00", "2026-11-30T06:00:00Z"),
      ("2026-11-30 08:00:05", "2026-11-30T08:00:05Z"), ("2026-11-30", "2026-11-30T00:00:00Z"),
    ])
  func times(typed: String, meant: String) async throws {
    let result = try await run(["evaluate", "--format", "json", "--at", typed] + Self.user)
    #expect(try json(result.stdout)["at"] as? String == meant)
  }

  @Test("the time of a decision is a whole second where none is given, or now")
  func wholeSeconds() async throws {
    for words in [[], ["--at", "now"]] {
      let result = try await run(["evaluate", "--format", "json"] + words + Self.user)
      let time = try #require(try json(result.stdout)["at"] as? String)
      #expect(time.count == "2026-11-30T08:00:00Z".count, "\(time)")
    }
  }

  @Test("--until with a date reaches the end of that day, with a time that time")
  func wholeDays() async throws {
    for (until, times) in [("2026-12-02", 3), ("2026-12-02T07:00:00Z", 2), ("2026-12-02 08:00", 3)] {
      let result = try await run([
        "simulate", "--users", "Samples/users.csv", "--at", "2026-11-30T08:00:00Z", "--until", until, "--format",
        "json",
      ])
      let steps = try #require(try json(result.stdout)["surveys"] as? [Any])
      #expect(steps.count == times)
    }
  }

  @Test(
    "commands with --format json say as JSON why they cannot run",
    arguments: [
      (["evaluate", "--format", "json"], "usage"), (["evaluate", "--user", "{", "--format", "json"], "input"),
      (["evaluate", "--user", "{}", "--force", "x=y", "--format", "json"], "usage"),
      (["validate", "--format=json", "--config", "no-such-folder"], "input"),
      (["simulate", "--userz", "x", "--format", "json"], "usage"),
      (["plan", "nothing", "--baseline", "0.1", "--effect", "0.1", "--daily", "9", "--format", "json"], "input"),
    ])
  func errors(words: [String], kind: String) async throws {
    let result = try await run(words)
    #expect(result.status == 2 && result.stdout.isEmpty)
    let document = try json(result.stderr)
    #expect(document["schemaVersion"] as? Int == 1)
    let error = try #require(document["error"] as? [String: String])
    #expect(error["kind"] == kind && error["message"]?.isEmpty == false)
  }

  @Test("a configuration with errors is listed in the JSON of a command that cannot use it")
  func diagnostics() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "broken-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appending(path: "catalog"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("{".utf8).write(to: folder.appending(path: "catalog/attributes.json"))
    let result = try await runPersonalize(["evaluate", "--format", "json"] + Self.user, directory: folder)
    #expect(result.status == 2)
    let found = try #require(try json(result.stderr)["diagnostics"] as? [[String: Any]])
    #expect(found.contains { $0["code"] as? String == "syntax" && $0["line"] as? Int == 1 })
  }

  @Test("-q is quiet, and -v says what was read and how long it took, of every command that reads a configuration")
  func verbosity() async throws {
    for words in [["evaluate"] + Self.user, ["graph"], ["batch", "Samples/users.csv", "-o", "-"]] {
      let usual = try await run(words + ["--at", "2026-11-30"].filter { _ in words[0] != "graph" })
      let quiet = try await run(words + ["-q"] + ["--at", "2026-11-30"].filter { _ in words[0] != "graph" })
      let verbose = try await run(words + ["-v"] + ["--at", "2026-11-30"].filter { _ in words[0] != "graph" })
      #expect(quiet.stderr.isEmpty && quiet.stdout == usual.stdout && verbose.stdout == usual.stdout)
      #expect(verbose.stderr.contains("configuration in .: ") && verbose.stderr.contains(" segments, "))
      #expect(verbose.stderr.contains("done in "))
    }
  }

  @Test(
    "words of other tools lead to the command that is meant",
    arguments: [("lint", "validate"), ("check", "validate"), ("compare", "diff"), ("eval", "evaluate")])
  func peers(theirs: String, ours: String) async throws {
    for words in [[theirs], ["help", theirs]] {
      let result = try await run(words)
      #expect(result.status == 2)
      #expect(result.stderr.contains("unknown command '\(theirs)'; did you mean '\(ours)'?"), "\(result.stderr)")
    }
  }

  @Test(
    "a name that is unknown is listed once, in a whole sentence",
    arguments: [
      ("entri", "error: --columns: 'entri' is not a column of the output; did you mean 'entry'?"),
      ("entry,entry", "error: --columns expects each column once, not 'entry'"),
    ])
  func columns(columns: String, message: String) async throws {
    let result = try await run(["batch", "Samples/users.csv", "-o", "-", "--columns", columns])
    #expect(result.status == 2 && result.stderr.hasPrefix(message + "\n"), "\(result.stderr)")
  }

  @Test("diff gives Git's own reason where Git refuses, and the way out")
  func git() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "git-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let make = Process()
    make.executableURL = URL(filePath: "/bin/sh")
    make.arguments = [
      "-c",
      """
      git init -q whole && cp -r "$1/catalog" "$1/segments" "$1/experiments" "$1/Samples" whole && cd whole && git add -A
      for n in 1 2; do git -c user.name=t -c user.email=t@example.org commit -q --allow-empty -m $n; done
      git clone -q --depth 1 "file://$PWD" ../shallow
      """, "sh", Self.root.path(),
    ]
    make.currentDirectoryURL = folder
    try make.run()
    make.waitUntilExit()
    let words = ["diff", "--users", "Samples/users.csv", "--base"]
    let shallow = try await runPersonalize(words + ["HEAD~1"], directory: folder.appending(path: "shallow"))
    #expect(shallow.status == 2 && shallow.stderr.contains("shallow; fetch the history first: git fetch --unshallow"))
    let unknown = try await runPersonalize(words + ["nowhere"], directory: folder.appending(path: "whole"))
    #expect(unknown.stderr == "error: --base nowhere: neither a folder nor a revision that git knows in .\n")
    let foreign = try await runPersonalize(
      words + ["HEAD"], environment: ["GIT_TEST_ASSUME_DIFFERENT_OWNER": "1", "HOME": folder.path()],
      directory: folder.appending(path: "whole"))
    #expect(foreign.status == 2, "\(foreign.stderr)")
    #expect(foreign.stderr.contains("dubious ownership") && foreign.stderr.contains("safe.directory"))
    try FileManager.default.removeItem(at: folder.appending(path: "whole/.git"))
    let none = try await runPersonalize(words + ["HEAD"], directory: folder.appending(path: "whole"))
    #expect(none.status == 2 && none.stderr.contains("git says of .: not a git repository"), "\(none.stderr)")
  }
}
