import Authoring
import Foundation
import Personalization
import Testing

@testable import BatchEvaluation

/// Runs batches over texts, in a directory of its own that goes away with it.
final class BatchBench {
  let directory: URL
  let engine: PersonalizationEngine

  init(_ files: [String: String] = BatchBench.files) throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "batch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    engine = PersonalizationEngine(try Workspace(files: files))
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  func path(_ name: String) -> String { directory.appending(path: name).path() }

  func run(
    _ input: [UInt8], rejects: Bool = false, _ change: (inout BatchOptions) -> Void = { _ in }
  ) throws -> (output: String, summary: BatchSummary) {
    try Data(input).write(to: URL(filePath: path("in.csv")))
    var options = BatchOptions(time: Timestamp(microseconds: 0))
    change(&options)
    let summary = try Batch(engine, options).run(
      input: path("in.csv"), output: path("out.csv"), rejects: rejects ? path("rejects.csv") : nil)
    let output = try Data(contentsOf: URL(filePath: path("out.csv")))
    return (String(decoding: output, as: UTF8.self), summary)
  }

  func run(_ input: String, _ change: (inout BatchOptions) -> Void = { _ in }) throws -> [String] {
    try run(Array(input.utf8), change).output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  func error(_ input: [UInt8], _ change: (inout BatchOptions) -> Void = { _ in }) -> BatchError? {
    do {
      _ = try run(input, change)
      return nil
    } catch {
      return error as? BatchError
    }
  }

  /// A workspace with an attribute of every type and one segment for each.
  static let files = [
    "catalog/attributes.json": """
    { "unit": "id", "attributes": {
      "id": {"type": "string"}, "text": {"type": "string"}, "age": {"type": "number"}, "flag": {"type": "boolean"},
      "seen": {"type": "date"}, "version": {"type": "version"}, "tags": {"type": "list"},
      "scores": {"type": "list", "of": "number", "separator": ";"} } }
    """,
    "catalog/navigation.json": """
    { "nodes": {"home": {"arguments": {"name": {"type": "string", "optional": true}}}, "list": {}},
      "routes": {"home": {"nodes": ["home"]}, "list": {"nodes": ["list"]}},
      "tabs": {"home": "home", "list": "list"}, "cards": {"home": "home"},
      "defaults": {"entry": "home", "home.layout": "tab", "home.tabs": ["home", "list"], "home.cards": ["home"],
        "home.initialTab": "home", "fallback.default": {"home": {"name": {"attribute": "text"}}},
        "fallback.modalDismissed": null, "fallback.invalidDeepLink": "home", "fallback.unavailableNode": "home",
        "fallback.signedOut": "home", "fallback.restoreFailed": "home", "session.scope": "user",
        "session.resumeWithin": "PT30M", "modal.style": "sheet", "modal.confirmsDismissal": false} }
    """,
    "segments/old.json": #"{"when": {"age": {"$gte": 65}}, "priority": 2, "navigation": {"entry": "list"}}"#,
    "segments/flagged.json": #"{"when": {"flag": true}, "priority": 1, "navigation": {"home.layout": "dashboard"}}"#,
    "segments/empty-text.json": #"{"when": {"text": ""}, "priority": 3}"#,
    "segments/tagged.json": #"{"when": {"tags": {"$all": ["a", "b"]}}, "priority": 4}"#,
    "segments/scored.json": #"{"when": {"scores": {"$elemMatch": {"$gt": 5}}}, "priority": 5}"#,
    "segments/current.json": #"{"when": {"version": {"$vgte": "2.0"}}, "priority": 6}"#,
    "segments/seen.json": #"{"when": {"seen": {"$gt": "2026-01-01"}}, "priority": 7}"#,
    "experiments/split.json": """
    {"status": "running", "seed": "split",
     "variations": [{"key": "a"}, {"key": "b", "navigation": {"modal.style": "push"}}]}
    """,
  ]
}

@Suite("Batches")
struct BatchTests {
  static let header = "id,segments,entry,home_layout,home_tabs,fallback,experiment.split,issues"

  @Test("answer every row, in order, in the columns of the documentation")
  func rows() throws {
    let lines = try BatchBench().run("id,age,flag\nu1,71,true\nu5,30,\n")
    #expect(
      lines == [Self.header, "u1,flagged|old,list,dashboard,home|list,home,b,", "u5,,home,tab,home|list,home,a,"])
  }

  @Test("write lines of JSON")
  func jsonl() throws {
    let lines = try BatchBench().run("id,age\n\"u\"\"1\",71\nu5,x\n") { $0.format = .jsonl }
    #expect(
      lines == [
        #"{"id":"u\"1","segments":["old"],"entry":"list","home_layout":"tab","home_tabs":["home","list"],"#
          + #""fallback":"home","experiments":{"split":"b"},"issues":[]}"#,
        #"{"id":"u5","segments":[],"entry":"home","home_layout":"tab","home_tabs":["home","list"],"fallback":"home","#
          + #""experiments":{"split":"a"},"issues":["age: \"x\" is not a number"]}"#,
      ])
    for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
  }

  @Test("show an argument that differs from user to user as the attribute that it comes from")
  func openArguments() throws {
    #expect(try BatchBench().run("id,text\nu1,x\n")[1] == "u1,,home,tab,home|list,home(name: <text>),b,")
  }

  /// A cell of a column, the segments it puts a user in, and what is said of it.
  struct Cell: CustomTestStringConvertible, Sendable {
    let column: String
    let cell: String
    let segments: String
    let issue: String

    init(_ column: String, _ cell: String, _ segments: String, _ issue: String = "") {
      self.column = column
      self.cell = cell
      self.segments = segments
      self.issue = issue
    }

    var testDescription: String { "\(column): \(cell)" }
  }

  @Test(
    "read a cell as its attribute's type, or count it as missing and say so",
    arguments: [
      Cell("age", "65", "old"), Cell("age", " 65 ", "old"), Cell("age", "6.5e1", "old"), Cell("age", "+65", "old"),
      Cell("age", "64.999999999999999999", "old"), Cell("age", "0064", ""), Cell("age", "-0", ""),
      Cell("age", "", ""), Cell("age", "\"\"", ""), Cell("age", "\"65\"", "old"),
      Cell("age", "NaN", "", "is not a number"), Cell("age", "inf", "", "is not a number"),
      Cell("age", "0x47", "", "is not a number"), Cell("age", "1e400", "", "is too large for a double"),
      Cell("age", "7_1", "", "is not a number"), Cell("age", "\"1,234\"", "", "is not a number"),
      Cell("age", "6 5", "", "is not a number"), Cell("age", "-", "", "is not a number"),
      Cell("age", "1e", "", "is not a number"), Cell("age", ".", "", "is not a number"),
      Cell("flag", "true", "flagged"), Cell("flag", "TRUE", "flagged"), Cell("flag", "True", "flagged"),
      Cell("flag", "1", "flagged"), Cell("flag", "yes", "flagged"), Cell("flag", "no", ""), Cell("flag", "0", ""),
      Cell("flag", "FALSE", ""), Cell("flag", "tRue", "flagged"), Cell("flag", "t", "flagged"),
      Cell("flag", "T", "flagged"), Cell("flag", "Y", "flagged"), Cell("flag", "on", "flagged"),
      Cell("flag", "Yes", "flagged"), Cell("flag", "1.0", "flagged"), Cell("flag", " true", "flagged"),
      Cell("flag", "ON\t ", "flagged"), Cell("flag", "f", ""), Cell("flag", "N", ""), Cell("flag", "Off", ""),
      Cell("flag", "0.0", ""), Cell("flag", " no ", ""), Cell("flag", "\u{11}", "", "is not a boolean"),
      Cell("flag", "1.00", "", "is not a boolean"), Cell("flag", "2", "", "is not a boolean"),
      Cell("flag", "10", "", "is not a boolean"), Cell("flag", "yess", "", "is not a boolean"),
      Cell("flag", "t t", "", "is not a boolean"), Cell("flag", " ", "", "is not a boolean"),
      Cell("flag", "\u{14}rue", "", "is not a boolean"), Cell("flag", "-1", "", "is not a boolean"),
      Cell("text", "\"\"", "empty-text"), Cell("text", "", ""), Cell("text", "\" \"", ""),
      Cell("seen", "2026-03-29", "seen"), Cell("seen", "2026-01-01T00:00:00+02:00", ""),
      Cell("seen", "2026-01-01 00:00:00.5+00", "seen"), Cell("seen", " 2026-03-29 ", "seen"),
      Cell("seen", "1774742400", "", "is not a date"),
      Cell("seen", "29/03/2026", "", "is not a date"), Cell("seen", "2026-02-30", "", "is not a date"),
      Cell("version", "v2.1", "current"), Cell("version", "2.0.0-rc.1", ""), Cell("version", "2.0.0+7", "current"),
      Cell("version", "two", "", "is not a version"), Cell("version", "99999999.0", "current"),
      Cell("tags", "b|c|a", "tagged"), Cell("tags", "a", ""), Cell("tags", "\"a|b\"", "tagged"),
      Cell("scores", "1;7", "scored"), Cell("scores", "1;5", ""), Cell("scores", "9;x", "", "is not a list of numbers"),
    ])
  func cells(row: Cell) throws {
    let line = try BatchBench().run("id,\(row.column)\nu,\(row.cell)\n")[1]
    let parts = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    #expect(parts[1] == row.segments)
    let issues = parts.dropFirst(7).joined(separator: ",")
    #expect(row.issue.isEmpty ? issues.isEmpty : issues.contains(row.column + ": ") && issues.contains(row.issue))
  }

  @Test(
    "answer a row that cannot be used with the defaults, and say why",
    arguments: [
      ("u1", "u1", "1 field, header has 3"), ("u1,71,true,x", "u1", "4 fields, header has 3"),
      (",71,true", "", "id is empty"), ("\"\",71,true", "\"\"", "id is empty"),
      ("\"u1\"x,71,true", "\"\"\"u1\"\"x\"", "text after the closing quote of id"),
      ("u1,\"71\" ,true", "u1", "text after the closing quote of age"),
    ])
  func flawedRows(row: String, unit: String, reason: String) throws {
    let lines = try BatchBench().run("id,age,flag\n\(row)\nu2,71,\n")
    #expect(lines[1] == "\(unit),,home,tab,home|list,home,,\(reason.contains(",") ? "\"\(reason)\"" : reason)")
    #expect(lines[2].hasPrefix("u2,old,list"))
  }

  @Test(
    "copy the unit byte for byte, quoted only where it must be",
    arguments: [
      "007", "42.0", "=1+1", "\"a,b\"", "\"a\"\"b\"", "\"a\nb\"", "cafe\u{301}", "\" x\"", "\"x \"",
    ])
  func units(unit: String) throws {
    let output = try BatchBench().run(Array("id,age\n\(unit),1\n".utf8)).output
    #expect(output.hasPrefix("\(Self.header)\n\(unit),,home"))
  }

  @Test("quote a unit whose quote stands in the middle")
  func middleQuote() throws {
    #expect(try BatchBench().run("id,age\n5\" phone,71\n")[1].hasPrefix("\"5\"\" phone\",old"))
  }

  @Test(
    "protect a spreadsheet from formulas if asked to",
    arguments: [
      ("=1+1", "'=1+1"), ("@cmd", "'@cmd"), ("-5", "-5"), ("+441234", "+441234"), ("-x", "'-x"), ("＝1+1", "'＝1+1"),
      ("－1+1", "'－1+1"), ("＋1", "'＋1"), ("＠SUM", "'＠SUM"), ("\t=1", "'\t=1"), ("\"\r=1\"", "\"'\r=1\""),
      ("\"\n=1\"", "\"'\n=1\""), ("\"=1,2\"", "\"'=1,2\""), ("Ａ", "Ａ"), ("é=1", "é=1"), ("u=1", "u=1"),
    ])
  func excelSafe(unit: String, written: String) throws {
    let bench = try BatchBench()
    let output = try bench.run(Array("id,age\n\(unit),1\n".utf8)) { $0.isExcelSafe = true }.output
    #expect(output.hasPrefix("\u{FEFF}\(Self.header)\n\(written),"))
    #expect(try bench.run(Array("id,age\n\(unit),1\n".utf8)).output.hasPrefix("\(Self.header)\n\(unit),"))
    // The same text as a value that cannot be read, in the list of flaws.
    _ = try bench.run(Array("id,scores\nu,\(unit)x\nv,\(unit)\n".utf8), rejects: true) { $0.isExcelSafe = true }
    let rejects = String(decoding: try Data(contentsOf: URL(filePath: bench.path("rejects.csv"))), as: UTF8.self)
    #expect(rejects.hasPrefix("\u{FEFF}line,record,byte_offset,column,value,reason\n"))
    for sign in ["=", "@", "\t", "\r", "\n", "＝", "－", "＋", "＠"] {
      #expect(!rejects.contains(",\(sign)") && !rejects.contains(",\"\(sign)"))
    }
  }

  @Test("write a byte order mark for spreadsheets that a batch reads again, and none into lines of JSON")
  func mark() throws {
    let bench = try BatchBench()
    let output = try bench.run(Array("id,age\nu1,71\n".utf8)) {
      $0.isExcelSafe = true
      $0.columns = ["id"]
    }.output
    #expect(try bench.run(Array(output.utf8)) { $0.columns = ["id"] }.output == "id\nu1\n")
    #expect(
      try bench.run(Array("id\nu1\n".utf8)) {
        $0.isExcelSafe = true
        $0.format = .jsonl
        $0.columns = ["id"]
      }.output == "{\"id\":\"u1\"}\n")
  }

  @Test(
    "read any line end, byte order mark, separator hint and last line",
    arguments: [
      "id,age\r\nu1,71\r\nu2,30\r\n", "id,age\ru1,71\ru2,30\r", "id,age\nu1,71\r\nu2,30",
      "\u{FEFF}id,age\nu1,71\nu2,30\n",
      "\u{FEFF}\"id\",\"age\"\nu1,71\nu2,30\n", "sep=;\nid;age\nu1;71\nu2;30\n", " id ,\tage\nu1,71\nu2,30\n",
      "id,age\n\nu1,71\n\r\nu2,30\n\n\n", "sep=;\r\nid;age\r\nu1;71\r\nu2;30",
    ])
  func forms(input: String) throws {
    let lines = try BatchBench().run(input)
    #expect(lines.map { $0.prefix(6) } == ["id,seg", "u1,old", "u2,,ho"])
  }

  /// Bytes that cannot be cut into records, the line where that is found, and what is said.
  struct Broken: CustomTestStringConvertible, Sendable {
    let bytes: [UInt8]
    let line: Int
    let message: String

    init(_ text: String, _ line: Int, _ message: String) {
      bytes = Array(text.utf8)
      self.line = line
      self.message = message
    }

    init(_ bytes: [UInt8], _ line: Int, _ message: String) {
      self.bytes = bytes
      self.line = line
      self.message = message
    }

    var testDescription: String { message }
  }

  @Test(
    "refuse what cannot be cut into records, with its place, and write nothing",
    arguments: [
      Broken("", 1, "no header: the file is empty"), Broken("\n", 1, "no header: the first line is empty"),
      Broken("id,age,age\n", 1, "columns 2 and 3 are both named age"), Broken("id,,age\n", 1, "column 2 has no name"),
      Broken("age\n1\n", 1, "no column id"), Broken("id;age\nu;1\n", 1, "looks separated by ';'"),
      Broken("id\tage\nu\t1\n", 1, "looks separated by tabs"), Broken("id,age\nu1,\"a\nb\n", 2, "never closed"),
      Broken("id,age\nu1,\"1\n2\"\nu2,\"3\n", 4, "record 2: the quoted field that opens here is never closed"),
      Broken([0xFF, 0xFE] + "id".utf16.flatMap { [UInt8($0), 0] }, 1, "UTF-16LE"),
      Broken("id".utf16.flatMap { [0, UInt8($0)] }, 1, "UTF-16BE"),
      Broken(Array("id,age\nu1,1\n".utf8) + [0, 0, 0], 3, "ends in 3 NUL bytes"),
      Broken([0x69, 0x64, 0xE9, 0x0A], 1, "byte 0xE9 in header field 1 is not UTF-8"),
      Broken([0x1F, 0x8B, 0x08, 0x00, 0x0A], 1, "packed with gzip"),
      Broken("id,n\ru1,2\r\n", 1, "a carriage return without a line feed in header field 2"),
    ])
  func structure(row: Broken) throws {
    let bench = try BatchBench()
    let error = try #require(bench.error(row.bytes))
    #expect(error.message.contains(row.message))
    #expect(error.place?.line == row.line)
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.path("")) == ["in.csv"])
  }

  @Test("leave what stood under the output's name when they fail")
  func keepsOldOutput() throws {
    let bench = try BatchBench()
    try Data("old".utf8).write(to: URL(filePath: bench.path("out.csv")))
    #expect(bench.error(Array("id,age\nu1,\"1\n".utf8)) != nil)
    #expect(try String(contentsOf: URL(filePath: bench.path("out.csv")), encoding: .utf8) == "old")
  }

  @Test("count a cell with a NUL or broken UTF-8 as missing, and give its byte")
  func badText() throws {
    let bench = try BatchBench()
    let nul = try bench.run(Array("id,age\nu1,7".utf8) + [0] + Array("1\n".utf8)).output
    #expect(nul.contains("u1,,home") && nul.contains("has a NUL byte at byte 1 of the cell"))
    let latin = try bench.run(Array("id,text\nu1,Orl".utf8) + [0xE9] + Array("ans\n".utf8)).output
    #expect(latin.contains("has byte 0xE9 at byte 3 of the cell: not UTF-8"))
  }

  @Test("keep a unit that is no text byte for byte, and answer with the defaults")
  func badUnit() throws {
    let bench = try BatchBench()
    _ = try bench.run(Array("id,age\nu".utf8) + [0xFF] + Array(",71\n".utf8))
    let output = Array(try Data(contentsOf: URL(filePath: bench.path("out.csv"))))
    let row = output.split(separator: 0x0A)[1]
    #expect(row.starts(with: [0x75, 0xFF, 0x2C, 0x2C]))
  }

  @Test("list every flaw with line, record, byte, column, value and reason")
  func rejects() throws {
    let bench = try BatchBench()
    let input = "id,text,age\nu1,\"a\nb\nc\",71\nu2,x,no\n\nu3\n"
    let summary = try bench.run(Array(input.utf8), rejects: true).summary
    let rejects = try String(contentsOf: URL(filePath: bench.path("rejects.csv")), encoding: .utf8)
    #expect(
      rejects == """
        line,record,byte_offset,column,value,reason
        5,2,31,age,no,is not a number
        7,3,35,,u3,\"1 field, header has 3\"

        """)
    #expect(summary.rows == 3 && summary.flawedRows == 1 && summary.flawedCells == ["age": 1])
    #expect(summary.skippedLines == 1)
  }

  @Test("stop a strict job at the first flaw, and write nothing")
  func strict() throws {
    let bench = try BatchBench()
    let error = bench.error(Array("id,age\nu1,1\nu2,x\nu3\n".utf8)) { $0.isStrict = true }
    guard case .flaw(let place, let message)? = error else { throw StrictError() }
    #expect(place.line == 3 && place.record == 2 && message == "age: \"x\" is not a number")
    #expect(!FileManager.default.fileExists(atPath: bench.path("out.csv")))
  }

  private struct StrictError: Error {}

  @Test("name the columns that nobody reads, and notice units with letters and accents apart")
  func notices() throws {
    let summary = try BatchBench().run(Array("id,nick\ncafe\u{301},1\nu,2\n".utf8)).summary
    #expect(summary.ignoredColumns == ["nick"])
    #expect(summary.decomposedUnits == 1 && summary.firstDecomposedUnit == 1)
  }

  @Test("take choices from columns, and refuse illegal ones")
  func choices() throws {
    let lines = try BatchBench().run("id,choice.home.layout\nu1,dashboard\nu2,grid\nu3,\n")
    #expect(lines[1].contains(",dashboard,"))
    #expect(lines[2].contains("\"\"grid\"\" is no choice; expected one of dashboard, tab"))
    #expect(lines[3] == "u3,,home,tab,home|list,home,b,")
  }

  @Test("end at a field that is longer than allowed, and say where it began")
  func longField() throws {
    let input = "id,text\nu1,ok\nu2,\"" + String(repeating: "x\n", count: 5000)
    let error = try BatchBench().error(Array(input.utf8)) {
      $0.maximumRecordLength = 1000
      $0.chunkSize = 100
    }
    #expect(error?.place?.line == 3)
    #expect(error?.message.contains("probably an unbalanced quote") == true)
  }
}
