import Authoring
import Foundation
import Navigation
import Personalization
import TestSupport
import Testing

@testable import BatchEvaluation

@Suite("Lines of JSON")
struct LineTests {
  private static let time = Timestamp(microseconds: 0)

  /// A line, often of a user, whose values are often of another type than declared.
  private static func line(_ random: inout SplitMix64) -> String {
    let values = [
      "null", "true", "\"t\"", "71", "-0.5", "9007199254740993", "1e400", "\"\"", "\"71\"", "\"a\\u0000b\"",
      "\"2.1.0\"",
      "\"2026-02-03\"", "[\"a\",\"b\"]", "[1, 7]", "[1,\"a\"]", "{\"a\":1}", "\"é, \\\"ß\\\"\\n\"", "1770000000",
    ]
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return ["nope", "[1]", "{\"id\":1,\"id\":2}", "{", "\"u\"", "{}x"].randomElement(using: &random) ?? ""
    case 1: return ["", "  ", "\t\r"].randomElement(using: &random) ?? ""
    default: break
    }
    var members = [
      "\"id\":"
        + (Bool.random(using: &random)
          ? "\"u\(Int.random(in: 0..<500, using: &random))\""
          : values[Int.random(in: 0..<values.count, using: &random)])
    ]
    for name in [
      "text", "age", "flag", "seen", "version", "tags", "scores", "choice.home.layout", "choice.nowhere", "other",
    ] {
      guard Bool.random(using: &random) else { continue }
      members.append("\"\(name)\": \(values.randomElement(using: &random) ?? "")")
    }
    return "{" + members.shuffled(using: &random).joined(separator: ",") + "}"
      + (Bool.random(using: &random) ? "\r" : "")
  }

  private func run(
    _ bench: BatchBench, _ text: String, _ name: String = "in.jsonl", _ change: (inout BatchOptions) -> Void = { _ in }
  ) throws -> (lines: [String], summary: BatchSummary) {
    try Data(text.utf8).write(to: URL(filePath: bench.path(name)))
    var options = BatchOptions(time: Self.time)
    change(&options)
    let summary = try Batch(bench.engine, options).run(
      input: bench.path(name), output: bench.path("out"), rejects: bench.path("rejects"))
    let output = String(decoding: try Data(contentsOf: URL(filePath: bench.path("out"))), as: UTF8.self)
    return (output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init), summary)
  }

  @Test(
    "get the decisions of single users, in order, for any number of threads and any size of chunk",
    arguments: [(1, 256 * 1024), (3, 1), (3, 700), (2, 20_000)])
  func sameAsSingle(threads: Int, chunkSize: Int) throws {
    let bench = try BatchBench()
    var random = SplitMix64(seed: UInt64(threads * 1_000_000 + chunkSize))
    // A file that begins with a bracket is one array, not lines.
    let lines = ["{}"] + (0..<600).map { _ in Self.line(&random) }
    let text = lines.joined(separator: "\n")
    let (rows, summary) = try run(bench, text) {
      $0.threads = threads
      $0.chunkSize = chunkSize
      $0.format = .jsonl
    }
    let filled = lines.filter { !$0.allSatisfy(\.isWhitespace) }
    #expect(rows.count == filled.count && summary.rows == filled.count, "\(text)")
    #expect(summary.skippedLines == lines.count - filled.count - (lines.last?.isEmpty == true ? 1 : 0))
    var rejected = 0
    for (row, line) in zip(rows, filled) {
      let found = try #require(try JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any])
      let issues = found["issues"] as? [String]
      guard let user = try? User(json: line) else {
        rejected += 1
        #expect(issues?.count == 1 && found["segments"] as? [String] == [] && found["id"] is NSNull, "\(line)")
        continue
      }
      let decision = bench.engine.decide(for: user, at: Self.time)
      #expect(found["segments"] as? [String] == decision.segments, "\(line)")
      #expect(found["home_layout"] as? String == decision.flow.home.layout.rawValue, "\(line)")
      #expect(found["entry"] as? String == decision.flow.entry.route, "\(line)")
      let experiments = found["experiments"] as? [String: Any]
      #expect(experiments?["split"] as? String == decision.assignment(of: "split")?.variation, "\(line)")
      #expect(issues == decision.issues.map { $0.description.replacing("\0", with: "\\x00") }, "\(line)")
      if case .string(let id)? = user["id"], !id.utf8.contains(0) { #expect(found["id"] as? String == id, "\(line)") }
    }
    #expect(summary.flawedRows == rejected)
  }

  @Test("that are no users are rows with the defaults, whose place is listed")
  func rejected() throws {
    let bench = try BatchBench()
    let (lines, summary) = try run(
      bench, "\u{FEFF}{\"id\":\"u1\"}\n\n{\"id\": nope}\n[]\n{\"id\":\"u2\",\"age\":\"x\"}"
    ) {
      $0.columns = ["id", "entry", "issues"]
    }
    #expect(lines.count == 5 && lines[1] == "u1,home,")
    #expect(
      lines[2].hasPrefix(",home,\"column 8: ")
        && lines[4] == #"u2,home,"age: ""x"" is not a number and counts as missing""#)
    #expect(summary.rows == 4 && summary.flawedRows == 2 && summary.rowsWithFlaws == 3)
    let rejects = String(decoding: try Data(contentsOf: URL(filePath: bench.path("rejects"))), as: UTF8.self)
    let places = rejects.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",").prefix(3).joined(separator: ",")
    }
    #expect(places == ["3,2,23", "4,3,29", "5,4,32"], "\(rejects)")
  }

  @Test("end a strict batch at the first flaw, and are structure errors where they are too long or an array")
  func errors() throws {
    let bench = try BatchBench()
    func error(_ text: String, _ change: (inout BatchOptions) -> Void = { _ in }) -> BatchError? {
      do {
        _ = try run(bench, text, "in.jsonl", change)
        return nil
      } catch {
        return error as? BatchError
      }
    }
    #expect(error("{\"id\":\"u\"}\nx\n") { $0.isStrict = true }?.place?.line == 2)
    #expect(error(" [{\"id\":\"u\"}]")?.message.contains("one JSON array") == true)
    let long = error("{\"id\":\"u\"}\n{\"id\":\"\(String(repeating: "a", count: 2000))\"}\n") {
      $0.maximumRecordLength = 1000
      $0.chunkSize = 100
    }
    #expect(long?.place?.line == 2 && long?.message.contains("longer than 1000 bytes") == true)
  }

  @Test(
    "are read where the name or the option says so, packed ones too",
    arguments: ["x.ndjson", "x.JSONL", "x.txt", "x.csv"])
  func formats(name: String) throws {
    let bench = try BatchBench()
    let (lines, _) = try run(bench, "{\"id\":\"u1\"}\n", name) {
      $0.inputFormat = name.hasSuffix(".txt") || name.hasSuffix(".csv") ? .jsonl : nil
      $0.columns = ["id"]
    }
    #expect(lines == ["id", "u1"])
    #expect(
      BatchOptions.InputFormat(path: "a/b.jsonl.gz") == .jsonl
        && BatchOptions.InputFormat(path: "b.ndjson.zst") == .jsonl)
    #expect(BatchOptions.InputFormat(path: "jsonl") == .csv && BatchOptions.InputFormat(path: "a.jsonl/b.csv") == .csv)
  }

  @Test("keep the members that are asked for, and carry ids as texts")
  func kept() throws {
    let bench = try BatchBench()
    let input = """
      {"id":"a,b","more":[1,{"é":"\\""}],"n":1.5,"choice.home.layout":"tab"}
      {"id":"","n":9007199254740993}
      x

      """
    let csv = try run(bench, input) {
      $0.columns = ["id"]
      $0.keptColumns = ["more", "n", "choice.home.layout"]
    }
    #expect(
      csv.lines == [
        "id,more,n,choice.home.layout", #""a,b","[1,{""é"":""\""""}]",1.5,tab"#, "\"\",,9007199254740993,", ",,,",
      ])
    let jsonl = try run(bench, input) {
      $0.columns = ["id"]
      $0.keptColumns = ["more", "n"]
      $0.format = .jsonl
    }
    #expect(
      jsonl.lines == [
        #"{"id":"a,b","more":[1,{"é":"\""}],"n":1.5}"#, #"{"id":"","more":null,"n":9007199254740993}"#,
        #"{"id":null,"more":null,"n":null}"#,
      ])
    #expect(csv.summary.ignoredColumns == ["more", "n"])
  }

  @Test("and records of CSV are found again, with the decision of their row", arguments: ["in.csv", "in.jsonl"])
  func found(name: String) throws {
    let bench = try BatchBench()
    let text =
      name == "in.csv"
      ? #"""
      id,text,age,flag,seen,version,tags,scores,choice.home.layout,other
      u1,"",71,yes,2026-02-03,2.1,a|b,4;6,tab,x
      u2,"a ""b""",x,t,nope,,"[""a"", ""b""]",{7},nowhere,
      u3,1,2
      ,,80,,,,,,,
      u5,,1e3,1.0,2026-02-03 10:00:00+00,v3.0.0,,x,dashboard,
      """#
      : """
      {"id":"u1","text":"","age":71,"flag":true,"tags":["a","b"]}
      {"id":"u2","age":"x","seen":"nope","choice.home.layout":"nowhere"}
      nope
      {"age":80}
      {"id":"u5","scores":[1,6],"choice.home.layout":"dashboard"}
      """
    let (rows, summary) = try run(bench, text, name) { $0.format = .jsonl }
    let batch = Batch(bench.engine, BatchOptions(time: Self.time))
    for (index, row) in rows.enumerated() {
      let found = try #require(try batch.find(.record(index + 1), in: bench.path(name)).found)
      let json = try #require(try JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any])
      #expect(found.record == index + 1)
      switch found.content {
      case .rejected(let reason): #expect(json["issues"] as? [String] == [reason])
      case .user(let user, let issues):
        let decision = bench.engine.decide(for: user, at: Self.time).adding(issues)
        #expect(json["segments"] as? [String] == decision.segments, "\(row)")
        #expect(json["entry"] as? String == decision.flow.entry.route, "\(row)")
        #expect(json["home_layout"] as? String == decision.flow.home.layout.rawValue, "\(row)")
        #expect((json["issues"] as? [String]).map(Set.init) == Set(decision.issues.map(\.description)), "\(row)")
        let id = try batch.find(.unit("u5"), in: bench.path(name)).found
        #expect(id?.record == 5)
      }
    }
    #expect(try batch.find(.record(6), in: bench.path(name)).found == nil && summary.rows == 5)
    #expect(try batch.find(.unit("u9"), in: bench.path(name)).found == nil)
  }
}
