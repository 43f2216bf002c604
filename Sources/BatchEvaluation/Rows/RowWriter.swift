internal import Navigation
internal import Personalization

/// Writes rows of output from outcomes.
///
/// The part of a row that an outcome determines is rendered once and copied from then on.
struct RowWriter: ~Copyable {
  private let options: BatchOptions
  private let names: [String]
  private let format: RowFormat
  private let defaults: Outcome
  /// Rendered outcomes, and where each stands; empty: not rendered yet.
  private var rendered = ByteBuffer(capacity: 64 * 1024)
  private var ranges: [Range<Int>] = []
  private var generation = 0
  /// The rendered variations: for each experiment none, then each variation.
  private var variations = ByteBuffer()
  private var variationRanges: [Range<Int>] = []
  /// Where an experiment's ranges begin in `variationRanges`.
  private var firstVariations: [Int] = []

  init(engine: PersonalizationEngine, header: InputHeader, options: BatchOptions) {
    self.options = options
    names = header.names
    format = RowFormat(engine, options)
    defaults = Evaluator.defaults(engine)
    for (index, experiment) in engine.workspace.experiments.enumerated() {
      firstVariations.append(variationRanges.count)
      for key in [nil] + experiment.variations.map(\.key) {
        let start = variations.count
        format.appendVariation(key, of: index, to: &variations)
        variationRanges.append(start..<variations.count)
      }
    }
  }

  @inline(__always)
  mutating func write(
    _ unit: RawField, _ bytes: Span<UInt8>, _ outcome: Int, _ evaluator: inout Evaluator,
    _ issues: [RowEvaluator.Issue], to output: inout ByteBuffer
  ) {
    format.appendUnit(unit, bytes, to: &output)
    if evaluator.outcomeGeneration != generation {
      generation = evaluator.outcomeGeneration
      ranges.removeAll()
      rendered.removeAll()
    }
    if outcome < ranges.count, !ranges[outcome].isEmpty {
      output.append(rendered, ranges[outcome])
    } else {
      render(outcome, &evaluator, to: &output)
    }
    for index in firstVariations.indices {
      output.append(variations, variationRanges[firstVariations[index] &+ evaluator.variations[index] &+ 1])
    }
    if issues.isEmpty {
      format.appendEnd(to: &output)
    } else {
      format.appendEnd(issues.map { "\(names[$0.column]): \"\($0.value)\" \($0.reason)" }, to: &output)
    }
  }

  mutating func writeDefaults(
    _ unit: RawField, _ bytes: Span<UInt8>, reason: String, to output: inout ByteBuffer
  ) {
    format.appendUnit(unit, bytes, to: &output)
    format.append(defaults, to: &output)
    for first in firstVariations { output.append(variations, variationRanges[first]) }
    format.appendEnd([reason], to: &output)
  }

  @inline(never)
  private mutating func render(_ outcome: Int, _ evaluator: inout Evaluator, to output: inout ByteBuffer) {
    let start = rendered.count
    format.append(evaluator.outcome(number: outcome), to: &rendered)
    evaluator.releaseOutcome(number: outcome)
    while ranges.count <= outcome { ranges.append(0..<0) }
    ranges[outcome] = start..<rendered.count
    output.append(rendered, ranges[outcome])
  }
}
