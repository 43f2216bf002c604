/// A table for the terminal: columns as wide as their widest cell, and no lines that nobody needs.
///
/// Laid out when it is written: on a terminal that is too narrow, bars are left out first, and then the widest texts are cut;
/// numbers never are. Where nobody watches, nothing is cut.
struct TitledTable: Sendable, Equatable {
  /// A column's title, and what stands in it.
  struct Column: Sendable, Equatable {
    let title: String
    /// Whether cells stand on the right.
    var isNumber = false
    /// Whether cells only show what others say.
    var isBar = false
  }

  private let columns: [Column]
  private var rows: [[Styled]] = []
  /// Spaces before each line.
  private var indent = 2

  /// A cut text is not shorter than this.
  private static let narrowest = 8
  private static let gap = 2

  init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row, one cell for each column.
  mutating func add(_ cells: [Styled]) { rows.append(cells.map(\.onOneLine)) }

  var isEmpty: Bool { rows.isEmpty }

  /// The table, each line indented; nothing at all for no rows.
  func text(indent: Int = 2) -> Styled {
    guard !rows.isEmpty else { return "" }
    var table = self
    table.indent = indent
    return Styled(table)
  }

  /// The lines, as wide as they need to be or fitted to so many columns.
  func lines(fitting width: Int?) -> Styled {
    var shown = Array(columns.indices)
    var widths = columns.indices.map(naturalWidth)
    if let width {
      // Of each line, the last column of a terminal stays free: some wrap there.
      let room = width - 1 - indent
      func excess() -> Int { shown.reduce(-Self.gap) { $0 + widths[$1] + Self.gap } - room }
      if excess() > 0 { shown.removeAll { columns[$0].isBar } }
      while excess() > 0,
        let widest = shown.filter({ widths[$0] > leastWidth($0) }).max(by: { widths[$0] < widths[$1] })
      {
        widths[widest] -= 1
      }
    }
    var text = columns.allSatisfy(\.title.isEmpty) ? "" : line(columns.map { Styled($0.title, .dim) }, shown, widths)
    for row in rows { text += line(row, shown, widths) }
    return text
  }

  private func naturalWidth(_ column: Int) -> Int {
    max(columns[column].title.displayWidth, cellWidth(column))
  }

  private func cellWidth(_ column: Int) -> Int { rows.reduce(0) { max($0, $1[column].plain.displayWidth) } }

  private func leastWidth(_ column: Int) -> Int {
    columns[column].isNumber ? cellWidth(column) : min(naturalWidth(column), Self.narrowest)
  }

  private func line(_ cells: [Styled], _ shown: [Int], _ widths: [Int]) -> Styled {
    // Nothing stands behind the last cell that says something.
    let last = shown.last { !cells[$0].plain.isEmpty }
    var text = Styled(String(repeating: " ", count: indent))
    for column in shown where column <= last ?? -1 {
      let cell = cells[column].cut(to: widths[column])
      let space = String(repeating: " ", count: max(0, widths[column] - cell.plain.displayWidth))
      if columns[column].isNumber { text += Styled(space) }
      text += cell
      if column != last { text += Styled((columns[column].isNumber ? "" : space) + "  ") }
    }
    return text + "\n"
  }
}

/// A share as a bar of block characters, an eighth of a cell exact.
func bar(_ share: Double, width: Int = 20) -> String {
  guard share.isFinite, share > 0 else { return "" }
  let eighths = max(1, Int((min(1, share) * Double(width * 8)).rounded()))
  let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
}
