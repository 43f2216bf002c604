/// Shares over time, as lines that keep their value until the next time.
///
/// Every line ends at a label; labels never overlap, and stand in the order in which the lines end. The height grows with the
/// labels.
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
    /// Where the line ends.
    let end: Point
    /// The middle of its label.
    fileprivate(set) var labelY: Double
  }

  let lines: [Line]
  let height: Double
  /// The value at the top of the axis, a round one.
  let top: Double
  /// The places of the times that are written under the axis.
  let ticks: [Int]
  private let moments: [Double]

  static let plotWidth = 480.0
  static let labelHeight = 16.0
  private static let left = 48.0
  private static let labelWidth = 200.0
  private static let head = 10.0

  /// - Parameters:
  ///   - moments: When, ascending; in any unit.
  ///   - series: The lines; all have a value for each moment.
  init(_ series: [Series], at moments: [Double], least height: Double = 130) {
    let height = max(height, Self.labelHeight * Double(series.count))
    let highest = series.flatMap { $0.values.compactMap(\.self) }.max() ?? 0
    let top = Self.roundUp(highest)
    func x(_ index: Int) -> Double { Self.x(moments, index) }
    func y(_ value: Double) -> Double { height - height * min(1, max(0, value / top)) }
    var lines = series.map { series in
      let pieces = Self.pieces(series.values, x: x, y: y)
      let last = series.values.compactMap(\.self).last
      let end = pieces.last?.last ?? Point(x: 0, y: height)
      return Line(name: series.name, pieces: pieces, last: last, end: end, labelY: end.y)
    }
    Self.spread(&lines, height)
    self.lines = lines
    self.height = height
    self.top = top
    self.moments = moments
    let count = min(5, moments.count)
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

  /// Moves labels apart, down from where they belong, and up again where they would leave the plot.
  private static func spread(_ lines: inout [Line], _ height: Double) {
    let order = lines.indices.sorted { (lines[$0].end.y, $0) < (lines[$1].end.y, $1) }
    var next = labelHeight / 2
    for index in order {
      lines[index].labelY = max(lines[index].end.y, next)
      next = lines[index].labelY + labelHeight
    }
    var limit = height - labelHeight / 2
    for index in order.reversed() {
      lines[index].labelY = min(lines[index].labelY, limit)
      limit = lines[index].labelY - labelHeight
    }
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
    let width = Self.left + Self.plotWidth + Self.labelWidth
    let bottom = Self.head + height
    func place(_ point: Point) -> String { "\(length(point.x + Self.left)) \(length(point.y + Self.head))" }
    var svg = Markup()
    svg.element(
      "svg",
      [
        "viewBox": "0 0 \(length(width)) \(length(bottom + 24))", "width": length(width), "role": "img",
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
    let share = line.last.map { " \(percent($0))" } ?? ""
    if !path.isEmpty {
      svg.element("path", ["d": path, "class": style]) { $0.element("title", [:], line.name) }
      let label = Point(x: Self.plotWidth + 16, y: line.labelY)
      let edge = Point(x: Self.plotWidth + 2, y: line.end.y)
      svg.element("path", ["d": "M\(place(edge))L\(place(label))", "class": "step thin s\(index % 6)"])
    }
    svg.element(
      "text",
      [
        "x": length(Self.left + Self.plotWidth + 20), "y": length(Self.head + line.labelY + 4), "class": "label",
      ], fitting(line.name, columns: 25 - share.count) + share)
  }

  private func axisText(_ share: Double) -> String {
    let number = share * 100
    return "\(decimal(number, number < 1 && number > 0 ? 2 : number.rounded() == number ? 0 : 1)) %"
  }

  private func percent(_ share: Double) -> String {
    share > 0 && share < 0.0005 ? "<0.1 %" : "\(decimal(share * 100, 1)) %"
  }
}
