internal import Personalization

/// Warns of experiments with an audience of nobody or of everybody, and of those that compare nothing; returns those
/// whose audience is not known to be nobody.
///
/// An experiment that is stopped without a winner is history and left alone.
func findIdle(_ experiments: [ExperimentDraft], _ prover: Prover) -> [ExperimentDraft] {
  experiments.filter { experiment in
    guard experiment.status != .stopped(winner: nil) else { return false }
    checkVariations(of: experiment)
    guard let audience = experiment.audience, let question = prover.question(audience) else { return false }
    if matchesNobody(question, prover) {
      experiment.audienceValue.report(
        .neverMatches, "nobody is of this audience: \(prover.contradiction(in: question))")
      return false
    }
    if audience != .all([]), matchesEverybody(question, prover) {
      experiment.audienceValue.report(
        .alwaysMatches,
        "everybody is of this audience: \(prover.necessity(of: question)); expected a condition that somebody does not "
          + "meet, or {}")
    }
    return true
  }
}

/// Warns of experiments that are locked for their whole audience, which is not nobody.
func findStarved(_ experiments: [ExperimentDraft], among segments: [SegmentDraft], _ prover: Prover) {
  let locks = Locks(segments)
  for experiment in experiments {
    guard let question = experiment.audience.flatMap(prover.question) else { continue }
    checkLocks(of: experiment, question, locks, prover)
  }
}

/// The segments that lock each slot.
private struct Locks {
  private var keys: [Slot: [String]] = [:]

  init(_ segments: [SegmentDraft]) {
    for segment in segments {
      for slot in segment.locked { keys[slot, default: []].append(segment.key) }
    }
  }

  subscript(slot: Slot) -> [String] { keys[slot] ?? [] }

  /// The segments that lock at least one of the slots, in the order of their keys.
  func segments(locking slots: [Slot]) -> [String] {
    if slots.count == 1 { return self[slots[0]] }
    return Set(slots.flatMap { self[$0] }).sorted()
  }
}

/// Warns of an experiment that is locked for its whole audience.
private func checkLocks(
  of experiment: ExperimentDraft, _ audience: Question, _ locks: Locks, _ prover: Prover
) {
  let slots = Set(experiment.variations.settings.map(\.slot)).sorted()
  let locking = locks.segments(locking: slots)
  guard !locking.isEmpty, !prover.isSpent else { return }
  let example = prover.witness(of: audience)
  guard let needed = covering(audience, locking.map { Cover(key: $0) }, example, prover) else { return }
  let keys = Set(needed.map(\.key))
  let locked = slots.filter { !keys.isDisjoint(with: locks[$0]) }.map { "\"\($0.key)\"" }
  experiment.audienceValue.report(
    .starvedExperiment,
    "nobody can take part: whoever is of this audience is in \(segmentList(needed.map { quoted($0.key) })), "
      + "\(needed.count == 1 ? "which locks" : "and they lock") \(locked.joined(separator: ", "))"
      + forExample(example, prover))
}

private func checkVariations(of experiment: ExperimentDraft) {
  let variations = experiment.variations.variations
  guard variations.count > 1, let first = variations.first, !first.navigation.isEmpty,
    variations.allSatisfy({ $0.navigation == first.navigation })
  else { return }
  let settings = first.navigation.sorted { $0.key < $1.key }.map { "\"\($0.key.key)\" to \($0.value)" }
  (experiment.member("variations") ?? experiment.root).report(
    .sameVariations,
    "the variations differ in nothing: each sets \(settings.joined(separator: ", ")); expected at least one that does "
      + "something else", at: .key)
}

extension ExperimentDraft {
  /// Where the audience stands; the whole file if it is everybody for want of a member.
  fileprivate var audienceValue: Value { member("audience") ?? root }

  func member(_ key: String) -> Value? { root.members?.first { $0.key == key } }
}
