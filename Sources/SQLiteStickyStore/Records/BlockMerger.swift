internal import Personalization

/// Merges units into the stored blocks, in the order of their hashes.
struct BlockMerger {
  private let table: BlockTable
  private var builder = BlockBuilder()
  /// The block that is being written anew, and how many of its units were taken over.
  private var old = Block()
  private var taken = 0
  private var first: UInt64 = 0
  private var isOpen = false
  private var numbers: [Int] = []

  init(_ table: BlockTable) { self.table = table }

  /// Merges one unit; its hash must be above that of the one before.
  ///
  /// - Parameter change: Makes all that is to be on record of it of what was before.
  mutating func merge(_ unit: UnitHash, _ change: (inout [Int]) -> Void) throws(StickyStoreError) {
    if !isOpen || unit.high >= old.range.upperBound {
      try finish()
      old = try table.block(of: unit.high)
      (taken, first, isOpen) = (0, old.range.lowerBound, true)
    }
    while taken < old.count, old.hash(taken) < unit { takeNext() }
    numbers.removeAll(keepingCapacity: true)
    if taken < old.count, old.hash(taken) == unit {
      let place = old.place(taken)
      var position = place.lowerBound
      while let number = BlockLayout.number(old.bytes.span, &position, place.upperBound) { numbers.append(number) }
      taken += 1
    }
    change(&numbers)
    builder.append(unit, numbers)
    if builder.isFull { try write(isLast: false) }
  }

  private mutating func takeNext() {
    builder.append(taken, of: old)
    taken += 1
  }

  /// Writes what is left.
  mutating func finish() throws(StickyStoreError) {
    guard isOpen else { return }
    while taken < old.count { takeNext() }
    while !builder.isEmpty { try write(isLast: true) }
    isOpen = false
  }

  private mutating func write(isLast: Bool) throws(StickyStoreError) {
    let (bytes, next) = builder.cut(to: old.range.upperBound, isLast: isLast)
    try table.write(bytes, first: first)
    first = next
  }
}
