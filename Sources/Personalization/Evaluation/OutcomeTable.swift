/// The outcomes met so far, found by cohort, assigned variations and choices.
struct OutcomeTable {
  private(set) var outcomes: [Outcome?] = []
  private var numberOfKey: [[Int32]: Int] = [:]
  /// The key being looked up; kept to reuse its memory.
  private var key: [Int32] = []

  /// Combinations of a cohort and its candidates' variations, and the outcome of each.
  ///
  /// There are more of these than outcomes: not every variation sets a slot.
  private var outcomeOfCombination: [Int32] = []
  private var numberOfCombination: [Combination: Int] = [:]
  /// A direct-mapped memory of the last combinations; a collision overwrites.
  private var recalled: [Recall]
  private static let recallBits: UInt64 = 12

  private var choiceValues: [SlotValue] = []
  private var numberOfChoice: [SlotValue: Int32] = [:]
  /// Beyond these numbers all are forgotten: a bound on memory, whatever the users are.
  private static let limit = 16_384
  private static let outcomeLimit = 4096

  /// Grows whenever outcomes are forgotten, so that what others keep by number can be forgotten too.
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

  init() { recalled = [Recall](repeating: Recall(), count: 1 << Self.recallBits) }

  mutating func removeAll() {
    outcomes.removeAll()
    numberOfKey.removeAll()
    outcomeOfCombination.removeAll()
    numberOfCombination.removeAll()
    for index in recalled.indices { recalled[index] = Recall() }
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

  // MARK: Outcomes

  mutating func startKey(_ cohort: Int) {
    key.removeAll(keepingCapacity: true)
    key.append(Int32(cohort))
  }

  mutating func extendKey(_ part: Int32) { key.append(part) }

  /// The number of the outcome with the key built by `startKey` and `extendKey`, if it is known.
  func number() -> Int? { numberOfKey[key] }

  mutating func release(_ number: Int) { outcomes[number] = nil }

  /// Records the outcome of the present key.
  mutating func record(_ outcome: Outcome) -> Int {
    if outcomes.count >= Self.outcomeLimit { removeAll() }
    let number = outcomes.count
    outcomes.append(outcome)
    numberOfKey[key] = number
    return number
  }

  // MARK: Combinations

  @inline(__always)
  private static func place(_ cohort: Int32, _ variations: UInt64) -> Int {
    let hash = (UInt64(truncatingIfNeeded: cohort) &* 0x9E37_79B9_7F4A_7C15 ^ variations) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: hash >> (64 - recallBits))
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

  mutating func recordCombination(_ cohort: Int32, _ variations: UInt64, outcome: Int) -> Int {
    let number = outcomeOfCombination.count
    outcomeOfCombination.append(Int32(outcome))
    numberOfCombination[Combination(cohort: cohort, variations: variations)] = number
    remember(cohort, variations, number)
    return number
  }

  /// Whether so many combinations are known that they should be forgotten before another one.
  var isFullOfCombinations: Bool { outcomeOfCombination.count >= Self.limit }

  func outcome(ofCombination number: Int) -> Int { Int(outcomeOfCombination[number]) }

  private mutating func remember(_ cohort: Int32, _ variations: UInt64, _ number: Int) {
    recalled[Self.place(cohort, variations)] = Recall(
      variations: variations, cohort: cohort, number: Int32(number))
  }
}
