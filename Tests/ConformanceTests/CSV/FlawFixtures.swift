import Personalization

/// One file of `csv/flaws`, and what its README says must happen.
struct FlawFixture: Sendable {
  let name: String
  var delimiter: UInt8?
  var separator = "|"
  /// Conditions that tell which value a cell was read as, by the name that `ExpectedRow` lists.
  var signs: [String: JSON] = [:]
  let outcome: Outcome
  /// Where a strict run stops.
  var firstFlaw: Place?
  var skippedLines = 0

  enum Outcome: Sendable {
    case rows([ExpectedRow])
    /// The run ends; the message holds all of these.
    case structure(line: Int, record: Int?, says: [String])
  }

  struct Place: Equatable, Sendable {
    let record: Int
    let line: Int
    let offset: Int
  }

  init(
    _ name: String, _ outcome: Outcome, signs: [String: JSON] = [:], delimiter: UInt8? = nil, separator: String = "|",
    firstFlaw: Place? = nil, skippedLines: Int = 0
  ) {
    self.name = name
    self.delimiter = delimiter
    self.separator = separator
    self.signs = signs
    self.outcome = outcome
    self.firstFlaw = firstFlaw
    self.skippedLines = skippedLines
  }
}

/// A row of output: the unit's bytes, the signs that hold, and what `issues` says; nothing said means an empty cell.
struct ExpectedRow: Sendable {
  let unit: String
  let signs: Set<String>
  let issues: [String]

  init(_ unit: String, _ signs: String..., issues: [String] = []) {
    self.unit = unit
    self.signs = Set(signs)
    self.issues = issues
  }
}

extension FlawFixture {
  private static let ages: [String: JSON] = [
    "age-71": ["age": 71], "age-30": ["age": 30], "age-44": ["age": 44], "age-17": ["age": 17],
    "any-age": ["age": ["$exists": true]],
  ]
  private static let night: JSON = ["shift": "night"]
  private static let seen: [String: JSON] = [
    "half-past-two": ["last_seen": "2026-03-29T02:30:00Z"], "half-past-midnight": ["last_seen": "2026-03-29T00:30:00Z"],
    "midnight": ["last_seen": "2026-03-29T00:00:00Z"], "july": ["last_seen": "2026-07-01T00:00:00Z"],
    "just-after": ["last_seen": ["$gt": "2026-03-29T02:30:00Z", "$lt": "2026-03-29T02:30:01Z"]],
    "seen": ["last_seen": ["$exists": true]],
  ]

  private static let usual: Outcome = .rows([
    ExpectedRow("u1", "age-71", "any-age"), ExpectedRow("u2", "age-30", "any-age"),
  ])

  /// Those whose files are in the folder: another folder of the same kind may have fewer.
  static let present = all.filter { ConformanceFiles.has("csv/flaws/\($0.name).csv") }

  static let all: [FlawFixture] = [
    FlawFixture("01-bom-header", usual, signs: ages),
    FlawFixture("02-bom-quoted-header", .rows([ExpectedRow("u1", "age-71", "any-age")]), signs: ages),
    FlawFixture(
      "03-crlf-in-quotes-lf-file",
      .rows([ExpectedRow("u1", "age-71", "any-age", "exact"), ExpectedRow("u2", "age-30", "any-age")]),
      signs: ages.merging(["exact": ["note": "line one\r\nline two"]]) { $1 }),
    FlawFixture(
      "04-crlf-file-lf-in-quotes",
      .rows([ExpectedRow("u1", "age-71", "any-age", "exact"), ExpectedRow("u2", "age-30", "any-age")]),
      signs: ages.merging(["exact": ["note": "line one\nline two"]]) { $1 }),
    FlawFixture("06-mixed-endings", usual, signs: ages),
    FlawFixture(
      "07-quoted-empty-vs-empty",
      .rows([ExpectedRow("u1"), ExpectedRow("u2", "present", "empty"), ExpectedRow("u3", "present")]),
      signs: ["present": ["home_layout": ["$exists": true]], "empty": ["home_layout": ""]]),
    FlawFixture(
      "08-short-row",
      .rows([
        ExpectedRow("u1", "age-71", "any-age"), ExpectedRow("u2", issues: ["2 fields, header has 3"]),
        ExpectedRow("u3", "age-44", "any-age"),
      ]), signs: ages, firstFlaw: Place(record: 2, line: 3, offset: 30)),
    FlawFixture(
      "09-long-row",
      .rows([
        ExpectedRow("u1", "age-71", "any-age"), ExpectedRow("u2", issues: ["4 fields, header has 3"]),
        ExpectedRow("u3", "age-44", "any-age"),
      ]), signs: ages, firstFlaw: Place(record: 2, line: 3, offset: 30)),
    FlawFixture(
      "10-trailing-blank-lines",
      .rows([
        ExpectedRow("u1", "age-71", "any-age"), ExpectedRow("   ", issues: ["1 field, header has 2"]),
        ExpectedRow("", issues: ["user_id is empty"]),
      ]), signs: ages, firstFlaw: Place(record: 2, line: 5, offset: 20), skippedLines: 2),
    FlawFixture("12-blank-single-column", .rows([ExpectedRow("u1"), ExpectedRow("u2")]), skippedLines: 1),
    FlawFixture("13-duplicate-headers", .structure(line: 1, record: 0, says: ["2", "3", "age"])),
    FlawFixture(
      "14-header-whitespace", .rows([ExpectedRow("u1", "age-71", "any-age", "night")]),
      signs: ages.merging(["night": night]) { $1 }),
    FlawFixture("16-empty-header-name", .structure(line: 1, record: 0, says: ["column 1"])),
    FlawFixture(
      "17-nul-in-field",
      .rows([ExpectedRow("u1", issues: ["age", "NUL", "byte 1 of the cell"]), ExpectedRow("u2", "age-30", "any-age")]),
      signs: ages, firstFlaw: Place(record: 1, line: 2, offset: 15)),
    FlawFixture("18-nul-padded-tail", .structure(line: 3, record: 2, says: ["512 NUL bytes", "cut off"])),
    FlawFixture("19-utf16le-bom", .structure(line: 1, record: nil, says: ["UTF-16LE", "iconv"])),
    FlawFixture("20-utf16be-bom", .structure(line: 1, record: nil, says: ["UTF-16BE", "iconv"])),
    FlawFixture(
      "22-latin1-bytes", .rows([ExpectedRow("u1", issues: ["city", "0xE9", "not UTF-8"])]),
      signs: ["city": ["city": ["$exists": true]]], firstFlaw: Place(record: 1, line: 2, offset: 16)),
    FlawFixture("23-semicolon-decimal-comma", .structure(line: 1, record: 0, says: ["--delimiter ';'"])),
    FlawFixture(
      "23-semicolon-decimal-comma",
      .rows([
        ExpectedRow("u1", "age-71", "any-age", issues: ["sessions_per_day", "\"1,5\"", "not a number"]),
        ExpectedRow("u2", "age-30", "any-age", issues: ["sessions_per_day", "\"0,25\"", "not a number"]),
      ]), signs: ages.merging(["sessions": ["sessions_per_day": ["$exists": true]]]) { $1 },
      delimiter: UInt8(ascii: ";")),
    FlawFixture("24-sep-hint-line", .rows([ExpectedRow("u1", "age-71", "any-age")]), signs: ages),
    FlawFixture(
      "25-decimal-comma-quoted",
      .rows([
        ExpectedRow("u1", issues: ["sessions_per_day", "\"1,5\"", "not a number"]),
        ExpectedRow("u2", "one-and-a-half", "any"),
      ]),
      signs: ["one-and-a-half": ["sessions_per_day": 1.5], "any": ["sessions_per_day": ["$exists": true]]]),
    FlawFixture(
      "26-thousands-separator",
      .rows([ExpectedRow("u1", issues: ["points", "\"1,234\"", "not a number"]), ExpectedRow("u2", "many", "any")]),
      signs: ["many": ["points": 1234], "any": ["points": ["$exists": true]]]),
    FlawFixture("27-unclosed-quote", .structure(line: 2, record: 1, says: ["never closed"])),
    FlawFixture(
      "28-unescaped-quote-inside",
      .rows([ExpectedRow("u1", issues: ["text after the closing quote", "note"]), ExpectedRow("u2", "ok")]),
      signs: ["ok": ["note": "ok"]], firstFlaw: Place(record: 1, line: 2, offset: 16)),
    FlawFixture(
      "29-quote-midfield", .rows([ExpectedRow("u1", "inches"), ExpectedRow("u2")]),
      signs: ["inches": ["note": "5\" phone"]]),
    FlawFixture(
      "31-backslash-escape",
      .rows([ExpectedRow("u1", issues: ["text after the closing quote", "note"]), ExpectedRow("u2", "ok")]),
      signs: ["ok": ["note": "ok"]]),
    FlawFixture("32-smart-quotes", .rows([ExpectedRow("u1", issues: ["3 fields, header has 2"])])),
    FlawFixture(
      "34-ids-leading-zero",
      .rows([
        ExpectedRow("007", "age-71", "any-age", "agent"), ExpectedRow("7", "age-30", "any-age"),
        ExpectedRow("0x7", "age-44", "any-age"),
      ]), signs: ages.merging(["agent": ["user_id": "007"]]) { $1 }),
    FlawFixture(
      "35-id-float-suffix",
      .rows([ExpectedRow("42.0", "age-71", "any-age"), ExpectedRow("42", "age-30", "any-age")]), signs: ages),
    FlawFixture("36-booleans", booleans, signs: ["yes": ["shared_device": true], "no": ["shared_device": false]]),
    FlawFixture("37-dates", dates, signs: seen),
    FlawFixture(
      "38-huge-field", .rows([ExpectedRow("u1", "long"), ExpectedRow("u2", "short")]),
      signs: ["long": ["note": ["$regex": "^x"]], "short": ["note": "ok"]]),
    FlawFixture("39-header-only", .rows([])),
    FlawFixture("40-empty", .structure(line: 1, record: nil, says: ["no header"])),
    FlawFixture("41-no-final-newline", .rows([ExpectedRow("u1", "age-71", "any-age")]), signs: ages),
    FlawFixture("42-only-newline", .structure(line: 1, record: nil, says: ["no header"])),
    FlawFixture(
      "43-duplicate-user-ids",
      .rows([
        ExpectedRow("u1", "age-71", "any-age"), ExpectedRow("u2", "age-30", "any-age"),
        ExpectedRow("u1", "age-17", "any-age"),
      ]), signs: ages),
    FlawFixture(
      "44-empty-user-id",
      .rows([ExpectedRow("", issues: ["user_id is empty"]), ExpectedRow("u2", "age-30", "any-age")]),
      signs: ages, firstFlaw: Place(record: 1, line: 2, offset: 12)),
    FlawFixture("45-missing-id-column", .structure(line: 1, record: nil, says: ["user_id", "age, shift"])),
    FlawFixture("47-nonfinite-numbers", numbers, signs: ages.merging(["zero": ["age": 0]]) { $1 }),
    FlawFixture(
      "49-formula-ids",
      .rows(["=1+1", "+441234", "-5", "@cmd", "\t=1+1"].map { ExpectedRow($0) })),
    FlawFixture("50-tab-delimited-named-csv", .structure(line: 1, record: 0, says: ["tab", "--delimiter"])),
    FlawFixture(
      "50-tab-delimited-named-csv", .rows([ExpectedRow("u1", "age-71", "any-age")]), signs: ages,
      delimiter: UInt8(ascii: "\t")),
    FlawFixture(
      "51-unicode-normalisation", .rows([ExpectedRow("caf\u{E9}", "one"), ExpectedRow("cafe\u{301}")]),
      signs: ["one": ["user_id": "caf\u{E9}"]]),
    FlawFixture("53-comment-line", .structure(line: 1, record: nil, says: ["user_id"])),
    FlawFixture("54-list-cell", bothLists, signs: lists),
    FlawFixture(
      "54-list-cell", bothLists, signs: lists, separator: ";"),
    FlawFixture(
      "56-quoted-newline-error-line",
      .rows([
        ExpectedRow("u1", "age-71", "any-age"), ExpectedRow("u2", issues: ["age", "\"notanumber\"", "not a number"]),
      ]),
      signs: ages, firstFlaw: Place(record: 2, line: 5, offset: 36)),
  ]

  /// The separator that the file uses, and brackets, are recognized whatever the catalog says.
  private static let bothLists: Outcome = .rows([
    ExpectedRow("u1", "two", "tablet"), ExpectedRow("u2", "two", "tablet"),
  ])

  private static let lists: [String: JSON] = [
    "one": ["devices": ["$size": 1]], "two": ["devices": ["$size": 2]], "tablet": ["devices": ["$in": ["tablet"]]],
  ]

  private static let booleans: Outcome = .rows(
    (1...14).map { number in
      switch number {
      case 1...6, 11, 12: ExpectedRow("u\(number)", "yes")
      case 7...9: ExpectedRow("u\(number)", "no")
      case 10: ExpectedRow("u10")
      default: ExpectedRow("u\(number)", issues: ["shared_device", "not a boolean"])
      }
    })

  private static let dates: Outcome = .rows([
    ExpectedRow("u1", "seen", "half-past-two"),
    ExpectedRow("u2", "seen", "half-past-midnight"),
    ExpectedRow("u3", "seen", "half-past-two"),
    ExpectedRow("u4", "seen", "midnight"),
    ExpectedRow("u5", issues: ["\"29/03/2026\"", "not a date"]),
    ExpectedRow("u6", issues: ["\"03/29/2026\"", "not a date"]),
    ExpectedRow("u7", issues: ["\"2026-02-30\"", "not a date"]),
    ExpectedRow("u8", issues: ["\"1774751400\"", "not a date"]),
    ExpectedRow("u9", "seen", "july"),
    ExpectedRow("u10", "seen", "just-after"),
    ExpectedRow("u11", issues: ["\"45380\"", "not a date"]),
  ])

  private static let numbers: Outcome = .rows([
    ExpectedRow("u1", issues: ["\"NaN\"", "not a number"]),
    ExpectedRow("u2", issues: ["\"inf\"", "not a number"]),
    ExpectedRow("u3", "any-age", "zero"),
    ExpectedRow("u4", issues: ["\"1e400\"", "not a number"]),
    ExpectedRow("u5", "any-age", "age-71"),
    ExpectedRow("u6", "any-age", "age-71"),
    ExpectedRow("u7", issues: ["\"7_1\"", "not a number"]),
    ExpectedRow("u8", issues: ["\"\u{667}\u{661}\"", "not a number"]),
  ])
}
