internal import Personalization
internal import Reporting
internal import Simulation

/// A comparison as a comment on a pull request.
///
/// Code hosts refuse a comment of more than 65,536 characters. What would be longer leaves out examples first, and then all
/// but the most frequent of each list; that it does is said.
struct ComparisonMarkdown {
  /// With room for what is written around it.
  static let longest = 60_000

  let comparison: Comparison
  let minimum: SmallCells
  var baseline = Visibility.usualBaseline
  let failures: [String]

  var text: String {
    var text = ""
    for (most, examples) in [(50, Int.max), (50, 3), (50, 1), (50, 0), (12, 0), (3, 0)] {
      text = Draft(of: self, most: most, examples: examples).text
      if text.unicodeScalars.count <= Self.longest { break }
    }
    return text
  }
}

extension ComparisonMarkdown {
  /// The comment with lists of so many lines at most, and so many different examples of each slot.
  private struct Draft {
    let comparison: Comparison
    let minimum: SmallCells
    let baseline: Double
    let failures: [String]
    let most: Int
    let examples: Int

    init(of comment: ComparisonMarkdown, most: Int, examples: Int) {
      comparison = comment.comparison
      minimum = comment.minimum
      baseline = comment.baseline
      failures = comment.failures
      self.most = most
      self.examples = examples
    }

    var text: String {
      let users = comparison.users
      guard comparison.changed > 0 || !comparison.segments.isEmpty || !comparison.experiments.isEmpty else {
        return "**Nobody changes**: \(grouped(users)) user\(users == 1 ? " gets" : "s get") what they got before.\n"
      }
      var text =
        "**\(minimum.text(comparison.changed)) of \(grouped(users)) users \(comparison.changed == 1 ? "changes" : "change")"
      text += comparison.changed > 0 ? " (\(minimum.percentText(comparison.changed, of: users)))**\n" : "**\n"
      for failure in failures { text += "\n> [!WARNING]\n> \(MarkdownText(failure))\n" }
      text += overview
      for change in comparison.slots { text += slot(change) }
      text += table(
        "Segments", ["segment", "before", "after", "entered", "left"],
        comparison.segments.map { ($0.segment, [$0.before, $0.after, $0.entered, $0.left]) })
      text += table(
        "Experiments", ["experiment", "before", "after", "entered", "left", "dealt another variation"],
        comparison.experiments.map { ($0.experiment, [$0.before, $0.after, $0.entered, $0.left, $0.rebucketed]) })
      text += list(
        comparison.experiments.filter { $0.rebucketed > 0 && !$0.reasons.isEmpty }.map {
          "\($0.experiment): \($0.reasonText)"
        })
      let lines = comparison.visibilityLines(baseline: baseline, minimum)
      if !lines.isEmpty { text += list(lines) + "\n\(MarkdownText(Visibility.assumptions(baseline: baseline)))\n" }
      if examples < .max { text += "\n*Shortened to fit a comment; `--format html` shows all.*\n" }
      return text
    }

    /// What changes, and mostly why, before the slots one by one.
    private var overview: String {
      guard comparison.slots.count > 1 else { return "" }
      var text = "\n| slot | users | | mostly because |\n| --- | ---: | ---: | --- |\n"
      for change in comparison.slots {
        text += "| `\(change.slot.key)` | \(minimum.text(change.changed)) "
        text += "| \(minimum.percentText(change.changed, of: comparison.users)) "
        text += "| \(MarkdownText(change.causes.first?.sentence ?? "")) |\n"
      }
      return text
    }

    private func slot(_ change: Comparison.SlotChange) -> String {
      let users = "\(minimum.text(change.changed)) user\(change.changed == 1 ? "" : "s")"
      var text = "\n#### `\(change.slot.key)`: \(users)\n\n| before | after | users | |\n| --- | --- | ---: | ---: |\n"
      let moves = change.transitions.filter { $0.before != $0.after }
      for transition in moves.prefix(most) {
        text += "| \(MarkdownText(transition.before)) | \(MarkdownText(transition.after)) "
        text += "| \(minimum.text(transition.users)) "
        text += "| \(minimum.percentText(transition.users, of: comparison.users)) |\n"
      }
      text += more(moves.count, "other changes") + "\n"
      for cause in change.causes.prefix(most) {
        text += "- \(MarkdownText(cause.sentence)): \(minimum.text(cause.users))"
        text += cause.recordText.isEmpty || minimum.hides(cause.users) ? "\n" : " (\(cause.recordText))\n"
      }
      text += more(change.causes.count, "other causes")
      return text + details(change.causes.flatMap { ExampleWords.of($0, minimum) }.prefix(examples))
    }

    /// The examples, folded away.
    private func details(_ examples: ArraySlice<ExampleWords>) -> String {
      guard !examples.isEmpty else { return "" }
      // An empty line before the list makes it Markdown again.
      var text = "\n<details><summary>Why, one by one</summary>\n\n"
      for example in examples {
        text += "- \(MarkdownText(example.name)): \(MarkdownText(example.change))\n"
        for reason in example.reasons {
          text += "  - \(MarkdownText(reason.sentence))\n"
          for detail in reason.details { text += "    - \(MarkdownText(detail))\n" }
        }
      }
      return text + "\n</details>\n"
    }

    private func list(_ lines: [String]) -> String {
      guard !lines.isEmpty else { return "" }
      return "\n" + lines.prefix(most).map { "- \(MarkdownText($0))\n" }.joined() + more(lines.count, "others")
    }

    private func table(_ title: String, _ columns: [String], _ rows: [(String, [Int])]) -> String {
      guard !rows.isEmpty else { return "" }
      var text = "\n#### \(title)\n\n| \(columns.joined(separator: " | ")) |\n| --- |"
      text += String(repeating: " ---: |", count: columns.count - 1) + "\n"
      for (name, counts) in rows.prefix(most) {
        text += "| \(MarkdownText(name)) | \(counts.map(minimum.text).joined(separator: " | ")) |\n"
      }
      return text + more(rows.count, "others")
    }

    /// How many lines of a list were left out; nothing if none was.
    private func more(_ count: Int, _ what: String) -> String {
      count > most ? "\nand \(grouped(count - most)) \(what)\n" : ""
    }
  }
}
