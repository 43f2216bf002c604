import JSONTree
import TestSupport

extension WorkspaceBuilder {
  /// A layer that experiments share: what they must have in common, the slots that are theirs, and ranges to give away.
  private struct SharedLayer {
    let name: String
    let unit: String
    let fallbackUnit: String?
    let hashVersion: Int
    var slots: [String]
    var ranges: [[Double]]
  }

  mutating func addExperiments(_ random: inout SplitMix64) {
    let units = world.attributes.filter { $0.kind == .string }.map(\.name)
    func fallbackUnit(_ unit: String, _ random: inout SplitMix64) -> String? {
      let others = units.filter { $0 != unit }
      return !others.isEmpty && random.chance(40) ? random.pick(others) : nil
    }
    var freeSlots = random.shuffled(SlotName.all)
    func take(_ count: Int) -> [String] {
      defer { freeSlots.removeFirst(min(count, freeSlots.count)) }
      return Array(freeSlots.prefix(count))
    }
    var layers: [SharedLayer] = []
    for name in ["home", "entry"].prefix(random.int(0...2)) {
      let unit = random.chance(70) ? "user_id" : random.pick(units)
      layers.append(
        SharedLayer(
          name: name, unit: unit, fallbackUnit: fallbackUnit(unit, &random), hashVersion: random.pick([1, 2, 2]),
          slots: take(3), ranges: ranges(&random)))
    }

    var earlier: [(key: String, variations: [String])] = []
    let keys = random.sample(random.int(0...8), of: (0..<8).map { "e\($0 * 5 % 8)" })
    for key in keys {
      var members: [(String, JSONOutput)] = []
      let isStopped = addStatus(&members, &random)
      let variations = (0..<random.pick([2, 2, 3, 5])).map { "v\($0)" }
      if isStopped.hasWinner { members.append(("winner", .string(random.pick(variations)))) }
      var slots = isStopped.isStopped ? random.sample(random.int(0...3), of: SlotName.all) : []
      if !layers.isEmpty, random.chance(60) {
        let index = random.int(0...layers.count - 1)
        let layer = layers[index]
        let count = min(layer.ranges.count, random.int(1...2))
        if count > 0 {
          let own = Array(layers[index].ranges.suffix(count))
          layers[index].ranges.removeLast(count)
          addLayer(layer, own, &members)
          if !isStopped.isStopped { slots = random.sample(random.int(0...3), of: layer.slots) }
        }
      }
      if !members.contains(where: { $0.0 == "layer" }) {
        let unit = random.chance(60) ? "user_id" : random.pick(units)
        if unit != "user_id" || random.chance(50) { members.append(("unit", .string(unit))) }
        if let fallback = fallbackUnit(unit, &random) { members.append(("fallbackUnit", .string(fallback))) }
        if !isStopped.isStopped { slots = take(random.int(0...2)) }
      }
      if random.chance(40) { members.append(("seed", .string(random.pick(["s", "\u{42F}", "nav-exp", ""])))) }
      if random.chance(40) { members.append(("hashVersion", .integer(random.int(1...2)))) }
      if random.chance(50) { members.append(("audience", condition(&random, depth: 2))) }
      if random.chance(50) {
        let millionths = random.pick([0, 500_000, 1_000_000, 100_000, 333_333, 1, random.int(0...1_000_000)])
        members.append(("coverage", .number(Double(millionths) / 1_000_000)))
      }
      addSchedule(&members, &random)
      addStickiness(&members, &random)
      if !earlier.isEmpty, random.chance(30) {
        let required = random.sample(random.int(1...2), of: earlier).map { experiment -> (String, JSONOutput) in
          let accepted = random.sample(random.int(1...2), of: experiment.variations)
          return (experiment.key, .array(accepted.map(JSONOutput.string)))
        }
        members.append(("requires", .object(required)))
      }
      members.append(("variations", self.variations(variations, slots, &random)))
      world.json.append(("experiments/\(key).json", .object(members)))
      earlier.append((key, variations))
    }
  }

  private func addStatus(
    _ members: inout [(String, JSONOutput)], _ random: inout SplitMix64
  ) -> (isStopped: Bool, hasWinner: Bool) {
    switch random.int(1...20) {
    case 1: members.append(("status", "draft"))
    case 2...3:
      members.append(("status", "stopped"))
      return (true, true)
    case 4:
      members.append(("status", "stopped"))
      return (true, false)
    default: members.append(("status", "running"))
    }
    return (false, false)
  }

  private func addLayer(_ layer: SharedLayer, _ ranges: [[Double]], _ members: inout [(String, JSONOutput)]) {
    let values = ranges.map { JSONOutput.array($0.map(JSONOutput.number)) }
    members.append(
      (
        "layer",
        .object([
          ("name", .string(layer.name)), ("hashVersion", .integer(layer.hashVersion)),
          ranges.count == 1 ? ("range", values[0]) : ("ranges", .array(values)),
        ])
      ))
    members.append(("unit", .string(layer.unit)))
    if let fallback = layer.fallbackUnit { members.append(("fallbackUnit", .string(fallback))) }
  }

  /// Disjoint ranges that cover the line, in random order.
  private func ranges(_ random: inout SplitMix64) -> [[Double]] {
    var cuts: Set<Int> = [0, 1_000_000]
    for _ in 0..<random.int(0...6) {
      cuts.insert(random.chance(50) ? random.int(1...99) * 10_000 : random.int(1...999_999))
    }
    let ends = cuts.sorted().map { Double($0) / 1_000_000 }
    return random.shuffled(zip(ends, ends.dropFirst()).map { [$0, $1] })
  }

  private func addSchedule(_ members: inout [(String, JSONOutput)], _ random: inout SplitMix64) {
    guard random.chance(30) else { return }
    let dates = [
      "2024-01-01", "2026-05-28T20:26:40Z", "2026-05-28T20:26:40.000001Z", "2026-05-29T00:00:00+02:00",
      "2026-05-31T12:00:00Z", "2027-01-01",
    ]
    let first = random.int(0...dates.count - 2)
    if random.chance(70) { members.append(("start", .string(dates[first]))) }
    if random.chance(70) { members.append(("end", .string(dates[random.int(first + 1...dates.count - 1)]))) }
  }

  private func addStickiness(_ members: inout [(String, JSONOutput)], _ random: inout SplitMix64) {
    switch random.int(1...6) {
    case 1: members.append(("sticky", true))
    case 2:
      let version = random.int(0...2)
      members.append(
        ("sticky", ["bucketVersion": .integer(version), "minBucketVersion": .integer(random.int(0...version))]))
    default: break
    }
  }

  private func variations(_ keys: [String], _ slots: [String], _ random: inout SplitMix64) -> JSONOutput {
    let weights: [JSONOutput?]
    switch random.int(1...4) {
    case 1: weights = keys.map { _ in nil }
    case 2:
      var numbers = keys.map { _ in random.pick([0, 1, 1, 2, 30, 70, 333]) }
      if numbers.allSatisfy({ $0 == 0 }) { numbers[0] = 1 }
      weights = numbers.map(JSONOutput.integer)
    default:
      var cuts = [0, 1_000_000]
      for _ in keys.dropFirst() {
        cuts.append(random.chance(60) ? random.int(0...10) * 100_000 : random.int(0...1_000_000))
      }
      cuts.sort()
      weights = zip(cuts, cuts.dropFirst()).map { .number(Double($1 - $0) / 1_000_000) }
    }
    return .array(
      zip(keys, weights).map { key, weight in
        var members: [(String, JSONOutput)] = [("key", .string(key))]
        if let weight { members.append(("weight", weight)) }
        let own = slots.filter { _ in random.chance(70) }
        if !own.isEmpty { members.append(("navigation", .object(settings(own, &random)))) }
        return .object(members)
      })
  }
}
