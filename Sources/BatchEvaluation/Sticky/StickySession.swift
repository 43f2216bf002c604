internal import Personalization

/// A batch's use of a store, from which each worker takes its reader.
struct StickySession: Sendable {
  private let plan: StickyPlan
  private let run: any StickyRun
  private let options: BatchOptions

  /// Nil if there is no store, or no experiment that is sticky.
  init?(_ engine: PersonalizationEngine, _ options: BatchOptions) throws(BatchError) {
    guard let store = options.sticky, let plan = StickyPlan(engine) else { return nil }
    self.plan = plan
    self.options = options
    guard let store = store as? any BulkStickyStore else {
      run = PlainStickyRun(store, plan)
      return
    }
    do throws(StickyStoreError) {
      run = try store.beginRun(plan)
    } catch {
      throw BatchError(error)
    }
  }

  func ledger() -> StickyLedger { StickyLedger(run, plan, limit: options.stickyMemory) }

  /// What one worker applies to its rows.
  func rows() throws(BatchError) -> StickyRows {
    do throws(StickyStoreError) {
      return StickyRows(plan, ChunkRecords(plan, run, try run.makeReader(sharers: options.threads)))
    } catch {
      throw BatchError(error)
    }
  }
}
