internal import Navigation
internal import Personalization

/// Writes rows of output from outcomes.
///
/// What follows the unit is rendered once for each combination of cohort and variations, and copied from then on. It is
/// put together from the segments, the flow and the variations; the latter two are rendered once too.
struct RowWriter: ~Copyable {
  private let names: [String]
  private let format: RowFormat
  private let defaults: DecidedFlow

  /// All rendered bytes, and where each flow and each combination stands; empty: not rendered yet.
  private var rendered = ByteBuffer(capacity: 64 * 1024)
  private var flows: [Range<Int>] = []
  private var combinations: [Range<Int>] = []
  private var generation = 0
  /// Beyond this all is rendered anew: a bound on memory, whatever the users are.
  private static let limit = 2 << 20

  /// The rendered variations: for each experiment none, then each variation.
  private var variations = ByteBuffer()
  private var variationRanges: [Range<Int>] = []
  /// Where an experiment's ranges begin in `variationRanges`.
  private var firstVariations: [Int] = []

  init(engine: PersonalizationEngine, header: InputHeader, options: BatchOptions) {
    names = header.names
    format = RowFormat(engine, options)
    defaults = Evaluator.defaultFlow(engine)
    for (index, experiment) in engine.workspace.experiments.enumerated() {
      firstVariations.append(variationRanges.count)
      for key in [nil] + experiment.variations.map(\.key) {
        let start = variations.count
        format.appendVariation(key, of: index, to: &variations)
        variationRanges.append(start..<variations.count)
      }
    }
  }

  /// Writes a row without issues.
  @inline(__always)
  mutating func write(
    _ unit: Cell, _ bytes: Span<UInt8>, _ combination: Int?, _ user: Int, _ evaluator: inout Evaluator,
    to output: inout ByteBuffer
  ) {
    format.appendUnit(unit, bytes, to: &output)
    if let combination, evaluator.generation == generation, combination < combinations.count,
      !combinations[combination].isEmpty
    {
      output.append(rendered, combinations[combination])
    } else {
      writeRest(combination, user, &evaluator, to: &output)
    }
  }

  /// Writes a row with issues.
  mutating func write(
    _ unit: Cell, _ bytes: Span<UInt8>, _ combination: Int?, _ user: Int, _ evaluator: inout Evaluator,
    _ issues: [RowEvaluator.Issue], to output: inout ByteBuffer
  ) {
    guard !issues.isEmpty else { return write(unit, bytes, combination, user, &evaluator, to: &output) }
    format.appendUnit(unit, bytes, to: &output)
    appendParts(user, &evaluator, to: &output)
    format.appendEnd(issues.map { "\(names[$0.column]): \"\($0.value)\" \($0.reason)" }, to: &output)
  }

  mutating func writeDefaults(
    _ unit: Cell, _ bytes: Span<UInt8>, reason: String, to output: inout ByteBuffer
  ) {
    format.appendUnit(unit, bytes, to: &output)
    format.append(segments: [], to: &output)
    format.append(defaults, to: &output)
    for first in firstVariations { output.append(variations, variationRanges[first]) }
    format.appendEnd([reason], to: &output)
  }

  // MARK: Rendering

  @inline(never)
  private mutating func writeRest(
    _ combination: Int?, _ user: Int, _ evaluator: inout Evaluator, to output: inout ByteBuffer
  ) {
    let start = output.count
    let before = evaluator.generation
    appendParts(user, &evaluator, to: &output)
    format.appendEnd(to: &output)
    guard let combination, evaluator.generation == before else { return }
    let first = rendered.count
    rendered.append(output, start..<output.count)
    while combinations.count <= combination { combinations.append(0..<0) }
    combinations[combination] = first..<rendered.count
  }

  private mutating func appendParts(
    _ user: Int, _ evaluator: inout Evaluator, to output: inout ByteBuffer
  ) {
    if rendered.count >= Self.limit { evaluator.forgetFlows() }
    let flow = evaluator.flow(of: user)
    if evaluator.generation != generation {
      generation = evaluator.generation
      flows.removeAll()
      combinations.removeAll()
      rendered.removeAll()
    }
    if flow >= flows.count || flows[flow].isEmpty { render(flow, &evaluator) }
    format.append(segments: evaluator.segments(of: user), to: &output)
    output.append(rendered, flows[flow])
    for index in firstVariations.indices {
      output.append(variations, variationRanges[firstVariations[index] + evaluator.variations[user, index] + 1])
    }
  }

  private mutating func render(_ flow: Int, _ evaluator: inout Evaluator) {
    let start = rendered.count
    format.append(evaluator.flow(number: flow), to: &rendered)
    evaluator.release(flow: flow)
    while flows.count <= flow { flows.append(0..<0) }
    flows[flow] = start..<rendered.count
  }
}
