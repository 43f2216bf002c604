import Personalization
import Testing

@testable import BatchEvaluation

/// Numbers and dates that are not written in the usual way.
@Suite("Cells in another spelling")
struct CellSpellingTests {
  @Test(
    "spell numbers with the named marks, in groups of three digits, and nothing else",
    arguments: [
      ("25,5", true, "", 25.5), ("1.234.567,5", true, ".", 1_234_567.5), ("1.234", true, ".", 1234),
      ("-1.234,0", true, ".", -1234),
      (" 1 234,5 ", true, " ", 1234.5), ("1\u{202F}234,5", true, "\u{202F}", 1234.5), ("1'234.5", false, "'", 1234.5),
      ("1,234.5", false, ",", 1234.5), ("1,234", false, ",", 1234), ("1234,5", true, ".", 1234.5),
      ("1,5e3", true, "", 1500),
      ("1.5", true, ".", nil), ("1.5", true, "", nil), ("1,234,5", true, "", nil), ("12.34,5", true, ".", nil),
      ("1234.567", true, ".", nil), ("1.234.56", true, ".", nil), (".234", true, ".", nil), ("1..234", true, ".", nil),
      ("1,2,3", false, ",", nil), ("1,234,56", false, ",", nil), ("1,5.000", true, ".", nil), (",", true, ".", nil),
      ("", true, ".", nil),
      ("1,234.5.6", false, ",", nil), ("$1", true, ".", nil),
    ] as [(String, Bool, String, Double?)])
  func numbers(text: String, hasDecimalComma: Bool, thousands: String, number: Double?) {
    var spelling = CellSpelling()
    spelling.hasDecimalComma = hasDecimalComma
    spelling.thousands = thousands
    #expect(spelling.number(Array(text.utf8).span) == number)
  }

  @Test(
    "spell dates by the pattern alone",
    arguments: [
      ("%d.%m.%Y", "28.11.2026", "2026-11-28T00:00:00Z"), ("%d.%m.%Y", "1.2.2026", "2026-02-01T00:00:00Z"),
      ("%m/%d/%Y %I:%M %p", "11/28/2026 12:05 am", "2026-11-28T00:05:00Z"),
      ("%m/%d/%Y %I:%M %p", "11/28/2026 02:05 PM", "2026-11-28T14:05:00Z"),
      ("%Y%m%d", "20261128", "2026-11-28T00:00:00Z"),
      ("%d-%b-%Y", "28-NOV-2026", "2026-11-28T00:00:00Z"),
      ("%Y/%m/%d %H:%M:%S.%f", "2026/11/28 20:38:02.0912345", "2026-11-28T20:38:02.091234Z"),
      ("%Y-%m-%dT%H:%M:%S%z", "2026-11-28T20:38:02+0530", "2026-11-28T15:08:02Z"),
      ("%d.%m.%Y 100%%", "28.11.2026 100%", "2026-11-28T00:00:00Z"),
      ("%d.%m.%Y", " 28.11.2026 ", "2026-11-28T00:00:00Z"), ("%d.%m.%Y", "2026-11-28", nil),
      ("%d.%m.%Y", "31.02.2026", nil),
      ("%d.%m.%Y", "28.11.26", nil), ("%d.%m.%Y", "28.11.2026 ", "2026-11-28T00:00:00Z"),
      ("%d.%m.%Y", "28.11.2026x", nil),
      ("%m/%d/%Y", "28/11/2026", nil), ("%d.%m.%Y %H:%M", "28.11.2026 24:00", nil),
      ("%d.%m.%Y %H:%M", "28.11.2026 23:60", nil),
      ("%m/%d/%Y %I:%M %p", "11/28/2026 13:05 PM", nil), ("%m/%d/%Y %I:%M %p", "11/28/2026 0:05 PM", nil),
      ("%d-%b-%Y", "28-NOX-2026", nil),
      ("%Y-%m-%dT%H:%M:%S%z", "2026-11-28T20:38:02", nil), ("%Y-%d-%m", "2026-03-29", nil), ("%d.%m.%Y", "", nil),
    ] as [(String, String, String?)])
  func dates(pattern: String, text: String, date: String?) throws {
    #expect(try DatePattern(pattern).date(Array(text.utf8).span)?.description == date)
  }

  @Test("blank words for no value, quoted or not, and never a longer text that holds one")
  func nulls() throws {
    let lines = try BatchBench().run(
      "id,age,text,tags\nu1,NULL,NULL,\" NULL \"\nu2,\"NULL\",NULLS,NULL|b|a\nnull,1,,\n"
    ) {
      $0.spelling.usual.nullWords = ["NULL"]
    }
    #expect(lines[1] == "u1,,home,tab,home|list,home,b,")
    #expect(lines[2].contains("tagged") && !lines[2].contains("is not a number"))
    #expect(lines[3].hasPrefix("null,,home,tab,home|list,home,"))
  }
}
