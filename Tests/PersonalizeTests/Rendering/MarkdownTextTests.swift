import Testing

@testable import personalize

@Suite("Text in Markdown")
struct MarkdownTextTests {
  @Test(
    "is taken for nothing else",
    arguments: [
      ("[home, saved]", #"\[home, saved\]"#), ("a|b`c*d_e", #"a\|b\`c\*d\_e"#), ("<script>&", #"\<script\>\&"#),
      ("- item", #"\- item"#), ("tab-order", "tab-order"), ("@octocat", "@&#8203;octocat"), ("a\r\n| b", #"a  \| b"#),
      ("|\u{308}", "\\|\u{308}"), ("a\u{202E}b\u{1B}c", "a\u{FFFD}b\u{FFFD}c"), ("学习", "学习"), ("", ""),
    ])
  func escapes(_ text: String, _ expected: String) {
    #expect("\(MarkdownText(text))" == expected)
  }

  @Test("is cut where it is longer than anybody reads in a cell")
  func cuts() {
    #expect("\(MarkdownText(String(repeating: "x", count: 500)))" == String(repeating: "x", count: 240) + "…")
  }
}
