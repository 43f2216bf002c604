/// Variations with weights, one of which a user gets by the hash of a unit.
public struct Experiment: Hashable, Sendable {
  /// The key: the name of the experiment's file.
  public let key: String
  /// The name for people.
  public let name: String
  /// Whether it runs.
  public let status: Status
  /// The attribute whose value is hashed, such as `user_id`.
  public let unit: String
  /// The attribute that is hashed where `unit` is missing or empty.
  public let fallbackUnit: String?
  /// What is hashed together with the unit; another seed is another random split.
  public let seed: String
  /// How it is hashed.
  public let hashVersion: HashVersion
  /// Who may take part.
  public let audience: Condition
  /// The share of each variation's range that takes part.
  public let coverage: Millionths
  /// Keeps it apart from other experiments of the same layer.
  public let layer: Layer?
  /// Other experiments, and the variations of them of which the user must have one.
  public let requires: [String: Set<String>]
  /// From when it runs; nil: from ever.
  public let start: Timestamp?
  /// Until when it runs, not including; nil: for ever.
  public let end: Timestamp?
  /// How an assignment outlives a change of weights, coverage and audience; nil: it does not.
  public let stickiness: Stickiness?
  /// What a user can get, in the order of their ranges; never empty.
  public let variations: [Variation]

  /// An experiment of this key.
  public init(
    key: String, name: String, status: Status = .running, unit: String, fallbackUnit: String? = nil, seed: String,
    hashVersion: HashVersion = .two, audience: Condition = .all([]), coverage: Millionths = .one,
    layer: Layer? = nil, requires: [String: Set<String>] = [:], start: Timestamp? = nil, end: Timestamp? = nil,
    stickiness: Stickiness? = nil, variations: [Variation]
  ) {
    self.key = key
    self.name = name
    self.status = status
    self.unit = unit
    self.fallbackUnit = fallbackUnit
    self.seed = seed
    self.hashVersion = hashVersion
    self.audience = audience
    self.coverage = coverage
    self.layer = layer
    self.requires = requires
    self.start = start
    self.end = end
    self.stickiness = stickiness
    self.variations = variations
  }

  /// The slots that some variation sets.
  public var slots: Set<Slot> { Set(variations.flatMap(\.navigation.keys)) }

  /// Whether an experiment runs.
  public enum Status: Hashable, Sendable {
    /// Not yet: nobody is assigned.
    case draft
    /// Users are assigned.
    case running
    /// No longer; with a winner, everybody of its audience gets that variation.
    case stopped(winner: String?)
  }

  /// One arm.
  public struct Variation: Hashable, Sendable {
    /// The key, unique within the experiment.
    public let key: String
    /// Its share, relative to the sum of all weights.
    public let weight: Millionths
    /// The slots it sets.
    public let navigation: [Slot: SlotValue]

    /// A variation of this key.
    public init(key: String, weight: Millionths, navigation: [Slot: SlotValue] = [:]) {
      self.key = key
      self.weight = weight
      self.navigation = navigation
    }
  }

  /// How an assignment is remembered.
  public struct Stickiness: Hashable, Sendable {
    /// The version under which assignments are remembered; raise it to assign everybody anew.
    public let bucketVersion: Int
    /// Users with an assignment of a version below this one are excluded.
    public let minBucketVersion: Int

    /// Remembers under these versions.
    public init(bucketVersion: Int = 0, minBucketVersion: Int = 0) {
      self.bucketVersion = bucketVersion
      self.minBucketVersion = minBucketVersion
    }
  }
}

/// A part of the line of buckets that an experiment has for itself among those of its layer.
public struct Layer: Hashable, Sendable {
  /// The name that the experiments share.
  public let name: String
  /// The shares of the line, as half-open ranges of millionths.
  public let ranges: [Range<Millionths>]
  /// How the layer is hashed.
  public let hashVersion: HashVersion

  /// These ranges of the named layer.
  public init(name: String, ranges: [Range<Millionths>], hashVersion: HashVersion = .two) {
    self.name = name
    self.ranges = ranges
    self.hashVersion = hashVersion
  }
}

/// A fixed-point number with six decimals: weights, coverage and the ends of ranges are compared as integers.
public struct Millionths: Hashable, Comparable, Sendable {
  /// The number times a million.
  public let count: Int64

  /// So many millionths.
  public init(count: Int64) { self.count = count }

  /// The number one.
  public static let one = Millionths(count: 1_000_000)

  /// Order of the numbers.
  public static func < (first: Millionths, second: Millionths) -> Bool { first.count < second.count }
}

extension Millionths: CustomStringConvertible {
  /// The decimal number, without trailing zeros.
  public var description: String {
    let (whole, fraction) = count.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    var text = (count < 0 ? "-" : "") + String(whole)
    guard fraction > 0 else { return text }
    var digits = String(1_000_000 + fraction).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    text += "." + digits
    return text
  }
}
