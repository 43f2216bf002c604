internal import Personalization
internal import Reporting
internal import Simulation

/// Surveys of the same users at several times: what changes from one to the next.
struct TimelineText {
  let surveys: [Survey]
  let cells: SmallCells

  var text: Styled {
    guard let first = surveys.first, let last = surveys.last else { return "" }
    var text: Styled =
      "\(grouped(first.users), .bold) users at \(surveys.count) times from \(first.time) to \(last.time)\n\n"
    let series = Timeline(surveys).everything.filter(\.changes)
    guard !series.isEmpty else { return text + "Nothing changes in that time.\n" }
    var table = TitledTable([.init(title: "from")] + series.map { .init(title: $0.name, isNumber: true) })
    var shown: [Int]?
    for (index, survey) in surveys.enumerated() {
      let counts = series.map { $0.counts[index] }
      // A time at which nothing changes is not worth a line.
      guard counts != shown else { continue }
      table.add(
        [Styled(survey.time.description)]
          + zip(counts, shown ?? counts).map { $0 == $1 ? Styled(cells.text($0)) : Styled(cells.text($0), .bold) })
      shown = counts
    }
    text += table.text()
    return text + "\nWhat is not listed stays as it is at the first time.\n"
  }
}
