internal import Personalization

/// Puts blocks together, unit by unit in the order of hashes.
struct BlockBuilder {
  private var hashes: [UnitHash] = []
  private var ends: [Int] = []
  private var variations: [UInt8] = []
  /// The units that have gone into blocks already.
  private var done = 0

  /// A page holds so much, and a new block should leave room for more.
  private static let most = 8000
  private static let usual = 6000

  private var doneLength: Int { done == 0 ? 0 : ends[done - 1] }
  private var size: Int { Self.size(hashes.count - done, variations.count - doneLength) }

  private static func size(_ units: Int, _ variations: Int) -> Int {
    BlockLayout.headLength + units * BlockLayout.unitLength + variations
  }

  /// Whether there is more than a few blocks hold.
  var isFull: Bool { size > 2 * Self.most }
  var isEmpty: Bool { hashes.count == done }

  /// Adds a unit as another block has it.
  mutating func append(_ index: Int, of block: Block) {
    block.bytes.withUnsafeBytes { variations.append(contentsOf: $0[block.place(index)]) }
    hashes.append(block.hash(index))
    ends.append(variations.count)
  }

  /// Adds a unit with these variations.
  mutating func append(_ unit: UnitHash, _ numbers: [Int]) {
    for number in numbers { append(number) }
    hashes.append(unit)
    ends.append(variations.count)
  }

  private mutating func append(_ number: Int) {
    var rest = number
    while rest >= 0x80 {
      variations.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    variations.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Takes the first units out as a block, as many as one usually has; all, if they are few.
  ///
  /// - Parameter isLast: Whether no more units come, so that the rest should be parted evenly.
  /// - Returns: The block's bytes, and where the next one begins.
  mutating func cut(to end: UInt64, isLast: Bool) -> (bytes: [UInt8], next: UInt64) {
    var target = Self.usual
    if isLast { target = size <= Self.most ? size : size / ((size + Self.usual - 1) / Self.usual) + 1 }
    let (first, start) = (done, doneLength)
    while done < hashes.count, Self.size(done + 1 - first, ends[done] - start) <= target { done += 1 }
    // Those that share the upper half stay together, since only that parts blocks.
    done = max(done, first + 1)
    while done < hashes.count, hashes[done].high == hashes[done - 1].high { done += 1 }
    let next = done < hashes.count ? hashes[done].high : end
    let bytes = block(first..<done, start, to: next)
    if done == hashes.count { removeAll() }
    return (bytes, next)
  }

  private mutating func removeAll() {
    done = 0
    hashes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    variations.removeAll(keepingCapacity: true)
  }

  private func block(_ units: Range<Int>, _ start: Int, to end: UInt64) -> [UInt8] {
    let length = Self.size(units.count, doneLength - start)
    return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      var place = 0
      func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes in
          for byte in bytes {
            buffer.initializeElement(at: place, to: byte)
            place += 1
          }
        }
      }
      append(end)
      append(UInt32(truncatingIfNeeded: units.count))
      for index in units {
        append(hashes[index].high)
        append(hashes[index].low)
        append(UInt32(truncatingIfNeeded: ends[index] - start))
      }
      for index in start..<doneLength {
        buffer.initializeElement(at: place, to: variations[index])
        place += 1
      }
      count = place
    }
  }
}
