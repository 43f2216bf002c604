import Authoring
import BatchEvaluation
import Personalization
import TestSupport
import Testing

@testable import Simulation

@Suite("Examples of random comparisons")
struct ExampleTests {
  @Test("say of a record what single decisions say, and always name something that turned")
  func agree() async {
    await Property.holds(rounds: 80) { random in
      let world = RandomWorkspace(&random)
      let base = PersonalizationEngine(try Workspace(files: world.files))
      let head = PersonalizationEngine(try Workspace(files: RandomWorkspace(sharingAttributesOf: world, &random).files))
      let time = try Moment.random(&random)
      let csv = RandomCSV(of: world, rows: random.int(0...60), &random)
      let directory = try BatchDirectory()
      var options = BatchOptions(time: time)
      options.delimiter = csv.delimiter
      options.chunkSize = random.int(1...2000)
      let comparison = try Comparison(
        before: base, after: head, users: try directory.write(csv.bytes), options, examples: random.int(0...4))
      var problems: [String] = []
      for change in comparison.slots {
        for example in change.causes.flatMap(\.examples) {
          let user = csv.users[example.record - 1].user
          let decisions = (base.decide(for: user, at: time), head.decide(for: user, at: time))
          problems += Check(change.slot, example, decisions.0, isBefore: true).problems
          problems += Check(change.slot, example, decisions.1, isBefore: false).problems
          // What the user chose may exist in one catalog only.
          let isNamed =
            !example.segments.isEmpty || !example.experiments.isEmpty || example.before.source == example.after.source
            || [example.before.source, example.after.source].contains(.choice)
          let isUsed = !example.before.isRejected && !example.after.isRejected
          if isUsed, !isNamed { problems.append("record \(example.record): nothing turned for \(change.slot.key)") }
        }
        for cause in change.causes where cause.records.count != cause.examples.count && comparison.explained < 60 {
          problems.append("\(cause.records) and \(cause.examples.count) examples")
        }
      }
      return problems.prefix(3) + []
    }
  }
}

extension Comparison {
  fileprivate var explained: Int { Set(slots.flatMap(\.causes).flatMap(\.examples).map(\.record)).count }
}

/// One side of an example beside the decision for the same user.
private struct Check {
  private(set) var problems: [String] = []

  init(_ slot: Slot, _ example: Comparison.Example, _ decision: Decision, isBefore: Bool) {
    let setting = isBefore ? example.before : example.after
    guard !setting.isRejected else { return }
    let record = example.record
    func same<Value: Equatable>(_ what: String, _ found: Value, _ expected: Value) {
      if found != expected { problems.append("record \(record), \(what): \(found) instead of \(expected)") }
    }
    same("source", setting.source, decision[slot].source)
    same("lock", setting.lockedBy, decision[slot].lockedBy)
    let explanation = decision.explanation
    for turn in example.segments {
      guard let standing = isBefore ? turn.before : turn.after else { continue }
      same("in \(turn.segment)", standing.isMatched, decision.segments.contains(turn.segment))
      let condition = explanation.segments.first { $0.key == turn.segment }?.condition
      check(turn.turned, condition, isBefore)
    }
    for turn in example.experiments {
      guard let standing = isBefore ? turn.before : turn.after else { continue }
      let assignment = decision.assignment(of: turn.experiment)
      same(turn.experiment, standing.variation, assignment?.variation)
      same(turn.experiment, standing.reason, assignment?.reason)
      if let bucket = assignment?.bucket { same(turn.experiment, standing.bucket, bucket.number) }
      let trace = explanation.experiments.first { $0.assignment.experiment == turn.experiment }
      same("layer", standing.layerBucket, trace?.layerBucket?.number)
      check(turn.turned, trace?.audience, isBefore)
    }
  }

  /// Whether the parts stand in the condition, and turned out as said.
  private mutating func check(_ turns: [Comparison.PartTurn], _ condition: ConditionTrace?, _ isBefore: Bool) {
    for part in turns.compactMap({ isBefore ? $0.before : $0.after }) {
      let isThere = condition?.contains { $0.sentence == part.text && $0.holds == part.holds } ?? false
      if !isThere { problems.append("no part \(part.text) that is \(part.holds)") }
    }
  }
}

extension ConditionTrace {
  fileprivate func contains(_ isMeant: (ConditionTrace) -> Bool) -> Bool {
    isMeant(self) || parts.contains { $0.contains(isMeant) }
  }
}
