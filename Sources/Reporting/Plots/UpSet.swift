/// Which combinations of sets are how frequent: a column of dots for each combination, a bar above it.
///
/// Source: A. Lex et al., UpSet: Visualization of Intersecting Sets, IEEE TVCG 20, 2014.
struct UpSet: Sendable {
  struct Column: Sendable {
    /// In `sets`.
    let members: [Int]
    let users: Int
    let x: Double
    let barHeight: Double
  }

  /// The names, one a row.
  let sets: [String]
  let columns: [Column]
  let barSpace: Double
  static let rowHeight = 22.0
  static let columnWidth = 30.0
  static let labelWidth = 190.0

  /// - Parameter combinations: From many users to few; those after the first `most` are left out.
  init(
    sets: [String], _ combinations: [(members: [String], users: Int)], most: Int = 16, barSpace: Double = 110
  ) {
    self.sets = sets
    self.barSpace = barSpace
    let shown = combinations.prefix(most)
    let highest = max(1, shown.map(\.users).max() ?? 1)
    columns = shown.enumerated().map { index, combination in
      Column(
        members: combination.members.compactMap { sets.firstIndex(of: $0) }.sorted(), users: combination.users,
        x: Self.labelWidth + (Double(index) + 0.5) * Self.columnWidth,
        barHeight: barSpace * Double(combination.users) / Double(highest))
    }
  }

  func drawing(title: String, text: (Int) -> String) -> String {
    let width = Self.labelWidth + Double(columns.count) * Self.columnWidth + 8
    let head = 26.0
    let firstRow = head + barSpace + 18
    func y(_ row: Int) -> Double { firstRow + Double(row) * Self.rowHeight }
    var svg = Markup()
    svg.element(
      "svg",
      [
        "viewBox": "0 0 \(length(width)) \(length(y(sets.count)))", "width": length(width), "role": "img",
        "aria-label": title,
      ]
    ) { svg in
      svg.element("title", [:], title)
      svg.element("desc", [:], "A bar for each combination, dots for what is in it. The table has the numbers.")
      for (row, name) in sets.enumerated() {
        if row % 2 == 0 {
          svg.element(
            "rect",
            [
              "x": "0", "y": length(y(row) - Self.rowHeight / 2), "width": length(width),
              "height": length(Self.rowHeight), "class": "stripe",
            ])
        }
        svg.element(
          "text", ["x": length(Self.labelWidth - 12), "y": length(y(row) + 4), "class": "label end"],
          fitting(name, width: Self.labelWidth - 14))
      }
      for column in columns {
        let names = column.members.map { sets[$0] }.joined(separator: " + ")
        svg.element(
          "rect",
          [
            "x": length(column.x - 10), "y": length(head + barSpace - column.barHeight), "width": "20",
            "height": length(max(1, column.barHeight)), "class": "node c0",
          ]
        ) { $0.element("title", [:], "\(names.isEmpty ? "none" : names): \(text(column.users))") }
        svg.element(
          "text",
          ["x": length(column.x), "y": length(head + barSpace - column.barHeight - 4), "class": "label small middle"],
          Self.short(column.users))
        for row in sets.indices {
          svg.element(
            "circle",
            [
              "cx": length(column.x), "cy": length(y(row)), "r": "6",
              "class": column.members.contains(row) ? "dot" : "dot off",
            ])
        }
        if let first = column.members.first, let last = column.members.last, first < last {
          svg.element(
            "line",
            [
              "x1": length(column.x), "x2": length(column.x), "y1": length(y(first)), "y2": length(y(last)),
              "class": "joint",
            ])
        }
      }
    }
    return svg.text
  }

  /// A count that fits above a bar: 950, 12k, 3.4M.
  static func short(_ count: Int) -> String {
    func rounded(_ number: Double) -> String { length(number < 9.95 ? (number * 10).rounded() / 10 : number.rounded()) }
    switch count {
    case ..<1000: return String(count)
    case ..<999_500: return rounded(Double(count) / 1000) + "k"
    default: return rounded(Double(count) / 1_000_000) + "M"
    }
  }
}
