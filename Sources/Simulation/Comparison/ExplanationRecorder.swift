internal import BatchEvaluation
internal import Personalization

/// Explains a few records of a file.
///
/// Of everything else only the number is kept.
final class ExplanationRecorder: RowConsumer {
  private let wanted: Set<Int>
  private let last: Int
  private let emit: (Int, Explanation) -> Void
  private var committed = 0
  private var row = 0
  private var chunk: [(record: Int, explanation: Explanation)] = []

  /// - Parameters:
  ///   - wanted: The records, from 1.
  ///   - emit: Called with each that is not rejected, once it counts.
  init(_ wanted: Set<Int>, emit: @escaping (Int, Explanation) -> Void) {
    self.wanted = wanted
    last = wanted.max() ?? 0
    self.emit = emit
  }

  func beginChunk() {
    row = 0
    chunk.removeAll()
  }

  func accept(_ user: Int, missing: [UInt64], _ evaluator: inout Evaluator) {
    row += 1
    guard wanted.contains(committed + row) else { return }
    chunk.append((committed + row, evaluator.explanation(of: user, missing: missing)))
  }

  func reject() { row += 1 }

  func commitChunk() {
    for explained in chunk { emit(explained.record, explained.explanation) }
    committed += row
    beginChunk()
  }

  var isDone: Bool { committed >= last }
}
