internal import Personalization

/// Warns of experiments in which nobody or, against the look of it, everybody takes part, and of those that compare
/// nothing.
///
/// An experiment that is stopped without a winner is history and left alone.
func findUseless(experiments: [ExperimentDraft], among segments: [SegmentDraft], _ prover: Prover) {
  for experiment in experiments where experiment.status != .stopped(winner: nil) {
    checkVariations(of: experiment)
    guard let audience = experiment.audience, let question = prover.question(audience) else { continue }
    let value = experiment.member("audience") ?? experiment.root
    if matchesNobody(question, prover) {
      value.report(.neverMatches, "nobody is of this audience: \(prover.contradiction(in: question))")
      continue
    }
    if audience != .all([]), matchesEverybody(question, prover) {
      value.report(
        .alwaysMatches,
        "everybody is of this audience: \(prover.necessity(of: question)); expected a condition that somebody does not "
          + "meet, or {}")
    }
    checkLocks(of: experiment, question, at: value, segments, prover)
  }
}

/// Warns of an experiment that is locked for its whole audience.
private func checkLocks(
  of experiment: ExperimentDraft, _ audience: Question, at value: Value, _ segments: [SegmentDraft], _ prover: Prover
) {
  let slots = Set(experiment.variations.settings.map(\.slot))
  let locking = segments.filter { !$0.locked.isDisjoint(with: slots) }
  guard !locking.isEmpty else { return }
  let example = prover.witness(of: audience)
  guard let needed = covering(audience, locking.map { Cover(key: $0.key) }, example, prover) else { return }
  let keys = Set(needed.map(\.key))
  let locked = slots.filter { slot in locking.contains { keys.contains($0.key) && $0.locked.contains(slot) } }
  value.report(
    .starvedExperiment,
    "nobody can take part: whoever is of this audience is in \(segmentList(needed.map { quoted($0.key) })), "
      + "\(needed.count == 1 ? "which locks" : "and they lock") \(locked.sorted().map { "\"\($0.key)\"" }.joined(separator: ", "))"
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
  fileprivate func member(_ key: String) -> Value? { root.members?.first { $0.key == key } }
}
