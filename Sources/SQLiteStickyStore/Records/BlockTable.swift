internal import Personalization

/// The stored blocks, of which each hash has exactly one.
final class BlockTable {
  private let connection: Connection
  private let select: Statement
  private let replace: Statement

  init(_ connection: Connection) throws(StickyStoreError) {
    self.connection = connection
    select = try Statement("SELECT first, units FROM blocks WHERE first <= ?1 ORDER BY first DESC LIMIT 1", connection)
    replace = try Statement("INSERT OR REPLACE INTO blocks VALUES (?1, ?2)", connection)
  }

  /// The block that a hash belongs to.
  func block(of hash: UInt64) throws(StickyStoreError) -> Block {
    select.bind(1, Int64(hash))
    defer { select.reset() }
    guard try select.step() else {
      guard try connection.integer("SELECT count(*) FROM (SELECT 1 FROM blocks LIMIT 1)") == 0 else {
        throw missingBlock
      }
      return Block()
    }
    guard let block = Block(first: select.integer(0), select.bytes(1)) else { throw damagedBlock }
    guard block.range.contains(hash) else { throw missingBlock }
    return block
  }

  /// Calls the body with every block in order, until it answers false.
  func forEachBlock(_ body: (Block) -> Bool) throws(StickyStoreError) {
    let all = try Statement("SELECT first, units FROM blocks ORDER BY first", connection)
    var end: UInt64 = 0
    while try all.step() {
      guard let block = Block(first: all.integer(0), all.bytes(1)) else { throw damagedBlock }
      guard block.range.lowerBound == end else { throw missingBlock }
      guard body(block) else { return }
      end = block.range.upperBound
    }
    guard end == 0 || end == BlockLayout.wholeRange.upperBound else { throw missingBlock }
  }

  func write(_ bytes: [UInt8], first: UInt64) throws(StickyStoreError) {
    replace.bind(1, Int64(first))
    replace.bind(2, blob: bytes)
    try replace.run()
  }

  private var damagedBlock: StickyStoreError { connection.damage("a block does not hold what it says") }
  private var missingBlock: StickyStoreError { connection.damage("a block is missing") }
}
