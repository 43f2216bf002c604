public import Personalization

/// Remembers assignments in a file, which several processes may share.
///
/// ```swift
/// let store = try SQLiteStickyStore("assignments.db")
/// let decision = engine.decide(for: user, at: .now, sticky: store)
/// ```
///
/// What is merged lasts, also if the process is killed a moment later. A decision cannot fail: if the file cannot be read or
/// written, it is decided as if nothing were on record, and `onFailure` is told.
public final class SQLiteStickyStore: BulkStickyStore {
  /// The path of the file.
  public let path: String
  private let timeout: Duration
  private let onWait: @Sendable () -> Void
  private let onFailure: @Sendable (StickyStoreError) -> Void
  private let records: Locked<Records>

  /// Opens a store, which is made if the file does not exist or is empty.
  ///
  /// - Parameters:
  ///   - path: The file; two more beside it come and go, named like it with `-wal` and `-shm`.
  ///   - timeout: How long to wait for others who write.
  ///   - onWait: Called when a batch has waited a second for others who write, and goes on waiting.
  ///   - onFailure: Called on the thread that decides, when records could not be read or written.
  /// - Throws: why the file is none of ours, or cannot be opened.
  public init(
    _ path: String, timeout: Duration = .seconds(5), onWait: @escaping @Sendable () -> Void = {},
    onFailure: @escaping @Sendable (StickyStoreError) -> Void = { _ in }
  ) throws(StickyStoreError) {
    self.path = path
    self.timeout = timeout
    self.onWait = onWait
    self.onFailure = onFailure
    records = Locked(try Records(Schema.open(path, timeout: timeout)))
  }

  /// All that is on record for a unit; empty if nothing is, or it cannot be read.
  public func assignments(of unit: Unit) -> [StickyKey: String] {
    telling { () throws(StickyStoreError) in
      try records.withLock { records throws(StickyStoreError) in try records.assignments(of: unit) }
    } ?? [:]
  }

  /// Merges these into the unit's record: other entries stay, those of the same key are replaced.
  public func merge(_ assignments: [StickyKey: String], into unit: Unit) {
    guard !assignments.isEmpty else { return }
    _ = telling { () throws(StickyStoreError) in
      try records.withLock { records throws(StickyStoreError) in try records.merge(assignments, into: unit) }
    }
  }

  private func telling<Result>(_ body: () throws(StickyStoreError) -> Result) -> Result? {
    do throws(StickyStoreError) {
      return try body()
    } catch {
      onFailure(error)
      return nil
    }
  }

  package func beginRun(_ plan: StickyPlan) throws(StickyStoreError) -> any StickyRun {
    try SQLiteRun(path, timeout: timeout, onWait: onWait, plan)
  }
}
