internal import Personalization

/// A block and its bytes.
struct Block {
  let bytes: [UInt8]
  /// Nil: no units at all.
  let layout: BlockLayout?

  /// The whole range, without units.
  init() {
    bytes = []
    layout = nil
  }

  /// Nil if the bytes are not those of a block that begins at this hash.
  init?(first: Int64, _ bytes: [UInt8]) {
    guard let layout = BlockLayout(first: first, bytes.span) else { return nil }
    self.layout = layout
    self.bytes = bytes
  }

  var range: Range<UInt64> { layout?.range ?? BlockLayout.wholeRange }
  var count: Int { layout?.count ?? 0 }

  func hash(_ index: Int) -> UnitHash { layout?.hash(index, bytes.span) ?? UnitHash(high: 0, low: 0) }

  /// Where a unit's variations stand.
  func place(_ index: Int) -> Range<Int> { layout?.place(index, bytes.span) ?? 0..<0 }

  /// Calls the body with each variation that is on record of a unit.
  func forEachVariation(of unit: UnitHash, _ body: (Int) -> Void) {
    layout?.forEachVariation(of: unit, in: bytes.span, body)
  }
}
