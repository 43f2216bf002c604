import Authoring
import Foundation
import Personalization
import Testing

@Suite("Decisions")
struct StabilityTests {
  @Test("are the same again from one engine, a fresh engine, and four threads at once")
  func determinism() async {
    await Property.holds(rounds: 60) { random in
      let world = RandomWorkspace(&random)
      let workspace = try Workspace(files: world.files)
      let engine = PersonalizationEngine(workspace)
      let fresh = PersonalizationEngine(workspace)
      let time = try Moment.random(&random)
      var users: [User] = []
      for _ in 0..<12 { users.append(RandomUser(of: world, &random).user) }
      let expected = users.map { engine.decide(for: $0, at: time).lines }
      var problems: [String] = []
      for (user, lines) in zip(users, expected).reversed() {
        problems += differences("again", lines, engine.decide(for: user, at: time).lines)
        problems += differences("fresh engine", lines, fresh.decide(for: user, at: time).lines)
      }
      let everybody = users
      return await withTaskGroup(of: [String].self) { group in
        for shift in 0..<4 {
          group.addTask {
            everybody.indices.flatMap { index in
              let place = (index + shift * 3) % everybody.count
              return differences("thread", expected[place], engine.decide(for: everybody[place], at: time).lines)
            }
          }
        }
        for await found in group { problems += found }
        return problems
      }
    }
  }

  @Test("do not depend on the order of files and of members")
  func order() async {
    await Property.holds(rounds: 80) { random in
      let world = RandomWorkspace(&random)
      let engine = PersonalizationEngine(try Workspace(files: world.files))
      let shuffled = PersonalizationEngine(try Workspace(files: world.shuffledFiles(&random)))
      var problems: [String] = []
      for _ in 0..<8 {
        let user = RandomUser(of: world, &random).user
        let time = try Moment.random(&random)
        problems += differences(
          "shuffled", engine.decide(for: user, at: time).linesWithoutDetours,
          shuffled.decide(for: user, at: time).linesWithoutDetours)
      }
      return problems
    }
  }

  @Test("explain themselves: each trace agrees with its parts and with the segments matched")
  func explanations() async {
    await Property.holds(rounds: 80) { random in
      let world = RandomWorkspace(&random)
      let engine = PersonalizationEngine(try Workspace(files: world.files))
      var problems: [String] = []
      for _ in 0..<8 {
        let user = RandomUser(of: world, &random).user
        let decision = engine.decide(for: user, at: try Moment.random(&random))
        let explanation = decision.explanation
        let holding = explanation.segments.reversed().filter(\.condition.holds).map(\.key)
        problems += differences("segments", decision.segments, holding)
        for segment in explanation.segments { problems += Self.contradictions(segment.condition, segment.key) }
        for experiment in explanation.experiments {
          problems += Self.contradictions(experiment.audience, experiment.assignment.experiment)
          problems += Self.contradictions(experiment)
        }
      }
      return problems
    }
  }

  /// Where a trace contradicts its own parts.
  private static func contradictions(_ trace: ConditionTrace, _ name: String) -> [String] {
    let parts = trace.parts.map(\.holds)
    let expected: Bool? =
      switch trace.text {
      case "all of": parts.allSatisfy { $0 }
      case "any of": parts.contains(true)
      case "not": parts.first.map { !$0 }
      case "everybody": true
      case "nobody": false
      default: trace.missing == nil ? nil : false
      }
    let own = expected == nil || expected == trace.holds ? [] : ["\(name): \(trace)"]
    return own + trace.parts.flatMap { contradictions($0, name) }
  }

  /// Where an experiment's trace contradicts the reason that it gives.
  private static func contradictions(_ trace: ExperimentTrace) -> [String] {
    let assignment = trace.assignment
    let isInLayer = trace.layerBucket.map { bucket in trace.layerRanges.contains { $0.contains(bucket.number) } }
    let share = trace.bucket.flatMap { bucket in trace.shares.first { $0.buckets.contains(bucket.number) } }
    let isRight =
      switch assignment.reason {
      case .assigned:
        share?.variation == assignment.variation && trace.audience.holds && trace.unmetRequirements.isEmpty
          && isInLayer != false && trace.bucket == assignment.bucket && trace.contestedSlots.isEmpty
      case .coverageMiss: share == nil && trace.bucket == assignment.bucket && trace.audience.holds
      case .layerMiss: isInLayer == false
      case .audienceMiss: !trace.audience.holds
      case .prerequisiteMiss: !trace.unmetRequirements.isEmpty
      case .noUnit: trace.bucket == nil
      case .locked, .chosen: !trace.contestedSlots.isEmpty
      default: true
      }
    return isRight ? [] : ["\(assignment): \(trace)"]
  }
}

/// The lines in which two lists differ, byte by byte.
func differences(_ what: String, _ first: [String], _ second: [String]) -> [String] {
  if first.count != second.count { return ["\(what): \(first) and \(second)"] }
  return zip(first, second).filter { !isSame($0, $1) }.map { "\(what): \($0) and \($1)" }
}
