/// Compiles the conditions of a workspace: first collects their tests, then builds their circuit.
struct ConditionCompiler {
  private var workspace: Workspace?
  private var attributeIndex: [String: Int] = [:]
  private var tests: [[Test]] = []
  private var testIndex: [[Test: Int]] = []
  private var firstBits: [Int] = []
  private var builder = CircuitBuilder(inputCount: 1)
  private var segmentSignal: [String: FormulaSignals] = [:]

  init() {}

  init(workspace: Workspace, attributeIndex: [String: Int]) {
    self.workspace = workspace
    self.attributeIndex = attributeIndex
    tests = workspace.catalog.attributes.map { _ in [] }
    testIndex = workspace.catalog.attributes.map { _ in [:] }
  }

  mutating func collect(_ condition: Condition) {
    for case .attribute(let name, let test) in condition.leaves {
      guard let attribute = attributeIndex[name] else { continue }
      let test = withGroupsResolved(test, attribute)
      guard testIndex[attribute][test] == nil else { continue }
      testIndex[attribute][test] = tests[attribute].count
      tests[attribute].append(test)
    }
  }

  mutating func columns(
    of attributes: [AttributeDefinition], firstBit: inout Int, tables: inout ColumnTables.Pools
  ) -> [ColumnLayout] {
    attributes.indices.map { index in
      firstBits.append(firstBit)
      let compiler = ColumnCompiler(tests: tests[index], firstBit: firstBit)
      firstBit += tests[index].count
      return compiler.layout(type: attributes[index].type, in: &tables)
    }
  }

  mutating func startCircuit(inputCount: Int) {
    builder = CircuitBuilder(inputCount: inputCount)
  }

  /// The signals of all segments, each compiled after those that it asks for.
  mutating func segmentSignals() -> [FormulaSignals] {
    let segments = workspace?.segments ?? []
    let index = Dictionary(zip(segments.map(\.key), 0...), uniquingKeysWith: { first, _ in first })
    let order = dependencyOrder(segments.count) { segment in
      segments[segment].condition.leaves.compactMap { claim in
        if case .segment(let key) = claim { index[key] } else { nil }
      }
    }
    for place in order { segmentSignal[segments[place].key] = signals(of: segments[place].condition) }
    return segments.map { signals(ofSegment: $0.key) }
  }

  mutating func signals(of condition: Condition) -> FormulaSignals {
    switch condition {
    case .leaf(.segment(let key)):
      return FormulaSignals(signal: signals(ofSegment: key).signal, parts: [])
    case .leaf(.attribute(let name, let test)):
      return FormulaSignals(signal: signal(of: test, name), parts: [])
    case .not(let part):
      let signals = self.signals(of: part)
      return FormulaSignals(signal: signals.signal.inverted, parts: [signals])
    case .all(let parts):
      let signals = parts.map { self.signals(of: $0) }
      return FormulaSignals(signal: builder.conjunction(signals.map(\.signal)), parts: signals)
    case .any(let parts):
      let signals = parts.map { self.signals(of: $0) }
      return FormulaSignals(signal: builder.disjunction(signals.map(\.signal)), parts: signals)
    }
  }

  func circuit(outputs: [Signal]) -> Circuit { builder.circuit(outputs: outputs) }

  private func signals(ofSegment key: String) -> FormulaSignals {
    segmentSignal[key] ?? FormulaSignals(signal: .never, parts: [])
  }

  private func signal(of test: Test, _ name: String) -> Signal {
    guard let attribute = attributeIndex[name],
      let index = testIndex[attribute][withGroupsResolved(test, attribute)]
    else { return .never }
    return Signal(bit: firstBits[attribute] + index, isInverted: false)
  }

  /// A group is the set of its values, read as the attribute's type.
  private func withGroupsResolved(_ test: Test, _ attribute: Int) -> Test {
    switch test {
    case .inGroup(let name):
      let values = workspace?.groups[name] ?? []
      return switch workspace?.catalog.attributes[attribute].type {
      case .number, .list(of: .number):
        .isOne(of: values.compactMap { Double($0.string).map(Literal.number) })
      default: .isOne(of: values.map(Literal.string))
      }
    case .anyElement(let formula):
      return .anyElement(formula.mappingLeaves { withGroupsResolved($0, attribute) })
    default: return test
    }
  }
}
