/// Shares over time, as lines that keep their value until the next time.
///
/// As wide as a phone. Names stand below the plot, a row each, in the order in which the lines end from above.
struct StepChart: Sendable {
  /// A line: one value for each time; nil where it may not be shown.
  struct Series: Sendable {
    let name: String
    let values: [Double?]
  }

  /// A straight part of a line, from one time on; without a gap it goes on where the one before ended.
  struct Point: Hashable, Sendable {
    let x: Double
    let y: Double
  }

  struct Line: Sendable {
    let name: String
    /// Corners, piece by piece; a value that may not be shown interrupts the line.
    let pieces: [[Point]]
    /// The last value that is shown.
    let last: Double?
    /// Which of the names below the plot is its, from 0.
    fileprivate(set) var row = 0
  }

  let lines: [Line]
  let height = 120.0
  /// The value at the top of the axis, a round one.
  let top: Double
  /// The places of the times that are written under the axis.
  let ticks: [Int]
  private let moments: [Double]

  static let plotWidth = 300.0
  private static let rowHeight = 18.0
  private static let left = 50.0
  private static let head = 10.0

  /// - Parameters:
  ///   - moments: When, ascending; in any unit.
  ///   - series: The lines; all have a value for each moment.
  ///   - tickCount: How many of them are written under the axis, if there are as many.
  init(_ series: [Series], at moments: [Double], ticks tickCount: Int = 3) {
    let height = height
    let highest = series.flatMap { $0.values.compactMap(\.self) }.max() ?? 0
    let top = Self.roundUp(highest)
    func x(_ index: Int) -> Double { Self.x(moments, index) }
    func y(_ value: Double) -> Double { height - height * min(1, max(0, value / top)) }
    var lines = series.map { series in
      let pieces = Self.pieces(series.values, x: x, y: y)
      let last = series.values.compactMap(\.self).last
      return Line(name: series.name, pieces: pieces, last: last)
    }
    let order = lines.indices.sorted { (-(lines[$0].last ?? -1), $0) < (-(lines[$1].last ?? -1), $1) }
    for (row, index) in order.enumerated() { lines[index].row = row }
    self.lines = lines
    self.top = top
    self.moments = moments
    let count = min(tickCount, moments.count)
    ticks = (0..<count).map { count < 2 ? 0 : $0 * (moments.count - 1) / (count - 1) }
  }

  /// The horizontal place of a time, from 0 to the width of the plot.
  private static func x(_ moments: [Double], _ index: Int) -> Double {
    guard let first = moments.first, let last = moments.last, last > first else { return 0 }
    return (moments[index] - first) / (last - first) * plotWidth
  }

  private static func pieces(_ values: [Double?], x: (Int) -> Double, y: (Double) -> Double) -> [[Point]] {
    var pieces: [[Point]] = []
    var piece: [Point] = []
    for (index, value) in values.enumerated() {
      // The value before holds up to here.
      if let last = piece.last { piece.append(Point(x: x(index), y: last.y)) }
      if let value {
        if piece.last?.y != y(value) { piece.append(Point(x: x(index), y: y(value))) }
      } else if !piece.isEmpty {
        pieces.append(piece)
        piece = []
      }
    }
    if !piece.isEmpty {
      // A single time has no width of its own.
      if let last = piece.last, values.count == 1 { piece.append(Point(x: plotWidth, y: last.y)) }
      pieces.append(piece)
    }
    return pieces.map(Self.withoutMiddles)
  }

  /// Leaves out points between two others on the same height.
  private static func withoutMiddles(_ points: [Point]) -> [Point] {
    points.enumerated().filter { index, point in
      index == 0 || index == points.count - 1 || points[index - 1].y != point.y || points[index + 1].y != point.y
    }.map(\.element)
  }

  /// The next of 1, 2 and 5 times a power of ten, within 0.001 and 1.
  static func roundUp(_ share: Double) -> Double {
    for top in [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5] where share <= top { return top }
    return 1
  }
}

extension StepChart {
  /// The drawing.
  ///
  /// - Parameter times: What each moment is called.
  func drawing(title: String, times: [String]) -> String {
    let width = Self.left + Self.plotWidth + 6
    let bottom = Self.head + height
    let end = bottom + 26 + Double(lines.count) * Self.rowHeight
    func place(_ point: Point) -> String { "\(length(point.x + Self.left)) \(length(point.y + Self.head))" }
    var svg = Markup()
    svg.element(
      "svg",
      [
        "viewBox": "0 0 \(length(width)) \(length(end))", "width": length(width), "role": "img",
        "aria-label": title,
      ]
    ) { svg in
      svg.element("title", [:], title)
      svg.element("desc", [:], "Shares of all users over time, a line each. The table has the numbers.")
      for share in [0, 0.5, 1] {
        let y = length(bottom - share * height)
        svg.element(
          "line",
          ["x1": length(Self.left), "x2": length(Self.left + Self.plotWidth), "y1": y, "y2": y, "class": "grid"])
        svg.element(
          "text", ["x": length(Self.left - 6), "y": length(bottom - share * height + 4), "class": "faint small end"],
          axisText(share * top))
      }
      for (number, index) in ticks.enumerated() {
        let anchor = number == 0 ? "" : number == ticks.count - 1 ? " end" : " middle"
        svg.element(
          "text",
          [
            "x": length(Self.left + Self.x(moments, index)), "y": length(bottom + 16), "class": "faint small\(anchor)",
          ], times[index])
      }
      for (index, line) in lines.enumerated() { draw(line, index, place, to: &svg) }
    }
    return svg.text
  }

  /// Lines differ in dashes too, for whoever does not see colours.
  private func draw(_ line: Line, _ index: Int, _ place: (Point) -> String, to svg: inout Markup) {
    let style = "step s\(index % 6) d\(index % 4)"
    let path = line.pieces.map { piece in "M" + piece.map(place).joined(separator: "L") }.joined()
    if !path.isEmpty {
      svg.element("path", ["d": path, "class": style]) { $0.element("title", [:], line.name) }
    }
    let y = Self.head + height + 36 + Double(line.row) * Self.rowHeight
    svg.element(
      "line", ["x1": "0", "x2": length(Self.left - 10), "y1": length(y), "y2": length(y), "class": style])
    let share = line.last.map { " \(percent($0))" } ?? ""
    svg.element(
      "text", ["x": length(Self.left), "y": length(y + 4), "class": "label"],
      fitting(line.name, width: Self.plotWidth - textWidth(share)) + share)
  }

  private func axisText(_ share: Double) -> String {
    let number = share * 100
    return "\(decimal(number, number < 1 && number > 0 ? 2 : number.rounded() == number ? 0 : 1)) %"
  }

  private func percent(_ share: Double) -> String {
    share > 0 && share < 0.0005 ? "<0.1 %" : "\(decimal(share * 100, 1)) %"
  }
}
