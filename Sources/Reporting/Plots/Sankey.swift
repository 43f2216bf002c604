internal import Personalization

/// Where the parts of a Sankey diagram stand: columns of nodes, and ribbons from each column to the next.
///
/// A node is as high as its users; its ribbons, above each other without a gap, are together exactly as high. Nodes of a
/// column never overlap. Their order is that of the mean of what they come from, so that few ribbons cross.
struct Sankey: Sendable {
  struct Node: Sendable {
    let column: Int
    let label: String
    let users: Int
    fileprivate(set) var top: Double
    let height: Double
  }

  struct Ribbon: Sendable {
    /// In `nodes`.
    let from: Int
    let to: Int
    let users: Int
    /// Where it leaves and where it arrives.
    let fromTop: Double
    let toTop: Double
    let height: Double
  }

  let nodes: [Node]
  let ribbons: [Ribbon]
  let height: Double

  /// - Parameters:
  ///   - ways: A label for each column, and how many users go that way.
  ///   - height: Of the tallest column, its gaps included.
  ///   - gap: Between the nodes of a column.
  init(_ ways: [(labels: [String], users: Int)], height: Double = 360, gap: Double = 12) {
    let ways = ways.filter { $0.users > 0 }.map { (labels: $0.labels.map { ExactText($0) }, users: $0.users) }
    let columnCount = ways.map(\.labels.count).min() ?? 0
    let total = ways.reduce(0) { $0 + $1.users }
    var counts = [[ExactText: Int]](repeating: [:], count: columnCount)
    for way in ways {
      for column in 0..<columnCount { counts[column][way.labels[column], default: 0] += way.users }
    }
    let tallest = counts.map(\.count).max() ?? 0
    let scale = total > 0 ? max(1, height - gap * Double(max(0, tallest - 1))) / Double(total) : 0

    var nodes: [Node] = []
    var places: [[ExactText: Int]] = []
    for column in 0..<columnCount {
      // The first column by size; the others by where their users come from.
      func centre(_ label: ExactText) -> Double {
        var (sum, users) = (0.0, 0.0)
        for way in ways where way.labels[column] == label {
          let node = nodes[places[column - 1][way.labels[column - 1]] ?? 0]
          sum += (node.top + node.height / 2) * Double(way.users)
          users += Double(way.users)
        }
        return users > 0 ? sum / users : 0
      }
      let order = counts[column].map { (label: $0, users: $1, centre: column == 0 ? -Double($1) : centre($0)) }
        .sorted { ($0.centre, $0.label) < ($1.centre, $1.label) }
      var top = 0.0
      var place: [ExactText: Int] = [:]
      for node in order {
        place[node.label] = nodes.count
        let nodeHeight = Double(node.users) * scale
        nodes.append(Node(column: column, label: node.label.string, users: node.users, top: top, height: nodeHeight))
        top += nodeHeight + gap
      }
      places.append(place)
    }

    var flows: [[Int]: Int] = [:]
    for way in ways {
      for column in 0..<max(0, columnCount - 1) {
        guard let from = places[column][way.labels[column]], let to = places[column + 1][way.labels[column + 1]] else {
          continue
        }
        flows[[from, to], default: 0] += way.users
      }
    }
    var leaving = nodes.map(\.top)
    var arriving = nodes.map(\.top)
    let sorted = flows.sorted { ($0.key[0], $0.key[1]) < ($1.key[0], $1.key[1]) }
    var arrivals: [[Int]: Double] = [:]
    for (pair, users) in sorted.sorted(by: { ($0.key[1], $0.key[0]) < ($1.key[1], $1.key[0]) }) {
      arrivals[pair] = arriving[pair[1]]
      arriving[pair[1]] += Double(users) * scale
    }
    var ribbons: [Ribbon] = []
    for (pair, users) in sorted {
      let ribbonHeight = Double(users) * scale
      ribbons.append(
        Ribbon(
          from: pair[0], to: pair[1], users: users, fromTop: leaving[pair[0]], toTop: arrivals[pair] ?? 0,
          height: ribbonHeight))
      leaving[pair[0]] += ribbonHeight
    }
    self.nodes = nodes
    self.ribbons = ribbons
    self.height = nodes.map { $0.top + $0.height }.max() ?? 0
  }
}

extension Sankey {
  /// A name and its number; where both do not fit, the name is cut.
  static func label(_ name: String, _ number: String, width: Double) -> String {
    fitting(name, width: width - textWidth(" " + number)) + " " + number
  }

  /// The same colour for the same label, in whichever column.
  private static func colours(of nodes: [Node]) -> [Int] {
    var known: [ExactText: Int] = [:]
    return nodes.map { node in
      let label = ExactText(node.label)
      let colour = known[label] ?? known.count % 6
      known[label] = colour
      return colour
    }
  }

  /// The drawing; labels stand beside the nodes and are cut to what fits.
  func drawing(title: String, columnNames: [String], text: (Int) -> String) -> String {
    let colours = Self.colours(of: nodes)
    let columnCount = (nodes.map(\.column).max() ?? 0) + 1
    // Two columns are as wide as a phone.
    let (nodeWidth, labelWidth, spread) = columnCount > 2 ? (12.0, 210.0, 240.0) : (12, 180, 150)
    let width = Double(columnCount - 1) * (spread + nodeWidth) + nodeWidth + labelWidth
    let head = 24.0
    func x(_ column: Int) -> Double { Double(column) * (spread + nodeWidth) }
    var svg = Markup()
    svg.element(
      "svg",
      [
        "viewBox": "0 0 \(length(width)) \(length(height + head + 8))", "width": length(width), "role": "img",
        "aria-label": title,
      ]
    ) { svg in
      svg.element("title", [:], title)
      svg.element("desc", [:], "From left to right: \(columnNames.joined(separator: ", ")). The table has the numbers.")
      for (column, name) in columnNames.enumerated() {
        svg.element("text", ["x": length(x(column)), "y": "14", "class": "faint"], name)
      }
      for ribbon in ribbons {
        let (from, to) = (nodes[ribbon.from], nodes[ribbon.to])
        let (left, right) = (x(from.column) + nodeWidth, x(to.column))
        let middle = (left + right) / 2
        let (top, end) = (ribbon.fromTop + head, ribbon.toTop + head)
        let path =
          "M\(length(left)) \(length(top))C\(length(middle)) \(length(top)) \(length(middle)) \(length(end)) "
          + "\(length(right)) \(length(end))V\(length(end + ribbon.height))C\(length(middle)) "
          + "\(length(end + ribbon.height)) \(length(middle)) \(length(top + ribbon.height)) \(length(left)) "
          + "\(length(top + ribbon.height))Z"
        svg.element("path", ["d": path, "class": "ribbon c\(colours[ribbon.from])"]) {
          $0.element("title", [:], "\(from.label) → \(to.label): \(text(ribbon.users))")
        }
      }
      for (index, node) in nodes.enumerated() {
        svg.element(
          "rect",
          [
            "x": length(x(node.column)), "y": length(node.top + head), "width": length(nodeWidth),
            "height": length(max(1, node.height)), "class": "node c\(colours[index])",
          ]
        ) { $0.element("title", [:], "\(node.label): \(text(node.users))") }
        // Nodes that are lower than a line of text leave their labels to the title and the table.
        if node.height >= 9 || nodes.count(where: { $0.column == node.column }) <= 12 {
          svg.element(
            "text",
            [
              "x": length(x(node.column) + nodeWidth + 5), "y": length(node.top + head + node.height / 2 + 4),
              "class": "label",
            ],
            Self.label(node.label, text(node.users), width: (node.column + 1 < columnCount ? spread : labelWidth) - 10))
        }
      }
    }
    return svg.text
  }
}
