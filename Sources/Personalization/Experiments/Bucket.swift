/// Where the hash of a unit falls on the line: an integer from 0 up to, not including, its hash version's `bucketCount`.
public struct Bucket: Hashable, Comparable, Sendable {
  /// 0…9,999 under the hash versions 1 and 2, 0…999,999 under 3.
  public let number: Int

  /// The bucket of a unit under a seed.
  ///
  /// ```swift
  /// Bucket(seed: "nav-exp", unit: "u33949").number   // 3000
  /// ```
  ///
  /// Source: the hash versions 1 and 2 of the GrowthBook SDK specification, over UTF-8 bytes without normalization.
  public init(seed: String, unit: String, version: HashVersion = .two) {
    self.init(seed: seed, of: .experiment, unit: unit, version: version)
  }

  /// The bucket of a unit in a layer of this name.
  public init(layer: String, unit: String, version: HashVersion = .two) {
    self.init(seed: layer, of: .layer, unit: unit, version: version)
  }

  private init(seed: String, of subject: BucketHasher.Subject, unit: String, version: HashVersion) {
    var pool: [UInt8] = []
    let hasher = BucketHasher(seed: seed, of: subject, version: version, pool: &pool)
    let bytes = Array(unit.utf8)
    self = hasher.bucket(of: bytes.indices, in: bytes.span, pool: pool)
  }

  package init(number: Int) { self.number = number }

  /// Order on the line.
  public static func < (first: Bucket, second: Bucket) -> Bool { first.number < second.number }
}

/// How seed and unit become a bucket.
public enum HashVersion: Int, Hashable, Sendable, CaseIterable {
  /// `(fnv(unit + seed) mod 1000) × 10`. Similar seeds give correlated splits; only for experiments that began with it.
  case one = 1
  /// `fnv(decimal text of fnv(seed + unit)) mod 10000`.
  case two = 2
  /// `mix(fnv(seed + separator + unit)) × 1000000 / 2³²`, rounded down.
  ///
  /// The separator is a byte 0 for an experiment and 1 for a layer, so that the two never hash alike, whatever their
  /// names are. `mix` is the finalizer of MurmurHash3 for 32 bits, by Austin Appleby.
  case three = 3

  /// The number of buckets on the line.
  public var bucketCount: Int { self == .three ? 1_000_000 : 10_000 }

  /// The distance of the buckets that a hash can fall into; version 1 has only every tenth.
  package var stride: Int { self == .one ? 10 : 1 }
}

/// FNV-1a with 32 bits, by Fowler, Noll and Vo.
struct FNV1a: Hashable, Sendable {
  /// The hash of all bytes so far.
  private(set) var value: UInt32 = 2_166_136_261

  @inline(__always)
  mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt32(byte)) &* 16_777_619
  }

  @inline(__always)
  mutating func combine(_ bytes: Span<UInt8>) {
    for index in bytes.indices { combine(bytes[index]) }
  }

  /// The decimal digits of a number, without making a text of it.
  ///
  /// Eight digits at a time in one integer: first two of four, then four of two, then eight of one.
  @inline(__always)
  mutating func combine(decimal number: UInt32) {
    let (head, tail) = number.quotientAndRemainder(dividingBy: 100_000_000)
    if head >= 10 { combine(UInt8(truncatingIfNeeded: head / 10) &+ UInt8(ascii: "0")) }
    if head > 0 { combine(UInt8(truncatingIfNeeded: head % 10) &+ UInt8(ascii: "0")) }
    let fours = UInt64(tail / 10_000) | UInt64(tail % 10_000) << 32
    let hundreds = ((fours &* 10_486) >> 20) & 0x0000_007F_0000_007F
    let twos = hundreds | ((fours &- hundreds &* 100) << 16)
    let tens = ((twos &* 103) >> 10) & 0x000F_000F_000F_000F
    // The first digit is the lowest byte.
    var digits = tens | ((twos &- tens &* 10) << 8) | 0x3030_3030_3030_3030
    if head == 0 {
      let leadingZeros = min(7, (digits ^ 0x3030_3030_3030_3030).trailingZeroBitCount >> 3)
      digits >>= UInt64(leadingZeros &* 8)
      for _ in leadingZeros..<8 {
        combine(UInt8(truncatingIfNeeded: digits))
        digits >>= 8
      }
      return
    }
    for _ in 0..<8 {
      combine(UInt8(truncatingIfNeeded: digits))
      digits >>= 8
    }
  }
}

/// Hashes units under one seed, starting from the state after the seed.
///
/// Plain integers: the bytes of the seed stand in a pool that the caller keeps, so that copying one costs nothing.
struct BucketHasher: Sendable {
  private let version: HashVersion
  private let seeded: FNV1a
  private let seed: Range<Int>

  /// What a seed is of.
  enum Subject: UInt8 { case experiment, layer }

  init(seed: String, of subject: Subject, version: HashVersion, pool: inout [UInt8]) {
    let first = pool.count
    switch (version, subject) {
    // As GrowthBook's namespaces are hashed.
    case (.one, .layer): pool += Array("__\(seed)".utf8)
    case (.one, .experiment), (.two, _): pool += Array(seed.utf8)
    case (.three, _): pool += Array(seed.utf8) + [subject.rawValue]
    }
    var hash = FNV1a()
    for byte in pool[first...] { hash.combine(byte) }
    self.version = version
    self.seed = first..<pool.count
    seeded = hash
  }

  /// The state before the unit.
  var start: FNV1a { version == .one ? FNV1a() : seeded }

  /// The bucket, from the state after the unit.
  @inline(__always)
  func bucket(after unit: FNV1a, pool: [UInt8]) -> Bucket {
    switch version {
    case .one:
      var hash = unit
      for index in seed { hash.combine(pool[index]) }
      return Bucket(number: Int(hash.value % 1000) &* 10)
    case .two:
      var outer = FNV1a()
      outer.combine(decimal: unit.value)
      return Bucket(number: Int(outer.value % 10_000))
    case .three:
      var mixed = unit.value
      mixed = (mixed ^ mixed >> 16) &* 0x85EB_CA6B
      mixed = (mixed ^ mixed >> 13) &* 0xC2B2_AE35
      mixed ^= mixed >> 16
      return Bucket(number: Int(truncatingIfNeeded: (UInt64(mixed) &* 1_000_000) >> 32))
    }
  }

  /// The bucket of the unit that stands at `range` of `bytes`.
  ///
  /// No allocation.
  func bucket(of range: Range<Int>, in bytes: Span<UInt8>, pool: [UInt8]) -> Bucket {
    var hash = start
    hash.combine(bytes.extracting(range))
    return bucket(after: hash, pool: pool)
  }
}
