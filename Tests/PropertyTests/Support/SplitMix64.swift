/// The generator of Steele, Lea and Flood: the same numbers from the same seed, on every machine and toolchain.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

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
