internal import Personalization
package import Simulation

/// Why the slot of some records changes, in words that every format shares.
package struct ExampleWords: Hashable, Sendable {
  /// Records of which all of this is true.
  package fileprivate(set) var records: [Int]
  /// `home, by default → saved, by segment senior`.
  package let change: String
  /// What turned.
  package let reasons: [Reason]

  /// Something that turned, and what of it.
  package struct Reason: Hashable, Sendable {
    package let sentence: String
    package var details: [String] = []
  }

  /// `records 4, 5`.
  package var name: String {
    "record\(records.count == 1 ? "" : "s") \(records.map(grouped).joined(separator: ", "))"
  }

  private init(_ example: Comparison.Example, _ cells: SmallCells) {
    records = [example.record]
    change = "\(example.before.words) → \(example.after.words)"
    reasons = example.reasons(cells)
  }

  /// The examples of a cause, those of which the same is true together.
  ///
  /// Where small cells are hidden, so are buckets: of a few experiments they would tell who it is.
  package static func of(_ cause: Comparison.Cause, _ cells: SmallCells) -> [ExampleWords] {
    guard !cells.hides(cause.users) else { return [] }
    var all: [ExampleWords] = []
    for example in cause.examples {
      let words = ExampleWords(example, cells)
      if let known = all.firstIndex(where: { $0.change == words.change && $0.reasons == words.reasons }) {
        all[known].records.append(example.record)
      } else {
        all.append(words)
      }
    }
    return all
  }
}

extension Comparison.Example.Setting {
  fileprivate var words: String {
    if isRejected { return "\(value), since nothing of the row could be used" }
    let by = "\(value), by \(source)"
    guard let lockedBy else { return by }
    return by + (source == .segment(lockedBy) ? ", which locks it" : ", locked by segment \(lockedBy)")
  }
}

extension Comparison.Example {
  fileprivate func reasons(_ cells: SmallCells) -> [ExampleWords.Reason] {
    var reasons = segments.map(\.reason) + experiments.map { $0.reason(cells) }
    if before.source == .default, after.source == .default, before.value != after.value, detours == ([], []) {
      reasons.append(.init(sentence: "the catalog's default is \(after.value) instead of \(before.value)"))
    }
    if detours != ([], []) {
      reasons.append(
        .init(
          sentence: "not every screen is there",
          details: detours.before.map { "before: \($0)" } + detours.after.map { "after: \($0)" }))
    }
    if reasons.isEmpty, !before.isRejected, !after.isRejected { reasons.append(.init(sentence: catalogReason)) }
    return reasons
  }

  /// Where nothing turned, the catalog did.
  private var catalogReason: String {
    if before.source == after.source { return "the catalog lets it lead somewhere else" }
    return before.source == .choice
      ? "what the user chose is no choice any more" : "what the user chose is a choice now"
  }
}

extension Comparison.SegmentTurn {
  fileprivate var reason: ExampleWords.Reason {
    ExampleWords.Reason(
      sentence: "segment \(segment) " + clauses.joined(separator: ", and "), details: turned.map(\.words))
  }

  private var clauses: [String] {
    guard let before else { return ["is new, and matches"] }
    guard let after else { return ["is gone; it matched"] }
    if before.isMatched != after.isMatched { return [after.isMatched ? "matches now" : "does not match any more"] }
    var clauses: [String] = []
    switch (before.value, after.value) {
    case (let old, let new) where old == new: break
    case (nil, let new?): clauses.append("sets it now, to \(new)")
    case (_?, nil): clauses.append("does not set it any more")
    case (let old, let new): clauses.append("sets it to \(new ?? "") instead of \(old ?? "")")
    }
    if before.isLocking != after.isLocking {
      clauses.append(after.isLocking ? "locks it now" : "does not lock it any more")
    }
    if before.priority != after.priority {
      clauses.append("has priority \(after.priority) instead of \(before.priority)")
    }
    return clauses
  }
}

extension Comparison.ExperimentTurn {
  fileprivate func reason(_ cells: SmallCells) -> ExampleWords.Reason {
    var details = turned.map(\.words)
    func add(_ describe: (Standing) -> String?) {
      let (old, new) = (before.flatMap(describe), after.flatMap(describe))
      if let old, let new { details.append(old == new ? "\(new), as before" : "\(old) → \(new)") }
      if let old, new == nil { details.append("before: \(old)") }
      if let new, old == nil { details.append("now: \(new)") }
    }
    let showsBuckets = cells.limit <= 1
    add { $0.dealing(showsBuckets) }
    add { $0.layer(showsBuckets) }
    add { $0.reason == .locked && !$0.locks.isEmpty ? $0.locks.joined(separator: ", ") : nil }
    add {
      $0.reason == .prerequisiteMiss
        ? "no accepted variation of \($0.unmetRequirements.joined(separator: ", "))" : nil
    }
    return ExampleWords.Reason(sentence: "experiment \(experiment) \(clause)", details: details)
  }

  private var clause: String {
    guard let before else { return "is new: \(after?.words ?? "")" }
    guard let after else { return "is gone; it was \(before.words)" }
    if before.variation == after.variation, before.reason == after.reason {
      let (old, new) = (before.value ?? "nothing", after.value ?? "nothing")
      return "sets it to \(new) instead of \(old), in \(after.variation ?? "")"
    }
    return "turns from \(before.words) to \(after.words)"
  }
}

extension Comparison.ExperimentTurn.Standing {
  fileprivate var words: String { "\(variation ?? "no variation") (\(reason.phrase))" }

  /// Where the bucket falls; nil where it was not looked at.
  fileprivate func dealing(_ showsBuckets: Bool) -> String? {
    guard reason == .assigned || reason == .coverageMiss, let bucket else { return nil }
    let shares = shares.map { share in
      share.buckets.isEmpty
        ? "\(share.variation) none" : "\(share.variation) \(share.buckets.lowerBound)…\(share.buckets.upperBound - 1)"
    }
    return (showsBuckets ? "bucket \(bucket) of " : "of ") + shares.joined(separator: ", ")
  }

  fileprivate func layer(_ showsBuckets: Bool) -> String? {
    guard reason == .layerMiss, let layerBucket else { return nil }
    let ranges = layerRanges.map { "\($0.lowerBound)…\($0.upperBound - 1)" }.joined(separator: ", ")
    return (showsBuckets ? "bucket \(layerBucket) of the layer" : "a bucket of the layer") + " is not in \(ranges)"
  }
}

extension Comparison.PartTurn {
  /// `✗ age >= 65 → ✓ age >= 63`.
  fileprivate var words: String {
    if let before, let after, before.text == after.text {
      return "\(before.mark) → \(after.mark) \(after.words)"
    }
    let old = before.map { "\($0.mark) \($0.words)" } ?? "not asked"
    let new = after.map { "\($0.mark) \($0.words)" } ?? "not asked any more"
    return "\(old) → \(new)"
  }
}

extension Comparison.PartTurn.Part {
  fileprivate var mark: String { holds ? "✓" : "✗" }

  /// Conditions may be of any length.
  fileprivate var words: String {
    shortened(text, to: 160) + (missing.isEmpty ? "" : " (\(missing.joined(separator: ", ")) missing)")
  }
}
