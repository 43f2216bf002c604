internal import Personalization

/// What was on record when a run began.
final class SQLiteReader: StickyReader {
  private let meaning: RecordMeaning
  private var cache: BlockCache
  private let table: BlockTable

  init(_ meaning: RecordMeaning, _ cache: BlockCache, _ table: BlockTable) {
    self.meaning = meaning
    self.cache = cache
    self.table = table
  }

  func load(
    _ unit: UnitHash, _ attribute: Int, _ value: Span<UInt8>, into codes: inout [StickyCode]
  ) throws(StickyStoreError) {
    try meaning.load(unit, from: &cache, table, into: &codes)
  }
}
