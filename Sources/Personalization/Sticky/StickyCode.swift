/// What is on record of one unit for one experiment, in a byte.
package struct StickyCode: Equatable, Sendable {
  /// 0: nothing; 1: a variation that the experiment does not have; from 2: a variation.
  ///
  /// The highest bit: blocked by a record of a version below the lowest one allowed.
  private var bits: UInt8 = 0

  /// Nothing.
  package init() {}

  /// A variation that was assigned.
  package init(variation: Int) { bits = UInt8(truncatingIfNeeded: variation + 2) }

  /// What is on record under a bucket version means this for the experiment.
  package init(version: Int, variation: String, of entry: StickyPlan.Entry) {
    if version < entry.minBucketVersion { bits = 0x80 }
    guard version == entry.key.bucketVersion else { return }
    let place = entry.variations.firstIndex(of: variation)
    bits |= place.map { UInt8(truncatingIfNeeded: $0 + 2) } ?? 1
  }

  package var isBlocked: Bool { bits & 0x80 != 0 }
  package var hasEntry: Bool { bits & 0x7F != 0 }
  /// The variation; -1: none that the experiment has.
  package var variation: Int { max(Int(bits & 0x7F) - 2, -1) }

  /// Adds what else is on record.
  package mutating func add(_ other: StickyCode) {
    bits = (bits | other.bits) & 0x80 | (other.hasEntry ? other.bits : bits) & 0x7F
  }

  /// This record of the unit over another one of the fallback unit.
  func over(_ fallback: StickyCode) -> StickyCode {
    var code = fallback
    code.add(self)
    return code
  }

  /// The same record with another variation.
  func with(variation: Int) -> StickyCode {
    var code = self
    code.add(StickyCode(variation: variation))
    return code
  }
}
