import TestSupport

extension SplitMix64 {
  /// A number of the range; the small bias of the remainder does not matter here.
  mutating func int(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
  }

  /// True this many times of a hundred.
  mutating func chance(_ percent: Int) -> Bool { int(1...100) <= percent }

  /// One of the elements, of which there is at least one.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[int(0...elements.count - 1)] }

  /// So many different elements, in random order; all of them if there are fewer.
  mutating func sample<Element>(_ count: Int, of elements: [Element]) -> [Element] {
    Array(shuffled(elements).prefix(count))
  }

  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var result = elements
    for index in result.indices.dropFirst() { result.swapAt(index, int(0...index)) }
    return result
  }
}
