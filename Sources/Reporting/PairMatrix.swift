internal import Simulation
internal import Statistics

/// Every experiment against every other one: how much the variation of one tells of that of the other.
struct PairMatrix {
  private let pairs: [Survey.ExperimentPair]
  private let cells: SmallCells
  /// In the order of the pairs.
  let experiments: [String]

  init(_ pairs: [Survey.ExperimentPair], _ cells: SmallCells) {
    self.pairs = pairs
    self.cells = cells
    experiments = pairs.reduce(into: []) { names, pair in
      for name in [pair.first, pair.second] where !names.contains(name) { names.append(name) }
    }
  }

  /// Whether a matrix says more than a list, and is still seen at once.
  var isReadable: Bool { 3...12 ~= experiments.count }

  /// The half below the diagonal; columns are called by the numbers of the rows.
  func draw(_ section: inout Markup) {
    let caption = "Cramér's V of each pair of experiments"
    section.element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": caption]) { wrapper in
      wrapper.element("table", ["class": "matrix"]) { table in
        table.element("thead", [:]) { head in
          head.element("tr", [:]) { row in
            row.element("th", ["scope": "col"], "Cramér's V")
            for column in experiments.indices.dropLast() {
              row.element(
                "th", ["scope": "col", "class": "n", "title": experiments[column], "abbr": experiments[column]],
                String(column + 1))
            }
          }
        }
        table.element("tbody", [:]) { body in
          for row in experiments.indices { draw(row, &body) }
        }
      }
    }
    section.element(
      "p", ["class": "faint"],
      "Of those who are in both. ✓ independent, ! related, ✗ dependent, – cannot be said.")
  }

  private func draw(_ row: Int, _ body: inout Markup) {
    body.element("tr", [:]) { line in
      line.element("th", ["scope": "row"], "\(row + 1) \(experiments[row])")
      for column in experiments.indices.dropLast() {
        guard column < row, let pair = pair(row, column) else {
          line.element("td", ["class": "n"])
          continue
        }
        let finding = PairFinding(pair, cells)
        let shows = pair.table.joined().allSatisfy(cells.shows)
        let v = shows && finding.tone != .none ? pair.independence.map { decimal($0.cramersV, 3) + " " } ?? "" : ""
        line.element(
          "td", ["class": "n \(finding.style)", "title": "\(pair.first) × \(pair.second): \(finding.words)"],
          v + finding.mark)
      }
    }
  }

  private func pair(_ row: Int, _ column: Int) -> Survey.ExperimentPair? {
    pairs.first { $0.first == experiments[column] && $0.second == experiments[row] }
  }
}

extension PairFinding {
  var style: String {
    switch tone {
    case .good: "good"
    case .poor: "poor"
    case .bad: "bad"
    case .none: "faint"
    }
  }
}
