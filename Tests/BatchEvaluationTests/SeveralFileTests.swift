import Foundation
import Personalization
import Testing

@testable import BatchEvaluation

@Suite("Several files")
struct SeveralFileTests {
  private func run(
    _ bench: BatchBench, _ files: [(String, String)], _ change: (inout BatchOptions) -> Void = { _ in }
  ) throws -> (lines: [String], rejects: [String], summary: BatchSummary) {
    for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: bench.path(name))) }
    var options = BatchOptions(time: Timestamp(microseconds: 0))
    change(&options)
    let summary = try Batch(bench.engine, options).run(
      inputs: files.map { bench.path($0.0) }, output: bench.path("out"), rejects: bench.path("rejects"))
    func lines(_ name: String) throws -> [String] {
      String(decoding: try Data(contentsOf: URL(filePath: bench.path(name))), as: UTF8.self)
        .split(separator: "\n").map(String.init)
    }
    return (try lines("out"), try lines("rejects"), summary)
  }

  @Test(
    "are read as if they were one, in their order, below one header",
    arguments: [(1, 256 * 1024), (3, 7), (2, 1000)])
  func one(threads: Int, chunkSize: Int) throws {
    let bench = try BatchBench()
    let rows = (0..<300).map { "user-\($0),\($0 % 100)" }
    let whole = try bench.run("id,age\n" + rows.joined(separator: "\n")) { $0.columns = ["id", "segments"] }
    let files = [
      ("a.csv", "id,age\n" + rows[..<100].joined(separator: "\n")),
      ("b.csv", "id,age\r\n" + rows[100..<101].joined() + "\r\n"), ("c.csv", "\u{FEFF}id , age\n"),
      ("d.csv", "sep=;\nid;age\n" + rows[101...].map { $0.replacing(",", with: ";") }.joined(separator: "\n")),
    ]
    let (lines, _, summary) = try run(bench, files) {
      $0.threads = threads
      $0.chunkSize = chunkSize
      $0.columns = ["id", "segments"]
    }
    #expect(lines == whole && summary.rows == 300)
    #expect(summary.bytesRead == files.reduce(0) { $0 + $1.1.utf8.count })
  }

  @Test("have records and lines of their own, which messages name with the file")
  func places() throws {
    let bench = try BatchBench()
    let files = [("a.csv", "id,age\nu1,1\nu2,x\n"), ("b.csv", "id,age\nu3,1\n\nu4,y\nu5\n")]
    let (lines, rejects, summary) = try run(bench, files)
    #expect(lines.count == 6 && summary.rowsWithFlaws == 3)
    #expect(rejects[0] == "file,line,record,byte_offset,column,value,reason")
    let places = rejects.dropFirst().map {
      $0.split(separator: "/").last?.split(separator: ",").prefix(4).joined(separator: ",")
    }
    #expect(places == ["a.csv,3,2,15", "b.csv,4,2,16", "b.csv,5,3,18"], "\(rejects)")
    do {
      _ = try run(bench, [files[0], ("c.csv", "id,age\nu3,\"1\n")])
      Issue.record("the open quote was not found")
    } catch let error as BatchError {
      #expect(error.place?.file == bench.path("c.csv") && error.place?.line == 2 && error.place?.record == 1)
    }
  }

  @Test(
    "with another header are structure errors that name the file, before anything is decided",
    arguments: [
      ("b.csv", "id,flag\nu,1\n", "without age and with flag"), ("b.csv", "age,id\n1,u\n", "in another order"),
      ("b.jsonl", "{\"id\":\"u\"}\n", "lines of JSON, but"), ("b.csv", "", "no header"),
      ("b.csv", "id,age,\u{65}\u{301}\n", "with e\u{301}"),
    ])
  func headers(name: String, text: String, message: String) throws {
    let bench = try BatchBench()
    do {
      _ = try run(bench, [("a.csv", "id,age\nu1,1\n"), (name, text)])
      Issue.record("\(name) was read")
    } catch let error as BatchError {
      #expect(error.place?.file == bench.path(name) && error.message.contains(message), "\(error)")
    }
    #expect(!FileManager.default.fileExists(atPath: bench.path("out")))
  }

  @Test("of JSON lines are read as one too, whatever members each has")
  func lines() throws {
    let bench = try BatchBench()
    let (lines, rejects, _) = try run(
      bench, [("a.jsonl", "{\"id\":\"u1\",\"age\":70}"), ("b.ndjson", "\n{\"id\":\"u2\"}\nx\n")]
    ) { $0.columns = ["id", "segments"] }
    #expect(
      lines == ["id,segments", "u1,old", "u2,", ","] && rejects.count == 2 && rejects[1].contains("b.ndjson,3,2,"))
  }
}

@Suite("Columns of slots")
struct SlotColumnTests {
  @Test(
    "show each slot's value and who set it, as a single decision does", arguments: [BatchOptions.Format.csv, .jsonl])
  func slots(format: BatchOptions.Format) throws {
    let bench = try BatchBench()
    let input = """
      id,age,flag,choice.home.layout,choice.home.cards
      u1,71,t,,
      u2,,t,tab,
      u3,70,,dashboard,home
      u4,,,,
      u4,1
      ,1,t,,
      """
    let lines = try bench.run(input) {
      $0.format = format
      $0.columns = ["id"] + Batch.slotColumns
    }
    let users: [User?] = [
      ["id": "u1", "age": 71, "flag": true], ["id": "u2", "flag": true, "choice.home.layout": "tab"],
      ["id": "u3", "age": 70, "choice.home.layout": "dashboard", "choice.home.cards": ["home"]], ["id": "u4"], nil, nil,
    ]
    let rows = format == .csv ? Array(lines.dropFirst()) : lines
    #expect(rows.count == users.count)
    for (row, user) in zip(rows, users) {
      let decision = user.map { bench.engine.decide(for: $0, at: Timestamp(microseconds: 0)) }
      var values: [String: String] = [:]
      if format == .csv {
        let names = lines[0].split(separator: ",").map(String.init)
        let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        values = Dictionary(uniqueKeysWithValues: zip(names, cells))
      } else {
        let members = try #require(try JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any])
        for (name, value) in members {
          values[name] = (value as? [String])?.joined(separator: "|") ?? (value is NSNull ? "" : "\(value)")
        }
        for name in ["slot.modal.confirmsDismissal"] { values[name] = values[name] == "0" ? "false" : values[name] }
      }
      for slot in Slot.allCases {
        let value = decision?[slot].value ?? bench.engine.workspace.catalog.defaults[slot]
        let expected: String? =
          switch value {
          case .keys(let keys)?: keys.joined(separator: "|")
          case .node(nil)?: ""
          case let value?: value.description
          case nil: nil
          }
        #expect(values["slot." + slot.key] == expected, "\(row) \(slot.key)")
        #expect(values["source." + slot.key] == (decision?[slot].source ?? .default).description, "\(row) \(slot.key)")
      }
    }
  }

  @Test("are written only where they are named, and rows of one entry where that is asked for")
  func entry() throws {
    let bench = try BatchBench()
    let input = "id,age\n" + (0..<500).map { "u\($0),\($0 % 2 == 0 ? 71 : 5)\n" }.joined() + "u500,71,x\n"
    let rows = try bench.run(Array(input.utf8)) {
      $0.filter = .entry("list")
      $0.columns = ["id", "entry", "source.entry"]
      $0.chunkSize = 100
      $0.threads = 2
    }
    let lines = rows.output.split(separator: "\n")
    #expect(lines.count == 251 && lines.dropFirst().allSatisfy { $0.hasSuffix(",list,segment old") })
    #expect(rows.summary.writtenRows == 250 && rows.summary.rows == 501)
    #expect(try bench.run(input)[0] == BatchTests.header)
    #expect(bench.error(Array(input.utf8)) { $0.filter = .entry("nowhere") } != nil)
  }
}
