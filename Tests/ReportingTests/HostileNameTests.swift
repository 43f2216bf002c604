import Authoring
import BatchEvaluation
import Foundation
import Personalization
import Simulation
import TestSupport
import Testing

@testable import Reporting

@Suite("Hostile names on pages")
struct HostileNameTests {
  /// All pages of a workspace in which everything that may be any text is this text, and keys are as long.
  private func pages(_ name: String, key: String) throws -> [String] {
    let literal = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
    let attribute = String(decoding: try JSONEncoder().encode("a" + name), as: UTF8.self)
    func engine(_ condition: String, _ weight: Int) throws -> PersonalizationEngine {
      PersonalizationEngine(
        try Workspace(
          files: SampleFiles.changed([
            "catalog/attributes.json": SampleFiles.attributes.replacing(
              "\"age\":", with: "\(attribute): { \"type\": \"string\" }, \"age\":"),
            "segments/\(key).json":
              #"{"when": \#(condition), "priority": 9, "navigation": {"entry": "continue-last"}}"#,
            "experiments/\(key).json": """
            {"status": "running", "seed": "x", "variations": [
              {"key": "\(key)1", "weight": \(weight)},
              {"key": "\(key)2", "navigation": {"modal.style": "fullScreenCover"}}]}
            """,
          ])))
    }
    let base = try engine("{\(attribute): \(literal)}", 1)
    let head = try engine("{\(attribute): {\"$ne\": \(literal)}}", 3)
    let folder = FileManager.default.temporaryDirectory.appending(path: "hostile-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "users.csv")
    func cell(_ text: String) -> String { "\"\(text.replacing("\"", with: "\"\""))\"" }
    var text = "user_id,\(cell("a" + name))\n"
    for user in 0..<40 { text += "u\(user),\(user % 2 == 0 ? cell(name) : "other")\n" }
    try Data(text.utf8).write(to: file)
    let options = BatchOptions(time: Timestamp(microseconds: 0))
    let survey = try Simulation(base, options).survey(of: file.path()).survey
    let comparison = try Comparison(before: base, after: head, users: file.path(), options)
    let cells = SmallCells(limit: 1)
    return [
      SurveyPage(survey, base, users: name, flaws: [(name, 3)], cells: cells, version: "0").html,
      ComparisonPage(
        comparison, at: options.time, names: (name, name, name), cells: cells, failures: [name], version: "0"
      ).html,
      TimelinePage([survey, survey], users: name, cells: cells, version: "0").html,
    ]
  }

  /// The elements alone, with the names of their attributes.
  private func skeleton(_ html: String) -> [Substring] {
    html.matches(of: /<\/?[a-z][^\s>]*|\s[a-z-]+="/).map(\.0)
  }

  @Test(
    "change nothing but text",
    arguments: [
      #"</script><svg onload="alert(1)">"#, #""><b onmouseover='x'>&amp;&#60;"#,
      "]]><!-- --> <![CDATA[",
      "\u{202E}\u{5D0}\u{5D1}\u{2066} evil", String(repeating: "x", count: 200),
      String(repeating: "学习日语的人", count: 30), "a\u{2028}b\u{2029}c",
    ])
  func changeNothing(_ name: String) throws {
    let key = "k" + String(repeating: "y", count: 200)
    let (plain, hostile) = (try pages("plain", key: "k"), try pages(name, key: key))
    for (expected, found) in zip(plain, hostile) {
      #expect(skeleton(expected) == skeleton(found))
    }
    guard Browser.exists else { return }
    let opened = try Browser.open(hostile[1])
    #expect(opened.console.isEmpty && opened.requests.isEmpty && !opened.dom.contains("<b onmouse"))
  }

  @Test("never make a page wider than the phone that shows it", .enabled(if: Browser.exists))
  func width() throws {
    let name = String(repeating: "x", count: 200)
    let frames = try pages(name, key: "k" + name).map { html in
      "<iframe style=\"width:390px;height:800px;border:0\" srcdoc=\"\(Markup.escaped(html))\"></iframe>"
    }
    let script = """
      onload=()=>{document.title=[...document.querySelectorAll('iframe')]\
      .map(f=>f.contentDocument.documentElement).map(d=>d.scrollWidth-d.clientWidth).join(' ')}
      """
    let opened = try Browser.open(
      "<!doctype html><meta charset=utf-8>\(frames.joined())<script>\(script)</script>")
    #expect(opened.dom.contains("<title>0 0 0</title>"))
  }
}
