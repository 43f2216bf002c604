internal import Personalization
internal import Simulation

/// Which screens users start on, by route, and where they land if their app has not got one: boxes in columns, solid
/// arrows for routes with their users, dashed ones for fallbacks.
///
/// A box stands as far to the right as the longest route puts it; boxes of a column never overlap.
struct NodeMap {
  struct Box: Hashable {
    let name: String
    let column: Int
    let row: Int
    /// Users whose route passes through it; those who may not be counted are not among them.
    let users: Int
    /// Whether any route of somebody leads here.
    let isReached: Bool
  }

  struct Arrow: Hashable {
    let from: Int
    let to: Int
    /// Users who go this way, but for those who may not be counted; nil: a fallback.
    let users: Int?
  }

  let boxes: [Box]
  let arrows: [Arrow]
  static let boxWidth = 128.0
  static let boxHeight = 34.0
  private static let columnWidth = 190.0
  private static let rowHeight = 48.0

  /// - Parameter shows: Whether a count may be shown; one that may not is drawn as a way without users.
  init(_ catalog: Catalog, _ entries: [Survey.Count<String>], shows: (Int) -> Bool = { _ in true }) {
    var column: [String: Int] = [:]
    var users: [String: Int] = [:]
    var steps: [[String]: Int] = [:]
    for entry in entries {
      // An entry that is no route is the node that it ends at, perhaps with arguments.
      let name = entry.value.split(separator: "(").first.map(String.init) ?? entry.value
      let chain = catalog.routes[entry.value].map { $0.nodes.map(\.name) } ?? [name]
      let count = shows(entry.users) ? entry.users : 0
      for (place, node) in chain.enumerated() {
        column[node] = max(column[node] ?? 0, place)
        users[node, default: 0] += count
        if place > 0, chain[place - 1] != node { steps[[chain[place - 1], node], default: 0] += count }
      }
    }
    let fallbacks = catalog.nodes.sorted { $0.key < $1.key }.compactMap { name, node in
      node.fallback.map { (from: name, to: $0.name) }
    }
    // What only fallbacks reach, and what nobody does, stands in the last column.
    let last = (column.values.max() ?? -1) + 1
    for name in catalog.nodes.keys { column[name] = column[name] ?? last }
    var rows: [Int: Int] = [:]
    let ordered = column.keys.sorted {
      (column[$0] ?? 0, -(users[$0] ?? 0), $0) < (column[$1] ?? 0, -(users[$1] ?? 0), $1)
    }
    boxes = ordered.map { name in
      let place = column[name] ?? 0
      defer { rows[place, default: 0] += 1 }
      return Box(
        name: name, column: place, row: rows[place] ?? 0, users: users[name] ?? 0, isReached: users[name] != nil)
    }
    let index = Dictionary(uniqueKeysWithValues: zip(ordered, 0...))
    func arrow(_ from: String, _ to: String, _ users: Int?) -> Arrow? {
      guard let from = index[from], let to = index[to], from != to else { return nil }
      return Arrow(from: from, to: to, users: users)
    }
    arrows =
      steps.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { arrow($0.key[0], $0.key[1], $0.value) }
      + fallbacks.compactMap { arrow($0.from, $0.to, nil) }
  }

  func origin(_ box: Box) -> (x: Double, y: Double) {
    (Double(box.column) * Self.columnWidth + 2, Double(box.row) * Self.rowHeight + 8)
  }

  func drawing(title: String, text: (Int) -> String) -> String {
    let width = (boxes.map { origin($0).x }.max() ?? 0) + Self.boxWidth + 60
    let height = (boxes.map { origin($0).y }.max() ?? 0) + Self.boxHeight + 12
    var svg = Markup()
    svg.element(
      "svg",
      [
        "viewBox": "0 0 \(length(width)) \(length(height))", "width": length(width), "role": "img", "aria-label": title,
      ]
    ) { svg in
      svg.element("title", [:], title)
      svg.element("desc", [:], "Solid lines are routes with their users, dashed ones fallbacks.")
      for arrow in arrows { draw(arrow, text, to: &svg) }
      for arrow in arrows { label(arrow, text, to: &svg) }
      for box in boxes {
        let (x, y) = origin(box)
        svg.element(
          "rect",
          [
            "x": length(x), "y": length(y), "width": length(Self.boxWidth), "height": length(Self.boxHeight), "rx": "6",
            "class": box.isReached ? "box" : "box off",
          ]
        ) { $0.element("title", [:], "\(box.name): \(box.isReached ? Self.words(box.users, text) : text(0))") }
        svg.element(
          "text", ["x": length(x + 8), "y": length(y + 15), "class": "label"],
          fitting(box.name, width: Self.boxWidth - 12))
        svg.element(
          "text", ["x": length(x + 8), "y": length(y + 29), "class": "faint small"],
          box.isReached ? Self.words(box.users, text) : "no entry leads here")
      }
    }
    return svg.text
  }

  /// A count of users of whom there is one at least: nothing is left of those who may not be counted but that they are few.
  static func words(_ users: Int, _ text: (Int) -> String) -> String { text(max(1, users)) }

  /// How many go this way, where the line has nothing but the gap between two columns to cross.
  private func label(_ arrow: Arrow, _ text: (Int) -> String, to svg: inout Markup) {
    let (from, to) = (boxes[arrow.from], boxes[arrow.to])
    guard let users = arrow.users, to.column == from.column + 1 else { return }
    let (start, end) = (origin(from), origin(to))
    // The curve's point at 0.65 of its way: nearer to where it ends, lines of one box stand apart.
    let x = start.x + Self.boxWidth + 0.616 * (end.x - start.x - Self.boxWidth)
    let y = start.y + Self.boxHeight / 2 + 0.718 * (end.y - start.y)
    svg.element(
      "text", ["x": length(x), "y": length(y - 3), "class": "small middle halo"],
      fitting(Self.words(users, text), width: end.x - start.x - Self.boxWidth, size: 11))
  }

  private func draw(_ arrow: Arrow, _ text: (Int) -> String, to svg: inout Markup) {
    let (from, to) = (origin(boxes[arrow.from]), origin(boxes[arrow.to]))
    let (half, isForward) = (Self.boxHeight / 2, from.x < to.x)
    let start = (x: from.x + Self.boxWidth, y: from.y + half)
    let end = (x: isForward ? to.x : to.x + Self.boxWidth, y: to.y + half)
    // Back, or to a box of the same column, the line goes round on the right.
    let bend = isForward ? (end.x - start.x) / 2 : 44
    let path =
      "M\(length(start.x)) \(length(start.y))C\(length(start.x + bend)) \(length(start.y)) "
      + "\(length(isForward ? end.x - bend : end.x + bend)) \(length(end.y)) \(length(end.x)) \(length(end.y))"
    let words = arrow.users.map { Self.words($0, text) } ?? "fallback"
    svg.element("path", ["d": path, "class": arrow.users == nil ? "line dashed" : "line"]) {
      $0.element("title", [:], "\(boxes[arrow.from].name) → \(boxes[arrow.to].name): \(words)")
    }
    svg.element("circle", ["cx": length(end.x), "cy": length(end.y), "r": "3", "class": "dot"])
  }
}
