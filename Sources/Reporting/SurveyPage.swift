package import Personalization
package import Simulation
internal import Statistics

/// A survey as a page that can be passed on, printed, and read on a phone, in the dark and by a screen reader.
package struct SurveyPage {
  private let survey: Survey
  private let workspace: Workspace
  private let users: String
  private let flaws: [(column: String, cells: Int)]
  private let cells: SmallCells
  private let baseline: Double
  private let version: String

  /// - Parameters:
  ///   - users: What the users came from, for the head of the page.
  ///   - flaws: Cells that counted as missing because of what they hold, by column.
  ///   - cells: Which counts may be shown.
  ///   - baseline: The rate in control, for what experiments can show.
  ///   - version: Of the tool that made it.
  package init(
    _ survey: Survey, _ engine: PersonalizationEngine, users: String, flaws: [(column: String, cells: Int)] = [],
    cells: SmallCells, baseline: Double = Visibility.usualBaseline, version: String
  ) {
    self.flaws = flaws
    self.baseline = baseline
    self.survey = survey
    workspace = engine.workspace
    // Where the file stands is nobody else's business.
    self.users = users == "-" ? "standard input" : String(users.split(separator: "/").last ?? "")
    self.cells = cells
    self.version = version
  }

  /// The page; the same survey gives the same bytes.
  package var html: String {
    var page = Page(title: "What \(grouped(survey.users)) users would see")
    head(&page)
    reach(&page)
    outcomes(&page)
    overlaps(&page)
    experiments(&page)
    pairs(&page)
    ways(&page)
    map(&page)
    rules(&page)
    missing(&page)
    flawed(&page)
    notes(&page)
    return page.html
  }

  private func share(_ count: Int) -> Double { survey.users > 0 ? Double(count) / Double(survey.users) : 0 }

  private func shareCells(_ count: Int) -> [Markup.Cell] {
    let isShown = cells.shows(count)
    return [
      Markup.Cell(cells.text(count)), Markup.Cell(cells.percentText(count, of: survey.users)),
      isShown ? Markup.Cell(markup: Markup.bar(share(count))) : "",
    ]
  }

  private func interval(_ count: Int, of total: Int) -> (lower: Double, upper: Double)? {
    guard cells.shows(count), let interval = Share(count, of: total)?.wilson() else { return nil }
    return (interval.lower, interval.upper)
  }

  private func words(_ interval: (lower: Double, upper: Double)?) -> String {
    interval.map { "\(decimal($0.lower * 100, 1))–\(decimal($0.upper * 100, 1)) %" } ?? ""
  }

  // MARK: Sections

  private func head(_ page: inout Page) {
    page.header { head in
      head.element("h1", [:], "What \(grouped(survey.users)) users would see")
      head.element(
        "p", ["class": "faint"],
        "Users of \(users), decided for \(survey.time). \(workspace.segments.count) segments, "
          + "\(workspace.experiments.count) experiments. personalize \(version).")
      func warn(_ text: String) {
        head.element("p", ["class": "warning"], text)
      }
      if survey.rejected > 0 {
        warn("\(cells.text(survey.rejected)) users got the defaults: nothing in their rows could be used.")
      }
      let nobody = survey.segments.filter { $0.users == 0 }.map(\.segment)
      if !nobody.isEmpty { warn("Nobody is in \(nobody.joined(separator: ", ")).") }
      for experiment in survey.experiments where experiment.ratioTest?.verdict == .fail {
        warn("\(experiment.key) did not deal its variations as planned.")
      }
      for pair in survey.experimentPairs where pair.independence?.verdict == .dependent {
        warn("The variation of \(pair.first) tells that of \(pair.second): they use similar seeds.")
      }
    }
  }

  private func reach(_ page: inout Page) {
    page.section("reach", "Who is in which segment") { section in
      section.table(
        ["segment", "users", "share", "95 % interval", "", "decides something for", "lack a value"],
        numbers: [1, 2, 3, 5, 6],
        caption: "Reach of each segment",
        survey.segments.sorted { ($1.users, $0.segment) < ($0.users, $1.segment) }.map { reach in
          let interval = interval(reach.users, of: survey.users)
          let isShown = cells.shows(reach.users)
          let decides = reach.decides.map(\.users).max() ?? 0
          return [
            Markup.Cell(reach.segment), Markup.Cell(cells.text(reach.users)),
            Markup.Cell(cells.percentText(reach.users, of: survey.users)), Markup.Cell(words(interval)),
            isShown ? Markup.Cell(markup: Markup.bar(share(reach.users), interval: interval)) : "",
            Markup.Cell(cells.text(decides)), Markup.Cell(cells.text(reach.unknown)),
          ]
        })
      section.element(
        "p", ["class": "faint"],
        "Who decides for fewer than are in it is overruled by a segment of higher priority, an experiment or a choice. "
          + "Who lacks a value might be in the segment, if it were known.")
    }
  }

  private func outcomes(_ page: inout Page) {
    page.section("outcomes", "What they see") { section in
      for (title, counts) in [
        ("Entry", survey.entries), ("Home layout", survey.layouts), ("Fallback", survey.fallbacks),
      ] {
        section.element("h3", [:], title)
        section.table(
          [title.lowercased(), "users", "share", ""], numbers: [1, 2], caption: title,
          counts.map { [Markup.Cell($0.value)] + shareCells($0.users) })
      }
    }
  }

  private func overlaps(_ page: inout Page) {
    page.section("overlaps", "Segments together") { section in
      let shown = survey.segmentSets.filter { cells.shows($0.users) }
      let plot = UpSet(sets: survey.segments.map(\.segment), shown.map { ($0.value, $0.users) })
      section.element("figure", ["class": "scroll"]) {
        $0.add(markup: plot.drawing(title: "How frequent each combination of segments is", text: cells.text))
      }
      section.element("details", [:]) { details in
        details.element("summary", [:], "Table of combinations and pairs")
        details.table(
          ["in exactly", "users", "share", ""], numbers: [1, 2], caption: "Combinations of segments",
          survey.segmentSets.map {
            [Markup.Cell($0.value.isEmpty ? "no segment" : $0.value.joined(separator: " + "))] + shareCells($0.users)
          })
        details.table(
          ["in both", "users", "share", ""], numbers: [1, 2], caption: "Pairs of segments",
          survey.overlaps.map { [Markup.Cell("\($0.first) and \($0.second)")] + shareCells($0.users) })
      }
    }
  }

  private func experiments(_ page: inout Page) {
    page.section("experiments", "Experiments: planned and got") { section in
      var rows: [[Markup.Cell]] = []
      for experiment in survey.experiments {
        for (index, variation) in experiment.variations.enumerated() where experiment.eligible > 0 {
          rows.append([
            Markup.Cell(index == 0 ? experiment.key : ""), Markup.Cell(variation.key),
            Markup.Cell(cells.text(variation.users)), Markup.Cell(decimal(variation.weight * 100, 1) + " %"),
            Markup.Cell(cells.percentText(variation.users, of: experiment.dealt)),
            Markup.Cell(words(interval(variation.users, of: experiment.dealt))),
            index == 0 ? verdict(experiment) : "",
          ])
        }
        for (index, other) in experiment.others.enumerated() {
          rows.append([
            Markup.Cell(index == 0 && experiment.eligible == 0 ? experiment.key : ""),
            Markup.Cell(
              other.value == .rolledOut ? "the winner, rolled out" : "none: \(other.value.phrase)", tone: "faint"),
            Markup.Cell(cells.text(other.users), tone: "faint"),
            "", "", "", "",
          ])
        }
      }
      section.table(
        ["experiment", "variation", "users", "planned", "got", "95 % interval", "verdict"], numbers: [2, 3, 4, 5],
        caption: "Experiments", rows)
      section.element(
        "p", ["class": "faint"],
        "In a simulation no data is lost on the way: a low p means an unlucky seed, which one healthy experiment in a "
          + "thousand has, or ids that follow a pattern.")
      visibility(&section)
    }
  }

  private func visibility(_ section: inout Markup) {
    let lines = survey.experiments.compactMap { experiment in
      experiment.visibility(baseline: baseline)?.sentence(cells).map { "\(experiment.key): \($0)." }
    }
    guard !lines.isEmpty else { return }
    section.element("h3", [:], "What they can show")
    section.element("ul", [:]) { list in
      for line in lines { list.element("li", [:], line) }
    }
    section.element("p", ["class": "faint"], Visibility.assumptions(baseline: baseline))
  }

  private func verdict(_ experiment: Survey.Experiment) -> Markup.Cell {
    guard experiment.variations.allSatisfy({ cells.shows($0.users) }), let test = experiment.ratioTest else {
      return ""
    }
    let p = test.p.map { ", χ² \(decimal(test.chiSquare, 2)), p \(probability($0))" } ?? ""
    return switch test.verdict {
    case .ok: Markup.Cell("✓ as planned\(p)", tone: "good")
    case .warn: Markup.Cell("! unusual\(p)", tone: "poor")
    case .fail: Markup.Cell("✗ not as planned\(p)", tone: "bad")
    case .tooFewUsers: Markup.Cell("too few users to say", tone: "faint")
    }
  }

  private func pairs(_ page: inout Page) {
    guard !survey.experimentPairs.isEmpty else { return }
    page.section("pairs", "Two experiments at once") { section in
      section.table(
        ["experiments", "users in both", "Cramér's V", "p", "verdict"], numbers: [1, 2, 3],
        caption: "Pairs of experiments",
        survey.experimentPairs.map { pair in
          let shows = pair.table.joined().allSatisfy(cells.shows)
          let found = shows ? pair.independence : nil
          let verdict: Markup.Cell =
            switch found?.verdict {
            case .independent?: Markup.Cell("✓ independent", tone: "good")
            case .related?: Markup.Cell("! related", tone: "poor")
            case .dependent?: Markup.Cell("✗ dependent", tone: "bad")
            case nil:
              Markup.Cell(
                pair.users == 0 ? "exclusive: nobody is in both" : shows ? "too few users" : "withheld: a small cell",
                tone: "faint")
            }
          return [
            Markup.Cell("\(pair.first) × \(pair.second)"), Markup.Cell(shows ? cells.text(pair.users) : ""),
            Markup.Cell(found.map { decimal($0.cramersV, 3) } ?? ""),
            Markup.Cell(found.map { probability($0.p) } ?? ""),
            verdict,
          ]
        })
    }
  }

  private func ways(_ page: inout Page) {
    page.section("ways", "From segment to screen") { section in
      let shown = survey.ways.filter { cells.shows($0.users) }
      let plot = Sankey(
        shown.map { way in ([way.value[0].isEmpty ? "no segment" : way.value[0]] + way.value.dropFirst(), way.users) })
      section.element("figure", ["class": "scroll"]) {
        $0.add(
          markup: plot.drawing(
            title: "Users by highest segment, home layout and entry",
            columnNames: ["highest segment", "home layout", "entry"], text: cells.text))
      }
      section.element("details", [:]) { details in
        details.element("summary", [:], "Table")
        details.table(
          ["highest segment", "home layout", "entry", "users", "share", ""], numbers: [3, 4], caption: "Ways",
          survey.ways.map { way in
            [
              Markup.Cell(way.value[0].isEmpty ? "no segment" : way.value[0]), Markup.Cell(way.value[1]),
              Markup.Cell(way.value[2]),
            ] + shareCells(way.users)
          })
      }
    }
  }

  private func map(_ page: inout Page) {
    page.section("map", "Where they start, and where they would land") { section in
      let plot = NodeMap(workspace.catalog, survey.entries.filter { cells.shows($0.users) })
      section.element("figure", ["class": "scroll"]) {
        $0.add(markup: plot.drawing(title: "Screens by route, with fallbacks", text: cells.text))
      }
      section.element(
        "p", ["class": "faint"],
        "Solid: the routes that users enter by. Dashed: the fallback of a screen that an old app has not got.")
      section.element("details", [:]) { details in
        details.element("summary", [:], "Table")
        details.table(
          ["from", "to", "users"], numbers: [2], caption: "Screens",
          plot.arrows.map { arrow in
            [
              Markup.Cell(plot.boxes[arrow.from].name), Markup.Cell(plot.boxes[arrow.to].name),
              arrow.users.map { Markup.Cell(cells.text($0)) } ?? Markup.Cell("fallback", tone: "faint"),
            ]
          })
      }
    }
  }

  private func rules(_ page: inout Page) {
    page.section("rules", "Who decides which slot") { section in
      var rows: [[Markup.Cell]] = []
      for (slot, deciders) in survey.slots where deciders.contains(where: { $0.value != .default }) {
        for (index, decider) in deciders.enumerated() {
          let source = decider.value == .default ? "default, because nothing matched" : decider.value.description
          rows.append([Markup.Cell(index == 0 ? slot.key : ""), Markup.Cell(source)] + shareCells(decider.users))
        }
      }
      section.table(
        ["slot", "decided by", "users", "share", ""], numbers: [2, 3], caption: "Who decides which slot", rows)
      let never = workspace.segments.flatMap { segment -> [String] in
        let decides = survey.segments.first { $0.segment == segment.key }?.decides.map(\.value) ?? []
        return segment.navigation.keys.sorted().filter { !decides.contains($0) }.map { "\(segment.key): \($0.key)" }
      }
      if !never.isEmpty {
        section.element("h3", [:], "Set, and never decided")
        section.element("p", [:], "\(never.joined(separator: ", ")).")
      }
    }
  }

  private func missing(_ page: inout Page) {
    let missing = survey.missing.filter { $0.users > 0 }
    guard !missing.isEmpty else { return }
    page.section("missing", "Missing values") { section in
      section.table(
        ["attribute", "users", "share", ""], numbers: [1, 2], caption: "Missing values",
        missing.map { [Markup.Cell($0.value)] + shareCells($0.users) })
    }
  }

  private func flawed(_ page: inout Page) {
    guard survey.rejected > 0 || !flaws.isEmpty else { return }
    page.section("flaws", "Flaws of the file") { section in
      let rejected = survey.rejected > 0 ? [("whole rows, answered with the defaults", survey.rejected)] : []
      section.table(
        ["what", "how many"], numbers: [1], caption: "Flaws",
        (rejected + flaws.map { ("cells of \($0.column), counted as missing", $0.cells) }).map {
          [Markup.Cell($0.0), Markup.Cell(cells.text($0.1))]
        })
      section.element("p", ["class": "faint"], "batch --rejects lists each with its line, record and byte.")
    }
  }

  private func notes(_ page: inout Page) {
    page.section("notes", "How this was counted") { section in
      for note in [
        "Every user was decided for by the engine that the app uses, at the time above; counts are exact for these users.",
        "Intervals are Wilson's at 95 %, for other users like these. Whether variations were dealt as planned is Pearson's "
          + "χ² test against the weights, exact where counts are small; p below 0.001 is a failure. V is Cramér's, of those "
          + "who are in both experiments.",
        cells.limit > 1
          ? "Counts from 1 to \(cells.limit - 1) are shown as <\(cells.limit), and left out of drawings. Who knows the totals can still subtract."
          : "All counts are shown, small ones too.",
        "The page holds no ids and no values of single users, loads nothing and runs no script.",
      ] { section.element("p", ["class": "faint"], note) }
    }
  }
}
