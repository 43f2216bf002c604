/// Cuts a cell into the elements of a list.
package enum ListCell {
  /// The places of the elements; a cell without a separator is one element.
  package static func elements(_ cell: Span<UInt8>, separator: UInt8) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    var start = 0
    for place in cell.indices where cell[place] == separator {
      elements.append(start..<place)
      start = place + 1
    }
    elements.append(start..<cell.count)
    return elements
  }
}
