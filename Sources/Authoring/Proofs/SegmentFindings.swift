internal import Personalization

/// Warns of segments that match nobody or everybody; returns those of which that is not known to be nobody.
func findIdle(_ segments: [SegmentDraft], _ prover: Prover) -> [SegmentDraft] {
  var isEmpty: Set<String> = []
  for segment in segments {
    guard let value = segment.conditionValue, let question = prover.question(ofSegment: segment.key) else { continue }
    if matchesNobody(question, prover) {
      isEmpty.insert(segment.key)
      value.report(.neverMatches, "this segment matches nobody: \(prover.contradiction(in: question))")
    } else if value.members?.isEmpty == false, matchesEverybody(question, prover) {
      value.report(
        .alwaysMatches,
        "this segment matches everybody: \(prover.necessity(of: question)); expected a condition that somebody does not "
          + "meet, or {}")
    }
  }
  return segments.filter { !isEmpty.contains($0.key) }
}

func matchesNobody(_ question: Question, _ prover: Prover) -> Bool {
  !question.isPlainlyPossible && prover.verdict(question, on: [:]) != true && prover.isImpossible(question)
}

func matchesEverybody(_ question: Question, _ prover: Prover) -> Bool {
  prover.verdict(question, on: [:]) == true && prover.isImpossible(.not(question))
}

/// A set slot of a segment, and whether it is locked.
private struct Claim: Hashable {
  let slot: Slot
  let isLocked: Bool
}

/// Warns of segments every slot of which is set, and locked if they lock it, by segments that win over them whoever is
/// in it.
func findShadowed(_ segments: [SegmentDraft], _ prover: Prover) {
  let ranked = segments.filter { $0.priority != nil }.sorted {
    ($0.priority ?? 0, ExactText($0.key)) < ($1.priority ?? 0, ExactText($1.key))
  }
  /// The ranks of the segments that make each claim; whoever locks a slot sets it.
  var ranks: [Claim: [Int]] = [:]
  for (rank, segment) in ranked.enumerated() {
    for setting in segment.settings {
      ranks[Claim(slot: setting.slot, isLocked: false), default: []].append(rank)
      if segment.locked.contains(setting.slot) {
        ranks[Claim(slot: setting.slot, isLocked: true), default: []].append(rank)
      }
    }
  }
  for (rank, segment) in ranked.enumerated() where !segment.settings.isEmpty {
    guard !prover.isSpent else { return }
    var covers: Set<[Int]> = []
    for setting in segment.settings {
      let claim = Claim(slot: setting.slot, isLocked: segment.locked.contains(setting.slot))
      let all = ranks[claim] ?? []
      covers.insert(Array(all[(all.partitioningIndex { $0 > rank })...]))
    }
    guard !covers.contains([]), let question = prover.question(ofSegment: segment.key) else { continue }
    let sorted = covers.sorted { ($0.count, $0.first ?? 0) < ($1.count, $1.first ?? 0) }
    let example = prover.witness(of: question)
    var shadows: Set<Int> = []
    var isShadowed = true
    for cover in sorted where isShadowed {
      let others = cover.map { Cover(key: ranked[$0].key, rank: $0) }
      guard let needed = covering(question, others, example, prover) else {
        isShadowed = false
        break
      }
      shadows.formUnion(needed.map(\.rank))
    }
    guard isShadowed, let value = segment.conditionValue else { continue }
    let names = shadows.sorted(by: >).map { quoted(ranked[$0].key) }
    value.report(
      .shadowedSegment,
      "this segment never decides anything: whoever is in it is in \(segmentList(names)) too, "
        + "\(names.count == 1 ? "which wins" : "and they win") over it in every slot that it sets"
        + forExample(example, prover))
  }
}

/// A segment that may hold for everybody of a question.
struct Cover {
  let key: String
  var rank = 0
}

/// Of segments of which everybody who meets the question is in at least one, those that it takes; nil if somebody may be
/// in none, or it cannot be told.
func covering(_ question: Question, _ segments: [Cover], _ example: [Int: Sample]?, _ prover: Prover) -> [Cover]? {
  var known: [(cover: Cover, question: Question)] = []
  var holdsForExample = example == nil
  for segment in segments {
    guard let other = prover.question(ofSegment: segment.key) else { continue }
    known.append((segment, other))
    if let example, !holdsForExample, prover.verdict(other, on: example) != false { holdsForExample = true }
  }
  // Mostly the first person one thinks of is in none of them, and that is that.
  guard holdsForExample else { return nil }
  func isCovered(by others: [(cover: Cover, question: Question)]) -> Bool {
    prover.isImpossible(.all([question] + others.map { .not($0.question) }))
  }
  // Mostly it is a single one, if any; which of hundreds is not worth asking one by one.
  let likely = known.filter { prover.verdict($0.question, on: example ?? [:]) != false }.prefix(8)
  if let one = likely.first(where: { isCovered(by: [$0]) }) { return [one.cover] }
  guard isCovered(by: known) else { return nil }
  guard known.count <= 12 else { return known.map(\.cover) }
  for index in known.indices.reversed() {
    var fewer = known
    fewer.remove(at: index)
    if isCovered(by: fewer) { known = fewer }
  }
  return known.map(\.cover)
}

/// `segment "a" or "b"`.
func segmentList(_ names: [String]) -> String {
  names.count <= 4 ? "segment \(alternatives(names, quotes: false))" : "one of \(names.count) segments"
}

/// `; for example {"age": 70}`, or nothing if no example is known.
func forExample(_ facts: [Int: Sample]?, _ prover: Prover) -> String {
  facts.flatMap(prover.example).map { "; for example \($0)" } ?? ""
}

extension [Int] {
  /// The first index whose element, and all after it, belong to the second part.
  fileprivate func partitioningIndex(_ belongs: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
