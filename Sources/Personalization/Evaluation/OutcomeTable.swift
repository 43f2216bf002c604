/// The outcomes met so far, found by cohort, assigned variations and choices.
struct OutcomeTable {
  private(set) var outcomes: [Outcome?] = []
  private var numberOfKey: [[Int32]: Int] = [:]
  /// The key being looked up; kept to reuse its memory.
  private var key: [Int32] = []
  private var hash: UInt64 = 0

  /// A direct-mapped memory of the last keys; a collision overwrites.
  ///
  /// Each key has `keyStride` places in `recallKeys`; a longer one is not remembered here.
  private var recallKeys: [Int32]
  private var recallLengths: [Int32]
  private var recallNumbers: [Int32]
  private static let recallBits: UInt64 = 12
  private static let keyStride = 16

  private var choiceValues: [SlotValue] = []
  private var numberOfChoice: [SlotValue: Int32] = [:]
  /// Beyond this number all are forgotten: a bound on memory, whatever the users are.
  private static let limit = 16_384

  /// Grows whenever outcomes are forgotten, so that what others keep by outcome number can be forgotten too.
  private(set) var generation = 0

  init() {
    recallKeys = [Int32](repeating: 0, count: Self.keyStride << Self.recallBits)
    recallLengths = [Int32](repeating: 0, count: 1 << Self.recallBits)
    recallNumbers = [Int32](repeating: -1, count: 1 << Self.recallBits)
  }

  mutating func removeAll() {
    outcomes.removeAll()
    numberOfKey.removeAll()
    for index in recallLengths.indices { recallLengths[index] = 0 }
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
    hash = 0
    extendKey(Int32(cohort))
  }

  @inline(__always)
  mutating func extendKey(_ part: Int32) {
    key.append(part)
    hash = (hash ^ UInt64(UInt32(bitPattern: part))) &* 0x9E37_79B9_7F4A_7C15
  }

  @inline(__always)
  private var recallPlace: Int { Int(truncatingIfNeeded: hash >> (64 - Self.recallBits)) }

  /// The number of the outcome with the key built by `startKey` and `extendKey`, if it is known.
  @inline(__always)
  mutating func number() -> Int? {
    let place = recallPlace
    if Int(recallLengths[place]) == key.count, isRecalled(at: place) { return Int(recallNumbers[place]) }
    guard let number = numberOfKey[key] else { return nil }
    remember(number)
    return number
  }

  @inline(__always)
  private func isRecalled(at place: Int) -> Bool {
    let first = place &* Self.keyStride
    for index in key.indices where recallKeys[first &+ index] != key[index] { return false }
    return true
  }

  private mutating func remember(_ number: Int) {
    guard key.count <= Self.keyStride else { return }
    let place = recallPlace
    for index in key.indices { recallKeys[place * Self.keyStride + index] = key[index] }
    recallLengths[place] = Int32(key.count)
    recallNumbers[place] = Int32(number)
  }

  mutating func release(_ number: Int) { outcomes[number] = nil }

  /// Records the outcome of the present key.
  mutating func record(_ outcome: Outcome) -> Int {
    if outcomes.count >= Self.limit { removeAll() }
    let number = outcomes.count
    outcomes.append(outcome)
    numberOfKey[key] = number
    remember(number)
    return number
  }
}
