import Authoring
import BatchEvaluation
import Personalization
import Simulation
import TestSupport
import Testing

/// What a person with a lot of time would count, one decision after another.
private struct Recount {
  var users = 0
  var rejected = 0
  var segmentSets: [[String]: Int] = [:]
  var setters: [Slot: [SlotDecision.Source: Int]] = [:]
  var reasons: [String: [AssignmentReason: Int]] = [:]
  var dealt: [String: [String: Int]] = [:]
  var together: [[String]: Int] = [:]

  init(_ users: [RandomUser], _ engine: PersonalizationEngine, at time: Timestamp) {
    for user in users {
      self.users += 1
      guard case .string(let unit)? = user.attributes["user_id"], !unit.isEmpty else {
        rejected += 1
        segmentSets[[], default: 0] += 1
        for slot in Slot.allCases { setters[slot, default: [:]][.default, default: 0] += 1 }
        continue
      }
      let decision = engine.decide(for: user.user, at: time)
      segmentSets[decision.segments, default: 0] += 1
      for slot in decision.slots { setters[slot.slot, default: [:]][slot.source, default: 0] += 1 }
      let dealt = decision.assignments.filter { $0.reason == .assigned }
      for assignment in decision.assignments {
        reasons[assignment.experiment, default: [:]][assignment.reason, default: 0] += 1
      }
      for first in dealt {
        self.dealt[first.experiment, default: [:]][first.variation ?? "", default: 0] += 1
        for second in dealt where second.experiment > first.experiment {
          together[
            [first.experiment, first.variation ?? "", second.experiment, second.variation ?? ""], default: 0] += 1
        }
      }
    }
  }

  func differences(from survey: Survey, _ engine: PersonalizationEngine) -> [String] {
    var problems: [String] = []
    func same<Value: Equatable>(_ what: String, _ found: Value, _ expected: Value) {
      if found != expected { problems.append("\(what): \(found) instead of \(expected)") }
    }
    same("users", survey.users, users)
    same("rejected", survey.rejected, rejected)
    same("sets", Dictionary(uniqueKeysWithValues: survey.segmentSets.map { ($0.value, $0.users) }), segmentSets)
    for reach in survey.segments {
      same(reach.segment, reach.users, segmentSets.reduce(0) { $0 + ($1.key.contains(reach.segment) ? $1.value : 0) })
      for decided in reach.decides {
        same(
          "\(reach.segment) \(decided.value)", decided.users,
          setters[decided.value]?[.segment(reach.segment)] ?? 0)
      }
    }
    for overlap in survey.overlaps {
      same(
        "\(overlap.first) and \(overlap.second)", overlap.users,
        segmentSets.reduce(0) {
          $0 + ($1.key.contains(overlap.first) && $1.key.contains(overlap.second) ? $1.value : 0)
        })
    }
    for (slot, deciders) in survey.slots {
      same(slot.key, Dictionary(uniqueKeysWithValues: deciders.map { ($0.value, $0.users) }), setters[slot] ?? [:])
    }
    for experiment in survey.experiments {
      for variation in experiment.variations {
        same("\(experiment.key) \(variation.key)", variation.users, dealt[experiment.key]?[variation.key] ?? 0)
      }
      var others = reasons[experiment.key] ?? [:]
      let assigned = others.removeValue(forKey: .assigned) ?? 0
      same("eligible for \(experiment.key)", experiment.eligible, assigned + (others[.coverageMiss] ?? 0))
      same(
        "others of \(experiment.key)", Dictionary(uniqueKeysWithValues: experiment.others.map { ($0.value, $0.users) }),
        others)
    }
    let keys = Dictionary(
      uniqueKeysWithValues: engine.workspace.experiments.map { ($0.key, $0.variations.map(\.key)) })
    for pair in survey.experimentPairs {
      for (row, first) in (keys[pair.first] ?? []).enumerated() {
        for (column, second) in (keys[pair.second] ?? []).enumerated() {
          same(
            "\(pair.first) \(first) with \(pair.second) \(second)", pair.table[row][column],
            together[[pair.first, first, pair.second, second]] ?? 0)
        }
      }
    }
    for shapes in [survey.entries, survey.layouts, survey.fallbacks] {
      same("everybody has an outcome", shapes.reduce(0) { $0 + $1.users }, users)
    }
    return problems
  }
}

@Suite("Surveys of random files")
struct SurveyPropertyTests {
  @Test("count what single decisions add up to, whatever the chunks and threads")
  func counts() async {
    await Property.holds(rounds: 120) { random in
      let world = RandomWorkspace(&random)
      let engine = PersonalizationEngine(try Workspace(files: world.files))
      let time = try Moment.random(&random)
      let csv = RandomCSV(of: world, rows: random.int(0...60), &random)
      let directory = try BatchDirectory()
      let path = try directory.write(csv.bytes)
      var options = BatchOptions(time: time)
      options.delimiter = csv.delimiter
      options.threads = random.int(1...3)
      options.chunkSize = random.int(1...2000)
      let survey = try Simulation(engine, options).survey(of: path).survey
      let problems = Recount(csv.users, engine, at: time).differences(from: survey, engine)
      return problems.prefix(3) + []
    }
  }

  @Test("change nothing from a workspace to itself, and everything in reverse back again")
  func transposes() async {
    await Property.holds(rounds: 60) { random in
      let world = RandomWorkspace(&random)
      let (base, head) = (
        PersonalizationEngine(try Workspace(files: world.files)),
        PersonalizationEngine(try Workspace(files: RandomWorkspace(&random).files))
      )
      let time = try Moment.random(&random)
      let csv = RandomCSV(of: world, rows: random.int(0...60), &random)
      let directory = try BatchDirectory()
      let path = try directory.write(csv.bytes)
      var options = BatchOptions(time: time)
      options.delimiter = csv.delimiter
      let settings = options
      func compare(_ before: PersonalizationEngine, _ after: PersonalizationEngine) throws -> Comparison {
        try Comparison(before: before, after: after, users: path, settings)
      }
      var problems: [String] = []
      let same = try compare(base, base)
      if same.changed > 0 || !same.slots.isEmpty || !same.segments.isEmpty || !same.experiments.isEmpty {
        problems.append("\(same.changed) users change to what they were")
      }
      let (there, back) = (try compare(base, head), try compare(head, base))
      if there.changed != back.changed || there.users != csv.users.count {
        problems.append("\(there.changed) of \(there.users) there, \(back.changed) back")
      }
      for slot in Slot.allCases {
        func moves(_ comparison: Comparison, reversed: Bool) -> Set<String> {
          let transitions = comparison.slots.first { $0.slot == slot }?.transitions ?? []
          return Set(
            transitions.map {
              "\(reversed ? $0.after : $0.before) to \(reversed ? $0.before : $0.after): \($0.users)"
            })
        }
        let (forth, reversed) = (moves(there, reversed: false), moves(back, reversed: true))
        if forth != reversed { problems.append("\(slot.key): \(forth) there, \(reversed) back") }
      }
      for change in there.experiments {
        let other = back.experiments.first { $0.experiment == change.experiment }
        if other?.rebucketed != change.rebucketed || other?.left != change.entered || other?.before != change.after {
          problems.append("\(change.experiment) is no transpose")
        }
      }
      return problems.prefix(3) + []
    }
  }

  @Test("count the same changes as two files of decisions side by side")
  func changes() async {
    await Property.holds(rounds: 60) { random in
      let world = RandomWorkspace(&random)
      let base = PersonalizationEngine(try Workspace(files: world.files))
      let head = PersonalizationEngine(try Workspace(files: RandomWorkspace(&random).files))
      let time = try Moment.random(&random)
      let csv = RandomCSV(of: world, rows: random.int(0...60), &random)
      let directory = try BatchDirectory()
      var options = BatchOptions(time: time)
      options.delimiter = csv.delimiter
      let comparison = try Comparison(
        before: base, after: head, users: try directory.write(csv.bytes), options)
      func layout(_ user: RandomUser, _ engine: PersonalizationEngine) -> String {
        guard case .string(let unit)? = user.attributes["user_id"], !unit.isEmpty else {
          return engine.workspace.catalog.defaults[.homeLayout]?.description ?? ""
        }
        return engine.decide(for: user.user, at: time)[.homeLayout].value.description
      }
      let moved = csv.users.count { layout($0, base) != layout($0, head) }
      let found = comparison.slots.first { $0.slot == .homeLayout }?.changed ?? 0
      return moved == found ? [] : ["\(found) layouts change instead of \(moved)"]
    }
  }
}
