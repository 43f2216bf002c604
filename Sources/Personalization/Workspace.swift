/// A whole, checked configuration: what the app has, whom to treat how, and what is being tried.
///
/// A workspace is read from files by `Authoring`, which checks everything against everything; one that exists is free of
/// errors. The order of files changes nothing: segments and experiments are kept in the order of their keys.
public struct Workspace: Hashable, Sendable {
  /// What the app has.
  public let catalog: Catalog
  /// The named groups of values.
  public let groups: [String: [ExactText]]
  /// The segments, in byte order of their keys.
  public let segments: [Segment]
  /// The experiments, in byte order of their keys.
  public let experiments: [Experiment]

  /// The caller vouches that the parts fit together.
  package init(
    catalog: Catalog, groups: [String: [ExactText]], segments: [Segment], experiments: [Experiment]
  ) {
    self.catalog = catalog
    self.groups = groups
    self.segments = segments.sorted { ExactText($0.key) < ExactText($1.key) }
    self.experiments = experiments.sorted { ExactText($0.key) < ExactText($1.key) }
  }
}
