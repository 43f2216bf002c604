import BatchEvaluation
import Foundation
import Personalization
import Testing

/// Lists in cells, as databases and libraries write them.
@Suite("Lists in cells")
struct ListTests {
  /// Cells of a list, the elements that they hold, and what is said of those that hold none.
  struct Cell: CustomTestStringConvertible, Sendable {
    let cell: String
    let elements: [String]?
    let issue: String

    init(_ cell: String, _ elements: String...) {
      self.cell = cell
      self.elements = elements
      issue = ""
    }

    init(_ cell: String, issue: String) {
      self.cell = cell
      elements = nil
      self.issue = issue
    }

    var testDescription: String { cell }
  }

  static let cells = [
    // JSON: BigQuery, Snowflake, Polars, to_json.
    Cell(#"["sport","news"]"#, "sport", "news"), Cell(#" [ "sport" , "news" ] "#, "sport", "news"), Cell("[]"),
    Cell("[ ]"),
    Cell(#"["a, b","c|d"]"#, "a, b", "c|d"),
    Cell(#"["a\"b","\\","\u00e9\ud83d\ude00","\n\t\/"]"#, "a\"b", "\\", "é😀", "\n\t/"),
    Cell(#"[""]"#, ""), Cell("[1,2.5]", "1", "2.5"),
    // DuckDB, Python.
    Cell("[sport, news]", "sport", "news"), Cell("['sport', 'it''s', 'a, b']", "sport", "it's", "a, b"),
    Cell(#"['it\'s', "x"]"#, "it's", "x"),
    // PostgreSQL.
    Cell("{sport,news}", "sport", "news"), Cell("{}"),
    Cell(#"{"a,b","c\"d","e\\f",g h}"#, "a,b", "c\"d", "e\\f", "g h"),
    Cell(#"{""}"#, ""), Cell(#"{"NULL"}"#, "NULL"), Cell("{'x'}", "'x'"),
    // The declared separator.
    Cell("sport|news", "sport", "news"), Cell("sport | news", "sport", "news"), Cell("a||b", "a", "", "b"),
    Cell("x", "x"), Cell("Washington, DC", "Washington, DC"), Cell("[x|y", "[x", "y"), Cell("a;b|c", "a;b", "c"),
    // What is none of these.
    Cell("[a,NULL]", issue: "has an element without value"),
    Cell(#"["a",null]"#, issue: "has an element without value"),
    Cell("['a', None]", issue: "has an element without value"), Cell("{a,null}", issue: "has an element without value"),
    Cell("[[1,2],[3]]", issue: "looks like a list such as"), Cell("{{1,2},{3}}", issue: "looks like an array such as"),
    Cell(#"{"a": 1}"#, issue: "looks like an array such as"), Cell("[a,]", issue: "looks like a list such as"),
    Cell("['a' 'b']", issue: "looks like a list such as"), Cell(#"["a]"#, issue: "looks like a list such as"),
    Cell(#"["\ud800"]"#, issue: "looks like a list such as"), Cell(#"["\u0000"]"#, issue: "looks like a list such as"),
    Cell(#"["\x41"]"#, issue: "looks like a list such as"), Cell("[x]|[y]", issue: "looks like a list such as"),
    Cell("[0:1]={a,b}", "[0:1]={a,b}"),
    Cell("a;b", issue: "looks like a list separated by ;"), Cell("a,b", "a,b"), Cell(#"["a","b""#, #"["a","b""#),
  ]

  /// A workspace with a segment for each number of elements, and one for each text that the table knows.
  static let texts = Array(Set(cells.flatMap { $0.elements ?? [] })).sorted()

  static func files() throws -> [String: String] {
    var files = BatchBench.files.filter { !$0.key.hasPrefix("segments/") && !$0.key.hasPrefix("experiments/") }
    for (index, text) in texts.enumerated() {
      let literal = String(decoding: try JSONEncoder().encode([text]).dropFirst().dropLast(), as: UTF8.self)
      files["segments/text-\(index).json"] = #"{"when": {"tags": {"$in": [\#(literal)]}}, "priority": 1}"#
    }
    for count in 0...5 {
      files["segments/size-\(count).json"] = #"{"when": {"tags": {"$size": \#(count)}}, "priority": 2}"#
    }
    return files
  }

  @Test("hold the same elements in every form, or an issue", arguments: cells)
  func elements(row: Cell) throws {
    let bench = try BatchBench(Self.files())
    let quoted = "\"" + row.cell.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    // The first record shows that the column's own separator is in use.
    let input = "id,tags\nu0,own|separator\nu1,\(quoted)\n"
    let output = try bench.run(Array(input.utf8)) {
      $0.format = .jsonl
      $0.columns = ["segments", "issues"]
    }.output
    let line = output.split(separator: "\n")[1]
    let decoded = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: [String]]
    let segments = Set(decoded?["segments"] ?? [])
    let issues = decoded?["issues"] ?? []
    if let elements = row.elements {
      var expected = Set(elements.compactMap { Self.texts.firstIndex(of: $0) }.map { "text-\($0)" })
      expected.insert("size-\(elements.count)")
      #expect(segments == expected)
      #expect(issues == [])
    } else {
      #expect(segments == [])
      #expect(issues.count == 1 && issues.first?.contains(row.issue) == true)
    }
  }

  /// The lists of a column, and how many of its users have tags a and b.
  struct Column: CustomTestStringConvertible, Sendable {
    let cells: [String]
    let tagged: Int
    let issues: Int
    var separator: UInt8?

    var testDescription: String { cells.joined(separator: " ") }
  }

  @Test(
    "are separated by what the beginning of the file shows where the catalog names nothing else",
    arguments: [
      Column(cells: ["a;b", "a; b", "c"], tagged: 2, issues: 0, separator: UInt8(ascii: ";")),
      Column(cells: ["\"a,b\"", "c", "\"b,a,d\""], tagged: 2, issues: 0, separator: UInt8(ascii: ",")),
      Column(cells: ["a|b", "a;b", "c"], tagged: 1, issues: 1),
      Column(cells: ["a;b", "a|b", "c"], tagged: 1, issues: 1),
      Column(cells: ["c", "\"Washington, DC\"", "\"a,b\""], tagged: 0, issues: 1),
      Column(cells: ["\"{a,b}\"", "\"[a, b]\"", "\"[\"\"a\"\",\"\"b\"\"]\""], tagged: 3, issues: 0),
      Column(cells: ["c", "", "d"], tagged: 0, issues: 0),
    ])
  func separators(column: Column) throws {
    let input = "id,tags\n" + column.cells.enumerated().map { "u\($0),\($1)\n" }.joined()
    let (output, summary) = try BatchBench().run(Array(input.utf8)) { $0.columns = ["segments", "issues"] }
    #expect(output.split(separator: "\n").filter { $0.hasPrefix("tagged") }.count == column.tagged)
    #expect(summary.flawedCells["tags", default: 0] == column.issues)
    #expect(summary.listSeparators["tags"] == column.separator)
  }

  @Test("are separated by what the catalog names, and every other look is an issue")
  func declared() throws {
    let input = "id,scores\nu1,\"1,9\"\nu2,1|9\nu3,1;9\nu4,\"[1, 9]\"\nu5,\"{1,9}\"\nu6,\"[1, x]\"\nu7,9\n"
    let (output, summary) = try BatchBench().run(Array(input.utf8)) { $0.columns = ["id", "segments", "issues"] }
    let lines = output.split(separator: "\n").map(String.init)
    for line in [3, 4, 5, 7] { #expect(lines[line].hasSuffix(",scored,")) }
    #expect(lines[1].contains("is not a list of numbers separated by ;"))
    #expect(lines[2].contains("looks like a list separated by |; the elements of this column are separated by ;"))
    #expect(lines[6].contains("is not a list of numbers"))
    #expect(summary.listForms == ["scores": [.brackets: 1, .braces: 1]] && summary.listSeparators.isEmpty)
  }

  @Test("are read the same whatever the threads and chunks, and wherever in the file the first of them stands")
  func determinism() throws {
    let bench = try BatchBench()
    for before in [0, 3, 5000, 40_000] {
      var input = "id,tags\n" + (0..<before).map { "u\($0),x\n" }.joined()
      input += (0..<300).map { "v\($0),a;b\nw\($0),\"{a,b}\"\n" }.joined()
      let expected = try bench.run(Array(input.utf8))
      for (threads, size) in [(1, 1000), (3, 777), (4, 1 << 20)] {
        let found = try bench.run(Array(input.utf8)) {
          $0.threads = threads
          $0.chunkSize = size
        }
        #expect(found.output == expected.output && found.summary == expected.summary)
      }
      // Beyond what is looked at first, nothing is guessed, and nothing is silent.
      #expect(expected.summary.flawedCells == (before == 40_000 ? ["tags": 300] : [:]))
    }
  }
}
