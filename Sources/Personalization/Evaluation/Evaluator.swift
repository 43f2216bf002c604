/// Evaluates one user after another against the rules, reusing its memory.
///
/// The only mutable part of the engine; each thread has its own. For each user: `begin`, one `set…` for each value, then
/// `cohort()`, the experiments, and `outcome()`. Values are classed as they come and not kept, except those that are
/// hashed or become arguments.
package struct Evaluator {
  let rules: Rules
  /// The time at which schedules and relative dates are measured.
  package private(set) var time: Timestamp

  /// The vector of bits that the circuit works on; see `Circuit`.
  private(set) var bits: [UInt64]
  /// The vector before any value: the constant bit and the moments of schedules that have passed.
  private var emptyBits: [UInt64]
  private var elementBits: [[UInt64]]
  /// The moments that relative dates are compared to, in microseconds.
  private var pastMoments: [Int64]
  private let scratch = PatternScratch()

  var captured: CapturedValues
  /// The chosen value of each slot as its number in `choiceValues`; 0: none.
  var choices: [Int32]
  var hasChoices = false
  /// The patterns that hit their work limit on this user's values.
  package private(set) var exhaustedPatterns: [Int] = []

  /// The variation of each experiment that this user gets; -1: none.
  package var variations: [Int]
  var cohorts: CohortTable
  var outcomes: OutcomeTable

  init(_ rules: Rules, at time: Timestamp) {
    self.rules = rules
    self.time = time
    emptyBits = [UInt64](repeating: 0, count: rules.circuit.wordCount)
    emptyBits[0] = 1
    bits = emptyBits
    elementBits = rules.tables.elements.map { [UInt64](repeating: 0, count: $0.circuit.wordCount) }
    pastMoments = []
    captured = CapturedValues(count: rules.capturedAttributes.count)
    choices = [Int32](repeating: 0, count: Slot.allCases.count)
    variations = [Int](repeating: -1, count: rules.experiments.count)
    cohorts = CohortTable(rules)
    outcomes = OutcomeTable()
    setTime(time)
  }

  /// Measures schedules and relative dates at another time from the next user on.
  package mutating func move(to time: Timestamp) {
    if time != self.time { setTime(time) }
  }

  private mutating func setTime(_ time: Timestamp) {
    self.time = time
    pastMoments = rules.tables.periods.map { time.before(by: $0).microseconds }
    for moment in rules.schedule {
      let flag: UInt64 = 1 << UInt64(moment.bit & 63)
      if moment.time <= time { emptyBits[moment.bit >> 6] |= flag } else { emptyBits[moment.bit >> 6] &= ~flag }
    }
  }

  // MARK: One user

  /// Forgets the previous user.
  package mutating func begin() {
    for index in emptyBits.indices { bits[index] = emptyBits[index] }
    captured.removeAll()
    if hasChoices {
      for index in choices.indices { choices[index] = 0 }
      hasChoices = false
      if outcomes.isFullOfChoices { outcomes.removeAllChoices() }
    }
    if !exhaustedPatterns.isEmpty { exhaustedPatterns.removeAll(keepingCapacity: true) }
  }

  /// The value of a number attribute; it must be finite.
  @inline(__always)
  package mutating func setNumber(_ attribute: Int, _ value: Double) {
    let column = rules.columns[attribute]
    if column.isRead {
      let rank = ColumnTables.rank(value, among: column.thresholds, of: rules.tables.numbers)
      rules.tables.lay(rank, of: column.rows, over: &bits)
    }
    if column.captured >= 0 { captured.set(column.captured, number: value) }
  }

  /// The value of a boolean attribute.
  @inline(__always)
  package mutating func setBoolean(_ attribute: Int, _ value: Bool) {
    let column = rules.columns[attribute]
    if column.isRead { rules.tables.lay(value ? 1 : 0, of: column.rows, over: &bits) }
  }

  /// The value of a string attribute; it must be UTF-8.
  @inline(__always)
  package mutating func setText(_ attribute: Int, _ text: Span<UInt8>) {
    let column = rules.columns[attribute]
    if column.isRead { rules.lay(text, column, scratch, over: &bits, &exhaustedPatterns) }
    if column.captured >= 0 { captured.set(column.captured, text: text) }
  }

  /// The value of a date attribute.
  @inline(__always)
  package mutating func setDate(_ attribute: Int, _ value: Timestamp) {
    let column = rules.columns[attribute]
    guard column.isRead else { return }
    let rank = ColumnTables.rank(value.microseconds, among: column.thresholds, of: rules.tables.integers)
    rules.tables.lay(rank, of: column.rows, over: &bits)
    for index in column.relative {
      let test = rules.tables.relativeTests[index]
      if test.order.holds(value.microseconds, pastMoments[test.period]) { set(test.bit) }
    }
  }

  /// The value of a version attribute; answers false, and sets nothing, if the text is no version.
  @inline(__always)
  package mutating func setVersion(_ attribute: Int, _ text: Span<UInt8>) -> Bool {
    let column = rules.columns[attribute]
    let rank: Int
    if column.isPacked, let packed = SemanticVersion.packed(text) {
      rank = ColumnTables.rank(packed, among: column.thresholds, of: rules.tables.packedVersions)
    } else {
      guard let version = SemanticVersion(bytes: text) else { return false }
      rank = ColumnTables.rank(version, among: column.thresholds, of: rules.tables.versions)
    }
    if column.isRead { rules.tables.lay(rank, of: column.rows, over: &bits) }
    return true
  }

  /// The next element of a list of strings.
  package mutating func addElement(_ attribute: Int, text: Span<UInt8>) {
    let column = rules.columns[attribute]
    guard column.isRead else { return }
    let element = rules.tables.elements[column.element]
    beginElement(column.element)
    rules.lay(text, element.column, scratch, over: &elementBits[column.element], &exhaustedPatterns)
    endElement(column.element, element)
  }

  /// The next element of a list of numbers.
  package mutating func addElement(_ attribute: Int, number: Double) {
    let column = rules.columns[attribute]
    guard column.isRead else { return }
    let tables = rules.tables
    let element = tables.elements[column.element]
    beginElement(column.element)
    let rank = ColumnTables.rank(number, among: element.column.thresholds, of: tables.numbers)
    if element.column.isRead { tables.lay(rank, of: element.column.rows, over: &elementBits[column.element]) }
    endElement(column.element, element)
  }

  /// The list has its value, even if it is empty, once its elements were counted.
  package mutating func endList(_ attribute: Int, count: Int) {
    let column = rules.columns[attribute]
    guard column.isRead else { return }
    let rank = ColumnTables.rank(Double(count), among: column.thresholds, of: rules.tables.numbers)
    rules.tables.lay(rank, of: column.rows, over: &bits)
  }

  private mutating func beginElement(_ index: Int) {
    for word in elementBits[index].indices { elementBits[index][word] = 0 }
    elementBits[index][0] = 1
  }

  private mutating func endElement(_ index: Int, _ element: ColumnTables.ElementRules) {
    element.circuit.evaluate(&elementBits[index])
    for (output, bit) in element.bits.enumerated() where element.circuit.output(output).isSet(in: elementBits[index]) {
      set(bit)
    }
  }

  /// The user's own value of a slot, which must be legal.
  package mutating func setChoice(_ slot: Slot, _ value: SlotValue) {
    hasChoices = true
    choices[slot.index] = outcomes.number(of: value)
    set(rules.firstChoiceBit + slot.index)
  }

  @inline(__always)
  private mutating func set(_ bit: Int) {
    bits[bit >> 6] |= 1 << UInt64(bit & 63)
  }

  // MARK: Cohort

  /// The cohort of the user whose values were set.
  @inline(__always)
  package mutating func cohort() -> Int {
    if let known = cohorts.recalled(bits) { return known }
    rules.circuit.evaluate(&bits)
    return cohorts.cohort(of: bits, rules, outcomes: &outcomes)
  }

  /// Fills the bits of gates and outputs, which `cohort` leaves out for users whose cohort it recalls.
  mutating func completeBits() {
    rules.circuit.evaluate(&bits)
  }

  /// Assigns the cohort's candidate experiments and sets `variations`, without their reasons.
  @inline(__always)
  package mutating func assign(_ cohort: Int) {
    for index in variations.indices { variations[index] = -1 }
    let entry = cohorts.entries[cohort]
    for place in entry.candidates {
      let candidate = cohorts.candidates[place]
      variations[candidate.experiment] = attempt(candidate.experiment, candidate.verdict).variation
    }
  }

  /// What a pattern that hit its work limit is called in messages: where it is searched, and its expression.
  package func patternName(_ pattern: Int) -> (attribute: String, expression: String) {
    (rules.patternAttributes[pattern], "/\(rules.tables.patterns[pattern].source.expression)/")
  }
}
