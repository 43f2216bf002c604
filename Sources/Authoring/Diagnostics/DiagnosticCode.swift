extension Diagnostic {
  /// The kinds of problems; `docs/DIAGNOSTICS.md` has an example of each.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    // Files and their text.
    case missingFile = "missing-file"
    case unreadableFile = "unreadable-file"
    case misnamedFile = "misnamed-file"
    case misplacedFile = "misplaced-file"
    case notUTF8 = "not-utf8"
    case syntax
    case duplicateKey = "duplicate-key"

    // Members and values.
    case unknownMember = "unknown-member"
    case missingMember = "missing-member"
    case misplacedMember = "misplaced-member"
    case wrongType = "wrong-type"
    case unknownValue = "unknown-value"
    case invalidNumber = "invalid-number"
    case emptyArray = "empty-array"
    case invalidKey = "invalid-key"
    case reservedName = "reserved-name"
    case unreadAttribute = "unread-attribute"
    case tooDeep = "too-deep"

    // Names of things declared elsewhere.
    case unknownAttribute = "unknown-attribute"
    case unknownSegment = "unknown-segment"
    case unknownExperiment = "unknown-experiment"
    case unknownVariation = "unknown-variation"
    case unknownWinner = "unknown-winner"
    case unknownGroup = "unknown-group"
    case unknownNode = "unknown-node"
    case unknownArgument = "unknown-argument"
    case unknownRoute = "unknown-route"
    case unknownTab = "unknown-tab"
    case unknownCard = "unknown-card"
    case unknownSlot = "unknown-slot"
    case unknownOperator = "unknown-operator"

    // Conditions.
    case operatorType = "operator-type"
    case operandType = "operand-type"
    case invalidPattern = "invalid-pattern"
    case foreignPattern = "foreign-pattern"
    case invalidVersion = "invalid-version"
    case invalidDate = "invalid-date"
    case invalidPeriod = "invalid-period"
    case groupValue = "group-value"
    case segmentCycle = "segment-cycle"
    case duplicateOperand = "duplicate-operand"
    case unusedGroup = "unused-group"
    case neverMatches = "never-matches"
    case alwaysMatches = "always-matches"

    // Navigation.
    case unitType = "unit-type"
    case appVersionType = "app-version-type"
    case missingArgument = "missing-argument"
    case argumentValue = "argument-value"
    case bindingType = "binding-type"
    case openFallback = "open-fallback"
    case fallbackCycle = "fallback-cycle"
    case parentCycle = "parent-cycle"
    case invalidDeepLink = "invalid-deep-link"
    case missingDefault = "missing-default"
    case slotValue = "slot-value"
    case lockWithoutValue = "lock-without-value"
    case equalPriority = "equal-priority"
    case shadowedSegment = "shadowed-segment"
    case unreachableNode = "unreachable-node"

    // Experiments.
    case duplicateVariation = "duplicate-variation"
    case tooFewVariations = "too-few-variations"
    case tooManyVariations = "too-many-variations"
    case invalidWeight = "invalid-weight"
    case relativeWeights = "relative-weights"
    case invalidCoverage = "invalid-coverage"
    case invalidRange = "invalid-range"
    case invalidSchedule = "invalid-schedule"
    case unusedSchedule = "unused-schedule"
    case coarseShare = "coarse-share"
    case layerOverlap = "layer-overlap"
    case layerMismatch = "layer-mismatch"
    case sharedSlot = "shared-slot"
    case prerequisiteCycle = "prerequisite-cycle"
    case sharedSeed = "shared-seed"
    case oldHash = "old-hash"
    case starvedExperiment = "starved-experiment"
    case sameVariations = "same-variations"

    /// How grave a problem of this kind is.
    public var severity: Severity {
      if Self.warnings.contains(self) { return .warning }
      return Self.notes.contains(self) ? .note : .error
    }

    private static let notes: Set<Code> = [.unreadAttribute, .relativeWeights, .unusedSchedule]

    private static let warnings: Set<Code> = [
      .misnamedFile, .misplacedFile, .duplicateOperand, .unusedGroup, .equalPriority, .sharedSeed, .oldHash,
      .neverMatches,
      .alwaysMatches, .shadowedSegment, .unreachableNode, .starvedExperiment, .sameVariations,
      .foreignPattern, .coarseShare,
    ]
  }
}
