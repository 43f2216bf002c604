internal import Personalization

/// What is on record of a chunk's units, and what they are assigned: one worker's memory.
struct ChunkRecords: StickyRecords {
  private let reader: any StickyReader
  private let hashers: [UnitHasher]
  private let width: Int
  /// The units that were asked for, with what their rows so far were assigned.
  private(set) var table: StickyTable
  /// What was on record of them, unit after unit.
  private(set) var found: [StickyCode] = []
  /// For each attribute the unit that was asked for last: it is the present user's.
  private var latest: [Int]
  private(set) var failure: StickyStoreError?
  /// Knows what the chunks before were assigned, once that is certain.
  private var ledger: StickyLedger?

  init(_ plan: StickyPlan, _ run: any StickyRun, _ reader: any StickyReader) {
    self.reader = reader
    hashers = run.hashers
    width = plan.entries.count
    table = StickyTable(width: width)
    latest = [Int](repeating: -1, count: plan.attributes.count)
  }

  /// Begins a chunk.
  mutating func removeAll() {
    table.removeAll()
    found.removeAll(keepingCapacity: true)
    failure = nil
  }

  /// From now on, a ledger knows what is on record; nil: the reader does.
  ///
  /// A method, since Swift 6.3 never lets go of a ledger that is assigned to the property from outside.
  mutating func ask(_ ledger: StickyLedger?) { self.ledger = ledger }

  mutating func load(_ attribute: Int, _ value: Span<UInt8>, into codes: inout [StickyCode]) {
    let hash = hashers[attribute].hash(value)
    if let unit = table.find(hash) {
      latest[attribute] = unit
      for place in codes.indices { codes[place] = table[unit, place] }
      return
    }
    do throws(StickyStoreError) {
      if let ledger {
        try ledger.load(hash, attribute, value, reader, into: &codes)
      } else {
        try reader.load(hash, attribute, value, into: &codes)
      }
    } catch {
      failure = failure ?? error
    }
    let unit = table.append(hash)
    latest[attribute] = unit
    for place in codes.indices {
      table[unit, place] = codes[place]
      found.append(codes[place])
    }
  }

  mutating func assign(_ attribute: Int, place: Int, variation: Int) {
    table[latest[attribute], place].add(StickyCode(variation: variation))
  }

  /// Whether the chunk's rows gave a unit something new.
  @inline(__always)
  func isChanged(_ unit: Int) -> Bool {
    for place in 0..<width where table[unit, place] != found[unit &* width &+ place] { return true }
    return false
  }
}
