package import Simulation

extension Survey.Missing {
  /// `senior 1,234, shift-worker 321, 2 more`: the segments in which those without the value might be.
  package func cost(_ cells: SmallCells) -> String {
    let words = segments.prefix(2).map { "\($0.value) \(cells.text($0.users))" }
    return (words + (segments.count > 2 ? ["\(segments.count - 2) more"] : [])).joined(separator: ", ")
  }
}
