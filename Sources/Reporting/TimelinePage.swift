internal import Personalization
package import Simulation

/// Surveys of the same users at several times as a page: what schedules and relative dates change, and when.
package struct TimelinePage {
  private let surveys: [Survey]
  private let users: String
  private let cells: SmallCells
  private let version: String
  private let origins: [Origin]
  private let times: [String]

  /// - Parameters:
  ///   - surveys: Of the same configuration and users, in the order of their times.
  ///   - users: What the users came from, for the head of the page.
  package init(_ surveys: [Survey], users: String, cells: SmallCells, version: String, origins: [Origin] = []) {
    self.origins = origins
    self.surveys = surveys
    self.users = Origin("", path: users, sha256: nil).name
    self.cells = cells
    self.version = version
    times = Self.names(of: surveys.map(\.time))
  }

  /// Days where all are midnights, else whole times.
  private static func names(of times: [Timestamp]) -> [String] {
    let names = times.map(\.description)
    let midnight = "T00:00:00Z"
    guard names.allSatisfy({ $0.hasSuffix(midnight) }) else { return names }
    return names.map { String($0.dropLast(midnight.count)) }
  }

  /// The page; the same surveys give the same bytes.
  package var html: String {
    let total = surveys.first?.users ?? 0
    let span = surveys.count == 1 ? "at \(times[0])" : "from \(times.first ?? "") to \(times.last ?? "")"
    let title = "What \(grouped(total)) users would see \(span)"
    var page = Page(title: title)
    page.header(
      "Users of \(users), decided for at \(surveys.count) time\(surveys.count == 1 ? "" : "s").", version: version,
      origins)
    changes(&page)
    let all = Timeline(surveys)
    section("segments", "Who is in which segment", [("Share of users in each segment", all.segments)], &page)
    section(
      "outcomes", "What they see",
      [("Entry", all.entries), ("Home layout", all.layouts), ("Fallback", all.fallbacks)], &page)
    section("experiments", "Who is dealt which variation", all.experiments.map { ($0.key, $0.series) }, &page)
    notes(&page)
    return page.html
  }

  private func changes(_ page: inout Page) {
    page.section("changes", "What changes, and when") { section in
      let changing = Timeline(surveys).everything.filter(\.changes)
      guard !changing.isEmpty else {
        section.element("p", [:], "Nothing changes in that time.")
        return
      }
      table("What changes", changing, to: &section)
      section.element("p", ["class": "faint"], "What is not listed stays as it is at the first time.")
    }
  }

  /// Charts with a table each; nothing for series in which nobody ever is.
  private func section(
    _ id: String, _ heading: String, _ charts: [(title: String, series: [Timeline.Series])], _ page: inout Page
  ) {
    let charts = charts.filter { $0.series.contains { $0.counts.contains { $0 > 0 } } }
    guard !charts.isEmpty else { return }
    page.section(id, heading) { section in
      section.element("div", ["class": "charts"]) { grid in
        for chart in charts {
          grid.element("div", [:]) { draw(chart.series, chart.title, "\(heading), over time: \(chart.title)", to: &$0) }
        }
      }
    }
  }

  private func draw(_ series: [Timeline.Series], _ heading: String, _ title: String, to markup: inout Markup) {
    markup.element("h3", [:], heading)
    let drawn = series.prefix(Self.mostLines)
    let plot = StepChart(
      drawn.map { series in StepChart.Series(name: series.name, values: series.counts.map(share)) },
      at: surveys.map { Double($0.time.microseconds) }, ticks: (times.first ?? "").count > 10 ? 2 : 3)
    markup.element("figure", ["class": "scroll"]) { $0.add(markup: plot.drawing(title: title, times: times)) }
    if drawn.count < series.count {
      markup.element("p", ["class": "faint"], "\(series.count - drawn.count) more stand in the table only.")
    }
    markup.element("details", [:]) { details in
      details.element("summary", [:], "Table")
      table(heading, series, to: &details)
    }
  }

  /// More lines than these cannot be told apart.
  private static let mostLines = 12

  private func share(_ count: Int) -> Double? {
    let total = surveys.first?.users ?? 0
    return cells.shows(count) && total > 0 ? Double(count) / Double(total) : nil
  }

  /// The times at which a series changes, the first one included.
  private func table(_ caption: String, _ series: [Timeline.Series], to markup: inout Markup) {
    var rows: [[Markup.Cell]] = []
    var shown: [Int]?
    for index in surveys.indices {
      let counts = series.map { $0.counts[index] }
      guard counts != shown else { continue }
      shown = counts
      rows.append([Markup.Cell(times[index])] + counts.map { Markup.Cell(cells.text($0)) })
    }
    markup.table(["from"] + series.map(\.name), numbers: Set(1..<series.count + 1), caption: caption, rows)
  }

  private func notes(_ page: inout Page) {
    page.notes(
      [
        "Every user was decided for at each time by the engine that the app uses; a line keeps its value until the next time, "
          + "and a table has a row for each time at which it changes. Between two times more may happen: a shorter step shows it.",
        "Values of users stay as they are; only the time goes on. Shares are of all users.",
        cells.limit > 1
          ? "Counts from 1 to \(cells.limit - 1) are shown as <\(cells.limit), and interrupt the lines. Who knows the totals can still subtract."
          : "All counts are shown, small ones too.",
        "The page holds no ids and no values of single users, loads nothing and runs no script.",
      ], origins)
  }
}
