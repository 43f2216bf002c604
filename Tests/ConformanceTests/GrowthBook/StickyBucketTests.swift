import Foundation
import Personalization
import Testing

/// `stickyBucket`: name, context, documents on record, the feature's key, the result, documents afterwards.
@Suite("GrowthBook: sticky buckets", .enabled(if: GrowthBookCases.areHere, GrowthBookCases.absence))
struct StickyBucketTests {
  static let report = SectionReport("stickyBucket", sort: sort)

  private static func sort(_ row: GrowthBookRow) -> Verdict {
    let attributes = row[1]["attributes"] ?? .object([:])
    guard let feature = row[3].text, let rule = row[1]["features"]?[feature]?["rules"]?.elements?.first,
      let documents = row[2].elements, let documentsAfter = row[5].members
    else { return .unexplained("not a row of this section") }
    let experiment = GrowthBookExperiment(rule, name: feature, isSticky: true)
    var workspace = GrowthBookWorkspace(
      attributes: attributes, conditions: [experiment.condition].compactMap(\.self),
      groups: row[1]["savedGroups"] ?? .null,
      units: [experiment.unit, experiment.fallbackUnit].compactMap(\.self))
    workspace.add(experiment)
    let engine: PersonalizationEngine
    switch workspace.load() {
    case .failure(let refused):
      var refusals = Refusals(workspace)
      refusals.look(at: experiment, attributes: attributes)
      // A blocked row publishes no result; what GrowthBook makes of versions that do not load is no other answer.
      return refused.verdict(
        refusals.found, published: row[4] == .null, reference: experiment.blocksEverybody)
    case .success(let loaded): engine = loaded
    }
    let store = InMemoryStickyStore(records(documents))
    let decision = engine.decide(for: workspace.user, at: .epoch, sticky: store)
    guard let assignment = decision.assignment(of: experiment.key) else {
      return .unexplained("the decision has no assignment")
    }
    if let difference = difference(row[4], assignment, decision, experiment, documents) {
      return .unexplained(difference)
    }
    // Published are the documents of this user only.
    let after = store.allRecords.filter { decision.user[$0.key.attribute]?.text == $0.key.value.string }
    let published = records(Array(documentsAfter.values))
    return after == published ? .agrees : .unexplained("documents are \(after), published are \(published)")
  }

  private static func difference(
    _ published: JSON, _ assignment: Assignment, _ decision: Decision, _ experiment: GrowthBookExperiment,
    _ documents: [JSON]
  ) -> String? {
    let variation = assignment.variation.flatMap { experiment.keys.firstIndex(of: $0) }
    guard published != .null else {
      if variation != nil { return "published is no variation, ours is \(assignment)" }
      let isOnRecord = documents.contains { document in
        (document["assignments"]?.members ?? [:]).keys.contains { $0.hasPrefix(experiment.name + "__") }
      }
      return isOnRecord && assignment.reason != .stickyBlocked ? "the reason is \(assignment.reason)" : nil
    }
    let isSticky = published["stickyBucketUsed"]?.flag ?? false
    let bucket = decision.explanation.experiments.first?.bucket?.number
    if variation != published["variationId"]?.integer { return "published is \(published), ours is \(assignment)" }
    if assignment.variation != published["key"]?.text { return "the key is \(assignment.variation ?? "none")" }
    if assignment.reason != (isSticky ? .sticky : .assigned) { return "the reason is \(assignment.reason)" }
    if assignment.unit?.attribute != published["hashAttribute"]?.text { return "the unit is \(assignment)" }
    if assignment.unit?.value.string != published["hashValue"]?.text { return "the unit is \(assignment)" }
    if bucket != published["bucket"]?.number.map({ Int(($0 * 10_000).rounded()) }) {
      return "the bucket is \(bucket as Any), published is \(published["bucket"] ?? .null)"
    }
    return nil
  }

  /// Documents as records; GrowthBook joins experiment and bucket version by two underscores.
  private static func records(_ documents: [JSON]) -> [Personalization.Unit: [StickyKey: String]] {
    var records: [Personalization.Unit: [StickyKey: String]] = [:]
    for document in documents {
      guard let attribute = document["attributeName"]?.text, let value = document["attributeValue"]?.text else {
        continue
      }
      var record: [StickyKey: String] = [:]
      for (name, variation) in document["assignments"]?.members ?? [:] {
        guard let mark = name.range(of: "__", options: .backwards), let version = Int(name[mark.upperBound...]) else {
          continue
        }
        record[StickyKey(experiment: String(name[..<mark.lowerBound]), bucketVersion: version)] = variation.text
      }
      records[Personalization.Unit(attribute: attribute, value: value)] = record
    }
    return records
  }

  @Test("an assignment is remembered as published", arguments: report.rows)
  func row(_ row: SortedRow) { row.check() }

  @Test("counts") func counts() { Self.report.show() }
}

extension GrowthBookExperiment {
  /// Whether the minimum is above the version under which assignments are remembered.
  fileprivate var blocksEverybody: Bool { (minBucketVersion.number ?? 0) > (bucketVersion.number ?? 0) }
}
