internal import Personalization

/// A run inside one transaction, which keeps other writers out until it ends.
final class SQLiteRun: StickyRun {
  private let path: String
  private let timeout: Duration
  private let meaning: RecordMeaning
  private let writer: Locked<Writer>
  private let start: BlockCache
  let hashers: [UnitHasher]
  /// About how many bytes of blocks are kept in memory.
  private static let cacheLimit = 256 << 20

  private final class Writer {
    let connection: Connection
    let table: BlockTable
    var cache: BlockCache

    init(_ connection: Connection) throws(StickyStoreError) {
      self.connection = connection
      table = try BlockTable(connection)
      cache = BlockCache(limit: 32 << 20)
    }

    deinit { connection.rollBack() }
  }

  init(_ path: String, timeout: Duration, onWait: () -> Void, _ plan: StickyPlan) throws(StickyStoreError) {
    self.path = path
    self.timeout = timeout
    let connection = try Schema.open(path, timeout: timeout)
    guard !connection.isReadOnly else { throw StickyStoreError(path, "cannot be written to: it may only be read") }
    if try !connection.beginsWriting(within: min(timeout, .seconds(1))) {
      onWait()
      try connection.run("BEGIN IMMEDIATE")
    }
    meaning = try RecordMeaning(plan, connection)
    let key = try Schema.key(connection)
    hashers = plan.attributes.map { UnitHasher($0, key: key) }
    var start = BlockCache(limit: Self.cacheLimit)
    let writer = try Writer(connection)
    try start.fill(from: writer.table)
    self.start = start
    self.writer = Locked(writer)
  }

  func makeReader(sharers: Int) throws(StickyStoreError) -> any StickyReader {
    // Nobody else writes before this run ends: every reader sees the same.
    let connection = try Schema.open(path, timeout: timeout)
    var cache = start
    cache.limit = max(Self.cacheLimit / max(sharers, 1), 4 << 20)
    return SQLiteReader(meaning, cache, try BlockTable(connection))
  }

  func load(_ unit: UnitHash, into codes: inout [StickyCode]) throws(StickyStoreError) {
    try writer.withLock { writer throws(StickyStoreError) in
      try meaning.load(unit, from: &writer.cache, writer.table, into: &codes)
    }
  }

  func merge(_ tables: [StickyTable]) throws(StickyStoreError) {
    try writer.withLock { writer throws(StickyStoreError) in
      writer.cache.removeAll()
      var merger = BlockMerger(writer.table)
      for table in tables {
        for unit in table.unitsInOrder() {
          try merger.merge(table.hash(of: Int(unit))) { meaning.change(&$0, by: table, Int(unit)) }
        }
      }
      try merger.finish()
    }
  }

  func commit() throws(StickyStoreError) {
    try writer.withLock { writer throws(StickyStoreError) in
      guard !writer.connection.hasMoved else { throw writer.connection.moved }
      try writer.connection.run("COMMIT")
      guard !writer.connection.hasMoved else { throw writer.connection.moved }
    }
  }
}
