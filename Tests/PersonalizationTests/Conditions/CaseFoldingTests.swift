import Testing

@testable import Personalization

@Suite("Case folding")
struct CaseFoldingTests {
  @Test(
    "makes letters of several cases one",
    arguments: [
      ("ΟΔΟΣ", "οδος", true), ("ΟΔΟΣ", "οδοσ", true), ("STRASSE", "straße", false), ("STRAẞE", "straße", true),
      ("K", "\u{212A}", true), ("s", "\u{17F}", true), ("İ", "i", false), ("I", "ı", false), ("I", "i", true),
      ("É", "é", true), ("Å", "\u{212B}", true), ("ǅ", "Ǆ", true), ("ЖУК", "жук", true), ("µ", "μ", true),
      ("日本", "日本", true), ("é", "e\u{301}", false),
    ])
  func letters(_ one: String, _ other: String, _ isSame: Bool) {
    #expect((CaseFolding.folded(one) == CaseFolding.folded(other)) == isSame)
  }

  @Test("agrees with regular expressions that ignore case, for every code point that has a case")
  func patterns() throws {
    let scratch = PatternScratch()
    for value in UInt32(0x80)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let folded = CaseFolding.folded(scalar)
      // PCRE2 may know fewer letters than this toolchain.
      guard folded != scalar, let age = scalar.properties.age, age.major < 14 else { continue }
      let pattern = try Pattern(PatternSource("^\\x{\(String(scalar.value, radix: 16))}$", ignoresCase: true))
      let isFound = String(Character(folded)).withBytes { pattern.isFound(in: $0, scratch) }
      #expect(isFound == true, "U+\(String(scalar.value, radix: 16)) folds to \(folded)")
    }
  }

  @Test(
    "is what $ini, $nini and $alli go by, in lists too",
    arguments: [
      ConditionCase(#"{"text": {"$ini": ["ΟΔΟΣ"]}}"#, ["text": "οδος"], true),
      ConditionCase(#"{"text": {"$regexi": "^ΟΔΟΣ$"}}"#, ["text": "οδος"], true),
      ConditionCase(#"{"text": {"$nini": ["οδος"]}}"#, ["text": "ΟΔΟΣ"], false),
      ConditionCase(#"{"tags": {"$alli": ["οδος", "ÉTÉ"]}}"#, ["tags": ["été", "ΟΔΟΣ"]], true),
      ConditionCase(#"{"tags": {"$ini": ["straße"]}}"#, ["tags": ["STRASSE"]], false),
    ])
  func conditions(_ row: ConditionCase) throws {
    let engine = try SmallWorld.condition(row.condition).engine()
    #expect(engine.decide(row.user).segments == (row.holds ? ["s"] : []))
  }
}
