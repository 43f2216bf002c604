/// Where assignments are remembered.
///
/// A record belongs to one value of one attribute, and holds the key of the variation that it was assigned, by
/// experiment and bucket version. Implementations may be called from any thread.
public protocol StickyStore: Sendable {
  /// All that is on record for a unit; empty if nothing is.
  func assignments(of unit: Unit) -> [StickyKey: String]

  /// Merges these into the unit's record: other entries stay, those of the same key are replaced.
  func merge(_ assignments: [StickyKey: String], into unit: Unit)
}

/// What an experiment hashes: one value of one attribute.
public struct Unit: Hashable, Sendable {
  /// The attribute's name.
  public let attribute: String
  /// The value, compared byte for byte.
  public let value: ExactText

  /// The unit of this attribute and value.
  public init(attribute: String, value: String) {
    self.attribute = attribute
    self.value = ExactText(value)
  }

  init(attribute: String, value: ExactText) {
    self.attribute = attribute
    self.value = value
  }
}

/// Under what an assignment is remembered.
public struct StickyKey: Hashable, Sendable {
  /// The key of the experiment.
  public let experiment: String
  /// The experiment's `bucketVersion` at the time.
  public let bucketVersion: Int

  /// The key of this experiment and version.
  public init(experiment: String, bucketVersion: Int) {
    self.experiment = experiment
    self.bucketVersion = bucketVersion
  }
}

/// Remembers assignments as long as it lives.
public final class InMemoryStickyStore: StickyStore {
  private let records: Locked<[Unit: [StickyKey: String]]>

  /// A store with these records.
  public init(_ records: [Unit: [StickyKey: String]] = [:]) {
    self.records = Locked(records)
  }

  /// All that is on record for a unit.
  public func assignments(of unit: Unit) -> [StickyKey: String] {
    records.withLock { $0[unit] ?? [:] }
  }

  /// Merges these into the unit's record.
  public func merge(_ assignments: [StickyKey: String], into unit: Unit) {
    records.withLock { $0[unit, default: [:]].merge(assignments) { _, new in new } }
  }

  /// Every record.
  public var allRecords: [Unit: [StickyKey: String]] { records.withLock { $0 } }
}
