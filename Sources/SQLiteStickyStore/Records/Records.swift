internal import Personalization

/// One connection's view of single units.
final class Records {
  let connection: Connection
  private let blocks: BlockTable
  private let key: SipHash.Value
  private var names: Names

  init(_ connection: Connection) throws(StickyStoreError) {
    self.connection = connection
    key = try Schema.key(connection)
    blocks = try BlockTable(connection)
    names = try Names(connection)
  }

  private func hash(_ unit: Unit) -> UnitHash { UnitHasher(unit.attribute, key: key).hash(unit.value.bytes.span) }

  func assignments(of unit: Unit) throws(StickyStoreError) -> [StickyKey: String] {
    let hash = hash(unit)
    var numbers: [Int] = []
    try blocks.block(of: hash.high).forEachVariation(of: hash) { numbers.append($0) }
    // Others may have named some since.
    if !numbers.allSatisfy({ names.variations[$0] != nil }) { names = try Names(connection) }
    var assignments: [StickyKey: String] = [:]
    for number in numbers {
      guard let variation = names.variations[number] else { throw connection.damage("a variation has no name") }
      assignments[variation.key] = variation.variation
    }
    return assignments
  }

  func merge(_ assignments: [StickyKey: String], into unit: Unit) throws(StickyStoreError) {
    var names = names
    try connection.transaction { () throws(StickyStoreError) in
      names = try Names(connection)
      var added: [Int] = []
      for (key, variation) in assignments {
        added.append(try names.number(of: .init(key: key, variation: variation), connection))
      }
      var merger = BlockMerger(blocks)
      try merger.merge(hash(unit)) { numbers in
        numbers.removeAll { number in names.variations[number].map { assignments[$0.key] != nil } ?? false }
        numbers += added.sorted()
      }
      try merger.finish()
    }
    self.names = names
  }
}
