internal import Navigation
internal import Personalization

/// Writes rows of output.
///
/// What stands before and after the unit is rendered once for each combination of cohort and variations, and copied from
/// then on. It is put together from the segments, the flow and the variations; the latter two are rendered once too.
struct RowWriter: ~Copyable {
  private let names: [String]
  private let format: RowFormat
  private let defaults: DecidedFlow
  /// The unit's place among the columns; as many as there are: it is not written.
  private let unitPlace: Int

  /// All rendered bytes, and where each flow's cells and each combination's row stand.
  private var rendered = ByteBuffer(capacity: 64 * 1024)
  private var flows: [FlowCells?] = []
  private var rows: [RenderedRow] = []
  private var generation = 0
  /// Beyond this all is rendered anew: a bound on memory, whatever the users are.
  private static let limit = 2 << 20

  /// The rendered variations: for each experiment none, then each variation.
  private var variations = ByteBuffer()
  private var variationRanges: [Range<Int>] = []
  /// Where an experiment's ranges begin in `variationRanges`.
  private var firstVariations: [Int] = []

  /// A row but for its unit; empty: not rendered yet.
  private struct RenderedRow {
    var beforeUnit = 0..<0
    var afterUnit = 0..<0
  }

  private struct FlowCells {
    var entry = 0..<0
    var homeLayout = 0..<0
    var homeTabs = 0..<0
    var fallback = 0..<0
  }

  /// What the cells beside the unit hold.
  private struct Content {
    let segments: [Int]
    let flow: FlowCells
    /// Of each experiment; -1: none.
    let variation: (Int) -> Int
    let issues: [String]
  }

  init(engine: PersonalizationEngine, header: InputHeader, format: RowFormat) {
    names = header.names
    self.format = format
    defaults = Evaluator.defaultFlow(engine)
    unitPlace = format.columns.firstIndex(of: .unit) ?? format.columns.count
    for experiment in engine.workspace.experiments {
      firstVariations.append(variationRanges.count)
      for key in [nil] + experiment.variations.map(\.key) {
        let start = variations.count
        format.append(variation: key, to: &variations)
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
    if let combination, evaluator.generation == generation, combination < rows.count,
      !rows[combination].afterUnit.isEmpty
    {
      append(rows[combination], unit, bytes, to: &output)
    } else {
      writeNew(unit, bytes, combination, user, &evaluator, to: &output)
    }
  }

  @inline(__always)
  private func append(_ row: RenderedRow, _ unit: Cell, _ bytes: Span<UInt8>, to output: inout ByteBuffer) {
    output.append(rendered, row.beforeUnit)
    if unitPlace < format.columns.count { format.appendUnit(unit, bytes, to: &output) }
    output.append(rendered, row.afterUnit)
  }

  /// Writes a row with issues.
  mutating func write(
    _ unit: Cell, _ bytes: Span<UInt8>, _ combination: Int?, _ user: Int, _ evaluator: inout Evaluator,
    _ issues: [RowEvaluator.Issue], to output: inout ByteBuffer
  ) {
    guard !issues.isEmpty else { return write(unit, bytes, combination, user, &evaluator, to: &output) }
    let issues = issues.map { "\(names[$0.column]): \"\($0.value)\" \($0.reason)" }
    write(content(user, &evaluator, issues), unit, bytes, to: &output)
  }

  /// Writes a row with issues that are sentences already.
  mutating func write(
    _ unit: Cell, _ bytes: Span<UInt8>, _ combination: Int?, _ user: Int, _ evaluator: inout Evaluator,
    sentences: [String], to output: inout ByteBuffer
  ) {
    guard !sentences.isEmpty else { return write(unit, bytes, combination, user, &evaluator, to: &output) }
    write(content(user, &evaluator, sentences), unit, bytes, to: &output)
  }

  mutating func writeDefaults(
    _ unit: Cell, _ bytes: Span<UInt8>, reason: String, to output: inout ByteBuffer
  ) {
    let start = rendered.count
    let content = Content(segments: [], flow: render(defaults), variation: { _ in -1 }, issues: [reason])
    write(content, unit, bytes, to: &output)
    rendered.truncate(to: start)
  }

  private func write(_ content: Content, _ unit: Cell, _ bytes: Span<UInt8>, to output: inout ByteBuffer) {
    append(0..<unitPlace, content, to: &output)
    guard unitPlace < format.columns.count else { return }
    format.appendLead(unitPlace, to: &output)
    format.appendUnit(unit, bytes, to: &output)
    format.appendTail(unitPlace, to: &output)
    append(unitPlace + 1..<format.columns.count, content, to: &output)
  }

  // MARK: Rendering

  @inline(never)
  private mutating func writeNew(
    _ unit: Cell, _ bytes: Span<UInt8>, _ combination: Int?, _ user: Int, _ evaluator: inout Evaluator,
    to output: inout ByteBuffer
  ) {
    let before = evaluator.generation
    let content = content(user, &evaluator, [])
    guard let combination, evaluator.generation == before else {
      return write(content, unit, bytes, to: &output)
    }
    // Rendered aside, since what is copied from stands in the same bytes.
    var row = RenderedRow()
    var text = ByteBuffer(capacity: 1024)
    append(0..<unitPlace, content, to: &text)
    if unitPlace < format.columns.count { format.appendLead(unitPlace, to: &text) }
    let middle = text.count
    if unitPlace < format.columns.count {
      format.appendTail(unitPlace, to: &text)
      append(unitPlace + 1..<format.columns.count, content, to: &text)
    }
    let start = rendered.count
    rendered.append(text, 0..<text.count)
    row.beforeUnit = start..<start + middle
    row.afterUnit = start + middle..<rendered.count
    while rows.count <= combination { rows.append(RenderedRow()) }
    rows[combination] = row
    append(row, unit, bytes, to: &output)
  }

  private mutating func content(_ user: Int, _ evaluator: inout Evaluator, _ issues: [String]) -> Content {
    if rendered.count >= Self.limit { evaluator.forgetFlows() }
    let flow = evaluator.flow(of: user)
    if evaluator.generation != generation {
      generation = evaluator.generation
      flows.removeAll()
      rows.removeAll()
      rendered.removeAll()
    }
    while flows.count <= flow { flows.append(nil) }
    let cells = flows[flow] ?? render(evaluator.flow(number: flow))
    if flows[flow] == nil { evaluator.release(flow: flow) }
    flows[flow] = cells
    let variations = evaluator.variations
    return Content(
      segments: evaluator.segments(of: user), flow: cells, variation: { variations[user, $0] }, issues: issues)
  }

  private mutating func render(_ flow: DecidedFlow) -> FlowCells {
    var starts: [Int] = []
    for column in [OutputColumn.entry, .homeLayout, .homeTabs, .fallback] {
      starts.append(rendered.count)
      format.append(column, of: flow, to: &rendered)
    }
    return FlowCells(
      entry: starts[0]..<starts[1], homeLayout: starts[1]..<starts[2], homeTabs: starts[2]..<starts[3],
      fallback: starts[3]..<rendered.count)
  }

  private func append(_ places: Range<Int>, _ content: Content, to output: inout ByteBuffer) {
    for place in places {
      format.appendLead(place, to: &output)
      switch format.columns[place] {
      case .unit: break
      case .segments: format.append(segments: content.segments, to: &output)
      case .entry: output.append(rendered, content.flow.entry)
      case .homeLayout: output.append(rendered, content.flow.homeLayout)
      case .homeTabs: output.append(rendered, content.flow.homeTabs)
      case .fallback: output.append(rendered, content.flow.fallback)
      case .experiment(let index):
        output.append(variations, variationRanges[firstVariations[index] + content.variation(index) + 1])
      case .issues: format.append(issues: content.issues, to: &output)
      }
      format.appendTail(place, to: &output)
    }
  }
}
