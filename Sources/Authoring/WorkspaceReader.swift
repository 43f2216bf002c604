internal import JSONTree
internal import Personalization

/// Reads a whole workspace, in the order in which its parts need each other, and checks it.
struct WorkspaceReader {
  /// Reads and checks all files.
  ///
  /// Proving what is of no use takes about as long as reading; who wants nothing but the workspace can do without.
  ///
  /// - Parameter now: decides nothing; that a date lies ahead may be worth a note.
  static func read(_ store: FileStore, proving: Bool = true, now: Timestamp = .now) -> WorkspaceReport {
    let log = DiagnosticLog()
    let files = SourceTexts(store, log: log)
    let reader = WorkspaceReader(files, log: log, proves: proving, now: now)
    let workspace = reader.workspace()
    let diagnostics = log.diagnostics.sorted()
    let isSound = diagnostics.first?.severity != .error
    return WorkspaceReport(
      workspace: isSound ? workspace : nil, spelling: reader.spelling,
      diagnostics: diagnostics.filter { $0.severity != .note },
      notes: diagnostics.filter { $0.severity == .note }, sources: files.texts)
  }

  private let files: SourceTexts
  private let log: DiagnosticLog
  private let proves: Bool
  private let attributes: AttributeTable
  private let navigation: NavigationTable
  private let spelling: FileSpelling
  private let groups: Groups
  private let segments: [SegmentDraft]
  private let experiments: [ExperimentDraft]

  private init(_ files: SourceTexts, log: DiagnosticLog, proves: Bool, now: Timestamp) {
    self.files = files
    self.log = log
    self.proves = proves
    attributes = AttributesReader.read(files.attributes)
    navigation = NavigationReader.read(files.navigation, attributes: attributes)
    spelling = ColumnsReader.read(files.columns, attributes: attributes)
    groups = Groups(files.groups, isComplete: files.isWhole)
    var segmentNames = NameTable(
      "segment", "the key of a segment", code: .unknownSegment, names: Set(files.segments.map(\.key)),
      isComplete: files.isWhole)
    segmentNames.kin = [("experiment", Set(files.experiments.map(\.key))), ("group", groups.names.names)]
    let conditions = ConditionReader(attributes: attributes, segments: segmentNames, groups: groups)
    let segmentReader = SegmentReader(conditions: conditions, slots: navigation.slots)
    segments = files.segments.compactMap { file in
      file.content.flatMap { segmentReader.segment(file.key, $0) }
    }
    var experimentNames = NameTable(
      "experiment", "the key of an experiment", code: .unknownExperiment, names: Set(files.experiments.map(\.key)),
      isComplete: files.isWhole)
    experimentNames.kin = [("segment", Set(files.segments.map(\.key)))]
    let experimentReader = ExperimentReader(
      attributes: attributes, conditions: conditions, slots: navigation.slots, experiments: experimentNames,
      now: now)
    experiments = files.experiments.compactMap { file in
      file.content.flatMap { experimentReader.experiment(file.key, $0) }
    }
  }

  /// The workspace as far as it can be built; it counts only if nothing was reported.
  private func workspace() -> Workspace? {
    let prover = check()
    guard let unit = attributes.unit else { return nil }
    let nodes = navigation.nodes.nodes.map { name, node in
      let definition = NodeDefinition(
        arguments: node.arguments.compactMapValues(\.self), since: node.since, until: node.until,
        fallback: navigation.fallbacks[name], parent: navigation.parents[name])
      return (name, definition)
    }
    let catalog = Catalog(
      unit: unit, appVersion: navigation.appVersion, attributes: attributes.definitions,
      nodes: Dictionary(uniqueKeysWithValues: nodes), routes: navigation.routes, tabs: navigation.tabs,
      cards: navigation.cards, deepLinks: navigation.deepLinks, defaults: navigation.defaults)
    let workspace = Workspace(
      catalog: catalog, groups: groups.values, segments: segments.compactMap(\.segment),
      experiments: experiments.compactMap(\.experiment))
    // What is set below and above the variations takes the whole workspace.
    if let prover { findIneffective(experiments, in: workspace, prover) }
    return workspace
  }

  /// - Returns: What proves, if the workspace has no error and proofs are wanted.
  private func check() -> Prover? {
    groups.checkNumbers()
    // A condition that could not be read may use any group.
    let isWhole =
      files.isWhole && segments.count == files.segments.count && experiments.count == files.experiments.count
      && segments.allSatisfy { $0.condition != nil } && experiments.allSatisfy { $0.audience != nil }
    if isWhole { groups.checkUse() }
    checkFallbacks(of: navigation)
    checkCycles(of: segments)
    checkPriorities(of: segments)
    checkRequirements(of: experiments)
    checkLayers(of: experiments)
    checkSharedSlots(of: experiments)
    checkSeeds(of: experiments)
    // What follows from a mistake elsewhere is no finding.
    guard !log.hasErrors else { return nil }
    checkLayerSeeds(of: experiments)
    checkShares(of: experiments)
    return proves ? prove() : nil
  }

  /// Warns of what can be told from the files alone to be of no use.
  private func prove() -> Prover {
    let conditions = segments.compactMap { segment in segment.condition.map { (segment.key, $0) } }
    let prover = Prover(
      attributes: attributes.definitions, groups: groups.values,
      segments: Dictionary(conditions) { first, _ in first })
    // The short questions first, lest the long ones use up what there is for all.
    let used = findIdle(segments, prover)
    let tried = findIdle(experiments, prover)
    findShadowed(used, prover)
    findStarved(tried, among: used, prover)
    checkReachability(of: navigation, segments, experiments)
    checkAttributes(attributes, of: navigation, segments, experiments)
    return prover
  }
}
