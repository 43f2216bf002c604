/// A table without titles.
struct TextTable {
  private var rows: [[String]] = []

  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// The rows, indented by two; the last column is dimmed where there are more than two.
  var text: Styled {
    let columns = rows.map(\.count).max() ?? 0
    var table = TitledTable([TitledTable.Column](repeating: .init(title: ""), count: columns))
    for row in rows {
      let cells = row + [String](repeating: "", count: columns - row.count)
      table.add(
        cells.enumerated().map { index, cell in
          index == columns - 1 && columns > 2 ? Styled(cell, .dim) : Styled(cell)
        })
    }
    return table.text()
  }
}
