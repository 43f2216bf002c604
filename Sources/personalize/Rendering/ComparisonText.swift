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
    var text: Styled = "    \(Styled(example.name, .dim)): \(example.change)\n"
    for reason in example.reasons {
      text += "      \(reason.sentence)\n"
      for detail in reason.details { text += Styled("        \(detail)\n", .dim) }
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

/// A comparison as a comment on a pull request.
struct ComparisonMarkdown {
  let comparison: Comparison
  let minimum: SmallCells
  var baseline = Visibility.usualBaseline
  let failures: [String]

  var text: String {
    let users = comparison.users
    guard comparison.changed > 0 || !comparison.segments.isEmpty || !comparison.experiments.isEmpty else {
      return "**Nobody changes**: \(grouped(users)) user\(users == 1 ? " gets" : "s get") what they got before.\n"
    }
    var text =
      "**\(minimum.text(comparison.changed)) of \(grouped(users)) users \(comparison.changed == 1 ? "changes" : "change")"
    text += comparison.changed > 0 ? " (\(minimum.percentText(comparison.changed, of: users)))**\n" : "**\n"
    for failure in failures { text += "\n> [!WARNING]\n> \(failure)\n" }
    for change in comparison.slots {
      text += "\n#### `\(change.slot.key)`: \(minimum.text(change.changed)) user\(change.changed == 1 ? "" : "s")\n\n"
      text += "| before | after | users | |\n| --- | --- | ---: | ---: |\n"
      for transition in change.transitions where transition.before != transition.after {
        text += "| \(cell(transition.before)) | \(cell(transition.after)) | \(minimum.text(transition.users)) "
        text += "| \(minimum.percentText(transition.users, of: users)) |\n"
      }
      text += "\n"
      for cause in change.causes {
        text += "- \(cell(cause.sentence)): \(minimum.text(cause.users))"
        text += cause.recordText.isEmpty || minimum.hides(cause.users) ? "\n" : " (\(cause.recordText))\n"
      }
      text += details(change.causes.flatMap { ExampleWords.of($0, minimum) })
    }
    text += table(
      "Segments", ["segment", "before", "after", "entered", "left"],
      comparison.segments.map { ($0.segment, [$0.before, $0.after, $0.entered, $0.left]) })
    text += table(
      "Experiments", ["experiment", "before", "after", "entered", "left", "dealt another variation"],
      comparison.experiments.map { ($0.experiment, [$0.before, $0.after, $0.entered, $0.left, $0.rebucketed]) })
    for change in comparison.experiments where change.rebucketed > 0 && !change.reasons.isEmpty {
      text += "\n- \(cell(change.experiment)): \(change.reasonText)\n"
    }
    let lines = comparison.visibilityLines(baseline: baseline, minimum)
    guard !lines.isEmpty else { return text }
    text += "\n" + lines.map { "- \(cell($0))\n" }.joined()
    return text + "\n\(Visibility.assumptions(baseline: baseline))\n"
  }

  /// The examples, folded away.
  private func details(_ examples: [ExampleWords]) -> String {
    guard !examples.isEmpty else { return "" }
    // An empty line before the list makes it Markdown again.
    var text = "\n<details><summary>Why, one by one</summary>\n\n"
    for example in examples {
      text += "- \(cell(example.name)): \(cell(example.change))\n"
      for reason in example.reasons {
        text += "  - \(cell(reason.sentence))\n"
        for detail in reason.details { text += "    - \(cell(detail))\n" }
      }
    }
    return text + "\n</details>\n"
  }

  private func table(_ title: String, _ columns: [String], _ rows: [(String, [Int])]) -> String {
    guard !rows.isEmpty else { return "" }
    var text = "\n#### \(title)\n\n| \(columns.joined(separator: " | ")) |\n| --- |"
    text += String(repeating: " ---: |", count: columns.count - 1) + "\n"
    for (name, counts) in rows {
      text += "| \(cell(name)) | \(counts.map(minimum.text).joined(separator: " | ")) |\n"
    }
    return text
  }

  /// Text that neither ends a cell nor is taken for markup.
  private func cell(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "|", "\\", "`", "*", "_", "<", ">", "[", "]", "#", "&", "~", "$": result += "\\\(character)"
      case "\n", "\r": result += " "
      default: result.append(character)
      }
    }
    return result
  }
}
