import Foundation

/// What became of an experiment.
struct ReferenceAttempt {
  let reason: String
  var variation: String?
  var bucket: Int?
}

/// Assignments on record: by attribute and value of a unit, the variation by experiment and bucket version.
///
/// A unit is its attribute's name and the bytes of its value.
typealias ReferenceRecords = [String: [String: String]]

/// Asks the experiments of a world for one user, by SEMANTICS sections 3 and 4.
struct ReferenceExperiments {
  let user: ReferenceUser
  let forced: [String: String]
  /// Nil: nothing is remembered.
  var records: ReferenceRecords?
  private let matched: [ReferenceWorld.File]
  private(set) var attempts: [String: ReferenceAttempt] = [:]

  init(_ user: ReferenceUser, forcing forced: [String: String] = [:], records: ReferenceRecords? = nil) {
    self.user = user
    self.forced = forced
    self.records = records
    matched = user.matchedSegments()
    for experiment in user.world.experiments { _ = ask(experiment.key) }
  }

  private mutating func ask(_ key: String) -> ReferenceAttempt {
    if let known = attempts[key] { return known }
    guard let experiment = user.world.experiments.first(where: { $0.key == key }) else {
      return ReferenceAttempt(reason: "unknown")
    }
    let attempt = attempt(experiment)
    attempts[key] = attempt
    return attempt
  }

  private mutating func attempt(_ experiment: ReferenceWorld.File) -> ReferenceAttempt {
    let tree = experiment.tree
    let variations = tree["variations"]?.elements ?? []
    func has(_ key: String) -> Bool { variations.contains { $0["key"]?.text == key } }
    if let key = forced[experiment.key], has(key) { return ReferenceAttempt(reason: "forced", variation: key) }
    let slots = Set(variations.flatMap { $0["navigation"]?.members.map(\.key) ?? [] })
    let audience = tree["audience"] ?? .object([])
    switch (tree["status"]?.text, tree["winner"]?.text) {
    case ("stopped", let winner?):
      if let contested = contested(slots) { return ReferenceAttempt(reason: contested) }
      return user.holds(audience)
        ? ReferenceAttempt(reason: "rolledOut", variation: winner) : ReferenceAttempt(reason: "audienceMiss")
    case ("running", _): break
    default: return ReferenceAttempt(reason: "inactive")
    }
    if let start = tree["start"]?.text.flatMap(ReferenceDate.microseconds), user.time < start {
      return ReferenceAttempt(reason: "notStarted")
    }
    if let end = tree["end"]?.text.flatMap(ReferenceDate.microseconds), user.time >= end {
      return ReferenceAttempt(reason: "ended")
    }
    let unitNames = [tree["unit"]?.text ?? "user_id", tree["fallbackUnit"]?.text].compactMap(\.self)
    let units = unitNames.compactMap { name in user.text(name).map { (name: name, value: $0) } }
    guard let unit = units.first?.value else { return ReferenceAttempt(reason: "noUnit") }
    if let contested = contested(slots) { return ReferenceAttempt(reason: contested) }

    let sticky = Sticky(tree["sticky"])
    if let sticky, let records {
      var record: [String: String] = [:]
      for unit in units.reversed() {
        record.merge(records[Self.owner(unit)] ?? [:]) { _, primary in primary }
      }
      if (0..<sticky.least).contains(where: { record["\(experiment.key)@\($0)"] != nil }) {
        return ReferenceAttempt(reason: "stickyBlocked")
      }
      if let known = record["\(experiment.key)@\(sticky.version)"], has(known) {
        remember(known, of: experiment, sticky, units)
        return ReferenceAttempt(reason: "sticky", variation: known)
      }
    }
    if let layer = tree["layer"] {
      let name = layer["name"]?.text ?? ""
      let isOld = layer["hashVersion"]?.number == 1
      let bucket = Self.bucket(seed: isOld ? "__" + name : name, unit: unit, isOld: isOld)
      let ranges = layer["ranges"]?.elements ?? layer["range"].map { [$0] } ?? []
      let isInside = ranges.contains { range in
        let ends = range.elements.map(Self.millionths)
        return ends[0] <= bucket * 100 && bucket * 100 < ends[1]
      }
      guard isInside else { return ReferenceAttempt(reason: "layerMiss") }
    }
    guard user.holds(audience) else { return ReferenceAttempt(reason: "audienceMiss") }
    for required in tree["requires"]?.members ?? [] {
      guard let variation = ask(required.key).variation,
        required.value.elements.contains(where: { $0.text == variation })
      else {
        return ReferenceAttempt(reason: "prerequisiteMiss")
      }
    }
    let bucket = Self.bucket(
      seed: tree["seed"]?.text ?? experiment.key, unit: unit, isOld: tree["hashVersion"]?.number == 1)
    guard let place = Self.owner(of: bucket, tree) else {
      return ReferenceAttempt(reason: "coverageMiss", bucket: bucket)
    }
    let variation = variations[place]["key"]?.text ?? ""
    if let sticky { remember(variation, of: experiment, sticky, units) }
    return ReferenceAttempt(reason: "assigned", variation: variation, bucket: bucket)
  }

  /// Merges into the record of the unit, or of the fallback unit where the user has no other.
  private mutating func remember(
    _ variation: String, of experiment: ReferenceWorld.File, _ sticky: Sticky, _ units: [(name: String, value: String)]
  ) {
    guard records != nil, let unit = units.first else { return }
    records?[Self.owner(unit), default: [:]]["\(experiment.key)@\(sticky.version)"] = variation
  }

  private static func owner(_ unit: (name: String, value: String)) -> String {
    "\(unit.name)=\(Array(unit.value.utf8))"
  }

  /// `locked` or `chosen`, if a slot that some variation sets is.
  private func contested(_ slots: Set<String>) -> String? {
    if matched.contains(where: { !ReferenceSlots.locked(by: $0).isDisjoint(with: slots) }) { return "locked" }
    if slots.contains(where: { user.choice(of: $0) != nil }) { return "chosen" }
    return nil
  }

  private struct Sticky {
    let version: Int
    let least: Int

    init?(_ tree: Tree?) {
      guard let tree, tree.flag != false else { return nil }
      version = Int(tree["bucketVersion"]?.number ?? 0)
      least = Int(tree["minBucketVersion"]?.number ?? 0)
    }
  }

  // MARK: Hashing

  private static func fnv(_ text: String) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for byte in text.utf8 {
      hash ^= UInt32(byte)
      hash = UInt32(truncatingIfNeeded: UInt64(hash) * 16_777_619)
    }
    return hash
  }

  static func bucket(seed: String, unit: String, isOld: Bool) -> Int {
    isOld ? Int(fnv(unit + seed) % 1000) * 10 : Int(fnv(String(fnv(seed + unit))) % 10_000)
  }

  private static func millionths(_ tree: Tree) -> Int { Int(((tree.number ?? 0) * 1_000_000).rounded()) }

  /// The variation whose share `[S, S + c·w)` of the line holds the bucket, in whole numbers throughout.
  static func owner(of bucket: Int, _ experiment: Tree) -> Int? {
    let weights = (experiment["variations"]?.elements ?? []).map { millionths($0["weight"] ?? .number(1)) }
    let coverage = millionths(experiment["coverage"] ?? .number(1))
    let total = weights.reduce(0, +)
    var before = 0
    for (index, weight) in weights.enumerated() {
      defer { before += weight }
      // b / 10,000 >= S / W, and b / 10,000 < (S + c·w) / W, where c counts millionths.
      let position = UInt64(bucket * total)
      let isBehindStart = position >= UInt64(before * 10_000)
      let end = UInt64(before * 1_000_000 + coverage * weight).multipliedFullWidth(by: 10_000)
      let place = position.multipliedFullWidth(by: 1_000_000)
      if isBehindStart, (place.high, place.low) < (end.high, end.low) { return index }
    }
    return nil
  }
}

extension ReferenceUser {
  /// The text of a unit; nil if it is missing or empty.
  func text(_ name: String) -> String? {
    if case .text(let text)? = value(name), !text.isEmpty { text } else { nil }
  }
}
