internal import BatchEvaluation
internal import Navigation
internal import Personalization

/// Appends decisions to columns.
///
/// What a combination of cohort and variations becomes is looked up once, and is a few numbers from then on.
struct DecisionWriter {
  private let segmentKeys: [String]
  private let capturedNames: [String]
  private let variationTexts: [[String]]
  private let defaults: DecidedFlow

  private var entries = Pool<String>()
  private var homeLayouts = Pool<String>()
  private var fallbacks = Pool<String>()
  private var homeTabs = Pool<[String]>()
  private var segments = Pool<[Int]>()
  private var sharedTabs: [TextLists.Shared] = []
  private var sharedSegments: [TextLists.Shared] = []

  private var flows: [Flow?] = []
  private var combinations: [Combination?] = []
  private var generation = 0
  /// Beyond this all is looked up anew: a bound on memory, whatever the users are.
  private static let limit = 16_384

  /// The numbers of what a flow shows.
  private struct Flow {
    let entry: Int32
    let homeLayout: Int32
    let homeTabs: Int
    let fallback: Int32
  }

  private struct Combination {
    let flow: Flow
    let segments: Int
  }

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
    if [entries.count, fallbacks.count, homeTabs.count, segments.count].contains(where: { $0 > Self.limit }) {
      forget()
    }
    return DecisionColumns(rows: rows, columns, variationTexts: variationTexts, ignored: ignored)
  }

  /// Tells the columns what their numbers mean, once all rows are there.
  func finish(_ output: inout DecisionColumns) {
    output.entryTexts = entries.values
    output.homeLayoutTexts = homeLayouts.values
    output.fallbackTexts = fallbacks.values
  }

  private mutating func forget() {
    (entries, homeLayouts, fallbacks) = (Pool(), Pool(), Pool())
    (homeTabs, segments) = (Pool(), Pool())
    (sharedTabs, sharedSegments) = ([], [])
    flows.removeAll()
    combinations.removeAll()
  }

  /// The decision for a user of the block, after `assign(users:)`.
  @inline(__always)
  mutating func write(
    _ user: Int, _ evaluator: inout Evaluator, _ issues: [String], to output: inout DecisionColumns
  ) {
    let number = evaluator.combination(of: user)
    let combination: Combination
    if let number, evaluator.generation == generation, number < combinations.count, let known = combinations[number] {
      combination = known
    } else {
      combination = newCombination(user, number, &evaluator)
    }
    append(combination, to: &output)
    for experiment in output.variations.indices {
      output.variations[experiment].append(Int32(truncatingIfNeeded: evaluator.variations[user, experiment]))
    }
    if issues.isEmpty { output.issues.appendNothing() } else { output.issues.append(.init(issues)) }
  }

  /// The catalog's defaults, for a row of which nothing may be used.
  mutating func writeDefaults(_ reason: String, to output: inout DecisionColumns) {
    append(Combination(flow: flow(defaults), segments: number(ofSegments: [])), to: &output)
    for experiment in output.variations.indices { output.variations[experiment].append(-1) }
    output.issues.append(.init([reason]))
  }

  @inline(__always)
  private func append(_ combination: Combination, to output: inout DecisionColumns) {
    output.segments.append(sharedSegments[combination.segments])
    output.entry.append(combination.flow.entry)
    output.homeLayout.append(combination.flow.homeLayout)
    output.homeTabs.append(sharedTabs[combination.flow.homeTabs])
    output.fallback.append(combination.flow.fallback)
  }

  // MARK: Looking up

  @inline(never)
  private mutating func newCombination(_ user: Int, _ number: Int?, _ evaluator: inout Evaluator) -> Combination {
    let before = evaluator.generation
    let flowNumber = evaluator.flow(of: user)
    if evaluator.generation != generation {
      generation = evaluator.generation
      flows.removeAll()
      combinations.removeAll()
    }
    while flows.count <= flowNumber { flows.append(nil) }
    let flow = flows[flowNumber] ?? flow(evaluator.flow(number: flowNumber))
    flows[flowNumber] = flow
    let combination = Combination(flow: flow, segments: self.number(ofSegments: evaluator.segments(of: user)))
    if let number, evaluator.generation == before {
      while combinations.count <= number { combinations.append(nil) }
      combinations[number] = combination
    }
    return combination
  }

  private mutating func flow(_ decided: DecidedFlow) -> Flow {
    let tabs = decided.flow.home.tabs.map(\.key)
    let number = homeTabs.number(of: tabs)
    if number == sharedTabs.count { sharedTabs.append(.init(tabs)) }
    return Flow(
      entry: Int32(truncatingIfNeeded: entries.number(of: decided.entryText(capturedNames))),
      homeLayout: Int32(truncatingIfNeeded: homeLayouts.number(of: decided.flow.home.layout.rawValue)),
      homeTabs: number, fallback: Int32(truncatingIfNeeded: fallbacks.number(of: decided.fallbackText(capturedNames))))
  }

  private mutating func number(ofSegments places: [Int]) -> Int {
    let number = segments.number(of: places)
    if number == sharedSegments.count { sharedSegments.append(.init(places.map { segmentKeys[$0] })) }
    return number
  }
}

/// Numbers for values, from 0.
struct Pool<Value: Hashable> {
  private(set) var values: [Value] = []
  private var numbers: [Value: Int] = [:]

  var count: Int { values.count }

  mutating func number(of value: Value) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = values.count
    values.append(value)
    return values.count - 1
  }
}
