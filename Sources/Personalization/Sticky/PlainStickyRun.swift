/// A run on a store that knows one unit at a time.
///
/// What others write during it is seen as it comes, and memory grows with the units.
package final class PlainStickyRun: StickyRun, StickyReader {
  private let store: any StickyStore
  private let plan: StickyPlan
  private let units = Locked<[UnitHash: Unit]>([:])
  package let hashers: [UnitHasher]

  package init(_ store: any StickyStore, _ plan: StickyPlan) {
    self.store = store
    self.plan = plan
    var generator = SystemRandomNumberGenerator()
    let key = SipHash.Value(high: generator.next(), low: generator.next())
    hashers = plan.attributes.map { UnitHasher($0, key: key) }
  }

  package func makeReader(sharers: Int) -> any StickyReader { self }

  package func load(_ unit: UnitHash, _ attribute: Int, _ value: Span<UInt8>, into codes: inout [StickyCode]) {
    let bytes = value.withUnsafeBufferPointer { Array($0) }
    let named = Unit(attribute: plan.attributes[attribute], value: ExactText(bytes: bytes))
    units.withLock { $0[unit] = named }
    load(unit, into: &codes)
  }

  package func load(_ unit: UnitHash, into codes: inout [StickyCode]) {
    for place in codes.indices { codes[place] = StickyCode() }
    guard let named = units.withLock({ $0[unit] }) else { return }
    for (key, variation) in store.assignments(of: named) {
      for (place, entry) in plan.entries.enumerated() where entry.key.experiment == key.experiment {
        codes[place].add(StickyCode(version: key.bucketVersion, variation: variation, of: entry))
      }
    }
  }

  package func merge(_ tables: [StickyTable]) {
    for table in tables {
      for number in 0..<table.count {
        guard let named = units.withLock({ $0[table.hash(of: number)] }) else { continue }
        var assignments: [StickyKey: String] = [:]
        for (place, entry) in plan.entries.enumerated() {
          let variation = table[number, place].variation
          if variation >= 0 { assignments[entry.key] = entry.variations[variation] }
        }
        store.merge(assignments, into: named)
      }
    }
  }

  package func commit() {}
}
