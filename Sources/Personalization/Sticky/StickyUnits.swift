/// What is on record of units, and what is to be recorded, while many users are evaluated.
package protocol StickyRecords {
  /// Puts what is on record of a unit into `codes`, one for each experiment of the plan.
  mutating func load(_ attribute: Int, _ value: Span<UInt8>, into codes: inout [StickyCode])
  /// Remembers an assignment of the attribute's unit that was loaded last.
  mutating func assign(_ attribute: Int, place: Int, variation: Int)
}

/// The records of the unit and the fallback unit of one user; most experiments share them.
package struct StickyUnits {
  private var loaded = (unit: -2, fallback: -2)
  private var own: [StickyCode]
  private var others: [StickyCode]
  private var owner = -1

  package init(_ plan: StickyPlan) {
    own = [StickyCode](repeating: StickyCode(), count: plan.entries.count)
    others = own
  }

  /// Forgets the previous user.
  mutating func begin() { loaded = (-2, -2) }

  /// Answers whether the user has a unit.
  mutating func load(
    _ place: StickyPlan.Place, _ user: Int, _ captured: CapturedValues, _ records: inout some StickyRecords
  ) -> Bool {
    guard loaded.unit != place.unit || loaded.fallback != place.fallback else { return owner >= 0 }
    loaded = (place.unit, place.fallback)
    let hasUnit = Self.load(place.unit, user, captured, &records, into: &own)
    let hasFallback = Self.load(place.fallback, user, captured, &records, into: &others)
    owner = hasUnit ? place.unit : hasFallback ? place.fallback : -1
    return owner >= 0
  }

  private static func load(
    _ unit: Int, _ user: Int, _ captured: CapturedValues, _ records: inout some StickyRecords,
    into codes: inout [StickyCode]
  ) -> Bool {
    let range = unit < 0 ? 0..<0 : captured.range(of: unit, user: user)
    guard !range.isEmpty else {
      for index in codes.indices { codes[index] = StickyCode() }
      return false
    }
    records.load(unit, captured.bytes.span.extracting(range), into: &codes)
    return true
  }

  func code(_ place: Int) -> StickyCode { own[place].over(others[place]) }

  /// Records an assignment of the owner's that is not on its record: a hit on the fallback unit's is carried over.
  func keep(_ place: Int, _ variation: Int, _ records: inout some StickyRecords) {
    let record = owner == loaded.unit ? own[place] : others[place]
    guard record.variation != variation else { return }
    records.assign(owner, place: place, variation: variation)
  }
}
