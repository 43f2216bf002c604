import Testing

/// Where a row belongs, after the last paragraph of SEMANTICS.
enum Verdict: Hashable, Sendable {
  case agrees
  /// The workspace does not load, and every error is one that a rule predicts of the row.
  case refused([Rule])
  /// Our answer is another one, and exactly the one that the rules predict.
  case differs([Rule])
  /// Neither agrees nor follows from rules: a fault here or there.
  case unexplained(String)
}

/// A row and where it belongs.
struct SortedRow: Sendable, CustomTestStringConvertible {
  let row: GrowthBookRow
  let verdict: Verdict

  var testDescription: String { row.name }

  /// Fails the test if no rule explains the row.
  func check() {
    if case .unexplained(let reason) = verdict { Issue.record("\(row.name): \(reason)") }
  }
}

/// All rows of a section, sorted.
struct SectionReport: Sendable {
  let section: String
  let rows: [SortedRow]

  init(_ section: String, sort: (GrowthBookRow) -> Verdict) {
    self.section = section
    rows = GrowthBookCases.rows(section).map { SortedRow(row: $0, verdict: sort($0)) }
  }

  var agreeing: Int { rows.count { $0.verdict == .agrees } }

  /// The counts, and every row that does not agree with the rules that explain it.
  func show() {
    var refused = 0
    var differing = 0
    var lines: [String] = []
    for row in rows {
      switch row.verdict {
      case .agrees: continue
      case .refused(let rules):
        refused += 1
        lines += ["  refused  \(row.row.name)"] + rules.map { "           - \($0)" }
      case .differs(let rules):
        differing += 1
        lines += ["  differs  \(row.row.name)"] + rules.map { "           - \($0)" }
      case .unexplained(let reason): lines.append("  UNEXPLAINED \(row.row.name): \(reason)")
      }
    }
    let counts =
      "GrowthBook \(section): \(rows.count) rows, \(agreeing) agree, \(refused) refused when loading, \(differing) differ"
    print(([counts] + lines).joined(separator: "\n"))
  }
}
