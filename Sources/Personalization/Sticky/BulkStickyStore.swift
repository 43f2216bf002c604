/// Why records could not be read or written.
public struct StickyStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What messages call the store, such as its path.
  public let name: String
  /// The sentence for a person, without the name.
  public let message: String

  /// Whether it may go well the next time: others use the store.
  package let isTransient: Bool

  package init(_ name: String, _ message: String, isTransient: Bool = false) {
    self.name = name
    self.message = message
    self.isTransient = isTransient
  }

  /// The sentence after the name.
  public var description: String { "\(name): \(message)" }
}

/// A store for many users at once, which tells of what fails.
package protocol BulkStickyStore: StickyStore {
  /// Begins to evaluate many users; until the run ends, nobody else writes.
  ///
  /// - Parameter plan: What the run asks for and may assign.
  func beginRun(_ plan: StickyPlan) throws(StickyStoreError) -> any StickyRun
}

/// Many users evaluated against the records as they were at one moment, and what becomes of it: all of it, or nothing.
///
/// A run that is let go of without `commit` leaves no trace. `makeReader` may be called from any thread, the rest from one
/// at a time.
package protocol StickyRun: AnyObject, Sendable {
  /// Hash the values of the plan's attributes, by number.
  var hashers: [UnitHasher] { get }

  /// Reads what was on record when the run began; for one thread.
  ///
  /// - Parameter sharers: How many readers share the memory that there is for them.
  func makeReader(sharers: Int) throws(StickyStoreError) -> any StickyReader

  /// Puts what is on record of a unit now, with the merges of this run, into `codes`.
  func load(_ unit: UnitHash, into codes: inout [StickyCode]) throws(StickyStoreError)

  /// Merges the variations of all units of the tables, of which each has hashes above those of the one before.
  func merge(_ tables: [StickyTable]) throws(StickyStoreError)

  /// Makes all merges last.
  func commit() throws(StickyStoreError)
}

/// Reads records of units.
package protocol StickyReader: AnyObject {
  /// Puts what is on record of a unit into `codes`, one for each experiment of the plan.
  ///
  /// - Parameters:
  ///   - unit: The hash of the value.
  ///   - attribute: By its number in the plan.
  func load(
    _ unit: UnitHash, _ attribute: Int, _ value: Span<UInt8>, into codes: inout [StickyCode]
  ) throws(StickyStoreError)
}
