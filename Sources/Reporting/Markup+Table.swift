extension Markup {
  /// A table under the titles of its columns; cells of the columns in `numbers` stand to the right.
  ///
  /// - Parameter wide: Columns that a phone has no room for, and nobody needs.
  mutating func table(
    _ head: [String], numbers: Set<Int> = [], wide: Set<Int> = [], caption: String, _ rows: [[Cell]]
  ) {
    table(head, numbers: numbers, wide: wide, caption: caption, groups: [RowGroup(rows: rows)])
  }

  /// The same with a line of its own above each group of rows.
  mutating func table(
    _ head: [String], numbers: Set<Int> = [], wide: Set<Int> = [], caption: String, groups: [RowGroup]
  ) {
    func kind(_ column: Int, _ tone: String = "") -> String {
      let place = numbers.contains(column) ? "n \(tone)" : tone
      return wide.contains(column) ? "wide \(place)" : place
    }
    element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": caption]) { wrapper in
      wrapper.element("table", [:]) { table in
        table.element("thead", [:]) { thead in
          thead.element("tr", [:]) { row in
            for (index, title) in head.enumerated() {
              row.element("th", ["scope": "col", "class": kind(index)], title)
            }
          }
        }
        for group in groups {
          table.element("tbody", [:]) { tbody in
            if let title = group.title {
              tbody.element("tr", ["class": "group"]) { row in
                row.element("th", ["scope": "rowgroup", "colspan": String(head.count)]) { cell in
                  cell.add(title)
                  if let note = group.note { cell.element("span", ["class": note.tone], note.text) }
                }
              }
            }
            for cells in group.rows {
              tbody.element("tr", [:]) { row in
                for (index, cell) in cells.enumerated() {
                  row.element("td", ["class": cell.isMarkup ? kind(index, "bar") : kind(index, cell.tone)]) {
                    cell.add(to: &$0)
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  /// Rows that belong together, under a title of their own.
  struct RowGroup {
    var title: String?
    /// What there is to say of all of them.
    var note: Cell?
    let rows: [[Cell]]
  }

  /// What stands in a cell.
  struct Cell: ExpressibleByStringInterpolation {
    let text: String
    var tone = ""
    var isMarkup = false
    /// The part of the page that the text leads to.
    var link: String?

    init(_ text: String, tone: String = "", link: String? = nil) {
      self.text = text
      self.tone = tone
      self.link = link
    }

    init(stringLiteral value: String) { self.init(value) }

    /// A drawing of this module.
    init(markup: String) {
      text = markup
      isMarkup = true
    }

    fileprivate func add(to markup: inout Markup) {
      if let link { return markup.element("a", ["href": "#\(link)"], text) }
      isMarkup ? markup.add(markup: text) : markup.add(text)
    }
  }

  /// A share as a bar, perhaps with the ends of its interval, or a mark at what was planned.
  static func bar(
    _ share: Double, interval: (lower: Double, upper: Double)? = nil, planned: Double? = nil
  ) -> String {
    var svg = Markup()
    svg.element(
      "svg",
      ["viewBox": "0 0 100 12", "width": "100%", "height": "12", "preserveAspectRatio": "none", "aria-hidden": "true"]
    ) { svg in
      svg.element("rect", ["x": "0", "y": "2", "width": "100", "height": "8", "class": "track"])
      svg.element(
        "rect", ["x": "0", "y": "2", "width": length(max(0, min(1, share)) * 100), "height": "8", "class": "c0"])
      if let interval {
        svg.element(
          "line",
          [
            "x1": length(interval.lower * 100), "x2": length(interval.upper * 100), "y1": "6", "y2": "6",
            "class": "whisker",
          ])
      }
      if let planned {
        svg.element(
          "rect", ["x": length(max(0, planned * 100 - 0.4)), "y": "0", "width": "0.8", "height": "12", "class": "dot"])
      }
    }
    return svg.text
  }
}
