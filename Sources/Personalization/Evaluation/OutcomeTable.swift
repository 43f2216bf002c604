/// What was worked out so far: the flows by the values of slots, the outcomes by cohort, variations and choices, and
/// numbers for the combinations of cohort and variations.
struct OutcomeTable {
  private var outcomes: [[Int32]: Outcome] = [:]
  private var flows: [DecidedFlow?] = []
  private var numberOfFlow: [[Int32]: Int] = [:]
  /// The flows of cohorts as their segments alone make them; -1: not known.
  private var flowOfCohort: [Int32] = []

  private var combinationCount = 0
  private var numberOfCombination: [Combination: Int] = [:]
  /// A direct-mapped memory of the last combinations; a collision overwrites.
  private var recalled: [Recall]
  private static let recallBits: UInt64 = 12
  /// Likewise of the last outcomes.
  private var recalledOutcomes: [RecalledOutcome]
  private static let outcomeRecallBits: UInt64 = 8

  private var choiceValues: [SlotValue] = []
  private var numberOfChoice: [SlotValue: Int32] = [:]
  /// Beyond these numbers all are forgotten: a bound on memory, whatever the users are.
  private static let limit = 16_384
  private static let flowLimit = 4096
  private static let outcomeLimit = 1024

  /// Grows whenever numbers are forgotten, so that what others keep by number can be forgotten too.
  private(set) var generation = 0

  private struct Combination: Hashable {
    let cohort: Int32
    let variations: UInt64
  }

  private struct Recall {
    var variations: UInt64 = 0
    var cohort: Int32 = -1
    var number: Int32 = 0
  }

  private struct RecalledOutcome {
    var variations: UInt64 = 0
    var cohort: Int32 = -1
    var outcome: Outcome?
  }

  init() {
    recalled = [Recall](repeating: Recall(), count: 1 << Self.recallBits)
    recalledOutcomes = [RecalledOutcome](repeating: RecalledOutcome(), count: 1 << Self.outcomeRecallBits)
  }

  mutating func removeAll() {
    outcomes.removeAll()
    flows.removeAll()
    numberOfFlow.removeAll()
    flowOfCohort.removeAll()
    combinationCount = 0
    numberOfCombination.removeAll()
    for index in recalled.indices { recalled[index] = Recall() }
    for index in recalledOutcomes.indices { recalledOutcomes[index] = RecalledOutcome() }
    generation += 1
  }

  // MARK: Choices

  /// Whether so many choices were seen that they should be forgotten, between two blocks of users.
  var isFullOfChoices: Bool { choiceValues.count >= Self.limit }

  /// Forgets choices too, and with them every outcome that they are part of.
  mutating func removeAllChoices() {
    removeAll()
    choiceValues.removeAll()
    numberOfChoice.removeAll()
  }

  /// A number for a chosen value, from 1.
  mutating func number(of value: SlotValue) -> Int32 {
    if let number = numberOfChoice[value] { return number }
    choiceValues.append(value)
    numberOfChoice[value] = Int32(choiceValues.count)
    return Int32(choiceValues.count)
  }

  func choice(_ number: Int32) -> SlotValue { choiceValues[Int(number) - 1] }

  // MARK: Outcomes and flows

  func outcome(_ key: [Int32]) -> Outcome? { outcomes[key] }

  /// The outcome of a combination of cohort and variations that was seen lately.
  @inline(__always)
  func recalledOutcome(_ cohort: Int32, _ variations: UInt64) -> Outcome? {
    let place = Self.place(cohort, variations, bits: Self.outcomeRecallBits)
    guard recalledOutcomes[place].cohort == cohort, recalledOutcomes[place].variations == variations else { return nil }
    return recalledOutcomes[place].outcome
  }

  mutating func remember(_ outcome: Outcome, _ cohort: Int32, _ variations: UInt64) {
    recalledOutcomes[Self.place(cohort, variations, bits: Self.outcomeRecallBits)] = RecalledOutcome(
      variations: variations, cohort: cohort, outcome: outcome)
  }

  mutating func record(_ outcome: Outcome, _ key: [Int32]) {
    if outcomes.count >= Self.outcomeLimit { outcomes.removeAll() }
    outcomes[key] = outcome
  }

  /// The number of the flow of these values of slots.
  func flow(_ key: [Int32]) -> Int? { numberOfFlow[key] }

  mutating func record(_ flow: DecidedFlow, _ key: [Int32]) -> Int {
    if flows.count >= Self.flowLimit { removeAll() }
    flows.append(flow)
    numberOfFlow[key] = flows.count - 1
    return flows.count - 1
  }

  /// The number of the flow of a cohort's users without choices and variations that set slots.
  func flow(ofCohort number: Int) -> Int? {
    number < flowOfCohort.count && flowOfCohort[number] >= 0 ? Int(flowOfCohort[number]) : nil
  }

  mutating func remember(flow: Int, ofCohort number: Int) {
    while flowOfCohort.count <= number { flowOfCohort.append(-1) }
    flowOfCohort[number] = Int32(flow)
  }

  /// The flow of this number; nil if it was let go of.
  func flow(number: Int) -> DecidedFlow? { flows[number] }

  mutating func release(flow number: Int) { flows[number] = nil }

  // MARK: Combinations

  @inline(__always)
  private static func place(_ cohort: Int32, _ variations: UInt64, bits: UInt64 = recallBits) -> Int {
    let hash = (UInt64(truncatingIfNeeded: cohort) &* 0x9E37_79B9_7F4A_7C15 ^ variations) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: hash >> (64 - bits))
  }

  /// The number of a combination that was seen lately.
  @inline(__always)
  func recalledCombination(_ cohort: Int32, _ variations: UInt64) -> Int? {
    let recall = recalled[Self.place(cohort, variations)]
    return recall.cohort == cohort && recall.variations == variations ? Int(recall.number) : nil
  }

  /// The number of a combination that was ever seen.
  mutating func knownCombination(_ cohort: Int32, _ variations: UInt64) -> Int? {
    guard let number = numberOfCombination[Combination(cohort: cohort, variations: variations)] else { return nil }
    remember(cohort, variations, number)
    return number
  }

  /// A number for a new combination; beyond a limit all are forgotten first.
  mutating func recordCombination(_ cohort: Int32, _ variations: UInt64) -> Int {
    if combinationCount >= Self.limit { removeAll() }
    let number = combinationCount
    combinationCount += 1
    numberOfCombination[Combination(cohort: cohort, variations: variations)] = number
    remember(cohort, variations, number)
    return number
  }

  private mutating func remember(_ cohort: Int32, _ variations: UInt64, _ number: Int) {
    recalled[Self.place(cohort, variations)] = Recall(
      variations: variations, cohort: cohort, number: Int32(number))
  }
}
