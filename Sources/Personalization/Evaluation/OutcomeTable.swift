/// The outcomes met so far, found by cohort, assigned variations and choices.
struct OutcomeTable {
  private(set) var outcomes: [Outcome] = []
  private var numberOfKey: [[Int32]: Int] = [:]
  /// The key being looked up; kept to reuse its memory.
  private var key: [Int32] = []

  /// A direct-mapped memory of the last keys; a collision overwrites.
  private var recallKeys: [[Int32]]
  private var recallNumbers: [Int]
  private static let recallSize = 2048

  private var choiceValues: [SlotValue] = []
  private var numberOfChoice: [SlotValue: Int32] = [:]
  /// Beyond this number all are forgotten: a bound on memory, whatever the users are.
  private static let limit = 65_536

  /// Grows whenever outcomes are forgotten, so that what others keep by outcome number can be forgotten too.
  private(set) var generation = 0

  init() {
    recallKeys = [[Int32]](repeating: [], count: Self.recallSize)
    recallNumbers = [Int](repeating: -1, count: Self.recallSize)
  }

  mutating func removeAll() {
    outcomes.removeAll()
    numberOfKey.removeAll()
    for index in recallNumbers.indices { recallNumbers[index] = -1 }
    generation += 1
  }

  /// Whether so many choices were seen that they should be forgotten, between two users.
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

  @inline(__always)
  mutating func startKey(_ cohort: Int) {
    key.removeAll(keepingCapacity: true)
    key.append(Int32(cohort))
  }

  @inline(__always)
  mutating func extendKey(_ part: Int32) { key.append(part) }

  /// The number of the outcome with the key built by `startKey` and `extendKey`, if it is known.
  @inline(__always)
  mutating func number() -> Int? {
    let place = recallPlace
    if recallNumbers[place] >= 0, isKey(recallKeys[place]) { return recallNumbers[place] }
    guard let number = numberOfKey[key] else { return nil }
    recallKeys[place] = key
    recallNumbers[place] = number
    return number
  }

  @inline(__always)
  private func isKey(_ other: [Int32]) -> Bool {
    guard other.count == key.count else { return false }
    for index in key.indices where other[index] != key[index] { return false }
    return true
  }

  @inline(__always)
  private var recallPlace: Int {
    var hash: UInt64 = 0
    for part in key { hash = (hash ^ UInt64(UInt32(bitPattern: part))) &* 0x9E37_79B9_7F4A_7C15 }
    return Int(truncatingIfNeeded: hash >> 53)
  }

  /// Records the outcome of the present key.
  mutating func record(_ outcome: Outcome) -> Int {
    if outcomes.count >= Self.limit { removeAll() }
    let number = outcomes.count
    outcomes.append(outcome)
    numberOfKey[key] = number
    recallKeys[recallPlace] = key
    recallNumbers[recallPlace] = number
    return number
  }
}
