internal import Personalization
internal import Reporting
internal import Simulation
internal import Statistics

/// A survey for people: the most important first.
struct SurveyText {
  let survey: Survey
  let minimum: SmallCells
  var baseline = Visibility.usualBaseline
  /// Longer lists are cut, and say so.
  private static let shown = 12

  var text: Styled {
    var text = head
    text += section("Segments", segments)
    text += section("Segments together", segmentSets)
    text += section("Entry", outcomes(survey.entries))
    text += section("Home layout", outcomes(survey.layouts))
    text += section("Fallback", outcomes(survey.fallbacks))
    text += section("Who decides", deciders)
    text += section("Experiments", experiments)
    text += visibility
    text += section("Two experiments at once", pairs)
    text += section("Missing values", missing)
    let absent = survey.missing.filter { $0.users == users && users > 0 }.map(\.attribute)
    if !absent.isEmpty { text += "\nNobody has a value of \(absent.joined(separator: ", ")).\n" }
    return text
  }

  private var users: Int { survey.users }

  private var head: Styled {
    var text: Styled = "\(grouped(users), .bold) user\(users == 1 ? "" : "s") at \(survey.time)\n"
    if survey.rejected > 0 {
      text += Styled(
        "\(minimum.text(survey.rejected)) of them got the defaults: nothing in their rows could be used\n", .yellow)
    }
    let nobody = survey.segments.filter { $0.users == 0 }.map(\.segment)
    if !nobody.isEmpty { text += Styled("nobody is in \(nobody.joined(separator: ", "))\n", .yellow) }
    return text
  }

  private func section(_ title: String, _ table: TitledTable, _ note: Styled = "") -> Styled {
    table.isEmpty ? "" : "\n\(Styled(title, .bold))\n\(table.text())\(note)"
  }

  private func share(_ count: Int) -> [Styled] {
    [
      Styled(minimum.text(count)), Styled(minimum.percentText(count, of: users)),
      Styled(minimum.shows(count) && users > 0 ? bar(Double(count) / Double(users)) : "", .cyan),
    ]
  }

  private var segments: TitledTable {
    var table = TitledTable([
      .init(title: "segment"), .init(title: "users", isNumber: true), .init(title: "share", isNumber: true),
      .init(title: "95 % interval", isNumber: true), .init(title: "", isBar: true), .init(title: "decides for"),
    ])
    for reach in survey.segments.sorted(by: { ($1.users, $0.segment) < ($0.users, $1.segment) }) {
      let cells = share(reach.users)
      let most = reach.decides.sorted { ($1.users, $0.value) < ($0.users, $1.value) }
      var decides = most.prefix(2).map { "\($0.value.key) \(minimum.text($0.users))" }.joined(separator: ", ")
      if most.count > 2 { decides += ", \(most.count - 2) more" }
      if reach.unknown > 0 {
        let others = reach.unknown == 1 ? "other lacks" : "others lack"
        decides += "\(decides.isEmpty ? "" : "; ")\(minimum.text(reach.unknown)) \(others) a value"
      }
      table.add([
        Styled(reach.segment), cells[0], cells[1], Styled(minimum.shows(reach.users) ? interval(reach.users) : ""),
        cells[2], Styled(decides, .dim),
      ])
    }
    return table
  }

  private func interval(_ count: Int) -> String {
    guard let interval = Share(count, of: users)?.wilson() else { return "" }
    return "\(decimal(interval.lower * 100, 1))…\(decimal(interval.upper * 100, 1)) %"
  }

  private var segmentSets: TitledTable {
    var table = TitledTable([
      .init(title: "in exactly"), .init(title: "users", isNumber: true), .init(title: "share", isNumber: true),
      .init(title: "", isBar: true),
    ])
    for set in survey.segmentSets.prefix(Self.shown) {
      table.add([Styled(set.value.isEmpty ? "(none)" : set.value.joined(separator: " + "))] + share(set.users))
    }
    let rest = survey.segmentSets.dropFirst(Self.shown)
    if !rest.isEmpty {
      table.add([Styled("\(rest.count) other combinations", .dim)] + share(rest.reduce(0) { $0 + $1.users }))
    }
    return table
  }

  private func outcomes(_ counts: [Survey.Count<String>]) -> TitledTable {
    var table = TitledTable([
      .init(title: "value"), .init(title: "users", isNumber: true), .init(title: "share", isNumber: true),
      .init(title: "", isBar: true),
    ])
    for count in counts.prefix(Self.shown) { table.add([Styled(count.value)] + share(count.users)) }
    let rest = counts.dropFirst(Self.shown)
    if !rest.isEmpty {
      table.add([Styled("\(rest.count) other values", .dim)] + share(rest.reduce(0) { $0 + $1.users }))
    }
    return table
  }

  /// Only slots that somebody decides; the others are the catalog's for everybody.
  private var deciders: TitledTable {
    var table = TitledTable([
      .init(title: "slot"), .init(title: "decided by"), .init(title: "users", isNumber: true),
      .init(title: "share", isNumber: true), .init(title: "", isBar: true),
    ])
    for (slot, counts) in survey.slots where counts.contains(where: { $0.value != .default }) {
      for (index, count) in counts.enumerated() {
        let source = count.value == .default ? "default, because nothing matched" : count.value.description
        table.add([Styled(index == 0 ? slot.key : ""), Styled(source)] + share(count.users))
      }
    }
    return table
  }

  private var experiments: TitledTable {
    var table = TitledTable([
      .init(title: "experiment"), .init(title: "variation"), .init(title: "users", isNumber: true),
      .init(title: "of those dealt", isNumber: true), .init(title: "planned", isNumber: true), .init(title: ""),
    ])
    for experiment in survey.experiments {
      if experiment.eligible > 0 {
        // The share of one variation would tell the users of another.
        let isShown = minimum.shows(all: experiment)
        table.add([
          Styled(experiment.key), Styled("eligible", .dim), Styled(isShown ? minimum.text(experiment.eligible) : ""),
          "",
          "", verdict(experiment),
        ])
        for variation in experiment.variations {
          table.add([
            "", Styled(variation.key), Styled(minimum.text(variation.users)),
            Styled(isShown ? percent(variation.users, of: experiment.dealt) : ""),
            Styled(decimal(variation.weight * 100, 1) + " %"), "",
          ])
        }
      }
      for (index, other) in experiment.others.enumerated() {
        let isFirst = index == 0 && experiment.eligible == 0
        table.add([
          Styled(isFirst ? experiment.key : ""),
          Styled(other.value == .rolledOut ? "the winner, rolled out" : "none: \(other.value.phrase)", .dim),
          Styled(minimum.text(other.users), .dim), "", "", "",
        ])
      }
    }
    return table
  }

  private var visibility: Styled {
    let lines = survey.experiments.compactMap { experiment in
      experiment.visibility(baseline: baseline)?.sentence(minimum).map { (experiment.key, $0) }
    }
    guard !lines.isEmpty else { return "" }
    var text: Styled = "\n\("What they can show", .bold)\n"
    for (key, sentence) in lines { text += "  \(key): \(sentence)\n" }
    return text + Styled("  \(Visibility.assumptions(baseline: baseline))\n", .dim)
  }

  private func verdict(_ experiment: Survey.Experiment) -> Styled {
    minimum.shows(all: experiment) ? experiment.ratioTest.map(experiment.styled) ?? "" : ""
  }

  private var pairs: TitledTable {
    var table = TitledTable([
      .init(title: "experiments"), .init(title: "users in both", isNumber: true),
      .init(title: "Cramér's V", isNumber: true),
      .init(title: ""),
    ])
    for pair in survey.experimentPairs {
      let shows = pair.table.joined().allSatisfy(minimum.shows)
      let independence = shows ? pair.independence : nil
      table.add([
        Styled("\(pair.first) × \(pair.second)"), Styled(shows ? minimum.text(pair.users) : ""),
        Styled(independence.map { decimal($0.cramersV, 3) } ?? "–"),
        PairFinding(pair, minimum).styled(independence),
      ])
    }
    return table
  }

  private var missing: TitledTable {
    var table = TitledTable([
      .init(title: "attribute"), .init(title: "users", isNumber: true), .init(title: "share", isNumber: true),
      .init(title: "", isBar: true), .init(title: "might be in"),
    ])
    for missing in survey.missing where missing.users > 0 && missing.users < users {
      table.add([Styled(missing.attribute)] + share(missing.users) + [Styled(missing.cost(minimum), .dim)])
    }
    return table
  }
}
