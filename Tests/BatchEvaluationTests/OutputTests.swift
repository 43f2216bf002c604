import Foundation
import Personalization
import Testing

@testable import BatchEvaluation

@Suite("The output of a batch")
struct OutputTests {
  struct Choice: CustomTestStringConvertible, Sendable {
    let columns: [String]
    let rows: [String]
    var testDescription: String { columns.joined(separator: ",") }
  }

  @Test(
    "has the columns that are asked for, in that order",
    arguments: [
      Choice(columns: ["id"], rows: ["u1", "u5", "u7"]),
      Choice(columns: ["entry", "id"], rows: ["list,u1", "home,u5", "home,u7"]),
      Choice(columns: ["segments", "id", "experiment.split"], rows: ["old,u1,b", ",u5,a", ",u7,"]),
      Choice(columns: ["experiment.split", "home_layout"], rows: ["b,tab", "a,tab", ",tab"]),
      Choice(
        columns: ["issues", "fallback"],
        rows: [",home", #""age: ""x"" is not a number",home"#, #""3 fields, header has 2",home"#]),
    ])
  func columns(_ choice: Choice) throws {
    let lines = try BatchBench().run("id,age\nu1,71\nu5,x\nu7,1,2\n") { $0.columns = choice.columns }
    #expect(lines == [choice.columns.joined(separator: ",")] + choice.rows)
  }

  @Test("has the members that are asked for, in lines of JSON")
  func members() throws {
    let lines = try BatchBench().run("id,age\nu1,71\n") {
      $0.format = .jsonl
      $0.columns = ["experiment.split", "entry", "id"]
    }
    #expect(lines == [#"{"experiments":{"split":"b"},"entry":"list","id":"u1"}"#])
  }

  @Test("refuses a column that does not exist, and one that is named twice", arguments: [["ntry"], ["id", "id"]])
  func wrongColumns(_ columns: [String]) throws {
    let error = try BatchBench().error(Array("id\nu1\n".utf8)) { $0.columns = columns }
    guard case .column(columns[columns.count - 1], _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    "is packed where its name says so, and what it was packed to is read again",
    arguments: ["gz", "zst"], [1, 1000, 100_000])
  func packed(_ ending: String, _ rows: Int) throws {
    let bench = try BatchBench()
    let input = "id,age\n" + (0..<rows).map { "user-\($0),\($0 % 100)\n" }.joined()
    let plain = try bench.run(Array(input.utf8)) { $0.columns = ["id", "entry"] }.output

    func run(_ from: String, _ to: String) throws {
      var options = BatchOptions(time: .init(microseconds: 0))
      options.threads = 2
      options.columns = ["id", "entry"]
      _ = try Batch(bench.engine, options).run(input: bench.path(from), output: bench.path(to))
    }
    try run("in.csv", "out.csv.\(ending)")
    // The ids go round once more, packed: they get the entry of somebody whose age is not known.
    try run("out.csv.\(ending)", "again.csv")
    let again = try String(contentsOf: URL(filePath: bench.path("again.csv")), encoding: .utf8)
    #expect(again == plain.replacing(",list", with: ",home"))
    let packed = try Data(contentsOf: URL(filePath: bench.path("out.csv.\(ending)")))
    #expect(rows < 1000 || packed.count < plain.utf8.count / 2)
  }

  @Test("is not begun where packed input is cut off or damaged", arguments: ["gz", "zst"])
  func damage(_ ending: String) throws {
    let bench = try BatchBench()
    let rows = "id,age\n" + (0..<50_000).map { "user-\($0),\($0 * 7919 % 100)\n" }.joined()
    try Data(rows.utf8).write(to: URL(filePath: bench.path("in.csv")))
    let batch = Batch(bench.engine, BatchOptions(time: .init(microseconds: 0)))
    _ = try batch.run(input: bench.path("in.csv"), output: bench.path("packed.csv.\(ending)"))
    let packed = try Data(contentsOf: URL(filePath: bench.path("packed.csv.\(ending)")))
    var flipped = packed
    flipped[packed.count / 2] ^= 0x55
    for (name, bytes) in [("cut", packed.prefix(packed.count / 2)), ("flipped", flipped), ("empty", Data())] {
      let path = bench.path("\(name).csv.\(ending)")
      try bytes.write(to: URL(filePath: path))
      #expect(throws: BatchError.self, "\(name)") { try batch.run(input: path, output: bench.path("out.csv")) }
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: bench.directory.path).allSatisfy { !$0.hasPrefix("out") })
  }

  /// A member of gzip for each text.
  private func members(_ texts: String...) throws -> Data {
    var both = Data()
    for text in texts {
      let encoder = try #require(Compression.gzip.encoder())
      var output = [UInt8](repeating: 0, count: 1000)
      let bytes = Array(text.utf8)
      let put = try bytes.withUnsafeBytes { input in
        try output.withUnsafeMutableBytes { try encoder.code(input, to: $0, isLast: true).put }
      }
      both += Data(output.prefix(put))
    }
    return both
  }

  /// How many rows a file of these bytes has.
  private func rows(_ bytes: Data, _ ending: String) throws -> Int {
    let bench = try BatchBench()
    try bytes.write(to: URL(filePath: bench.path("in.csv.\(ending)")))
    return try Batch(bench.engine, BatchOptions(time: .init(microseconds: 0)))
      .run(input: bench.path("in.csv.\(ending)"), output: bench.path("out.csv")).rows
  }

  @Test("reads several gzip members as one file")
  func severalMembers() throws {
    #expect(try rows(try members("id,age\nu1,71\n", "u5,30\n"), "gz") == 2)
  }

  @Test("takes zeros behind the end of gzip for none of its bytes, and nothing else", arguments: [1, 511, 300_000])
  func zeros(_ count: Int) throws {
    let whole = try members("id,age\nu1,71\n", "u5,30\n") + Data(count: count)
    #expect(try rows(whole, "gz") == 2)
    for more in [Data([7]), try members("u6,30\n")] {
      #expect(throws: BatchError.self) { try rows(whole + more, "gz") }
    }
    #expect(throws: BatchError.self) { try rows(Data(count: count), "gz") }
  }

  @Test("names the limit that a Zstandard window is above")
  func window() throws {
    // A frame header whose window descriptor asks for 2 GiB, and an empty last block.
    let frame = Data([0x28, 0xB5, 0x2F, 0xFD, 0x00, 21 << 3, 0x01, 0x00, 0x00])
    let error = #expect(throws: BatchError.self) { try rows(frame, "zst") }
    #expect("\(try #require(error))".contains("takes more than 128 MiB of memory to unpack"))
  }
}
