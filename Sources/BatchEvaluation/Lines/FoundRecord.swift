package import Personalization

/// A record of a file of users.
package struct FoundRecord: Sendable {
  /// Its number, from 1.
  package let record: Int
  package let content: Content

  package enum Content: Sendable {
    /// The user, whom a single decision decides for as the batch does, and what could not be read of the record.
    case user(User, [UserIssue])
    /// It gets the catalog's defaults, because of this.
    case rejected(String)
  }

  /// Which record is looked for.
  package enum Target: Sendable {
    /// By its number, from 1.
    case record(Int)
    /// The first with this unit that is not rejected.
    case unit(String)
  }
}

extension Batch {
  /// Looks for a record of a file; reads no further than it.
  package func find(
    _ target: FoundRecord.Target, in input: String
  ) throws(BatchError) -> (found: FoundRecord?, summary: BatchSummary) {
    let found = Locked<FoundRecord?>(nil)
    var batch = self
    batch.options.threads = 1
    let summary = try batch.survey(input: input) { RecordFinder(target) { record in found.withLock { $0 = record } } }
    return (found.withLock { $0 }, summary)
  }
}

private final class RecordFinder: UserConsumer {
  private let target: FoundRecord.Target
  private let emit: (FoundRecord) -> Void
  private var committed = 0
  private var row = 0
  private var chunk: FoundRecord?
  private(set) var isDone = false

  init(_ target: FoundRecord.Target, emit: @escaping (FoundRecord) -> Void) {
    self.target = target
    self.emit = emit
  }

  func beginChunk() {
    row = 0
    chunk = nil
  }

  func wants(unit: [UInt8]?) -> Bool {
    guard chunk == nil else { return false }
    switch target {
    case .record(let number): return committed + row + 1 == number
    case .unit(let text): return unit.map { $0.elementsEqual(text.utf8) } ?? false
    }
  }

  func accept(_ user: User, _ issues: [UserIssue]) { found(.user(user, issues)) }

  func reject(because reason: String) { found(.rejected(reason)) }

  private func found(_ content: FoundRecord.Content) {
    chunk = FoundRecord(record: committed + row + 1, content: content)
  }

  func accept(_ user: Int, missing: [UInt64], _ evaluator: inout Evaluator) { row += 1 }

  func reject() { row += 1 }

  func commitChunk() {
    if let chunk {
      emit(chunk)
      isDone = true
    }
    committed += row
    beginChunk()
  }
}
