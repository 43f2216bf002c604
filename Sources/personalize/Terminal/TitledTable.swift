/// A table for the terminal: columns as wide as their widest cell, and no lines that nobody needs.
struct TitledTable {
  /// A column's title and on which side its cells stand.
  struct Column {
    let title: String
    var isNumber = false
  }

  private let columns: [Column]
  private var rows: [[Styled]] = []

  init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row, one cell for each column.
  mutating func add(_ cells: [Styled]) { rows.append(cells) }

  var isEmpty: Bool { rows.isEmpty }

  /// The table, each line indented; nothing at all for no rows.
  func text(indent: Int = 2) -> Styled {
    guard !rows.isEmpty else { return "" }
    let widths = columns.indices.map { column in
      rows.reduce(columns[column].title.displayWidth) { max($0, $1[column].plain.displayWidth) }
    }
    func line(_ cells: [Styled]) -> Styled {
      // Nothing stands behind the last cell that says something.
      let cells = cells.prefix((cells.lastIndex { !$0.plain.isEmpty } ?? -1) + 1)
      var text = Styled(String(repeating: " ", count: indent))
      for (index, cell) in cells.enumerated() {
        let space = String(repeating: " ", count: max(0, widths[index] - cell.plain.displayWidth))
        let isLast = index == cells.count - 1
        if columns[index].isNumber { text += Styled(space) }
        text += cell
        if !columns[index].isNumber, !isLast { text += Styled(space) }
        if !isLast { text += "  " }
      }
      return text + "\n"
    }
    var text = line(columns.map { Styled($0.title, .dim) })
    for row in rows { text += line(row) }
    return text
  }
}

/// A share as a bar of block characters, an eighth of a cell exact.
func bar(_ share: Double, width: Int = 20) -> String {
  guard share.isFinite, share > 0 else { return "" }
  let eighths = max(1, Int((min(1, share) * Double(width * 8)).rounded()))
  let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
}
