import Authoring
import Foundation
import JSONTree
import Personalization
import TestSupport
import Testing

@Suite("A diagnostic")
struct DiagnosticTests {
  @Test("prints as editors read it")
  func description() {
    let diagnostic = Diagnostic(
      code: .unknownAttribute, file: "segments/a.json", position: SourcePosition(line: 7, column: 18, offset: 90),
      pointer: "/when/agee", message: "there is no attribute \"agee\"", suggestion: "age")
    #expect(
      diagnostic.description
        == #"segments/a.json:7:18: error[unknown-attribute]: there is no attribute "agee"; did you mean "age"?"#)
  }

  @Test(
    "points at its value with a JSON pointer",
    arguments: [
      (#"{"priority": 1, "when": {"$and": [{}, {"a/b~": 1}]}}"#, "/when/$and/1/a~1b~0"),
      (#"{"priority": 1}"#, ""),
      (#"{"priority": "1", "when": {}}"#, "/priority"),
    ])
  func pointer(_ text: String, _ pointer: String) {
    #expect(
      Workspace.check(files: SampleFiles.changed(["segments/x.json": text])).diagnostics.map(\.pointer) == [pointer])
  }

  @Test(
    "shows its line with a caret, tabs under tabs and wide characters two columns wide",
    arguments: [
      ("{\n\t\"a\": 1\n}", 2, 2, "  2 | \t\"a\": 1\n    | \t^"),
      ("{\"名前\": 1}\r\n", 1, 8, "  1 | {\"名前\": 1}\n    |          ^"),
      ("e\u{301}: 1", 1, 5, "  1 | e\u{301}: 1\n    |    ^"),
      ("", 1, 1, "  1 | \n    | ^"),
    ])
  func excerpt(_ text: String, _ line: Int, _ column: Int, _ expected: String) throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(line)
    let before = lines.dropLast().reduce(0) { $0 + $1.utf8.count + 1 }
    let inLine = String(String.UnicodeScalarView((lines.last ?? "").unicodeScalars.prefix(column - 1)))
    let position = SourcePosition(line: line, column: column, offset: before + inLine.utf8.count)
    let diagnostic = Diagnostic(code: .syntax, file: "a", position: position, message: "")
    #expect(diagnostic.excerpt(from: text) == expected)
  }

  @Test("shows the part of a long line that it is about")
  func longLine() {
    let text = String(repeating: "x", count: 1000) + "!" + String(repeating: "y", count: 1000)
    let diagnostic = Diagnostic(
      code: .syntax, file: "a", position: SourcePosition(line: 1, column: 1001, offset: 1000), message: "")
    let lines = (diagnostic.excerpt(from: text) ?? "").split(separator: "\n").map(Array.init)
    #expect(lines.allSatisfy { $0.count < 180 })
    #expect(lines[0].firstIndex(of: "!") == lines[1].firstIndex(of: "^"))
  }

  @Test("shows no line of a file as a whole, nor of a text that is too short")
  func noExcerpt() {
    #expect(Diagnostic(code: .missingFile, file: "a", message: "").excerpt(from: "{}") == nil)
    let far = SourcePosition(line: 3, column: 1, offset: 99)
    #expect(Diagnostic(code: .syntax, file: "a", position: far, message: "").excerpt(from: "{}") == nil)
  }

  @Test("finds its line in the report")
  func reportExcerpt() {
    let report = Workspace.check(files: SampleFiles.changed(["segments/x.json": #"{"when": {}, "priority": true}"#]))
    #expect(
      report.diagnostics.map(report.excerpt) == [
        #"""
          1 | {"when": {}, "priority": true}
            |                          ^
        """#
      ])
  }

  @Test("of every kind is in docs/DIAGNOSTICS.md, in order, with its severity and an example")
  func documentation() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent("docs/DIAGNOSTICS.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map {
      $0.split(separator: "|").map(String.init)
    }
    let documented = rows.map { $0.prefix(2).map { $0.filter { !" `".contains($0) } }.joined(separator: " ") }
    #expect(documented == Diagnostic.Code.allCases.map { "\($0.rawValue) \($0.severity.rawValue)" })
    #expect(rows.allSatisfy { $0.count >= 4 && $0[2].count > 10 && $0[3].count > 10 })
  }
}
