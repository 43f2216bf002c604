import Foundation
import Testing

@testable import Personalization

@Suite("Regular expressions")
struct PatternTests {
  private func isFound(_ expression: String, in text: String, ignoresCase: Bool = false) throws -> Bool? {
    let pattern = try Pattern(PatternSource(expression, ignoresCase: ignoresCase))
    return text.withBytes { pattern.isFound(in: $0, PatternScratch()) }
  }

  /// An expression, a text, and whether it is found there.
  struct Row: Sendable, CustomTestStringConvertible {
    let expression: String
    let text: String
    let isFound: Bool

    init(_ expression: String, _ text: String, _ isFound: Bool) {
      (self.expression, self.text, self.isFound) = (expression, text, isFound)
    }

    var testDescription: String { "/\(expression)/ in \(text.debugDescription)" }
  }

  static let rows: [Row] = [
    Row("b+", "abbc", true), Row("^b", "abc", false), Row("c$", "abc", true), Row("c$", "abc\n", false),
    Row("^$", "", true), Row("a.c", "a\nc", false), Row("a.c", "a\rc", true), Row("(?s)a.c", "a\nc", true),
    Row("(?i)ABC", "xabcx", true), Row("(?i:a)B", "AB", true), Row("(?i:a)B", "Ab", false),
    Row(#"^\d+$"#, "042", true), Row(#"^\d+$"#, "٠٤٢", false), Row(#"^\w+$"#, "night_1", true),
    Row(#"^\w+$"#, "né", false), Row(#"\W"#, "né", true), Row(#"^\D$"#, "é", true), Row(#"a\sb"#, "a\tb", true),
    Row(#"a\sb"#, "a\u{A0}b", false), Row(#"\bpro\b"#, "a pro plan", true), Row(#"\bpro\b"#, "profile", false),
    Row(#"\bn"#, "én", true), Row(#"\Bn"#, "én", false), Row(#"^[\w.-]+@[\w-]+\.\w{2,}$"#, "a.b@c-d.org", true),
    Row("(a|b)c", "bc", true), Row("(?:a|b){2}", "ab", true), Row("a{2,3}?b", "aab", true), Row("a++b", "aab", true),
    Row("(?>a+)b", "aab", true), Row("a(?=b)", "ab", true), Row("a(?!b)", "ab", false), Row("(?<=a)b", "ab", true),
    Row("(?<!a)b", "ab", false), Row(#"(a)\1"#, "aa", true), Row(#"(?<x>a)\k<x>"#, "aa", true),
    Row("[^a-c]", "d", true), Row(#"[\]\[]"#, "[", true), Row("[[:alpha:]]", "x", true), Row(#"\p{Lu}"#, "É", true),
    Row(#"\x{e9}"#, "é", true), Row(#"\x41"#, "A", true), Row(#"\t"#, "\t", true), Row(#"\Qa.b\E+"#, "a.bb", true),
    Row(#"\Qa.b\E"#, "axb", false), Row("a#b", "a#b", true), Row("(?#note)a", "a", true), Row(#"\Aa\z"#, "a", true),
    Row("é", "é", true), Row("[é-ü]", "ö", true), Row("日本", "日本語", true), Row("a-z", "a-z", true),
  ]

  @Test("find what the table says", arguments: rows)
  func table(_ row: Row) throws {
    #expect(try isFound(row.expression, in: row.text) == row.isFound)
  }

  @Test("mean the same to Foundation's engine, as iOS has it, once they are translated", arguments: rows)
  func foundation(_ row: Row) throws {
    let source = PatternSource(row.expression)
    #expect(source.foreignSyntax == nil)
    let expression = try NSRegularExpression(pattern: source.translated, options: .useUnixLineSeparators)
    let range = NSRange(row.text.startIndex..., in: row.text)
    #expect((expression.firstMatch(in: row.text, range: range) != nil) == row.isFound, "\(source.translated)")
  }

  @Test(
    "that only PCRE2 reads so are named with their place",
    arguments: [
      (#"(?|(pro)|(team))\K-\d+"#, "(?|", 0), (#"a\Kb"#, #"\K"#, 1), ("(a)(?1)", "(?1)", 3), ("(?R)?", "(?R)", 0),
      ("(?P<x>a)", "(?P<", 0), ("(?<x>a)(?P=x)", "(?P=", 7), (#"(a)\g1"#, #"\g"#, 3), (#"\h"#, #"\h"#, 0),
      ("(*UTF)a", "(*", 0), ("(?(1)a|b)", "(?(", 0), ("(?'x'a)", "(?'", 0), ("[a[b]", "[", 2), ("[a&&b]", "&&", 2),
      ("[]a]", "]", 1), (#"\o{101}"#, #"\o"#, 0), (#"\R"#, #"\R"#, 0), ("(?m)^a", "(?m", 0), ("(?x)a b", "(?x", 0),
      (#"é\K"#, #"\K"#, 2), (#"(?<x>a)\k{x}"#, #"\k{"#, 7), ("(?J)a", "(?J", 0), (#"[^\D]"#, #"\D"#, 2),
    ])
  func foreign(_ expression: String, _ construct: String, _ offset: Int) throws {
    let foreign = PatternSource(expression).foreignSyntax
    #expect(foreign?.construct == construct && foreign?.offset == offset)
  }

  @Test(
    "are given up after a number of steps for the whole text, however many places a match may begin at",
    arguments: [
      ("^(a|aa)+$", String(repeating: "a", count: 60) + "b"),
      ("a{0,300}a{0,300}[cd]", String(repeating: "a", count: 200_000)),
      (#"(?=(.*))\1[cd]"#, String(repeating: "a", count: 1_000_000)),
      ("(a*)*[bc]", String(repeating: "a", count: 5_000)), ("(x+x+)+[yz]", String(repeating: "x", count: 40)),
      ("(.+)+[xy]", String(repeating: "é", count: 10_000)), ("a.*b.*[cd]", String(repeating: "ab", count: 20_000)),
    ])
  func limit(_ expression: String, _ text: String) throws {
    #expect(try isFound(expression, in: text) == nil)
  }

  @Test(
    "are not given up for a text that is merely long",
    arguments: [
      ("^[a-z]+$", String(repeating: "a", count: 1_000_000), true),
      ("needle", String(repeating: "n", count: 3_000_000), false),
      (#"^\S+@\S+$"#, String(repeating: "a", count: 100_000), false),
      ("x.*y", String(repeating: "a", count: 500_000) + "xby", true),
    ])
  func long(_ expression: String, _ text: String, _ expected: Bool) throws {
    #expect(try isFound(expression, in: text) == expected)
  }
}
