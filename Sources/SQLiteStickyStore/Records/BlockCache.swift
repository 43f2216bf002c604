internal import Personalization

/// Blocks that were read and will be asked for again, of a store that does not change.
///
/// Copies share what was read before they parted.
struct BlockCache {
  /// Beyond so many bytes all are forgotten.
  var limit: Int
  /// The blocks' bytes, one after the other.
  private var bytes: [UInt8] = []
  /// Nil: a store without blocks.
  private var layouts: [BlockLayout?] = []
  /// Where blocks begin, in the order of their ranges, and their numbers.
  private var firsts: [UInt64] = []
  private var numbers: [Int32] = []

  init(limit: Int) { self.limit = limit }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    layouts.removeAll(keepingCapacity: true)
    firsts.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
  }

  /// Reads all blocks, if they are not too many.
  mutating func fill(from table: BlockTable) throws(StickyStoreError) {
    var isTooMuch = false
    var cache = BlockCache(limit: limit)
    try table.forEachBlock { block in
      cache.add(block, at: cache.firsts.count)
      isTooMuch = cache.bytes.count > limit
      return !isTooMuch
    }
    if !isTooMuch { self = cache }
  }

  /// Calls the body with each variation that is on record of a unit.
  @inline(__always)
  mutating func forEachVariation(
    of unit: UnitHash, from table: BlockTable, _ body: (Int) -> Void
  ) throws(StickyStoreError) {
    var number = known(unit.high)
    if number < 0 { number = try read(unit.high, from: table) }
    layouts[number]?.forEachVariation(of: unit, in: bytes.span, body)
  }

  /// How many known blocks begin at or below a hash.
  @inline(__always)
  private func rank(_ hash: UInt64) -> Int {
    var (low, high) = (0, firsts.count)
    // Blocks are spread about evenly, once most of them are known.
    let guess = Int(truncatingIfNeeded: (hash << 1).multipliedFullWidth(by: UInt64(truncatingIfNeeded: high)).high)
    let (lower, upper) = (guess &- 16, guess &+ 16)
    if lower > 0, firsts[lower] <= hash { low = lower }
    if upper < high, firsts[upper] > hash { high = upper }
    while low < high {
      let middle = (low &+ high) >> 1
      if firsts[middle] <= hash { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// The number of a hash's block; -1: it was not read yet.
  @inline(__always)
  private func known(_ hash: UInt64) -> Int {
    let rank = rank(hash)
    guard rank > 0 else { return -1 }
    let number = Int(numbers[rank &- 1])
    guard let layout = layouts[number] else { return number }
    return hash < layout.range.upperBound ? number : -1
  }

  @inline(never)
  private mutating func read(_ hash: UInt64, from table: BlockTable) throws(StickyStoreError) -> Int {
    let block = try table.block(of: hash)
    if bytes.count > limit { removeAll() }
    add(block, at: rank(hash))
    return layouts.count - 1
  }

  private mutating func add(_ block: Block, at rank: Int) {
    firsts.insert(block.range.lowerBound, at: rank)
    numbers.insert(Int32(truncatingIfNeeded: layouts.count), at: rank)
    layouts.append(block.layout?.moved(by: bytes.count))
    bytes += block.bytes
  }
}
