internal import BatchEvaluation
internal import Navigation
internal import Personalization

/// Appends decisions to columns.
///
/// What a combination of cohort and variations becomes is looked up once, and is a number from then on.
struct DecisionWriter {
  private let segmentKeys: [String]
  private let capturedNames: [String]
  private let variationTexts: [[String]]
  private let defaults: DecidedFlow

  private var outcomes = Outcomes()
  /// The outcomes of the evaluator's combinations and flows, by their numbers; -1: not looked up.
  private var combinations: [Int32] = []
  private var flows: [DecidedFlow?] = []
  private var generation = 0
  /// Beyond this all is looked up anew with the next table: a bound on memory, and on texts that come with every table.
  private static let limit = 4_096

  init(_ engine: PersonalizationEngine) {
    segmentKeys = engine.workspace.segments.map(\.key)
    capturedNames = engine.capturedAttributes
    variationTexts = engine.workspace.experiments.map { $0.variations.map(\.key) }
    defaults = Evaluator.defaultFlow(engine)
  }

  /// Columns for a table of so many rows.
  mutating func columns(
    rows: Int, _ columns: [(name: String, column: OutputColumn)], ignored: [String]
  ) -> DecisionColumns {
    if outcomes.count > Self.limit {
      outcomes = Outcomes()
      combinations.removeAll()
      flows.removeAll()
    }
    return DecisionColumns(rows: rows, columns, variationTexts: variationTexts, ignored: ignored)
  }

  /// Tells the columns what their numbers mean, once all rows are there.
  func finish(_ output: inout DecisionColumns) {
    output.appendNoIssues()
    output.meanings = outcomes
  }

  /// The decisions for the users of a block, after `assign(users:)`.
  ///
  /// - Parameters:
  ///   - rejections: Users of whom nothing may be used; they get the catalog's defaults.
  ///   - issues: What is wrong with a user's values.
  mutating func write(
    users: Int, _ evaluator: inout Evaluator, rejections: Set<Int>, issues: [Int: [String]],
    to output: inout DecisionColumns
  ) {
    for user in 0..<users {
      if !rejections.isEmpty, rejections.contains(user) {
        output.append(outcome: outcome(of: defaults, segments: []))
      } else {
        output.append(outcome: outcome(of: user, &evaluator))
      }
      if !issues.isEmpty, let texts = issues[user] {
        output.appendNoIssues(before: 1)
        output.append(issues: texts)
      }
    }
    for (place, experiment) in output.experiments.enumerated() {
      for user in 0..<users {
        let isRejected = !rejections.isEmpty && rejections.contains(user)
        output.append(variation: isRejected ? -1 : evaluator.variations[user, experiment], at: place)
      }
    }
  }

  // MARK: Looking up

  @inline(__always)
  private mutating func outcome(of user: Int, _ evaluator: inout Evaluator) -> Int32 {
    let number = evaluator.combination(of: user)
    if let number, evaluator.generation == generation, number < combinations.count, combinations[number] >= 0 {
      return combinations[number]
    }
    return newOutcome(of: user, number, &evaluator)
  }

  @inline(never)
  private mutating func newOutcome(of user: Int, _ number: Int?, _ evaluator: inout Evaluator) -> Int32 {
    let before = evaluator.generation
    let flowNumber = evaluator.flow(of: user)
    if evaluator.generation != generation {
      generation = evaluator.generation
      flows.removeAll()
      combinations.removeAll()
    }
    while flows.count <= flowNumber { flows.append(nil) }
    let flow = flows[flowNumber] ?? evaluator.flow(number: flowNumber)
    flows[flowNumber] = flow
    let outcome = outcome(of: flow, segments: evaluator.segments(of: user).map { segmentKeys[$0] })
    if let number, evaluator.generation == before {
      while combinations.count <= number { combinations.append(-1) }
      combinations[number] = outcome
    }
    return outcome
  }

  private mutating func outcome(of decided: DecidedFlow, segments: [String]) -> Int32 {
    outcomes.all.number(
      of: Outcomes.Outcome(
        entry: outcomes.entries.number(of: decided.entryText(capturedNames)),
        homeLayout: outcomes.homeLayouts.number(of: decided.flow.home.layout.rawValue),
        homeTabs: outcomes.homeTabs.number(of: decided.flow.home.tabs.map(\.key)),
        fallback: outcomes.fallbacks.number(of: decided.fallbackText(capturedNames)),
        segments: outcomes.segments.number(of: segments)))
  }
}
