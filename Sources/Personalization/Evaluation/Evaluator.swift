/// Evaluates users against the rules, a block of them at a time, reusing its memory.
///
/// The only mutable part of the engine; each thread has its own. For each block: `begin`, the values attribute by
/// attribute, `assign`, then the `combination` or `outcome` of each user. A column of values is classed in one loop, so
/// that what an attribute's rules are is looked up once a block and not once a value. Values are not kept, except those
/// that are hashed or become arguments.
package struct Evaluator {
  /// The most users of a block.
  package static let blockSize = 128

  let rules: Rules
  /// The time at which schedules and relative dates are measured.
  package private(set) var time: Timestamp

  /// The words of the circuit's inputs, user after user.
  private(set) var inputs: [UInt64]
  /// A user's inputs before any value: the constant bit and the moments of schedules that have passed.
  private var emptyInputs: [UInt64]
  /// Words of inputs of one user.
  let width: Int
  /// All of the circuit's bits, for one user at a time.
  private var vector: [UInt64]
  private var elementBits: [[UInt64]]
  /// The moments that relative dates are compared to, in microseconds.
  private var pastMoments: [Int64]
  private let scratch = PatternScratch()

  var captured: CapturedValues
  /// The chosen value of each slot, user after user, as its number in the table of outcomes; 0: none.
  private(set) var choices: [Int32]
  private(set) var hasChoices = false
  /// The patterns that hit their work limit on a user's values.
  package private(set) var exhaustedPatterns: [ExhaustedPattern] = []

  /// What `assign(users:)` gave to each user, or a decision to the first one.
  package var variations: VariationTable
  /// The experiments that set slots, in the order in which they count; another one where winners are overridden.
  var settingExperiments: [Int]
  /// What became of each experiment in a decision.
  var attempts: [Attempt]
  /// The candidates' variations in a decision as one integer, digit by digit; nil: it has no number.
  var combination: UInt64?
  /// The hash of each lane of one user; see `AssignmentPlan`.
  var hashes: [FNV1a]
  /// The cohort whose candidates' lanes `hashes` holds for the first user; -1: none.
  var hashedCohort: Int32 = -1
  /// The users of the block, once `assign(users:)` was called, and the generation of outcomes that it was true for.
  var assigned: [Assigned]
  var assignedGeneration = 0
  var cohorts: CohortTable
  var outcomes: OutcomeTable
  /// Kept to reuse its memory.
  var outcomeKey: [Int32] = []

  /// A pattern that was given up.
  package struct ExhaustedPattern: Hashable, Sendable {
    package let user: Int
    package let pattern: Int
  }

  init(_ rules: Rules, at time: Timestamp) {
    self.rules = rules
    self.time = time
    width = rules.circuit.inputWords
    emptyInputs = [UInt64](repeating: 0, count: width)
    emptyInputs[0] = 1
    inputs = [UInt64](repeating: 0, count: width * Self.blockSize)
    vector = [UInt64](repeating: 0, count: rules.circuit.wordCount)
    elementBits = rules.tables.elements.map { [UInt64](repeating: 0, count: $0.circuit.wordCount) }
    pastMoments = []
    captured = CapturedValues(count: rules.capturedAttributes.count, blockSize: Self.blockSize)
    choices = [Int32](repeating: 0, count: Slot.allCases.count * Self.blockSize)
    variations = VariationTable(users: Self.blockSize, experiments: rules.experiments.count)
    settingExperiments = rules.slots.settingExperiments
    attempts = [Attempt](repeating: Attempt(reason: .inactive), count: rules.experiments.count)
    hashes = [FNV1a](repeating: FNV1a(), count: rules.experiments.count * 2)
    assigned = [Assigned](repeating: Assigned(), count: Self.blockSize)
    cohorts = CohortTable(rules)
    outcomes = OutcomeTable()
    setTime(time)
  }

  /// Measures schedules and relative dates at another time from the next block on.
  package mutating func move(to time: Timestamp) {
    if time != self.time { setTime(time) }
  }

  private mutating func setTime(_ time: Timestamp) {
    self.time = time
    pastMoments = rules.tables.periods.map { time.before(by: $0).microseconds }
    for moment in rules.schedule {
      let flag: UInt64 = 1 << UInt64(moment.bit & 63)
      if moment.time <= time { emptyInputs[moment.bit >> 6] |= flag } else { emptyInputs[moment.bit >> 6] &= ~flag }
    }
  }

  /// Forgets the previous block; `users` is at most `blockSize`.
  package mutating func begin(users: Int = 1) {
    precondition(users <= Self.blockSize, "a block has at most \(Self.blockSize) users")
    var place = 0
    for _ in 0..<users {
      for word in 0..<width { inputs[place &+ word] = emptyInputs[word] }
      place &+= width
    }
    captured.removeAll(users: users)
    hashedCohort = -1
    if hasChoices {
      for index in choices.indices { choices[index] = 0 }
      hasChoices = false
      if outcomes.isFullOfChoices { outcomes.removeAllChoices() }
    }
    if !exhaustedPatterns.isEmpty { exhaustedPatterns.removeAll(keepingCapacity: true) }
  }

  // MARK: Columns of values

  /// Lays the masks of each value's class over its user's inputs; nil: a missing value.
  @inline(__always)
  private mutating func lay<Value>(
    _ values: [Value], _ count: Int, _ rows: ColumnLayout.Rows, classOf: (Value) -> Int?
  ) {
    let width = width
    let masks = rules.tables.masks
    var bits = inputs.mutableSpan
    var word = rows.word
    for index in 0..<count {
      if let row = classOf(values[index]) {
        let source = rows.first &+ row &* rows.width
        bits[word] |= masks[source]
        for offset in 1..<rows.width { bits[word &+ offset] |= masks[source &+ offset] }
      }
      word &+= width
    }
  }

  /// Lays the masks of one user's class.
  @inline(__always)
  private mutating func lay(_ row: Int, _ rows: ColumnLayout.Rows, _ user: Int) {
    let source = rows.first &+ row &* rows.width
    let word = user &* width &+ rows.word
    for offset in 0..<rows.width { inputs[word &+ offset] |= rules.tables.masks[source &+ offset] }
  }

  /// The values of a number attribute for the first `count` users; not a number: missing.
  package mutating func load(_ attribute: Int, numbers: [Double], count: Int) {
    let column = rules.columns[attribute]
    if column.isRead {
      let pool = rules.tables.numbers
      lay(numbers, count, column.rows) { number in
        number == number ? ColumnTables.rank(number, among: column.thresholds, of: pool) : nil
      }
    }
    guard column.captured >= 0 else { return }
    for user in 0..<count where numbers[user] == numbers[user] {
      captured.set(column.captured, user: user, number: numbers[user])
    }
  }

  /// One user's value of a number attribute; it must be finite.
  package mutating func load(_ attribute: Int, number: Double, user: Int) {
    let column = rules.columns[attribute]
    if column.isRead {
      lay(ColumnTables.rank(number, among: column.thresholds, of: rules.tables.numbers), column.rows, user)
    }
    if column.captured >= 0 { captured.set(column.captured, user: user, number: number) }
  }

  /// The values of a boolean attribute: 0, 1, or anything else: missing.
  package mutating func load(_ attribute: Int, booleans: [UInt8], count: Int) {
    let column = rules.columns[attribute]
    if column.isRead { lay(booleans, count, column.rows) { $0 < 2 ? Int($0) : nil } }
  }

  /// One user's value of a boolean attribute.
  package mutating func load(_ attribute: Int, boolean: Bool, user: Int) {
    let column = rules.columns[attribute]
    if column.isRead { lay(boolean ? 1 : 0, column.rows, user) }
  }

  /// The values of a date attribute in microseconds since 1970; the least integer: missing.
  package mutating func load(_ attribute: Int, dates: [Int64], count: Int) {
    let column = rules.columns[attribute]
    guard column.isRead else { return }
    let pool = rules.tables.integers
    lay(dates, count, column.rows) { date in
      date == .min ? nil : ColumnTables.rank(date, among: column.thresholds, of: pool)
    }
    for user in 0..<count where !column.relative.isEmpty && dates[user] != .min {
      compareToPast(dates[user], column, user)
    }
  }

  /// One user's value of a date attribute.
  package mutating func load(_ attribute: Int, date: Timestamp, user: Int) {
    let column = rules.columns[attribute]
    guard column.isRead else { return }
    lay(ColumnTables.rank(date.microseconds, among: column.thresholds, of: rules.tables.integers), column.rows, user)
    compareToPast(date.microseconds, column, user)
  }

  private mutating func compareToPast(_ date: Int64, _ column: ColumnLayout, _ user: Int) {
    for place in column.relative {
      let test = rules.tables.relativeTests[place]
      if test.order.holds(date, pastMoments[test.period]) { set(test.bit, user) }
    }
  }

  /// Whether the values of a version attribute can be loaded packed; see `SemanticVersion.packed`.
  package func takesPacked(_ attribute: Int) -> Bool { rules.columns[attribute].isPacked }

  /// The values of a version attribute in packed form; the greatest integer: missing.
  ///
  /// Only for an attribute that `takesPacked`.
  package mutating func load(_ attribute: Int, packedVersions: [UInt64], count: Int) {
    let column = rules.columns[attribute]
    guard column.isRead else { return }
    let pool = rules.tables.packedVersions
    lay(packedVersions, count, column.rows) { version in
      version == .max ? nil : ColumnTables.rank(version, among: column.thresholds, of: pool)
    }
  }

  /// One user's value of a version attribute.
  package mutating func load(_ attribute: Int, version: SemanticVersion, user: Int) {
    let column = rules.columns[attribute]
    guard column.isRead else { return }
    lay(ColumnTables.rank(version, among: column.thresholds, of: rules.tables.versions), column.rows, user)
  }

  /// One user's value of a version attribute; answers false, and loads nothing, if the text is no version.
  package mutating func load(_ attribute: Int, versionText: Span<UInt8>, user: Int) -> Bool {
    let column = rules.columns[attribute]
    guard column.isPacked, let packed = SemanticVersion.packed(versionText) else {
      guard let version = SemanticVersion(bytes: versionText) else { return false }
      load(attribute, version: version, user: user)
      return true
    }
    if column.isRead {
      lay(ColumnTables.rank(packed, among: column.thresholds, of: rules.tables.packedVersions), column.rows, user)
    }
    return true
  }

  /// Whether anything is done with the values of an attribute.
  package func uses(_ attribute: Int) -> Bool {
    rules.columns[attribute].isRead || rules.columns[attribute].captured >= 0
  }

  /// The values of a string attribute, as places in `bytes`, which must be UTF-8 there.
  package mutating func load(_ attribute: Int, texts: [TextRange], count: Int, of bytes: Span<UInt8>) {
    let column = rules.columns[attribute]
    if column.isRead {
      let tables = rules.tables
      if column.testsExistence { lay(texts, count, column.rows) { $0.isMissing ? nil : 0 } }
      if column.exact.count > 0 {
        let table = TextTable(tables, column.exact)
        lay(texts, count, column.exact.rows) { range in
          range.isMissing ? nil : table.row(of: range.places, in: bytes)
        }
      }
      if column.isReadBeyondEquality {
        for user in 0..<count where !texts[user].isMissing {
          readBeyondEquality(bytes.extracting(texts[user].places), column, user)
        }
      }
    }
    if column.captured >= 0 { captured.set(column.captured, texts: texts, count: count, of: bytes) }
  }

  /// One user's value of a string attribute, which must be UTF-8.
  package mutating func load(_ attribute: Int, text: Span<UInt8>, user: Int) {
    let column = rules.columns[attribute]
    if column.isRead {
      if column.testsExistence { lay(0, column.rows, user) }
      if column.exact.count > 0 {
        lay(TextTable(rules.tables, column.exact).row(of: text.indices, in: text), column.exact.rows, user)
      }
      if column.isReadBeyondEquality { readBeyondEquality(text, column, user) }
    }
    if column.captured >= 0 { captured.set(column.captured, user: user, text: text) }
  }

  /// What is asked of a text beside whether it is one of some: the same ignoring case, its order, and patterns.
  private mutating func readBeyondEquality(_ text: Span<UInt8>, _ column: ColumnLayout, _ user: Int) {
    let tables = rules.tables
    if column.folded.count > 0 {
      let folded = CaseFolding.lowercased(text)
      lay(TextTable(tables, column.folded).row(of: folded.indices, in: folded.span), column.folded.rows, user)
    }
    if !column.thresholds.isEmpty {
      lay(ColumnTables.rank(text, among: column.thresholds, of: tables.texts), column.orderRows, user)
    }
    for place in column.patterns { search(tables.patternTests[place], text, user) }
  }

  private mutating func search(_ test: ColumnTables.PatternTest, _ text: Span<UInt8>, _ user: Int) {
    switch rules.tables.patterns[test.pattern].isFound(in: text, scratch) {
    case true?: set(test.bit, user)
    case false?: break
    case nil: giveUp(test.pattern, user)
    }
  }

  private mutating func giveUp(_ pattern: Int, _ user: Int) {
    let exhausted = ExhaustedPattern(user: user, pattern: pattern)
    if !exhaustedPatterns.contains(exhausted) { exhaustedPatterns.append(exhausted) }
  }

  @inline(__always)
  private mutating func set(_ bit: Int, _ user: Int) {
    inputs[user &* width &+ bit >> 6] |= 1 << UInt64(bit & 63)
  }

  // MARK: Lists and choices, one user at a time

  /// The next element of a user's list of strings.
  package mutating func addElement(_ attribute: Int, text: Span<UInt8>, user: Int) {
    let column = rules.columns[attribute]
    guard column.isRead else { return }
    let element = rules.tables.elements[column.element]
    beginElement(column.element)
    rules.tables.lay(text, element.column, over: &elementBits[column.element])
    for place in element.column.patterns {
      let test = rules.tables.patternTests[place]
      switch rules.tables.patterns[test.pattern].isFound(in: text, scratch) {
      case true?: elementBits[column.element][test.bit >> 6] |= 1 << UInt64(test.bit & 63)
      case false?: break
      case nil: giveUp(test.pattern, user)
      }
    }
    endElement(column.element, element, user)
  }

  /// The next element of a user's list of numbers.
  package mutating func addElement(_ attribute: Int, number: Double, user: Int) {
    let column = rules.columns[attribute]
    guard column.isRead else { return }
    let tables = rules.tables
    let element = tables.elements[column.element]
    beginElement(column.element)
    if element.column.isRead {
      let rank = ColumnTables.rank(number, among: element.column.thresholds, of: tables.numbers)
      tables.lay(rank, of: element.column.rows, over: &elementBits[column.element])
    }
    endElement(column.element, element, user)
  }

  /// The user's list has its value, even if it is empty, once its elements were counted.
  package mutating func endList(_ attribute: Int, count: Int, user: Int) {
    let column = rules.columns[attribute]
    guard column.isRead else { return }
    lay(ColumnTables.rank(Double(count), among: column.thresholds, of: rules.tables.numbers), column.rows, user)
  }

  private mutating func beginElement(_ index: Int) {
    for word in elementBits[index].indices { elementBits[index][word] = 0 }
    elementBits[index][0] = 1
  }

  private mutating func endElement(_ index: Int, _ element: ColumnTables.ElementRules, _ user: Int) {
    element.circuit.evaluate(&elementBits[index])
    for (output, bit) in element.bits.enumerated() where element.circuit.output(output).isSet(in: elementBits[index]) {
      set(bit, user)
    }
  }

  /// A user's own value of a slot, which must be legal.
  package mutating func setChoice(_ slot: Slot, _ value: SlotValue, user: Int) {
    hasChoices = true
    choices[user * Slot.allCases.count + slot.index] = outcomes.number(of: value)
    set(rules.firstChoiceBit + slot.index, user)
  }

  // MARK: Cohort

  /// The cohort of a user whose values were loaded.
  @inline(__always)
  package mutating func cohort(of user: Int) -> Int {
    if let known = cohorts.recalled(inputs.span, at: user &* width) { return known }
    return newCohort(of: user)
  }

  @inline(never)
  private mutating func newCohort(of user: Int) -> Int {
    cohorts.cohort(of: bits(of: user), rules, outcomes: &outcomes)
  }

  /// All bits of the circuit for a user: inputs, gates and outputs.
  mutating func bits(of user: Int) -> [UInt64] {
    for index in vector.indices { vector[index] = index < width ? inputs[user * width + index] : 0 }
    rules.circuit.evaluate(&vector)
    return vector
  }

  /// What a pattern that hit its work limit is called in messages: where it is searched, and its expression.
  package func patternName(_ pattern: Int) -> (attribute: String, expression: String) {
    (rules.patternAttributes[pattern], "/\(rules.tables.patterns[pattern].source.expression)/")
  }
}
