/// What segments and variations say of every slot, as numbers: what a slot ends up with takes a few steps.
struct SlotRules: Sendable {
  /// All values that are ever said, each once.
  let values: [SlotValue]
  /// The catalog's value of each slot, in `values`.
  private let defaults: [Int32]
  /// Words of bits of segments in ascending priority.
  private let words: Int
  /// For each slot, the segments that set it, and those that lock it, a bit each.
  private let setters: [UInt64]
  private let lockers: [UInt64]
  /// For each slot, the value that each segment sets; -1: none.
  private let segmentValues: [Int32]
  private let segmentCount: Int
  private let settings: [Setting]
  /// For each variation of all experiments, its settings.
  private let variationSettings: [Range<Int>]
  /// For each experiment, its first variation in `variationSettings`.
  private let firstVariations: [Int]
  /// The experiments that set slots, in the order in which they are laid over the segments: winners that were rolled out
  /// are the new ground.
  let settingExperiments: [Int]
  /// Those of them whose winner was rolled out.
  private let winnerCount: Int

  private struct Setting {
    let slot: Int
    let value: Int32
  }

  init(_ workspace: Workspace, segmentOrder: [Int], experiments: [ExperimentLayout]) {
    var values: [SlotValue] = []
    var numbers: [SlotValue: Int32] = [:]
    func number(_ value: SlotValue) -> Int32 {
      if let known = numbers[value] { return known }
      values.append(value)
      numbers[value] = Int32(values.count - 1)
      return Int32(values.count - 1)
    }
    let slots = Slot.allCases
    let segments = segmentOrder.map { workspace.segments[$0] }
    words = max(1, (segments.count + 63) / 64)
    segmentCount = segments.count
    // Loading has made sure that every slot has a default; the bare value stands in for what cannot happen.
    defaults = slots.map { number(workspace.catalog.defaults[$0] ?? .boolean(false)) }
    var setters = [UInt64](repeating: 0, count: slots.count * words)
    var lockers = setters
    var segmentValues = [Int32](repeating: -1, count: slots.count * segments.count)
    for (rank, segment) in segments.enumerated() {
      for (slot, value) in segment.navigation {
        setters[slot.index * words + rank >> 6] |= 1 << UInt64(rank & 63)
        segmentValues[slot.index * segments.count + rank] = number(value)
      }
      for slot in segment.locked { lockers[slot.index * words + rank >> 6] |= 1 << UInt64(rank & 63) }
    }
    var settings: [Setting] = []
    var variationSettings: [Range<Int>] = []
    var firstVariations: [Int] = []
    for experiment in workspace.experiments {
      firstVariations.append(variationSettings.count)
      for variation in experiment.variations {
        let first = settings.count
        for (slot, value) in variation.navigation.sorted(by: { $0.key < $1.key }) {
          settings.append(Setting(slot: slot.index, value: number(value)))
        }
        variationSettings.append(first..<settings.count)
      }
    }
    self.values = values
    self.setters = setters
    self.lockers = lockers
    self.segmentValues = segmentValues
    self.settings = settings
    self.variationSettings = variationSettings
    self.firstVariations = firstVariations
    func isGround(_ experiment: Int) -> Bool {
      if case .rolledOut = experiments[experiment].phase { true } else { false }
    }
    let indices = experiments.indices.filter { experiments[$0].setsSlots }
    let winners = indices.filter(isGround)
    winnerCount = winners.count
    settingExperiments = winners + indices.filter { !isGround($0) }
  }

  /// The same where variations of some experiments are forced: those count with what is assigned, not with the winners.
  func settingExperiments(forcing forced: [Int: Int]) -> [Int] {
    let winners = settingExperiments.prefix(winnerCount)
    guard winners.contains(where: { forced[$0] != nil }) else { return settingExperiments }
    return winners.filter { forced[$0] == nil }
      + (winners.filter { forced[$0] != nil } + settingExperiments.dropFirst(winnerCount)).sorted()
  }

  /// The slots that some of the segments lock.
  ///
  /// - Parameter segments: Bits of segments in ascending priority; bits after the last segment's are ignored.
  func locked(_ segments: [UInt64]) -> SlotSet {
    var locked = SlotSet()
    for slot in 0..<defaults.count where has(lockers, slot, segments) { locked.bits |= 1 << UInt16(slot) }
    return locked
  }

  @inline(__always)
  private func has(_ masks: [UInt64], _ slot: Int, _ segments: [UInt64]) -> Bool {
    for word in 0..<words where masks[slot &* words &+ word] & segments[word] != 0 { return true }
    return false
  }

  /// Appends the value of each slot, in `values`, as segments and variations leave it.
  ///
  /// - Parameters:
  ///   - segments: Bits of segments in ascending priority; bits after the last segment's are ignored.
  ///   - experiments: Those that set slots, in the order in which they are laid over the segments.
  ///   - variation: Of each experiment; -1: none.
  ///   - choice: The user's own value of a slot, by any negative number; 0: none.
  func appendValues(
    _ segments: [UInt64], experiments: [Int], variation: (Int) -> Int, choice: (Int) -> Int32, to values: inout [Int32]
  ) {
    let first = values.count
    let locked = locked(segments)
    for slot in 0..<defaults.count { values.append(segmentValue(slot, segments)) }
    for experiment in experiments {
      let variation = variation(experiment)
      guard variation >= 0 else { continue }
      for index in variationSettings[firstVariations[experiment] + variation] {
        let setting = settings[index]
        if locked.bits >> UInt16(setting.slot) & 1 == 0 { values[first + setting.slot] = setting.value }
      }
    }
    for slot in 0..<defaults.count where locked.bits >> UInt16(slot) & 1 == 0 {
      let choice = choice(slot)
      if choice < 0 { values[first + slot] = choice }
    }
  }

  /// Who sets each slot in the end, by the number that `setters` has for it.
  ///
  /// - Parameters: As for `appendValues`; no variation is forced.
  func winners(
    _ segments: [UInt64], variation: (Int) -> Int, choice: (Int) -> Int32, _ body: (_ slot: Int, _ setter: Int) -> Void
  ) {
    let locked = locked(segments)
    for slot in 0..<defaults.count {
      var winner = 0
      for word in (0..<words).reversed() {
        let setting = setters[slot * words + word] & segments[word]
        if setting != 0 {
          winner = 1 + word * 64 + 63 - setting.leadingZeroBitCount
          break
        }
      }
      if locked.bits >> UInt16(slot) & 1 == 0 {
        for experiment in settingExperiments {
          let variation = variation(experiment)
          guard variation >= 0 else { continue }
          let place = firstVariations[experiment] + variation
          if variationSettings[place].contains(where: { settings[$0].slot == slot }) {
            winner = 1 + segmentCount + place
          }
        }
        if choice(slot) < 0 { winner = 1 + segmentCount + variationSettings.count }
      }
      body(slot, winner)
    }
  }

  /// How many numbers of setters there are: the default, the segments in ascending priority, the variations of all
  /// experiments, the choice.
  var setterCount: Int { 2 + segmentCount + variationSettings.count }

  /// What the segment of the highest priority among those that set the slot says, else the catalog.
  private func segmentValue(_ slot: Int, _ segments: [UInt64]) -> Int32 {
    for word in (0..<words).reversed() {
      let setting = setters[slot * words + word] & segments[word]
      if setting != 0 { return segmentValues[slot * segmentCount + word * 64 + 63 - setting.leadingZeroBitCount] }
    }
    return defaults[slot]
  }
}
