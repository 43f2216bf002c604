import Foundation
import Testing

/// A folder with a workspace of an attribute of every type, and files of users.
final class FileFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "files-\(UUID().uuidString)")

  init(_ files: [String: String] = [:]) throws {
    for (path, text) in Self.workspace.merging(files, uniquingKeysWith: { $1 }) { try write(text, to: path) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String, to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func text(_ path: String) throws -> String { try String(contentsOf: url.appending(path: path), encoding: .utf8) }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url.appending(path: path).path()) }

  func run(_ arguments: String..., stdin: String = "") async throws -> ToolResult {
    try await runPersonalize(arguments, stdin: stdin, directory: url)
  }

  static let workspace = [
    "catalog/attributes.json": """
    { "unit": "user_id", "attributes": {
      "user_id": {"type": "string"}, "sessions": {"type": "number"}, "is_premium": {"type": "boolean"},
      "signup_date": {"type": "date"}, "interests": {"type": "list"}, "plan": {"type": "string"},
      "scores": {"type": "list", "of": "number", "separator": ";"}, "app": {"type": "version"},
      "seen": {"type": "date", "format": "epoch-milliseconds"} } }
    """,
    "catalog/navigation.json": """
    { "nodes": {"home": {}, "list": {}}, "routes": {"home": {"nodes": ["home"]}, "list": {"nodes": ["list"]}},
      "tabs": {"home": "home", "list": "list"}, "cards": {"home": "home"},
      "defaults": {"entry": "home", "home.layout": "tab", "home.tabs": ["home", "list"], "home.cards": ["home"],
        "home.initialTab": "home", "fallback.default": "home", "fallback.modalDismissed": null,
        "fallback.invalidDeepLink": "home", "fallback.unavailableNode": "home", "fallback.signedOut": "home",
        "fallback.restoreFailed": "home", "session.scope": "user", "session.resumeWithin": "PT30M",
        "modal.style": "sheet", "modal.confirmsDismissal": false} }
    """,
    "segments/premium.json": #"{"when": {"is_premium": true}, "priority": 1, "navigation": {"entry": "list"}}"#,
    "segments/regular.json": #"{"when": {"sessions": {"$gte": 20.5}}, "priority": 2}"#,
    "segments/recent.json": #"{"when": {"signup_date": {"$gte": "2026-11-01"}}, "priority": 3}"#,
    "segments/sporty.json": #"{"when": {"interests": {"$in": ["sport"]}}, "priority": 4}"#,
    "segments/paying.json": #"{"when": {"plan": {"$exists": true}}, "priority": 5}"#,
    "segments/scored.json": #"{"when": {"scores": {"$elemMatch": {"$gt": 5}}}, "priority": 6}"#,
    "segments/current.json": #"{"when": {"app": {"$vgte": "2.0"}}, "priority": 7}"#,
    "segments/active.json": #"{"when": {"seen": {"$gte": "2026-11-29"}}, "priority": 8}"#,
    "experiments/split.json": """
    {"status": "running", "audience": {"is_premium": true},
      "variations": [{"key": "a"}, {"key": "b", "navigation": {"modal.style": "push"}}]}
    """,
  ]
}

/// Gates on what is wrong with a file of users.
@Suite("Gates on files of users")
struct FileGateTests {
  static let rows = (0..<200).map { "u\($0),\($0 < 3 ? "x" : "7")\n" }.joined()

  @Test(
    "let a share of flawed rows pass, and else publish no decisions but the list of flaws",
    arguments: [("1%", 1), ("1.49%", 1), ("1.5%", 0), ("2%", 0), ("100%", 0), ("0%", 1)])
  func maxFlawed(limit: String, status: Int32) async throws {
    let folder = try FileFolder(["users.csv": "user_id,sessions\n" + Self.rows, "out.csv": "old"])
    let result = try await folder.run(
      "batch", "users.csv", "-o", "out.csv", "--max-flawed", limit, "--rejects", "flaws.csv", "--sticky", "a.db")
    #expect(result.status == status)
    #expect(try folder.text("out.csv").split(separator: "\n").count == (status == 0 ? 201 : 1))
    #expect(try folder.text("flaws.csv").split(separator: "\n").count == 4)
    if status == 1 {
      #expect(
        result.stderr.contains(
          "error: 3 of 200 rows have a flaw, more than the \(limit) allowed; out.csv was not written\n"))
      #expect(result.stderr.contains("3 flawed cells in sessions"))
    }
  }

  @Test("count a row once, whatever is wrong with it")
  func rowsOnce() async throws {
    let input = "user_id,sessions,is_premium\nu1,x,x\nu2,1\nu3,1,t\n"
    let folder = try FileFolder(["users.csv": input])
    let kept = try await folder.run("batch", "users.csv", "-o", "-", "--max-flawed", "66.7%")
    #expect(kept.status == 0)
    let refused = try await folder.run("batch", "users.csv", "-o", "-", "--max-flawed", "66%")
    #expect(refused.status == 1 && refused.stderr.contains("2 of 3 rows have a flaw"))
  }

  @Test("want a percentage", arguments: ["1", "x%", "-1%", "101%", "%"])
  func percentage(text: String) async throws {
    let folder = try FileFolder(["users.csv": "user_id\n"])
    let result = try await folder.run("batch", "users.csv", "-o", "-", "--max-flawed=\(text)")
    #expect(result.status == 2 && result.stderr.contains("a percentage from 0 to 100"))
  }

  /// Commands that read users, and whether what they write is there all the same.
  static let commands: [[String]] = [
    ["batch", "users.csv", "-o", "out"], ["simulate", "--users", "users.csv", "-o", "out"],
    ["diff", "--base", ".", "--users", "users.csv", "-o", "out"], ["population", "--from", "users.csv", "-o", "out"],
  ]

  @Test("name a column of which no cell can be read first, and end with 1 unless that is allowed", arguments: commands)
  func unreadable(command: [String]) async throws {
    let users = (0..<5000).map { "u\($0),\($0 % 2 == 0 ? "maybe" : ""),7\n" }.joined()
    let folder = try FileFolder(["users.csv": "user_id,is_premium,sessions\n" + users])
    let result = try await runPersonalize(command, directory: folder.url)
    #expect(result.status == 1)
    #expect(
      result.stderr.hasPrefix(
        "error: no cell of is_premium can be read: 2,500 flawed cells, the first in record 1: \"maybe\" is not a boolean"
      ))
    #expect(folder.exists("out"))
    let allowed = try await runPersonalize(command + ["--allow-unreadable"], directory: folder.url)
    #expect(allowed.status == 0 && allowed.stderr.hasPrefix("warning: no cell of is_premium can be read"))
    try folder.write("user_id,is_premium,sessions\n" + users + "v,t,7\n", to: "users.csv")
    let readable = try await runPersonalize(command, directory: folder.url)
    #expect(readable.status == 0 && !readable.stderr.contains("no cell of"))
  }

  @Test("do not take a cell of a row whose fields cannot be told apart for a readable one")
  func shiftedRow() async throws {
    let folder = try FileFolder(["users.csv": "user_id,is_premium\nu1,maybe\nu2,t,x\n"])
    let result = try await folder.run("batch", "users.csv", "-o", "-")
    #expect(result.status == 1 && result.stderr.contains("no cell of is_premium can be read"))
  }

  @Test(
    "end a validation at warnings, or at notes too",
    arguments: [
      ([], 0, 0), (["--fail-on", "warning"], 1, 0), (["--fail-on", "note"], 1, 1),
    ] as [([String], Int32, Int32)])
  func validate(options: [String], warned: Int32, noted: Int32) async throws {
    // The shared priority is a warning; an attribute that nothing reads is a note.
    let folder = try FileFolder([
      "catalog/attributes.json": try #require(FileFolder.workspace["catalog/attributes.json"]).replacingOccurrences(
        of: #""plan""#, with: #""unread": {"type": "string"}, "plan""#)
    ])
    #expect(try await runPersonalize(["validate"] + options, directory: folder.url).status == noted)
    try folder.write(#"{"when": {"sessions": {"$lt": 1, "$gt": 2}}, "priority": 9}"#, to: "segments/nobody.json")
    #expect(try await runPersonalize(["validate"] + options, directory: folder.url).status == warned)
  }

  @Test(
    "end a simulation at each finding that is asked for",
    arguments: [
      ("empty-segment", "nobody is in segment paying"),
      ("empty-experiment", "nobody is assigned a variation of experiment split"),
      ("unusual-split", "the split of experiment skewed is unusual for its weights"),
      ("dependent-split", "the splits of experiments skewed and twin depend on each other"),
      ("flaw", "1 row has a flaw"), ("warning", "segments/nobody.json"),
    ])
  func simulate(gate: String, message: String) async throws {
    let skewed = #"{"status": "running", "seed": "s", "variations": [{"key": "a"}, {"key": "b"}]}"#
    let folder = try FileFolder([
      "segments/nobody.json": #"{"when": {"sessions": {"$lt": 1, "$gt": 2}}, "priority": 9}"#,
      "experiments/skewed.json": skewed, "experiments/twin.json": skewed,
      // One id over and over: all of them in one variation.
      "users.csv": "user_id,sessions\nu1,x\n" + String(repeating: "u1,7\n", count: 500)
        + (0..<2).map { "v\($0),7\n" }.joined(),
    ])
    let passed = try await folder.run("simulate", "--users", "users.csv", "-o", "out")
    #expect(passed.status == 0)
    if gate == "dependent-split" {
      try folder.write("user_id,sessions\n" + (0..<2000).map { "v\($0),7\n" }.joined(), to: "users.csv")
    }
    let result = try await folder.run("simulate", "--users", "users.csv", "-o", "out", "--fail-on", gate)
    #expect(result.status == 1)
    #expect(result.stderr.contains("gate: ") && result.stderr.contains(message), "\(result.stderr)")
    let over = try await folder.run(
      "simulate", "--users", "users.csv", "--at", "2026-01-01", "--until", "2026-01-02", "-o", "out", "--fail-on", gate)
    #expect(over.status == 1 && over.stderr.contains(message))
  }
}

/// Names, words, dates and numbers that are not written in the usual way.
@Suite("Files in another spelling")
struct SpellingTests {
  static let german = """
    USER_ID;Sitzungen;is_premium;signup_date;plan
    u1;1.020,5;ja;28.11.2026 14:05;NULL
    u2;20,5;nein;1.3.2026 00:00;pro
    NULL;99,0;ja;28.11.2026 14:05;pro
    u4;1.5;t;NULL;

    """
  static let options = [
    "--map", "USER_ID=user_id", "--map", "Sitzungen=sessions", "--null", "NULL", "--null", "\\N", "--true", "ja",
    "--false",
    "nein", "--date-format", "%d.%m.%Y %H:%M", "--decimal-comma", "--thousands", ".", "--delimiter", ";",
  ]
  static let file = #"""
    { "names": {"USER_ID": "user_id", "Sitzungen": "sessions"}, "null": ["NULL", "\\N"], "true": "ja", "false": ["nein"],
      "columns": { "signup_date": {"dateFormat": "%d.%m.%Y %H:%M"}, "sessions": {"decimalComma": true, "thousands": "."} } }
    """#

  @Test("are read alike by options and by the workspace's file, by every command", arguments: FileGateTests.commands)
  func alike(command: [String]) async throws {
    let folder = try FileFolder(["users.csv": Self.german])
    let time = ["--at", "2026-11-30"]
    let byOptions = try await runPersonalize(command + Self.options + time, directory: folder.url)
    let first = try folder.text("out")
    try folder.write(Self.file, to: "catalog/columns.json")
    let byFile = try await runPersonalize(command + time + ["--delimiter", ";"], directory: folder.url)
    #expect(byOptions.status == 0 && byFile.status == 0, "\(byOptions.stderr)\(byFile.stderr)")
    let second = try folder.text("out")
    // What a result was made from differs by the file itself.
    if command[0] == "batch" || command[0] == "population" { #expect(first == second) }
    if command[0] == "batch" {
      let lines = first.split(separator: "\n").map(String.init)
      #expect(lines[1].hasPrefix("u1,premium|regular|recent,"))
      #expect(lines[2].hasPrefix("u2,regular|paying,"))
      #expect(lines[3] == "NULL,,home,tab,home|list,home,,USER_ID stands for no value")
      #expect(lines[4].hasPrefix("u4,premium,list,"))
      #expect(lines[4].contains("Sitzungen: \"\"1.5\"\" is not a number"))
    }
  }

  @Test("let an option take the place of the file's member of the same name, and columns keep their own")
  func precedence() async throws {
    let columns = #"{"null": ["NULL"], "true": ["ja"], "columns": {"plan": {"null": ["keiner"]}}}"#
    let input = "user_id,is_premium,plan,sessions\nu1,ja,keiner,-\nu2,oui,NULL,-\n"
    let folder = try FileFolder(["catalog/columns.json": columns, "users.csv": input])
    let result = try await folder.run("batch", "users.csv", "-o", "-", "--null", "-", "--true", "oui")
    let lines = result.stdout.split(separator: "\n").map(String.init)
    #expect(lines[1].hasPrefix("u1,,home") && lines[1].contains("is_premium: \"\"ja\"\" is not a boolean"))
    #expect(lines[2].hasPrefix("u2,premium|paying,list"))
  }

  @Test(
    "refuse options that say nothing certain",
    arguments: [
      (["--map", "A=nobody"], "an attribute"), (["--map", "A"], "COLUMN=ATTRIBUTE"),
      (["--map", "=plan"], "COLUMN=ATTRIBUTE"),
      (["--map", "NAME=plan"], "no column NAME, which is mapped to plan"),
      (["--map", "sessions=plan"], "columns sessions and plan both hold plan"),
      (["--date-format", "%d.%m.%y"], "says no century"), (["--date-format", "%d.%m"], "has no %Y"),
      (["--date-format", "%Y-%m-%d %I:%M"], "%p together"), (["--date-format", "%Y-%q-%d"], "there is no %q"),
      (["--date-format", "%Y-%m-%d %z %H"], "at the end only"), (["--date-format", "%Y-%m-%d %"], "a single %"),
      (["--thousands", "."], "cannot separate thousands too"),
      (["--thousands", ",", "--decimal-comma"], "thousands too"),
      (["--thousands", "5"], "one character"), (["--true", "x", "--false", "x"], "for true and for false"),
      (["--null", "x", "--false", "x"], "for no value"), (["--null", ""], "a word"),
    ])
  func refused(options: [String], message: String) async throws {
    let folder = try FileFolder(["users.csv": "user_id,sessions,plan\nu1,1,x\n"])
    let result = try await runPersonalize(["batch", "users.csv", "-o", "out"] + options, directory: folder.url)
    #expect(result.status == 2 && result.stderr.contains(message), "\(result.stderr)")
    #expect(!folder.exists("out"))
  }

  @Test("say in diagnostics what is wrong with the workspace's file, and where")
  func diagnostics() async throws {
    let folder = try FileFolder([
      "catalog/columns.json": #"""
      { "nulls": [], "null": ["", 5], "dateFormat": "%d.%m.%y", "thousands": "..",
        "names": {"A": "plann", "B": "choice.home.tab"},
        "columns": { "sesions": {}, "plan": {"separator": ";", "true": "x"}, "scores": {"decimalComma": true, "thousands": ","} } }
      """#
    ])
    let result = try await folder.run("validate")
    #expect(result.status == 1)
    for message in [
      #"columns.json:1:3: error[unknown-member]: there is no member "nulls" here"#, #"did you mean "null"?"#,
      "columns.json:1:25: error[unknown-value]: expected a word without spaces",
      "columns.json:1:29: error[wrong-type]: expected a word, found the number 5",
      "columns.json:1:54: error[unknown-value]: %y has two digits and says no century",
      #"columns.json:1:72: error[unknown-value]: expected one character such as "." or " ", or none"#,
      #"columns.json:2:18: error[unknown-attribute]: there is no attribute "plann"; did you mean "plan"?"#,
      #"columns.json:2:32: error[unknown-slot]: there is no slot "home.tab"; did you mean "home.tabs"?"#,
      #"columns.json:3:16: error[unknown-attribute]: there is no attribute "sesions"; did you mean "sessions"?"#,
      #"columns.json:3:40: error[misplaced-member]: "separator" belongs to columns of type "list" only"#,
      #"columns.json:3:58: error[misplaced-member]: "true" belongs to columns of type "boolean" only"#,
      #"columns.json:3:82: error[unknown-value]: "," stands before the decimals and cannot separate thousands too"#,
    ] {
      #expect(result.stdout.contains(message), "\(message)")
    }
    let batch = try await folder.run("batch", "users.csv", "-o", "-")
    #expect(batch.status == 2)
  }

  @Test("name the option that maps the unit's column, and the one that makes a word no id")
  func hints() async throws {
    let folder = try FileFolder(["users.csv": "User ID,sessions\nu1,1\n", "null.csv": "user_id\nu1\n\\N\n\\N\nNA\n"])
    let unmapped = try await folder.run("batch", "users.csv", "-o", "-")
    #expect(unmapped.status == 2)
    #expect(unmapped.stderr.contains("if User ID is that column, pass --map User ID=user_id"))
    let words = try await folder.run("batch", "null.csv", "-o", "-")
    #expect(words.status == 0)
    #expect(
      words.stderr.contains(
        #"3 user_ids such as \N, the first in record 2: if that stands for no value, pass --null '\N'"#))
  }
}

/// What of a file of users is written, and how.
@Suite("Outputs by name, columns and rows")
struct OutputChoiceTests {
  static let users = #"""
    user_id,sessions,is_premium,"no,te",plan
    u1,30,t,"a ""b""",NULL
    u2,1,f,,pro
    "u3"x,30,t,n3,pro
    u4,30
    u5,x,t,=1,

    """#

  @Test(
    "take the format from the ending of the output's name, and an option before it",
    arguments: [
      (["batch", "users.csv"], "out.jsonl", "{\""), (["batch", "users.csv"], "out.ndjson", "{\""),
      (["batch", "users.csv"], "out.csv", "user_id,"), (["batch", "users.csv"], "out", "user_id,"),
      (["batch", "users.csv", "--format", "csv"], "out.jsonl", "user_id,"),
      (["simulate", "--users", "users.csv"], "out.html", "<!"),
      (["simulate", "--users", "users.csv"], "out.json", "{"),
      (["simulate", "--users", "users.csv", "--at", "2026-01-01", "--until", "2026-01-02"], "out.html", "<!"),
      (["diff", "--base", ".", "--users", "users.csv"], "out.md", "**"),
      (["diff", "--base", ".", "--users", "users.csv"], "out.html", "<!"),
      (["diff", "--base", ".", "--users", "users.csv"], "out.json", "{"),
      (["diff", "--base", ".", "--users", "users.csv", "--format", "json"], "out.md", "{"),
    ])
  func endings(command: [String], output: String, beginning: String) async throws {
    let folder = try FileFolder(["users.csv": Self.users])
    let result = try await runPersonalize(command + ["-o", output], directory: folder.url)
    #expect(result.status == 0, "\(result.stderr)")
    let text = try folder.text(output)
    #expect(text.hasPrefix(beginning))
  }

  @Test(
    "refuse endings of formats that nothing writes, and name the way that works",
    arguments: [
      (["batch", "users.csv"], "out.parquet", "duckdb"), (["batch", "users.csv"], "out.parquet.zst", "duckdb"),
      (["batch", "users.csv"], "out.XLSX", "--excel-safe"),
      (["batch", "users.csv", "--format", "csv"], "out.ods", "--excel-safe"),
      (["batch", "users.csv"], "out.feather", "Python package"),
      (["simulate", "--users", "users.csv"], "out.parquet", "duckdb"),
      (["diff", "--base", ".", "--users", "users.csv"], "out.xlsx", "--excel-safe"),
    ])
  func refused(command: [String], output: String, way: String) async throws {
    let folder = try FileFolder(["users.csv": Self.users])
    let result = try await runPersonalize(command + ["-o", output], directory: folder.url)
    #expect(result.status == 2 && result.stderr.contains("cannot be written") && result.stderr.contains(way))
    #expect(!folder.exists(output))
  }

  @Test("refuse inputs of other formats, and name the way that works")
  func foreignInputs() async throws {
    let folder = try FileFolder()
    for (text, message) in [
      ("PAR1\u{15}\u{4}", "Parquet"), ("PK\u{3}\u{4}\u{14}", "workbook"), ("ARROW1", "Arrow"),
      ("{\"user_id\":\"u1\",\"sessions\":3}\n", "lines of JSON"),
      ("\"user_id\";\"sessions\"\n", "separated by semicolons, pass --delimiter ';'"),
      ("\"user_id\"\t\"sessions\"\n", "separated by tabs, pass --delimiter 'tab'"),
    ] {
      try folder.write(text, to: "users")
      let result = try await folder.run("batch", "users", "-o", "-")
      #expect(result.status == 2 && result.stderr.contains(message), "\(result.stderr)")
    }
  }

  @Test("copy columns of the input, byte for byte, also where they are words for nothing")
  func keep() async throws {
    let folder = try FileFolder(["users.csv": Self.users])
    let result = try await folder.run(
      "batch", "users.csv", "-o", "-", "--columns", "user_id,entry", "--keep", "plan, sessions", "--null", "NULL")
    #expect(
      result.stdout == #"""
        user_id,entry,plan,sessions
        u1,list,NULL,30
        u2,home,pro,1
        """u3""x",home,pro,30
        u4,home,,
        u5,list,,x

        """#)
    let json = try await folder.run(
      "batch", "users.csv", "-o", "-", "--format", "jsonl", "--columns", "user_id", "--keep", "sessions,plan")
    #expect(json.stdout.hasPrefix(#"{"user_id":"u1","sessions":"30","plan":"NULL"}"# + "\n"))
    #expect(json.stdout.hasSuffix(#"{"user_id":"u5","sessions":"x","plan":null}"# + "\n"))
    for (columns, message) in [
      ("plann", "is no column of the input"), ("user_id", "is a column of the output already"),
      ("plan,plan", "is named twice"),
    ] {
      let refused = try await folder.run("batch", "users.csv", "-o", "-", "--keep", columns)
      #expect(refused.status == 2 && refused.stderr.contains(message))
    }
  }

  @Test(
    "write the rows of a segment, an experiment or a variation only, and count all of them",
    arguments: [
      ("segment=premium", ["u1", "u5"]), ("segment=regular", ["u1"]), ("experiment=split", ["u1", "u5"]),
      ("segment=current", []),
    ])
  func filter(filter: String, units: [String]) async throws {
    let folder = try FileFolder(["users.csv": Self.users])
    for options in [[], ["--threads", "3"], ["--keep", "sessions"]] {
      let result = try await runPersonalize(
        ["batch", "users.csv", "-o", "-", "--where", filter] + options, directory: folder.url)
      let found = result.stdout.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[0] }
      #expect(found.map(String.init) == units)
      #expect(result.stderr.contains("5 rows in") && result.stderr.contains(", of which \(units.count) were written"))
      #expect(result.stderr.contains("2 flawed rows") && result.stderr.contains("1 flawed cell in sessions"))
    }
  }

  @Test("write each user of an experiment in one of its variations")
  func variations() async throws {
    let folder = try FileFolder([
      "users.csv": "user_id,is_premium\n" + (0..<100).map { "u\($0),t\n" }.joined()
    ])
    var rows = 0
    for variation in ["a", "b"] {
      let result = try await folder.run("batch", "users.csv", "-o", "-", "--where", "experiment=split:\(variation)")
      let lines = result.stdout.split(separator: "\n").dropFirst()
      #expect(lines.allSatisfy { $0.hasSuffix(",\(variation),") })
      rows += lines.count
    }
    #expect(rows == 100)
    for (filter, message) in [
      ("segment=premum", "did you mean 'premium'?"), ("experiment=splt", "did you mean 'split'?"),
      ("experiment=split:c", "'c' is not a variation of split; "),
      ("entry=hom", "did you mean 'home'?"), ("layout=tab", "expects segment=KEY"), ("premium", "expects segment=KEY"),
    ] {
      let result = try await folder.run("batch", "users.csv", "-o", "-", "--where", filter)
      #expect(result.status == 2 && result.stderr.contains(message), "\(result.stderr)")
    }
  }
}

/// Files that PostgreSQL 15, DuckDB, Polars and pandas wrote of the same three users.
@Suite("Files of other programs")
struct OtherProgramTests {
  @Test(
    "are read without preparation",
    arguments: [
      ("postgresql.csv", []), ("postgresql-null.csv", ["--null", "\\N"]), ("duckdb.csv", []), ("duckdb-json.csv", []),
      ("polars.csv", []), ("polars-semicolon.csv", ["--delimiter", "tab"]), ("pandas.csv", []),
    ])
  func decisions(name: String, options: [String]) async throws {
    let folder = try FileFolder()
    let file = URL(filePath: #filePath).appending(path: "../../Files/foreign/\(name)").standardized.path()
    let arguments = ["batch", file, "-o", "-", "--columns", "user_id,segments,issues"] + options
    let result = try await runPersonalize(arguments, directory: folder.url)
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.stdout == "user_id,segments,issues\nu1,premium|regular|recent|sporty,\nu2,,\nu3,,\n")
  }
}
