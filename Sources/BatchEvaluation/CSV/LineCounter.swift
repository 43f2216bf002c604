/// Counts the line ends before a place, going on from the last place asked for.
struct LineCounter {
  let lineEnd: UInt8
  private var place = 0
  private var lines = 0

  init(lineEnd: UInt8) { self.lineEnd = lineEnd }

  /// The line ends before `newPlace`.
  mutating func count(upTo newPlace: Int, in bytes: Span<UInt8>) -> Int {
    if newPlace >= place {
      lines += ByteScan.count(of: lineEnd, in: bytes.extracting(place..<newPlace))
    } else {
      lines -= ByteScan.count(of: lineEnd, in: bytes.extracting(newPlace..<place))
    }
    place = newPlace
    return lines
  }
}
