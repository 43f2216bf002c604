/// What stands for a unit in tables and stores: a keyed hash of its attribute and value.
///
/// With a billion units, two of them share one with a probability of about 10⁻²¹.
package struct UnitHash: Hashable, Comparable, Sendable {
  /// By which units are ordered; 63 bits, so that it is a positive signed integer too.
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  @inline(__always)
  package static func < (first: UnitHash, second: UnitHash) -> Bool {
    first.high == second.high ? first.low < second.low : first.high < second.high
  }
}

/// Hashes the values of one attribute.
package struct UnitHasher: Sendable {
  private let hash: SipHash

  /// - Parameter key: The store's own.
  package init(_ attribute: String, key: SipHash.Value) {
    let own = attribute.withBytes { SipHash(key: key).hash($0) }
    hash = SipHash(key: own)
  }

  @inline(__always)
  package func hash(_ value: Span<UInt8>) -> UnitHash {
    let hash = hash.hash(value)
    return UnitHash(high: hash.high >> 1, low: hash.low)
  }
}
