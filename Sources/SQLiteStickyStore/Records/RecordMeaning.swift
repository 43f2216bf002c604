internal import Personalization

/// What the numbers of blocks mean to a plan, and the other way round.
struct RecordMeaning: Sendable {
  /// For each experiment of the plan, the number of each of its variations.
  private let numbers: [[Int]]
  /// For each number, the experiment that it says something about, and what; -1: none.
  private let meanings: [(place: Int, code: StickyCode)]
  /// Likewise whether it is of the version that the experiment assigns.
  private let isCurrent: [Bool]

  /// Names what the plan can assign; inside a transaction that writes.
  init(_ plan: StickyPlan, _ connection: Connection) throws(StickyStoreError) {
    var names = try Names(connection)
    var numbers: [[Int]] = []
    for entry in plan.entries {
      var own: [Int] = []
      for variation in entry.variations {
        own.append(try names.number(of: .init(key: entry.key, variation: variation), connection))
      }
      numbers.append(own)
    }
    self.numbers = numbers
    let most = names.variations.keys.max() ?? 0
    var meanings = [(place: Int, code: StickyCode)](repeating: (-1, StickyCode()), count: most + 1)
    var isCurrent = [Bool](repeating: false, count: most + 1)
    for (number, name) in names.variations {
      guard let place = plan.entries.firstIndex(where: { $0.key.experiment == name.key.experiment }) else { continue }
      let entry = plan.entries[place]
      meanings[number] = (
        place, StickyCode(version: name.key.bucketVersion, variation: name.variation, of: entry)
      )
      isCurrent[number] = name.key == entry.key
    }
    self.meanings = meanings
    self.isCurrent = isCurrent
  }

  /// Puts what is on record of a unit into `codes`.
  @inline(__always)
  func load(
    _ unit: UnitHash, from cache: inout BlockCache, _ table: BlockTable, into codes: inout [StickyCode]
  ) throws(StickyStoreError) {
    for place in codes.indices { codes[place] = StickyCode() }
    try cache.forEachVariation(of: unit, from: table) { number in
      guard number < meanings.count, meanings[number].place >= 0 else { return }
      codes[meanings[number].place].add(meanings[number].code)
    }
  }

  /// Lays what a unit of the table was assigned over what is on record of it.
  func change(_ record: inout [Int], by table: StickyTable, _ unit: Int) {
    if !record.isEmpty {
      record.removeAll { number in
        number < isCurrent.count && isCurrent[number] && table[unit, meanings[number].place].variation >= 0
      }
    }
    for place in numbers.indices {
      let variation = table[unit, place].variation
      if variation >= 0 { record.append(numbers[place][variation]) }
    }
  }
}
