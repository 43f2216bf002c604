import Testing

@testable import personalize

@Suite("Display width")
struct DisplayWidthTests {
  @Test(
    "columns on a terminal",
    arguments: [
      ("", 0), ("abc", 3), ("naïve", 5), ("nai\u{308}ve", 5), ("Привет", 6), ("日本語", 6), ("ｱｲｳ", 3), ("ＡＢ", 4),
      ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("🙂", 2), ("👨‍👩‍👧", 2), ("👍🏽", 2), ("🇩🇪", 2), ("1️⃣", 2),
      ("❤", 1), ("❤️", 2), ("a\u{200B}b", 2), ("e\u{301}\u{323}", 1), ("สวัสดี", 4),
      ("→ …", 3), ("𠀀", 2), ("ß—“”", 4), ("、。", 4), ("co\u{AD}op", 5),
    ])
  func width(text: String, columns: Int) {
    #expect(text.displayWidth == columns)
  }

  @Test("control characters take no column")
  func controls() {
    #expect("a\tb".displayWidth == 2)
    #expect("a\r\nb".displayWidth == 2)
    #expect("\u{1B}".displayWidth == 0)
  }

  @Test("padding counts columns")
  func padding() {
    #expect("日本".padded(to: 6) == "日本  ")
    #expect("ab".padded(to: 4, alignedRight: true) == "  ab")
    #expect("abc".padded(to: 2) == "abc")
  }

  @Test("cutting never splits a character", arguments: [(0, ""), (1, "a"), (2, "a"), (3, "a日"), (9, "a日b")])
  func cutting(width: Int, expected: String) {
    #expect("a日b".fitting(width) == expected)
  }
}
