public import Personalization

/// Remembers assignments in a file, which several processes may share.
///
/// ```swift
/// let store = try SQLiteStickyStore("assignments.db")
/// let decision = engine.decide(for: user, at: .now, sticky: store)
/// ```
///
/// What is merged lasts, also if the process is killed a moment later. A decision cannot fail: if the file cannot be read or
/// written, it is decided as if nothing were on record, and `onFailure` is told. The same if the file is deleted or replaced
/// while it is in use: the store then goes on with the file that is there, or a new one.
public final class SQLiteStickyStore: BulkStickyStore {
  /// The path of the file.
  public let path: String
  private let timeout: Duration
  private let onWait: @Sendable () -> Void
  private let onFailure: @Sendable (StickyStoreError) -> Void
  /// One connection reads and another one writes, so that nobody who reads waits for those who wait to write.
  private let reader: Turn<Records>
  private let writer: Turn<Records>

  /// Opens a store, which is made if the file does not exist or is empty.
  ///
  /// - Parameters:
  ///   - path: The file; two more beside it come and go, named like it with `-wal` and `-shm`.
  ///   - timeout: How long a call waits for others who write, threads of this process included. Reading waits for nobody
  ///     who writes.
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
    writer = Turn(try Records(Schema.open(path, timeout: timeout)))
    reader = Turn(try Records(Schema.open(path, timeout: timeout)))
  }

  /// All that is on record for a unit; empty if nothing is, or it cannot be read.
  public func assignments(of unit: Unit) -> [StickyKey: String] {
    taking(reader) { (records) throws(StickyStoreError) in try records.assignments(of: unit) } ?? [:]
  }

  /// Merges these into the unit's record: other entries stay, those of the same key are replaced.
  public func merge(_ assignments: [StickyKey: String], into unit: Unit) {
    guard !assignments.isEmpty else { return }
    _ = taking(writer) { (records) throws(StickyStoreError) in try records.merge(assignments, into: unit) }
  }

  /// Runs the body with records of the file that is there now; tells what goes wrong, and answers nil then.
  private func taking<Result>(
    _ turn: Turn<Records>, _ body: (Records) throws(StickyStoreError) -> Result
  ) -> Result? {
    var problem: StickyStoreError?
    var result: Result?
    do throws(StickyStoreError) {
      let taken: Void? = try turn.take(within: timeout) { records, rest throws(StickyStoreError) in
        if records.connection.hasMoved {
          problem = records.connection.moved
          records = try Records(Schema.open(path, timeout: rest))
        }
        records.connection.wait(rest)
        result = try body(records)
        if records.connection.hasMoved { problem = records.connection.moved }
      }
      if taken == nil { problem = Connection.busy(path, timeout) }
    } catch {
      problem = problem ?? error
    }
    // Not within the turn: whoever is told may ask the store again.
    if let problem { onFailure(problem) }
    return result
  }

  package func beginRun(_ plan: StickyPlan) throws(StickyStoreError) -> any StickyRun {
    try SQLiteRun(path, timeout: timeout, onWait: onWait, plan)
  }
}
