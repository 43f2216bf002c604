internal import Personalization

/// Lets records count for rows: one worker's memory.
struct StickyRows {
  private let plan: StickyPlan
  private var units: StickyUnits
  var records: ChunkRecords

  init(_ plan: StickyPlan, _ records: ChunkRecords) {
    self.plan = plan
    self.records = records
    units = StickyUnits(plan)
  }

  func isConfirmed(by ledger: StickyLedger) throws(StickyStoreError) -> Bool { try ledger.confirms(records) }

  func add(to ledger: StickyLedger) throws(StickyStoreError) { try ledger.add(records) }

  /// Lets records count for a user of the evaluator's block.
  @inline(__always)
  mutating func apply(to user: Int, _ evaluator: inout Evaluator) { evaluator.apply(plan, to: user, &units, &records) }
}
