/// A workspace in the form in which users are evaluated: flat tables, immutable, shared by all threads.
///
/// How a user flows through it:
/// 1. Each value is classed by its attribute's column, and the class's row of masks is laid over the vector of bits: one
///    bit for each distinct test of the workspace.
/// 2. The circuit works out the outputs: segments, audiences, which nodes the user's app has, which arguments are legal.
/// 3. Users with equal outputs form a *cohort*: they match the same segments and meet the same fate in every check that
///    does not depend on a hash. A cohort is worked out once.
/// 4. The cohort's candidate experiments hash the unit; each assigns a variation or none.
/// 5. What segments, variations and choices leave in the slots determines the *flow*, worked out once for each set of
///    values, however many cohorts lead to it.
final class Rules: Sendable {
  let workspace: Workspace
  let attributeIndex: [String: Int]
  let attributeNames: NameIndex
  /// Whether some attribute's name can be spelled in several ways in Unicode.
  private let hasSpellings: Bool
  /// The attributes with a dot in their name, which may stand in nested objects.
  let nestedAttributes: [Int]
  /// One for each declared attribute, in the catalog's order.
  let columns: [ColumnLayout]
  let tables: ColumnTables
  let circuit: Circuit
  /// One for each experiment, in the workspace's order.
  let experiments: [ExperimentLayout]
  let experimentNames: [ExperimentNames]
  let experimentTables: ExperimentTables
  /// Experiments in an order in which each comes after those that it requires.
  let experimentOrder: [Int]
  /// Segments from the lowest to the highest priority.
  let segmentOrder: [Int]
  /// What segments and variations say of slots.
  let slots: SlotRules
  /// The bits of outputs, word by word, on which a flow depends beside its slots: which nodes the user's app has, and
  /// which arguments are legal.
  let flowOutputs: [UInt64]
  /// The input bits of schedules, in order of time.
  let schedule: [Moment]
  /// The first of the input bits, one for each slot, that say that the user chose it.
  let firstChoiceBit: Int
  /// The first of the outputs that repeat those bits, so that they tell cohorts apart.
  let firstChoiceOutput: Int
  /// The attributes whose values are captured for hashing and arguments.
  let capturedAttributes: [String]
  /// The attribute that each pattern is searched in.
  let patternAttributes: [String]
  let availability: [String: Int]
  let bindings: [Binding: [BindingOutcome]]
  /// The signals of conditions in the shape of their formulas, for explanations.
  let segmentSignals: [FormulaSignals]
  let audienceSignals: [FormulaSignals]

  init(
    workspace: Workspace, attributeIndex: [String: Int], columns: [ColumnLayout], tables: ColumnTables,
    circuit: Circuit, experiments: [ExperimentLayout], experimentTables: ExperimentTables, experimentOrder: [Int],
    segmentOrder: [Int], slots: SlotRules, flowOutputs: [UInt64], schedule: [Moment], firstChoiceBit: Int,
    firstChoiceOutput: Int,
    capturedAttributes: [String], patternAttributes: [String], availability: [String: Int],
    bindings: [Binding: [BindingOutcome]], segmentSignals: [FormulaSignals], audienceSignals: [FormulaSignals]
  ) {
    self.workspace = workspace
    self.attributeIndex = attributeIndex
    let names = workspace.catalog.attributes.map(\.name)
    attributeNames = NameIndex(names)
    hasSpellings = names.contains { !$0.utf8.allSatisfy { $0 < 0x80 } }
    nestedAttributes = names.indices.filter { names[$0].utf8.contains(UInt8(ascii: ".")) }
    self.columns = columns
    self.tables = tables
    self.circuit = circuit
    self.experiments = experiments
    experimentNames = workspace.experiments.map { .init(key: $0.key, variations: $0.variations.map(\.key)) }
    self.experimentTables = experimentTables
    self.experimentOrder = experimentOrder
    self.segmentOrder = segmentOrder
    self.slots = slots
    self.flowOutputs = flowOutputs
    self.schedule = schedule
    self.firstChoiceBit = firstChoiceBit
    self.firstChoiceOutput = firstChoiceOutput
    self.capturedAttributes = capturedAttributes
    self.patternAttributes = patternAttributes
    self.availability = availability
    self.bindings = bindings
    self.segmentSignals = segmentSignals
    self.audienceSignals = audienceSignals
  }

  /// The attribute that a name means in another spelling of Unicode: composed and decomposed é are one letter of a name.
  ///
  /// Values are another matter: their bytes decide.
  @inline(__always)
  func attributeIndex(ofSpelling name: String) -> Int? {
    hasSpellings ? attributeIndex[name] : nil
  }

  /// An input bit that is set from some time on.
  struct Moment: Sendable {
    let time: Timestamp
    let bit: Int
  }

  /// An argument of a node that takes the value of an attribute.
  struct Binding: Hashable, Sendable {
    let attribute: String
    let node: String
    let argument: String
  }

  /// What a bound argument can become, and the circuit's output that says so.
  struct BindingOutcome: Sendable {
    let output: Int
    let value: FlowArgument
  }
}
