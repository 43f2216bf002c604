import TestSupport
import Testing

@testable import Reporting

@Suite("Geometry of lines over time")
struct StepChartTests {
  @Test("lines go forward in steps within the plot, and names stand in the order of their ends")
  func geometry() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<300 {
      let count = Int.random(in: 1...40, using: &random)
      let moments = (0..<count).map { Double($0 * $0) }
      let series = (0..<Int.random(in: 1...12, using: &random)).map { number in
        StepChart.Series(
          name: "\(number)",
          values: moments.map { _ in
            Int.random(in: 0...9, using: &random) == 0 ? nil : Double.random(in: 0...0.7, using: &random)
          })
      }
      let chart = StepChart(series, at: moments)
      for line in chart.lines {
        for piece in line.pieces {
          #expect(piece.allSatisfy { 0...StepChart.plotWidth ~= $0.x && 0...chart.height ~= $0.y })
          #expect(zip(piece, piece.dropFirst()).allSatisfy { $0.x == $1.x || ($0.x < $1.x && $0.y == $1.y) })
        }
      }
      let named = chart.lines.sorted { $0.row < $1.row }
      #expect(named.map(\.row) == Array(series.indices))
      #expect(zip(named, named.dropFirst()).allSatisfy { ($0.last ?? -1) >= ($1.last ?? -1) })
      #expect(Set(chart.ticks).count == min(3, count) && chart.ticks.last == count - 1)
    }
  }

  @Test("a line holds its value until the next time, and breaks where there is none")
  func steps() {
    let chart = StepChart(
      [.init(name: "a", values: [0.1, 0.1, 0.2, nil, 0.05])], at: [0, 1, 2, 3, 4])
    let quarter = StepChart.plotWidth / 4
    func point(_ quarters: Double, _ y: Double) -> StepChart.Point { .init(x: quarters * quarter, y: y) }
    #expect(chart.top == 0.2)
    #expect(chart.lines[0].pieces.count == 2)
    #expect(chart.lines[0].pieces[0] == [point(0, 60), point(2, 60), point(2, 0), point(3, 0)])
    #expect(chart.lines[0].pieces[1] == [point(4, 90)])
  }

  @Test("a single time is a line across, and nothing at all is no line")
  func edges() {
    let single = StepChart([.init(name: "a", values: [1])], at: [7])
    #expect(single.lines[0].pieces == [[.init(x: 0, y: 0), .init(x: StepChart.plotWidth, y: 0)]])
    let hidden = StepChart([.init(name: "a", values: [nil, nil])], at: [0, 1])
    #expect(hidden.lines[0].pieces.isEmpty && hidden.lines[0].last == nil)
    #expect(StepChart([], at: []).lines.isEmpty)
  }

  @Test(
    "the axis ends at a round number",
    arguments: [0.0: 0.001, 0.0011: 0.002, 0.02: 0.02, 0.021: 0.05, 0.3: 0.5, 0.51: 1, 1: 1])
  func axis(_ highest: Double, _ top: Double) {
    #expect(StepChart.roundUp(highest) == top)
  }
}
