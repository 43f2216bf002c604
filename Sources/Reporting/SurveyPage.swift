package import Personalization
package import Simulation
internal import Statistics

/// A survey as a page that can be passed on, printed, and read on a phone, in the dark and by a screen reader.
package struct SurveyPage {
  let survey: Survey
  private let workspace: Workspace
  private let users: String
  private let flaws: [(column: String, cells: Int)]
  let cells: SmallCells
  let baseline: Double
  private let version: String
  private let origins: [Origin]

  /// - Parameters:
  ///   - users: What the users came from, for the head of the page.
  ///   - flaws: Cells that counted as missing because of what they hold, by column.
  ///   - cells: Which counts may be shown.
  ///   - baseline: The rate in control, for what experiments can show.
  ///   - version: Of the tool that made it.
  package init(
    _ survey: Survey, _ engine: PersonalizationEngine, users: String, flaws: [(column: String, cells: Int)] = [],
    cells: SmallCells, baseline: Double = Visibility.usualBaseline, version: String, origins: [Origin] = []
  ) {
    self.origins = origins
    self.flaws = flaws
    self.baseline = baseline
    self.survey = survey
    workspace = engine.workspace
    self.users = Origin("", path: users, sha256: nil).name
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

  func interval(_ count: Int, of total: Int) -> (lower: Double, upper: Double)? {
    guard cells.shows(count), let interval = Share(count, of: total)?.wilson() else { return nil }
    return (interval.lower, interval.upper)
  }

  func words(_ interval: (lower: Double, upper: Double)?) -> String {
    interval.map { "\(decimal($0.lower * 100, 1))–\(decimal($0.upper * 100, 1)) %" } ?? ""
  }

  private func head(_ page: inout Page) {
    page.header(
      "Users of \(users), decided for \(survey.time). \(workspace.segments.count) segments, "
        + "\(workspace.experiments.count) experiments.", version: version, origins
    ) { head in
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
      for experiment in survey.experiments where experiment.effect(cells) == .unnoticed {
        warn("\(experiment.key): \(experiment.effectWords(cells) ?? "").")
      }
      for pair in survey.experimentPairs where pair.independence?.verdict == .dependent {
        warn("\(pair.first) and \(pair.second) are \(PairFinding(pair, cells).words).")
      }
    }
  }

  private func reach(_ page: inout Page) {
    page.section("reach", "Who is in which segment") { section in
      section.table(
        ["segment", "users", "share", "95 % interval", "", "decides something for", "lack a value"],
        numbers: [1, 2, 3, 5, 6], wide: [4], caption: "Reach of each segment",
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
      for (title, counts, slot) in [
        ("Entry", survey.entries, Slot.entry), ("Home layout", survey.layouts, .homeLayout),
        ("Fallback", survey.fallbacks, .fallbackDefault),
      ] {
        section.element("h3", [:], title)
        section.table(
          [title.lowercased(), "users", "share", ""], numbers: [1, 2], caption: title,
          counts.map { [Markup.Cell($0.value)] + shareCells($0.users) })
        let deciders = survey.slots.first { $0.slot == slot }?.deciders ?? []
        let users = deciders.first { $0.value == .default }?.users ?? 0
        // No line ends within it.
        let share = cells.percentText(users, of: survey.users).replacing(" ", with: "\u{A0}")
        section.element(
          "p", ["class": "faint"],
          "Default, because nothing matched: \(cells.text(users))\(share.isEmpty ? "" : " (\(share))").")
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
      let plot = NodeMap(workspace.catalog, survey.entries, shows: cells.shows)
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
              arrow.users.map { Markup.Cell(NodeMap.words($0, cells.text)) } ?? Markup.Cell("fallback", tone: "faint"),
            ]
          })
      }
    }
  }

  private func rules(_ page: inout Page) {
    page.section("rules", "Who decides which slot") { section in
      let groups = survey.slots.filter { $0.deciders.contains { $0.value != .default } }.map { slot, deciders in
        Markup.RowGroup(
          title: slot.key,
          rows: deciders.map { decider in
            let source = decider.value == .default ? "default, because nothing matched" : decider.value.description
            return [Markup.Cell(source)] + shareCells(decider.users)
          })
      }
      section.table(
        ["decided by", "users", "share", ""], numbers: [1, 2], caption: "Who decides which slot", groups: groups)
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
        ["attribute", "users", "share", "", "might be in"], numbers: [1, 2], wide: [3], caption: "Missing values",
        missing.map { [Markup.Cell($0.attribute)] + shareCells($0.users) + [Markup.Cell($0.cost(cells))] })
      section.element(
        "p", ["class": "faint"], "Who has no value might be in a segment that asks for it, if the value were known.")
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
    page.notes(
      [
        "Every user was decided for by the engine that the app uses, at the time above; counts are exact for these users.",
        "Intervals are Wilson's at 95 %, for other users like these. Whether variations were dealt as planned is Pearson's "
          + "χ² test against the weights, exact where counts are small; p below 0.001 is a failure. V is Cramér's, of those "
          + "who are in both experiments.",
        cells.limit > 1
          ? "Counts from 1 to \(cells.limit - 1) are shown as <\(cells.limit), and left out of drawings. Who knows the totals can still subtract."
          : "All counts are shown, small ones too.",
        "The page holds no ids and no values of single users, loads nothing and runs no script.",
      ], origins)
  }
}
