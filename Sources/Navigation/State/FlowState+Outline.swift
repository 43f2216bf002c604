extension FlowState: CustomStringConvertible {
  /// The tree as lines of text, from the bottom up; what the user sees is marked with `▸`.
  ///
  /// ```
  /// home tab
  ///   [practice] modeSelection
  ///   [saved*] savedList › speaking(mode: review)
  /// ▸ sheet practice: greeting
  /// ```
  public var description: String {
    func text(_ node: Node) -> String { (try? Navigation.Node(encoding: node).description) ?? "\(node)" }
    func line(_ stack: Stack<Node>) -> String { stack.nodes.map(text).joined(separator: " › ") }
    let visible = visible.id
    func mark(_ stack: Stack<Node>) -> String { stack.top.id == visible ? "▸ " : "  " }
    var lines = ["  home \(home.layout.rawValue)"]
    for tab in home.tabs {
      let isSelected = tab.key == home.selectedTab
      lines.append("\(isSelected ? mark(tab.stack) : "  ")  [\(tab.key)\(isSelected ? "*" : "")] \(line(tab.stack))")
    }
    if home.tabs.isEmpty { lines.append("\(mark(home.single))  \(line(home.single))") }
    if home.layout == .dashboard, !home.cards.isEmpty {
      lines.append("    cards: \(home.cards.map(\.key).joined(separator: ", "))")
    }
    if let front { lines.append("\(mark(front))front: \(line(front))") }
    for flow in presented {
      let style =
        switch flow.style {
        case .push: "push"
        case .sheet: "sheet"
        case .fullScreenCover: "cover"
        }
      lines.append("\(mark(flow.stack))\(style) \(flow.intent): \(line(flow.stack))")
    }
    return lines.joined(separator: "\n")
  }
}
