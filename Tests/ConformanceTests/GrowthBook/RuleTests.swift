import Foundation
import Testing

@Suite("Rules that explain why a published case does not agree")
struct RuleTests {
  @Test("stand in docs/SEMANTICS.md, word for word", arguments: Rule.allCases)
  func documented(_ rule: Rule) throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let text = try String(contentsOf: root.appending(path: "docs/SEMANTICS.md"), encoding: .utf8)
    #expect(text.replacing("\n", with: " ").contains(rule.source))
  }
}
