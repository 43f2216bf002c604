/// A workspace as a bundle codes it: JSON by Foundation's coders, which allows no reference from one part to another, so
/// that nothing in it can be endless or larger than it looks.
///
/// Conditions lie flat, so that no depth of theirs can exhaust a stack.
struct WorkspaceRecord: Codable {
  let catalog: CatalogRecord
  let groups: [String: [String]]
  let segments: [SegmentRecord]
  let experiments: [ExperimentRecord]

  init(_ workspace: Workspace) {
    catalog = CatalogRecord(workspace.catalog)
    groups = workspace.groups.mapValues { $0.map(\.string) }
    segments = workspace.segments.map(SegmentRecord.init)
    experiments = workspace.experiments.map(ExperimentRecord.init)
  }

  func workspace() throws(BundleError) -> Workspace {
    var segments: [Segment] = []
    for record in self.segments { segments.append(try record.segment()) }
    var experiments: [Experiment] = []
    for record in self.experiments { experiments.append(try record.experiment()) }
    return Workspace(
      catalog: try catalog.catalog(), groups: groups.mapValues { $0.map { ExactText($0) } }, segments: segments,
      experiments: experiments)
  }
}

struct SegmentRecord: Codable {
  let key: String
  let name: String
  let condition: FormulaRecord<ClaimRecord>
  let priority: Int
  let navigation: [String: SlotRecord]
  let locked: [String]

  init(_ segment: Segment) {
    key = segment.key
    name = segment.name
    condition = FormulaRecord(segment.condition, leaf: ClaimRecord.init)
    priority = segment.priority
    navigation = SlotRecord.records(segment.navigation)
    locked = segment.locked.sorted().map(\.key)
  }

  func segment() throws(BundleError) -> Segment {
    let place = "segment \(key)"
    var slots: Set<Slot> = []
    for name in locked { slots.insert(try SlotRecord.slot(name, place)) }
    return Segment(
      key: key, name: name,
      condition: try condition.formula(place) { (claim: ClaimRecord) throws(BundleError) in try claim.claim(place) },
      priority: priority, navigation: try SlotRecord.values(navigation, place), locked: slots)
  }
}
