import Testing

@testable import Personalization

@Suite("Dates and periods")
struct TimestampTests {
  @Test(
    "read RFC 3339; a date alone is midnight and no offset is UTC",
    arguments: [
      ("1970-01-01", 0), ("2026-03-29", 1_774_742_400), ("2026-03-29T02:30:00Z", 1_774_751_400),
      ("2026-03-29T02:30:00+02:00", 1_774_744_200), ("2026-03-29 02:30:00", 1_774_751_400),
      ("2026-03-29t02:30:00z", 1_774_751_400), ("1969-12-31T23:59:59Z", -1), ("2024-02-29", 1_709_164_800),
      ("2016-12-31T23:59:60Z", 1_483_228_800), ("0000-01-01", -62_167_219_200),
    ] as [(String, Int64)])
  func reading(text: String, seconds: Int64) throws {
    #expect(try #require(Timestamp(text)).microseconds == seconds * 1_000_000)
  }

  @Test(
    "refuse everything else",
    arguments: [
      "", "29/03/2026", "2026-02-30", "2026-13-01", "2026-3-29", "2026-03-29T", "2026-03-29T02:30Z",
      "2026-03-29T24:00:00Z", "2026-03-29T02:30:00+2", "2026-03-29T02:30:00.Z", "2026-03-29Z", "2023-02-29",
      "2026-03-29T02:30:00Zx", "now", "1774742400",
    ])
  func refused(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test("keep microseconds and are written as they are read")
  func fractions() throws {
    let time = try #require(Timestamp("2026-03-29T02:30:00.1234567Z"))
    #expect(time.description == "2026-03-29T02:30:00.123456Z")
    #expect(Timestamp(time.description) == time)
  }

  @Test(
    "lie a period back in calendar months and whole seconds",
    arguments: [
      ("2026-03-31T10:00:00Z", "P1M", "2026-02-28T10:00:00Z"), ("2024-03-31T00:00:00Z", "P1M", "2024-02-29T00:00:00Z"),
      ("2026-01-15T00:00:00Z", "P1Y2M", "2024-11-15T00:00:00Z"),
      ("2026-03-29T00:00:00Z", "P7D", "2026-03-22T00:00:00Z"),
      ("2026-03-29T00:00:00Z", "PT1H30M", "2026-03-28T22:30:00Z"),
      ("2026-03-29T00:00:00Z", "P2W", "2026-03-15T00:00:00Z"),
    ])
  func past(now: String, period: String, then: String) throws {
    let moment = try #require(Timestamp(now)).before(by: #require(Period(period)))
    #expect(moment.description == then)
  }

  @Test(
    "know no other periods",
    arguments: ["", "P", "PT", "7D", "P7", "P7H", "PT7D", "P1D2W", "P-1D", "P1.5D", "P1DT", "P9999999999999999999D"])
  func refusedPeriods(text: String) {
    #expect(Period(text) == nil)
  }
}
