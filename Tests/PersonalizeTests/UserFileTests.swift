import Foundation
import Testing

/// Files of users beside CSV, and the commands that take one.
@Suite("Files of users")
struct UserFileTests {
  private static let lines = """
    {"user_id":"u1","sessions":30,"is_premium":true,"plan":"pro"}

    {"user_id":"u2","sessions":"many"}
    nope
    {"user_id":"u3","is_premium":true,"interests":["sport"]}
    """

  private func json(_ text: some StringProtocol) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("are answered line by line, as each user alone, and a line that is none gets the defaults and its place")
  func evaluate() async throws {
    let folder = try FileFolder(["users.jsonl": Self.lines])
    let at = ["--at", "2026-11-30"]
    let result = try await runPersonalize(["evaluate", "--users", "users.jsonl"] + at, directory: folder.url)
    #expect(result.status == 0 && result.stderr.isEmpty)
    let answers = result.stdout.split(separator: "\n")
    let users = Self.lines.split(separator: "\n")
    #expect(answers.count == 4)
    for (answer, user) in zip(answers, users) where user != "nope" {
      let alone = try await runPersonalize(
        ["evaluate", "--user", String(user), "--format", "json"] + at, directory: folder.url)
      #expect(try NSDictionary(dictionary: json(answer)).isEqual(to: json(alone.stdout)))
    }
    let rejected = try json(answers[2])
    #expect((rejected["issues"] as? [String])?.first?.hasPrefix("users.jsonl:4:1: ") == true)
    #expect((rejected["segments"] as? [String])?.isEmpty == true)
    let piped = try await runPersonalize(["evaluate", "--users", "-"] + at, stdin: Self.lines, directory: folder.url)
    #expect(piped.stdout.replacing("standard input", with: "users.jsonl") == result.stdout)
  }

  @Test("are answered with what is forced, chosen and on record, and never as text")
  func circumstances() async throws {
    let folder = try FileFolder(["users.jsonl": "{\"user_id\":\"u1\",\"other\":1}\n"])
    let result = try await folder.run(
      "evaluate", "--users", "users.jsonl", "--force", "split=b", "--choose", "home.layout=dashboard", "--sticky",
      "a.db")
    #expect(
      result.stdout.contains(#""variation":"b","reason":"forced""#) && result.stdout.contains("\"kind\":\"choice\""))
    #expect(result.stderr.contains("no attribute is named other") && folder.exists("a.db"))
    let text = try await folder.run("evaluate", "--users", "users.jsonl", "--format", "text")
    #expect(text.status == 2 && text.stderr.contains("expects json with --users"))
    let missing = try await folder.run("evaluate", "--users", "nobody.jsonl")
    #expect(missing.status == 2 && missing.stderr.contains("nobody.jsonl"))
  }

  @Test("are explained by record or id, as batch decides the row", arguments: ["users.csv", "users.jsonl"])
  func explain(name: String) async throws {
    let csv = "user_id,sessions,is_premium,plan\nu1,30,t,pro\nu2,many,,\nu3,1\nu4,1,1.0,\n"
    let lines = """
      {"user_id":"u1","sessions":30,"is_premium":true,"plan":"pro"}
      {"user_id":"u2","sessions":"many"}
      nope
      {"user_id":"u4","sessions":1,"is_premium":true}
      """
    let folder = try FileFolder(["users.csv": csv, "users.jsonl": lines])
    let at = ["--at", "2026-11-30"]
    let batch = try await runPersonalize(
      ["batch", name, "-o", "-", "--format", "jsonl"] + at, directory: folder.url)
    for (index, line) in batch.stdout.split(separator: "\n").enumerated() {
      let row = try json(line)
      let explained = try await runPersonalize(
        ["explain", "--users", name, "--record", "\(index + 1)", "--format", "json"] + at, directory: folder.url)
      let decision = try json(explained.stdout)
      #expect(explained.status == 0 && decision["record"] as? Int == index + 1)
      #expect(decision["segments"] as? [String] == row["segments"] as? [String])
      let assignments = decision["assignments"] as? [[String: Any]]
      #expect(
        assignments?.first?["variation"] as? String == (row["experiments"] as? [String: Any])?["split"] as? String)
      #expect((decision["issues"] as? [String])?.count == (row["issues"] as? [String])?.count)
      #expect((decision["explanation"] == nil) == (index == 2))
    }
    let byID = try await runPersonalize(["explain", "--users", name, "--id", "u4"] + at, directory: folder.url)
    #expect(byID.stdout.hasPrefix("record 4 of \(name)\n") && byID.stdout.contains("✓ is_premium = true"))
    let rejected = try await runPersonalize(["explain", "--users", name, "--record", "3"] + at, directory: folder.url)
    #expect(rejected.stdout.hasPrefix("record 3 of \(name) is rejected and gets the catalog's defaults: "))
    for (arguments, message) in [
      (["--record", "9"], "no record 9; there are 4"), (["--id", "u9"], "no record has the id u9"),
      ([], "--record N or --id UNIT"), (["--record", "1", "--id", "u1"], "no --record with it"),
    ] {
      let result = try await runPersonalize(["explain", "--users", name] + arguments, directory: folder.url)
      #expect(result.status == 2 && result.stderr.contains(message), "\(result.stderr)")
    }
  }

  @Test(
    "are the same to simulate, diff, population and plan as CSV or as lines of JSON",
    arguments: [
      ["simulate", "--format", "json", "--at", "2026-11-30", "--users"],
      ["diff", "--base", ".", "--head", ".", "--format", "json", "--at", "2026-11-30", "--users"],
      ["population", "--at", "2026-11-30", "--from"],
      [
        "plan", "split", "--baseline", "0.1", "--lift", "10%", "--daily", "1000", "--format", "json", "--at",
        "2026-11-30", "--users",
      ],
    ])
  func surveyed(command: [String]) async throws {
    var csv = "user_id,sessions,is_premium,signup_date,interests,plan\n"
    var lines = ""
    for index in 0..<300 {
      let (premium, day) = (index % 3 == 0, index % 28 + 1)
      let date = "2026-11-\(day < 10 ? "0" : "")\(day)"
      csv += "u\(index),\(index % 40),\(premium),\(date),sport|music,\(index % 2 == 0 ? "pro" : "")\n"
      lines +=
        "{\"user_id\":\"u\(index)\",\"sessions\":\(index % 40),\"is_premium\":\(premium),\"signup_date\":\"\(date)\","
        + "\"interests\":[\"sport\",\"music\"]" + (index % 2 == 0 ? ",\"plan\":\"pro\"}" : "}") + "\n"
    }
    let folder = try FileFolder(["users.csv": csv, "users.jsonl": lines, "users.txt": lines])
    func answer(_ arguments: [String]) async throws -> NSDictionary {
      let result = try await runPersonalize(command + arguments, directory: folder.url)
      #expect(result.status == 0, "\(result.stderr)")
      var members = try json(result.stdout)
      members["inputs"] = nil
      members["assumptions"] = nil
      return NSDictionary(dictionary: members)
    }
    let expected = try await answer(["users.csv"])
    #expect(try await answer(["users.jsonl"]).isEqual(to: expected as? [AnyHashable: Any] ?? [:]))
    #expect(
      try await answer(["users.txt", "--input-format", "jsonl"]).isEqual(to: expected as? [AnyHashable: Any] ?? [:]))
  }

  @Test("take no options for cells where they are lines of JSON")
  func noCells() async throws {
    let folder = try FileFolder(["users.jsonl": Self.lines])
    let result = try await folder.run("batch", "users.jsonl", "-o", "-", "--null", "NULL")
    #expect(result.status == 2 && result.stderr.contains("the users are lines of JSON"))
  }

  @Test("tell plan who is eligible and who could notice a difference; without them everybody is assumed to be eligible")
  func plan() async throws {
    let users = "user_id,is_premium\n" + (0..<400).map { "u\($0),\($0 % 4 == 0)\n" }.joined()
    let experiment = """
      {"status": "draft", "audience": {"is_premium": true},
        "variations": [{"key": "a"}, {"key": "b", "navigation": {"entry": "list"}}, {"key": "c", "navigation": {"home.layout": "dashboard"}}]}
      """
    let folder = try FileFolder(["users.csv": users, "experiments/new.json": experiment])
    let command = ["plan", "new", "--baseline", "0.1", "--lift", "10%", "--daily", "1000"]
    let plan = try await runPersonalize(command + ["--users", "users.csv", "--format", "json"], directory: folder.url)
    let found = try json(plan.stdout)
    let audience = try #require(found["audience"] as? [String: Any])
    #expect(found["reach"] as? Double == 0.25 && found["usersPerDay"] as? Double == 250)
    #expect(audience["users"] as? Int == 400 && audience["eligible"] as? Int == 100)
    #expect(audience["noticing"] as? Int == 100)
    let text = try await runPersonalize(command + ["--users", "users.csv"], directory: folder.url)
    #expect(text.stdout.contains("25% of them in the audience") && !text.stdout.contains("Everybody is assumed"))
    let blind = try await runPersonalize(command, directory: folder.url)
    #expect(blind.stdout.contains("Everybody is assumed to be eligible; --users FILE takes the share from people"))
    let both = try await runPersonalize(command + ["--users", "users.csv", "--reach", "0.5"], directory: folder.url)
    #expect(both.status == 2 && both.stderr.contains("no --users with it"))
    let nobody = try FileFolder(["users.csv": "user_id,is_premium\nu1,false\n", "experiments/new.json": experiment])
    let none = try await runPersonalize(command + ["--users", "users.csv"], directory: nobody.url)
    #expect(none.status == 2 && none.stderr.contains("none of the 1 user of users.csv is eligible"))
  }

  @Test("are read as one, and patterns stand for the files that they match, in byte order")
  func several() async throws {
    let folder = try FileFolder([
      "day-2.csv": "user_id,sessions\nu2,30\n", "day-10.csv": "user_id,sessions\nu10,x\n",
      "last.csv": "user_id,sessions\nu3,1\n", "other.csv": "user_id,plan\nu4,pro\n",
      "odd[1].csv": "user_id,sessions\nu5,1\n",
    ])
    let result = try await folder.run(
      "batch", "day-*.csv", "last.csv", "odd[1].csv", "-o", "-", "--columns", "user_id,source.entry",
      "--allow-unreadable")
    #expect(
      result.stdout == "user_id,source.entry\nu10,default\nu2,default\nu3,default\nu5,default\n", "\(result.stderr)")
    let other = try await folder.run("batch", "last.csv", "o*.csv", "-o", "out.csv")
    #expect(other.status == 2 && other.stderr.contains("other.csv:1:") && !folder.exists("out.csv"))
    let none = try await folder.run("batch", "night-*.csv", "-o", "out.csv")
    #expect(none.status == 2 && none.stderr.contains("night-*.csv: no file matches"))
    let over = try await folder.run("batch", "day-2.csv", "last*.csv", "-o", "last.csv")
    #expect(over.status == 2)
    #expect(try folder.text("last.csv").contains("u3,1"))
    let strict = try await folder.run("batch", "last.csv", "day-10.csv", "-o", "out.csv", "--strict")
    #expect(strict.status == 1 && strict.stderr.contains("day-10.csv:2:") && strict.stderr.contains("record 1"))
    let entry = try await folder.run("batch", "last.csv", "-o", "-", "--where", "entry=lst")
    #expect(entry.status == 2 && entry.stderr.contains("did you mean 'list'?"))
  }
}
