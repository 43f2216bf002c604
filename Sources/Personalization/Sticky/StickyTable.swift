/// Records of units in memory, for one plan: an open-addressing table.
package struct StickyTable: Sendable {
  private let width: Int
  private var slots: [Int32]
  private var units: [UnitHash] = []
  private var codes: [StickyCode] = []
  private static let fewestSlots = 1024

  /// A table for so many experiments.
  package init(width: Int) {
    self.width = width
    slots = [Int32](repeating: -1, count: Self.fewestSlots)
  }

  /// How many units it has, whose numbers go from 0.
  package var count: Int { units.count }

  /// About how much memory it takes.
  package var size: Int { slots.count * 4 + units.count * (MemoryLayout<UnitHash>.stride + width) }

  package mutating func removeAll() {
    guard !units.isEmpty else { return }
    let isSmall = slots.count <= 1 << 14
    if isSmall {
      for index in slots.indices { slots[index] = -1 }
    } else {
      slots = [Int32](repeating: -1, count: Self.fewestSlots)
    }
    units.removeAll(keepingCapacity: isSmall)
    codes.removeAll(keepingCapacity: isSmall)
  }

  /// The number of a unit; nil if it is not there.
  @inline(__always)
  package func find(_ unit: UnitHash) -> Int? {
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: unit.low) & mask
    while slots[slot] >= 0 {
      if units[Int(slots[slot])] == unit { return Int(slots[slot]) }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  /// Adds a unit that is not there, without any record.
  package mutating func append(_ unit: UnitHash) -> Int {
    if units.count * 2 >= slots.count { grow() }
    let number = units.count
    units.append(unit)
    for _ in 0..<width { codes.append(StickyCode()) }
    take(Int32(truncatingIfNeeded: number))
    return number
  }

  /// Takes over what another table has on record of a unit.
  ///
  /// - Returns: How much more memory it takes.
  package mutating func lay(_ other: StickyTable, _ unit: Int, _ hash: UnitHash) -> Int {
    let before = size
    let number = find(hash) ?? append(hash)
    for place in 0..<width { codes[number &* width &+ place] = other.codes[unit &* width &+ place] }
    return size &- before
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 4)
    for number in units.indices { take(Int32(truncatingIfNeeded: number)) }
  }

  private mutating func take(_ number: Int32) {
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: units[Int(number)].low) & mask
    while slots[slot] >= 0 { slot = (slot &+ 1) & mask }
    slots[slot] = number
  }

  /// What is on record of a unit for an experiment of the plan.
  @inline(__always)
  package subscript(_ unit: Int, _ place: Int) -> StickyCode {
    get { codes[unit &* width &+ place] }
    set { codes[unit &* width &+ place] = newValue }
  }

  @inline(__always)
  package func hash(of unit: Int) -> UnitHash { units[unit] }

  /// The numbers of the units in the order of their hashes.
  package func unitsInOrder() -> [Int32] {
    var order = (0..<Int32(units.count)).map { (hash: units[Int($0)].high, number: $0) }
    order.sort { $0.hash == $1.hash ? units[Int($0.number)] < units[Int($1.number)] : $0.hash < $1.hash }
    return order.map(\.number)
  }
}
