internal import Personalization

/// Reports segments that ask for each other in a circle.
func checkCycles(of segments: [SegmentDraft]) {
  var edges: [String: [String]] = [:]
  var conditions: [String: Value] = [:]
  for segment in segments {
    conditions[segment.key] = segment.conditionValue
    var seen: Set<String> = []
    edges[segment.key] = (segment.condition?.leaves ?? []).compactMap { claim in
      if case .segment(let key) = claim, seen.insert(key).inserted { key } else { nil }
    }
  }
  for cycle in cycles(in: edges) {
    guard let first = cycle.first else { continue }
    conditions[first]?.report(
      .segmentCycle, "segments ask for each other in a circle: \(cycle.joined(separator: " -> "))")
  }
}

/// Warns of segments of equal priority that set a slot to different values.
func checkPriorities(of segments: [SegmentDraft]) {
  struct Place: Hashable {
    let slot: Slot
    let priority: Int
  }
  var previous: [Place: (key: String, value: SlotValue)] = [:]
  for segment in segments {
    guard let priority = segment.priority else { continue }
    for setting in segment.settings {
      guard let value = setting.value else { continue }
      let place = Place(slot: setting.slot, priority: priority)
      if let other = previous[place], other.value != value {
        setting.source.report(
          .equalPriority,
          "segments/\(other.key).json sets \"\(setting.slot.key)\" to another value with the same priority \(priority); of "
            + "users in both, this one wins for its key", at: .key)
      }
      previous[place] = (segment.key, value)
    }
  }
}
