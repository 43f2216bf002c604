internal import Personalization
internal import Reporting
internal import Simulation

/// A comparison for people.
struct ComparisonText {
  let comparison: Comparison
  let minimum: SmallCells
  var baseline = Visibility.usualBaseline

  var text: Styled {
    let users = comparison.users
    var text: Styled =
      "\(minimum.text(comparison.changed), .bold) of \(grouped(users)) users \(comparison.changed == 1 ? "changes" : "change")"
    text += comparison.changed > 0 ? " (\(minimum.percentText(comparison.changed, of: users)))\n" : "\n"
    for change in comparison.slots { text += slot(change) }
    text += segments + experiments
    return text
  }

  private func usersChange(_ count: Int) -> String {
    "\(minimum.text(count)) \(count == 1 ? "user changes" : "users change")"
  }

  private func slot(_ change: Comparison.SlotChange) -> Styled {
    var text: Styled = "\n\(change.slot.key, .bold)  \(usersChange(change.changed))\n"
    var table = TitledTable([
      .init(title: "before"), .init(title: "after"), .init(title: "users", isNumber: true),
      .init(title: "share", isNumber: true), .init(title: "", isBar: true),
    ])
    for transition in change.transitions {
      let moves = transition.before != transition.after
      table.add([
        Styled(transition.before), moves ? Styled(transition.after, .bold) : Styled("the same", .dim),
        Styled(minimum.text(transition.users)), Styled(minimum.percentText(transition.users, of: comparison.users)),
        Styled(
          minimum.shows(transition.users) && comparison.users > 0
            ? bar(Double(transition.users) / Double(comparison.users)) : "", moves ? .yellow : .dim),
      ])
    }
    text += table.text()
    for cause in change.causes {
      let records = cause.recordText.isEmpty || minimum.hides(cause.users) ? "" : ", \(cause.recordText)"
      text += "  because \(cause.sentence): \(minimum.text(cause.users))\(Styled(records, .dim))\n"
      for example in ExampleWords.of(cause, minimum) { text += lines(of: example) }
    }
    return text
  }

  private func lines(of example: ExampleWords) -> Styled {
    var text: Styled = "    \(Styled(example.name, .dim)): \(Styled(example.change).onOneLine)\n"
    for reason in example.reasons {
      text += "      \(Styled(reason.sentence).onOneLine)\n"
      for detail in reason.details { text += "        \(Styled(detail, .dim).onOneLine)\n" }
    }
    return text
  }

  private var segments: Styled {
    var table = TitledTable([
      .init(title: "segment"), .init(title: "before", isNumber: true), .init(title: "after", isNumber: true),
      .init(title: "entered", isNumber: true), .init(title: "left", isNumber: true),
    ])
    for change in comparison.segments {
      table.add(
        [Styled(change.segment)]
          + [change.before, change.after, change.entered, change.left].map { Styled(minimum.text($0)) })
    }
    return table.isEmpty ? "" : "\n\("Segments", .bold)\n\(table.text())"
  }

  private var experiments: Styled {
    var table = TitledTable([
      .init(title: "experiment"), .init(title: "before", isNumber: true), .init(title: "after", isNumber: true),
      .init(title: "entered", isNumber: true), .init(title: "left", isNumber: true),
      .init(title: "dealt another", isNumber: true), .init(title: ""),
    ])
    for change in comparison.experiments {
      table.add(
        [Styled(change.experiment)]
          + [change.before, change.after, change.entered, change.left].map { Styled(minimum.text($0)) }
          + [
            Styled(minimum.text(change.rebucketed), change.rebucketed > 0 ? .red : .dim),
            Styled(change.rebucketed > 0 ? change.reasonText : "", .dim),
          ])
    }
    guard !table.isEmpty else { return "" }
    var text: Styled = "\n\("Experiments", .bold)\n\(table.text())"
    let lines = comparison.visibilityLines(baseline: baseline, minimum)
    for line in lines { text += "  \(line)\n" }
    return lines.isEmpty ? text : text + Styled("  \(Visibility.assumptions(baseline: baseline))\n", .dim)
  }
}
