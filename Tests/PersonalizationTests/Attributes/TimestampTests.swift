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
    "are read as databases write them",
    arguments: [
      // PostgreSQL, DuckDB.
      "2026-11-28 20:38:02.09+00", "2026-11-28 22:38:02.09+02", "2026-11-29 02:08:02.09+05:30",
      "2026-11-28 21:31:30.09+00:53:28",
      // Polars, BigQuery, Snowflake, pandas.
      "2026-11-28T20:38:02.090000+0000", "2026-11-28T15:38:02.09-0500", "2026-11-28 20:38:02.090 UTC",
      "2026-11-28 20:38:02.09 utc", "2026-11-28 20:38:02.090 Z", "2026-11-28 12:38:02.090 -0800",
      "2026-11-28 20:38:02.090000+00:00", "2026-11-28T20:38:02.090000000", " 2026-11-28T20:38:02.0900000001Z\t",
    ])
  func foreign(text: String) throws {
    #expect(try #require(Timestamp(text)).description == "2026-11-28T20:38:02.09Z")
  }

  @Test(
    "are numbers only where the attribute says so, seconds or milliseconds",
    arguments: [
      ("1774742400", 1_774_742_400_000_000, 1_774_742_400_000),
      (" 1774742400.5 ", 1_774_742_400_500_000, 1_774_742_400_500),
      ("1.7747424e9", 1_774_742_400_000_000, 1_774_742_400_000), ("-1", -1_000_000, -1000), ("+0", 0, 0),
      ("2026-03-29", 1_774_742_400_000_000, 1_774_742_400_000_000), ("253402300800", nil, 253_402_300_800_000),
      ("253402300800000", nil, nil), ("1e400", nil, nil), ("nan", nil, nil), ("0x10", nil, nil),
      ("1774742400s", nil, nil),
      ("1_000", nil, nil), ("", nil, nil), ("e5", nil, nil), ("+", nil, nil), ("1e", nil, nil),
    ] as [(String, Int64?, Int64?)])
  func epochs(text: String, seconds: Int64?, milliseconds: Int64?) {
    #expect(Timestamp(bytes: Array(text.utf8).span, .epochSeconds)?.microseconds == seconds)
    #expect(Timestamp(bytes: Array(text.utf8).span, .epochMilliseconds)?.microseconds == milliseconds)
    #expect((Timestamp(bytes: Array(text.utf8).span, nil) != nil) == text.contains("-03-"))
  }

  @Test(
    "refuse everything else",
    arguments: [
      "2026-03-29T02:30:00  Z", "2026-03-29T02:30:00 +", "2026-03-29T02:30:00+0",
      "2026-03-29T02:30:00+000", "2026-03-29T02:30:00+05:3", "2026-03-29T02:30:00+05:60", "2026-03-29T02:30:00+24",
      "2026-03-29T02:30:00+05:30:", "2026-03-29T02:30:00+05:3000", "2026-03-29T02:30:00+0530:00",
      "2026-03-29T02:30:00UT",
      "2026-03-29T02:30:00UTC+1", "2026-03-29T02:30:00 CET", "2026-03-29 UTC", "2026-03-29 +00",
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
