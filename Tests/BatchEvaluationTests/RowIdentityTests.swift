import BatchEvaluation
import Foundation
import Personalization
import Testing

/// What a row of output is called where its fields or its unit are flawed.
@Suite("Rows of output")
struct RowIdentityTests {
  /// A field of the unit's column as it stands in the file, and what a CSV reader gets from the row of output.
  struct Unit: CustomTestStringConvertible, Sendable {
    let field: String
    let name: String

    init(_ field: String, _ name: String) {
      self.field = field
      self.name = name
    }

    var testDescription: String { field }
  }

  static let flawed = [
    Unit("\"u1\"x", "\"u1\"x"), Unit("\"u1\" ", "\"u1\" "), Unit("\"u1\"\t", "\"u1\"\t"),
    Unit("\"u1\"\"\"x", "\"u1\"\"\"x"), Unit("\"u,1\"x", "\"u,1\"x"), Unit("\"u\n1\"x", "\"u\n1\"x"),
    Unit("\"u1\"\"x\"y\"z", "\"u1\"\"x\"y\"z"), Unit("\"\"u1", "\"\"u1"), Unit("\"\" \"u1\"", "\"\" \"u1\""),
    Unit("\"u1\"é", "\"u1\"é"),
  ]

  @Test("carry the bytes of a unit that has text after its closing quote", arguments: flawed, ["\n", "\r\n", "\r"])
  func textAfterQuote(unit: Unit, lineEnd: String) throws {
    // In a file of carriage returns a line feed inside quotes is text like any other, and so it is everywhere.
    let input = "id,age\(lineEnd)\(unit.field),71\(lineEnd)u2,71\(lineEnd)"
    for size in [7, 256 * 1024] {
      let (output, summary) = try BatchBench().run(Array(input.utf8)) { $0.chunkSize = size }
      let rows = records(of: output)
      #expect(rows.map(\.first) == ["id", unit.name, "u2"])
      #expect(
        rows[1].dropFirst() == ["", "home", "tab", "home|list", "home", "", "text after the closing quote of id"])
      #expect(summary.rows == 2 && summary.flawedRows == 1)
    }
  }

  @Test("carry the same bytes in lines of JSON", arguments: flawed)
  func json(unit: Unit) throws {
    let lines = try BatchBench().run("id,age\n\(unit.field),71\n") { $0.format = .jsonl }
    let row = try #require(try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
    #expect(row["id"] as? String == unit.name)
  }

  @Test("carry the unit's bytes wherever the flawed field stands", arguments: [["id"], ["issues", "id"]])
  func columns(names: [String]) throws {
    for (row, unit) in [("\"a\"b,\"u1\"x", "\"u1\"x"), ("\"a\"b,u1", "u1"), ("\"a\"b,\"u\"\"1\"", "u\"1")] {
      let output = try BatchBench().run(Array("text,id\n\(row)\n".utf8)) { $0.columns = names }.output
      #expect(records(of: output)[1][names.firstIndex(of: "id") ?? 0] == unit)
    }
  }

  @Test(
    "carry no unit where a field too many or too few puts another field in its place",
    arguments: ["u5,u6,u1,30", "u1,30", "u5\",u6,u1,30", "Smith, John,u1,30"])
  func wrongCount(row: String) throws {
    let lines = try BatchBench().run("text,id,age\n\(row)\nx,u2,71\n")
    #expect(lines[1].hasPrefix(",,home,tab,"))
    #expect(lines[1].hasSuffix(" header has 3\""))
    #expect(lines[2].hasPrefix("u2,old,"))
  }

  @Test("are listed among the flaws with the bytes of the record and the place of the field")
  func rejects() throws {
    let bench = try BatchBench()
    _ = try bench.run(Array("id,age\nu0,1\n\"u1\"x,71\n".utf8), rejects: true)
    let rejects = try String(contentsOf: URL(filePath: bench.path("rejects.csv")), encoding: .utf8)
    #expect(
      records(of: rejects)[1] == ["3", "2", "12", "id", "\"u1\"x,71", "text after the closing quote of id"])
  }

  /// A reader of RFC 4180 that knows nothing of ours.
  private func records(of text: String) -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    let bytes = Array(text.utf8)
    var index = 0
    func end() {
      record.append(String(decoding: field, as: UTF8.self))
      field = []
    }
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if isQuoted {
        if byte != UInt8(ascii: "\"") {
          field.append(byte)
        } else if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
          field.append(byte)
          index += 1
        } else {
          isQuoted = false
        }
      } else if byte == UInt8(ascii: "\""), field.isEmpty {
        isQuoted = true
      } else if byte == UInt8(ascii: ",") {
        end()
      } else if byte == UInt8(ascii: "\n") {
        end()
        records.append(record)
        record = []
      } else {
        field.append(byte)
      }
    }
    return records
  }
}

/// Records longer than what is read at a time.
@Suite("Long records")
struct LongRecordTests {
  @Test("are read the same from a pipe as from a file, in the first record or later", arguments: [true, false])
  func pipe(isFirst: Bool) throws {
    let bench = try BatchBench()
    let long = "u1,\"" + String(repeating: "x\n\"\"", count: 300_000) + "\",71\n"
    let input = "id,text,age\n" + (isFirst ? long : "u0,y,1\n" + long) + "u2,z,71\n"
    let expected = try bench.run(Array(input.utf8)).output
    #expect(expected.split(separator: "\n").count == (isFirst ? 3 : 4))
    for (threads, size) in [(1, 1024), (3, 4096), (2, 256 * 1024)] {
      let pipe = bench.path("pipe-\(threads)")
      #expect(mkfifo(pipe, 0o600) == 0)
      Thread.detachNewThread { FileHandle(forWritingAtPath: pipe)?.write(Data(input.utf8)) }
      var options = BatchOptions(time: Timestamp(microseconds: 0))
      options.threads = threads
      options.chunkSize = size
      _ = try Batch(bench.engine, options).run(input: pipe, output: bench.path("out.csv"))
      #expect(try String(contentsOf: URL(filePath: bench.path("out.csv")), encoding: .utf8) == expected)
    }
  }
}
