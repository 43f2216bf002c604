internal import Personalization
internal import Simulation
internal import Statistics

/// The sections about experiments.
extension SurveyPage {
  func experiments(_ page: inout Page) {
    page.section("experiments", "Experiments: planned and got") { section in
      let groups = survey.experiments.map { experiment in
        var rows: [[Markup.Cell]] = []
        // The share of one variation would tell the users of another.
        let isShown = experiment.dealt > 0 && cells.shows(all: experiment)
        for variation in experiment.variations where experiment.eligible > 0 {
          rows.append([
            Markup.Cell(variation.key), Markup.Cell(cells.text(variation.users)),
            Markup.Cell(decimal(variation.weight * 100, 1) + " %"),
            Markup.Cell(isShown ? percent(variation.users, of: experiment.dealt) : ""),
            Markup.Cell(isShown ? words(interval(variation.users, of: experiment.dealt)) : ""),
            isShown
              ? Markup.Cell(
                markup: Markup.bar(Double(variation.users) / Double(experiment.dealt), planned: variation.weight)) : "",
          ])
        }
        for other in experiment.others {
          let name = other.value == .rolledOut ? "the winner, rolled out" : "none: \(other.value.phrase)"
          rows.append([
            Markup.Cell(name, tone: "faint"), Markup.Cell(cells.text(other.users), tone: "faint"), "", "", "", "",
          ])
        }
        let eligible = isShown ? ", \(cells.text(experiment.eligible)) eligible" : ""
        return Markup.RowGroup(title: experiment.key + eligible, note: verdict(experiment), rows: rows)
      }
      section.table(
        ["variation", "users", "planned", "got", "95 % interval", ""], numbers: [1, 2, 3, 4], wide: [5],
        caption: "Experiments", groups: groups)
      section.element(
        "p", ["class": "faint"],
        "Eligible is who was dealt a variation, or would have been with full coverage. In a simulation no data is lost on the way: a low p means an unlucky seed, which one healthy experiment in a "
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

  private func verdict(_ experiment: Survey.Experiment) -> Markup.Cell? {
    guard cells.shows(all: experiment), let test = experiment.ratioTest else {
      return nil
    }
    // No line ends between a sign and its number.
    let p = test.p.map { ", χ²\u{A0}\(decimal(test.chiSquare, 2)), p\u{A0}\(probability($0))" } ?? ""
    return switch test.verdict {
    case .ok: Markup.Cell("✓ as planned\(p)", tone: "good")
    case .warn where experiment.layerWithSameSplit == nil: Markup.Cell("! unusual\(p)", tone: "poor")
    case .warn: Markup.Cell("! unusual\(p): \(experiment.likelyCause)", tone: "poor")
    case .fail: Markup.Cell("✗ not as planned\(p): \(experiment.likelyCause)", tone: "bad")
    case .tooFewUsers: Markup.Cell("too few users to say", tone: "faint")
    }
  }

  func pairs(_ page: inout Page) {
    guard !survey.experimentPairs.isEmpty else { return }
    page.section("pairs", "Two experiments at once") { section in
      let matrix = PairMatrix(survey.experimentPairs, cells)
      let found = survey.experimentPairs.filter { [.poor, .bad].contains(PairFinding($0, cells).tone) }
      if matrix.isReadable {
        matrix.draw(&section)
      } else if survey.experimentPairs.count < 3 {
        return pairTable(survey.experimentPairs, &section)
      } else if found.isEmpty {
        section.element(
          "p", [:], "No pair of \(grouped(survey.experimentPairs.count)) shows that one depends on the other.")
      } else {
        pairTable(found, &section)
      }
      section.element("details", [:]) { details in
        details.element("summary", [:], "Table of pairs")
        pairTable(survey.experimentPairs, &details)
      }
    }
  }

  private func pairTable(_ pairs: [Survey.ExperimentPair], _ section: inout Markup) {
    section.table(
      ["experiments", "users in both", "Cramér's V", "p", "verdict"], numbers: [1, 2, 3],
      caption: "Pairs of experiments",
      pairs.map { pair in
        let shows = pair.table.joined().allSatisfy(cells.shows)
        let found = shows ? pair.independence : nil
        let finding = PairFinding(pair, cells)
        return [
          Markup.Cell("\(pair.first) × \(pair.second)"), Markup.Cell(shows ? cells.text(pair.users) : ""),
          Markup.Cell(found.map { decimal($0.cramersV, 3) } ?? ""), Markup.Cell(found.map { probability($0.p) } ?? ""),
          Markup.Cell(finding.tone == .none ? finding.words : "\(finding.mark) \(finding.words)", tone: finding.style),
        ]
      })
  }
}
