internal import BatchEvaluation
internal import Personalization

extension Comparison {
  /// More records than these are not explained: nobody would read on, and what a record's explanation takes depends on the
  /// workspace.
  static let mostExplained = 60

  /// Reads the file again up to the last record that is an example, and tells of each why its slot changes.
  mutating func explain(
    _ pairs: [KindPair], _ base: PersonalizationEngine, _ head: PersonalizationEngine, _ input: String,
    _ options: BatchOptions
  ) throws(BatchError) {
    let wanted = explainedRecords
    guard !wanted.isEmpty else { return }
    let explanations = Locked<[[Int: Explanation]]>([[:], [:]])
    _ = try Self.read(input, options, base, head) { _, side in
      ExplanationRecorder(wanted) { record, explanation in
        explanations.withLock { $0[side][record] = explanation }
      }
    }
    let told = explanations.withLock { $0 }
    var pairOfRecord: [Int: KindPair] = [:]
    for pair in pairs {
      for record in pair.records where wanted.contains(record) { pairOfRecord[record] = pair }
    }
    let maker = ExampleMaker(base: base.workspace, head: head.workspace)
    for (place, change) in slots.enumerated() {
      for (index, cause) in change.causes.enumerated() {
        slots[place].causes[index].examples = cause.records.compactMap { record in
          pairOfRecord[record].map { maker.example(record, change.slot, $0, told[0][record], told[1][record]) }
        }
      }
    }
  }

  /// One record of each cause, from the most frequent cause down, then the second ones, as far as there is room.
  private var explainedRecords: Set<Int> {
    let causes = slots.flatMap(\.causes).sorted { $1.users < $0.users }
    var records: Set<Int> = []
    for round in 0..<(causes.map(\.records.count).max() ?? 0) {
      for cause in causes where round < cause.records.count && records.count < Self.mostExplained {
        records.insert(cause.records[round])
      }
    }
    return records
  }
}
