import Authoring
import Foundation
import Personalization
import TestSupport
import Testing

@testable import Reporting
@testable import Simulation

@Suite("Geometry of plots")
struct GeometryTests {
  @Test("a node of a Sankey is as high as its ribbons together, nothing overlaps, and nobody is lost")
  func sankey() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<300 {
      let columns = Int.random(in: 1...4, using: &random)
      let ways = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        (
          labels: (0..<columns).map { "\($0)-\(Int.random(in: 0...6, using: &random))" },
          users: Int.random(in: 0...100_000, using: &random)
        )
      }
      let plot = Sankey(ways)
      let total = ways.reduce(0) { $0 + $1.users }
      for column in 0..<columns {
        let nodes = plot.nodes.indices.filter { plot.nodes[$0].column == column }
        #expect(nodes.reduce(0) { $0 + plot.nodes[$1].users } == total)
        for (upper, lower) in zip(nodes, nodes.dropFirst()) {
          #expect(plot.nodes[upper].top + plot.nodes[upper].height <= plot.nodes[lower].top)
        }
        for node in nodes {
          let leaving = plot.ribbons.filter { $0.from == node }
          let arriving = plot.ribbons.filter { $0.to == node }
          if column < columns - 1 { #expect(fills(plot.nodes[node], leaving.map { ($0.fromTop, $0.height) })) }
          if column > 0 { #expect(fills(plot.nodes[node], arriving.map { ($0.toTop, $0.height) })) }
        }
      }
      #expect(plot.height <= 361)
    }
  }

  @Test("boxes of a map never overlap, and every arrow joins two of them")
  func nodeMap() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let catalog = try Workspace(directory: root.path()).catalog
    let entries = catalog.routes.keys.sorted().enumerated().map { Survey.Count(value: $1, users: 10 * $0 + 1) }
    let plot = NodeMap(catalog, entries)
    #expect(Set(plot.boxes.map(\.name)) == Set(catalog.nodes.keys))
    for (index, first) in plot.boxes.enumerated() {
      for second in plot.boxes[(index + 1)...] {
        let (one, other) = (plot.origin(first), plot.origin(second))
        #expect(abs(one.x - other.x) > NodeMap.boxWidth || abs(one.y - other.y) > NodeMap.boxHeight)
      }
    }
    #expect(plot.arrows.allSatisfy { plot.boxes.indices.contains($0.from) && plot.boxes.indices.contains($0.to) })
    let fallbacks = plot.arrows.count { $0.users == nil }
    #expect(fallbacks == catalog.nodes.values.count { $0.fallback != nil })
  }

  /// Whether the parts, one above the other, are exactly the node.
  private func fills(_ node: Sankey.Node, _ parts: [(top: Double, height: Double)]) -> Bool {
    var top = node.top
    for part in parts.sorted(by: { $0.top < $1.top }) {
      guard abs(part.top - top) < 1e-6 else { return false }
      top += part.height
    }
    return abs(top - node.top - node.height) < 1e-6
  }

  @Test("bars of an UpSet are as high as their users, in columns beside each other")
  func upSet() {
    let plot = UpSet(sets: ["a", "b", "c"], [(["a", "c"], 50), ([], 25), (["b"], 10)], barSpace: 100)
    #expect(plot.columns.map(\.barHeight) == [100, 50, 20])
    #expect(plot.columns.map(\.members) == [[0, 2], [], [1]])
    #expect(zip(plot.columns, plot.columns.dropFirst()).allSatisfy { $0.x + 20 < $1.x })
  }

  @Test(
    "counts above bars are rounded, never cut",
    arguments: [
      (0, "0"), (999, "999"), (1000, "1k"), (1949, "1.9k"), (1951, "2k"), (9949, "9.9k"), (9951, "10k"),
      (114_897, "115k"),
      (999_499, "999k"), (999_500, "1M"), (3_440_000, "3.4M"), (12_600_000, "13M"),
    ])
  func shortCounts(_ count: Int, _ expected: String) {
    #expect(UpSet.short(count) == expected)
  }

  @Test("a length has two decimals at most", arguments: [1.0: "1", 1.5: "1.5", -0.257: "-0.26", 3.04: "3.04", 0: "0"])
  func lengths(_ number: Double, _ expected: String) {
    #expect(length(number) == expected)
  }
}
