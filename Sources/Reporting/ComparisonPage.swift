package import Personalization
package import Simulation

/// A comparison of two configurations as a page that can be passed on.
package struct ComparisonPage {
  private let comparison: Comparison
  private let time: Timestamp
  private let names: (base: String, head: String, users: String)
  private let cells: SmallCells
  private let baseline: Double
  private let failures: [String]
  private let version: String
  private let origins: [Origin]

  /// - Parameters:
  ///   - names: Of both configurations and of the users, for the head of the page.
  ///   - baseline: The rate in control, for what experiments can show.
  ///   - failures: The gates that do not hold, in words.
  package init(
    _ comparison: Comparison, at time: Timestamp, names: (base: String, head: String, users: String), cells: SmallCells,
    baseline: Double = Visibility.usualBaseline, failures: [String], version: String, origins: [Origin] = []
  ) {
    self.origins = origins
    self.baseline = baseline
    self.comparison = comparison
    self.time = time
    self.names = (Origin.name(of: names.base), Origin.name(of: names.head), Origin.name(of: names.users))
    self.cells = cells
    self.failures = failures
    self.version = version
  }

  /// The page; the same comparison gives the same bytes.
  package var html: String {
    let users = comparison.users
    let title =
      "\(cells.text(comparison.changed)) of \(grouped(users)) users \(comparison.changed == 1 ? "changes" : "change")"
    var page = Page(title: title)
    page.header(
      "From \(names.base) to \(names.head), for the users of \(names.users), decided for \(time).", version: version,
      origins
    ) { head in
      for failure in failures { head.element("p", ["class": "warning"], "Gate: \(failure).") }
    }
    overview(&page)
    for change in comparison.slots { add(change, to: &page) }
    if !comparison.segments.isEmpty {
      page.section("segments", "Segments") { section in
        section.table(
          ["segment", "before", "after", "entered", "left"], numbers: [1, 2, 3, 4], caption: "Segments",
          comparison.segments.map { change in
            [Markup.Cell(change.segment)] + counts([change.before, change.after, change.entered, change.left])
          })
      }
    }
    if !comparison.experiments.isEmpty {
      page.section("experiments", "Experiments") { section in
        section.table(
          ["experiment", "before", "after", "entered", "left", "dealt another variation", ""],
          numbers: [1, 2, 3, 4, 5],
          caption: "Experiments",
          comparison.experiments.map { change in
            [Markup.Cell(change.experiment)] + counts([change.before, change.after, change.entered, change.left])
              + [
                Markup.Cell(cells.text(change.rebucketed), tone: change.rebucketed > 0 ? "bad" : ""),
                Markup.Cell(change.rebucketed > 0 ? change.reasonText : "", tone: "faint"),
              ]
          })
        section.element(
          "p", ["class": "faint"],
          "Who is dealt another variation than before has data of both: those of before and after do not belong together."
        )
        let lines = comparison.visibilityLines(baseline: baseline, cells)
        guard !lines.isEmpty else { return }
        section.element("h3", [:], "What they can show")
        section.element("ul", [:]) { list in
          for line in lines { list.element("li", [:], line) }
        }
        section.element("p", ["class": "faint"], Visibility.assumptions(baseline: baseline))
      }
    }
    page.notes(
      [
        "Every user was decided for twice, at the same time, by the engine that the app uses. Examples are numbers of "
          + "records, from 1 after the header, with the claims of the configuration that turned for them; the page holds "
          + "no ids, loads nothing and runs no script."
      ], origins)
    return page.html
  }

  /// What changes, and mostly why, with a way to each slot.
  private func overview(_ page: inout Page) {
    guard comparison.slots.count > 1 else { return }
    page.section("overview", "What changes") { section in
      section.table(
        ["slot", "users", "share", "mostly because"], numbers: [1, 2], caption: "What changes",
        comparison.slots.map { change in
          [
            Markup.Cell(change.slot.key, link: Self.place(of: change)), Markup.Cell(cells.text(change.changed)),
            Markup.Cell(cells.percentText(change.changed, of: comparison.users)),
            Markup.Cell(change.causes.first?.sentence ?? ""),
          ]
        })
    }
  }

  private static func place(of change: Comparison.SlotChange) -> String { "slot-\(change.slot.key)" }

  private func counts(_ counts: [Int]) -> [Markup.Cell] { counts.map { Markup.Cell(cells.text($0)) } }

  private func add(_ change: Comparison.SlotChange, to page: inout Page) {
    let users = comparison.users
    page.section(
      Self.place(of: change),
      "\(change.slot.key): \(cells.text(change.changed)) user\(change.changed == 1 ? "" : "s")"
    ) { section in
      let shown = change.transitions.filter { cells.shows($0.users) }
      let plot = Sankey(shown.map { ([$0.before, $0.after], $0.users) }, height: 200)
      section.element("figure", ["class": "scroll"]) {
        $0.add(
          markup: plot.drawing(
            title: "Users of \(change.slot.key) before and after", columnNames: ["before", "after"], text: cells.text))
      }
      section.table(
        ["before", "after", "users", "share", ""], numbers: [2, 3], wide: [4],
        caption: "Transitions of \(change.slot.key)",
        change.transitions.map { transition in
          let stays = transition.before == transition.after
          let share = users > 0 ? Double(transition.users) / Double(users) : 0
          return [
            Markup.Cell(transition.before),
            Markup.Cell(stays ? "the same" : transition.after, tone: stays ? "faint" : ""),
            Markup.Cell(cells.text(transition.users)), Markup.Cell(cells.percentText(transition.users, of: users)),
            cells.shows(transition.users) ? Markup.Cell(markup: Markup.bar(share)) : "",
          ]
        })
      section.element("ul", [:]) { list in
        for cause in change.causes {
          let records = cause.recordText.isEmpty || cells.hides(cause.users) ? "" : ", \(cause.recordText)"
          list.element("li", [:]) { item in
            item.add("\(cause.sentence): \(cells.text(cause.users))\(records)")
            add(ExampleWords.of(cause, cells), to: &item)
          }
        }
      }
    }
  }
}

extension ComparisonPage {
  private func add(_ examples: [ExampleWords], to item: inout Markup) {
    guard !examples.isEmpty else { return }
    item.element("details", [:]) { details in
      details.element("summary", [:], "Why, one by one")
      details.element("ul", [:]) { list in
        for example in examples {
          list.element("li", [:]) { element in
            element.add("\(example.name): \(example.change)")
            element.element("ul", [:]) { reasons in
              for reason in example.reasons {
                reasons.element("li", [:]) { item in
                  item.add(reason.sentence)
                  guard !reason.details.isEmpty else { return }
                  item.element("ul", [:]) { for detail in reason.details { $0.element("li", [:], detail) } }
                }
              }
            }
          }
        }
      }
    }
  }
}

/// What is said of a cause, the same in every format.
extension Comparison.Cause {
  package var sentence: String {
    if before == after { return "\(after) leads to something else" }
    if after == .default { return "\(before) does not set it any more" }
    if before == .default { return "\(after) sets it" }
    return "\(after) sets it instead of \(before)"
  }

  /// `records 3, 17`, `records 3, 17 and more`.
  package var recordText: String {
    guard !records.isEmpty else { return "" }
    let more = users > records.count ? " and more" : ""
    return "record\(records.count == 1 ? "" : "s") \(records.map(grouped).joined(separator: ", "))\(more)"
  }
}

extension Comparison.ExperimentChange {
  /// `its seed and its weights changed`; nothing where nothing did.
  package var reasonText: String {
    guard let last = reasons.last else { return "" }
    let list = reasons.count > 1 ? "\(reasons.dropLast().joined(separator: ", ")) and \(last)" : last
    return "\(list) changed"
  }
}
