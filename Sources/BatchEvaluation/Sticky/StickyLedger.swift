internal import Personalization

/// What all chunks so far were assigned, in their order.
///
/// A chunk is evaluated against the records as they were at the beginning, together with others. At its turn it turns out
/// whether a chunk before it assigned something to one of its units; only then is it evaluated again.
final class StickyLedger {
  private let run: any StickyRun
  private let width: Int
  /// Parted by the upper bits of hashes: each is small enough to be put in order in fast memory.
  private var tables: [StickyTable]
  /// How many bytes they take.
  private var size = 0
  /// Whether full tables have gone to the run, which must be asked from then on.
  private var hasMerged = false
  private var codes: [StickyCode]
  /// Beyond so many bytes the tables go to the run: a bound on memory, whatever the users are.
  private let limit: Int
  private static let partBits: UInt64 = 6

  init(_ run: any StickyRun, _ plan: StickyPlan, limit: Int) {
    self.run = run
    self.limit = limit
    width = plan.entries.count
    tables = [StickyTable](repeating: StickyTable(width: width), count: 1 << Self.partBits)
    codes = [StickyCode](repeating: StickyCode(), count: width)
  }

  @inline(__always)
  private func part(of unit: UnitHash) -> Int { Int(truncatingIfNeeded: unit.high >> (63 - Self.partBits)) }

  /// What is on record of a unit at this turn.
  func load(
    _ unit: UnitHash, _ attribute: Int, _ value: Span<UInt8>, _ reader: any StickyReader,
    into codes: inout [StickyCode]
  ) throws(StickyStoreError) {
    let part = part(of: unit)
    // Asked in any case: it may have to know the unit by its value later.
    try reader.load(unit, attribute, value, into: &codes)
    if let known = tables[part].find(unit) {
      for place in codes.indices { codes[place] = tables[part][known, place] }
    } else if hasMerged {
      try run.load(unit, into: &codes)
    }
  }

  /// Whether everything that a chunk found on record is so at its turn.
  func confirms(_ chunk: borrowing ChunkRecords) throws(StickyStoreError) -> Bool {
    if let failure = chunk.failure { throw failure }
    guard size > 0 || hasMerged else { return true }
    for unit in 0..<chunk.table.count {
      let hash = chunk.table.hash(of: unit)
      let part = part(of: hash)
      if let known = tables[part].find(hash) {
        for place in 0..<width where tables[part][known, place] != chunk.found[unit &* width &+ place] { return false }
      } else if hasMerged {
        try run.load(hash, into: &codes)
        for place in 0..<width where codes[place] != chunk.found[unit &* width &+ place] { return false }
      }
    }
    return true
  }

  /// Takes over what a chunk assigned.
  func add(_ chunk: borrowing ChunkRecords) throws(StickyStoreError) {
    if let failure = chunk.failure { throw failure }
    for unit in 0..<chunk.table.count where chunk.isChanged(unit) {
      let hash = chunk.table.hash(of: unit)
      size &+= tables[part(of: hash)].lay(chunk.table, unit, hash)
    }
    if size > limit { try merge() }
  }

  /// Makes everything last.
  func commit() throws(StickyStoreError) {
    try merge()
    try run.commit()
  }

  private func merge() throws(StickyStoreError) {
    guard size > 0 else { return }
    try run.merge(tables)
    for index in tables.indices { tables[index].removeAll() }
    size = 0
    hasMerged = true
  }
}
