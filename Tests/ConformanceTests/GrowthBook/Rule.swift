/// Why a row need not agree.
///
/// Every rule is a predicate over a row's content: `Refusals` computes those that keep a workspace from loading, the
/// references those that change an answer. None knows a row's name or place.
enum Rule: String, Hashable, Sendable, CaseIterable {
  // Refused when loading.
  case unknownOperator
  case arrayEquality
  case objectEquality
  case objectElements
  case reservedName
  case literalType
  case operatorType
  case operandShape
  case invalidPattern
  case patternSyntax
  case invalidVersion
  case unknownGroup
  case groupValue
  case invalidName
  case weights
  case coverage
  case tooFewVariations
  case tooManyVariations
  case unknownWinner
  case namespaceRange
  case unknownHashVersion
  case bucketVersions

  // Another answer.
  case missingIsNotZero
  case missingHasNoText
  case mistypedIsMissing
  case semanticVersions
  case groupText
  case byteOrder
  case exactEdges
  case hashedBytes
  case winner
  case noQueryString
  case noGlobalSwitch
  case noQAMode
  case noFilters
  case noRanges
  case noFlags
}

extension Rule: CustomStringConvertible {
  var description: String { "\(reason) [\(source)]" }

  /// What of the row it is about.
  private var reason: String {
    switch self {
    case .unknownOperator: "an operator that is none, such as $type"
    case .arrayEquality: "equality with an array"
    case .objectEquality: "equality with an object"
    case .objectElements: "a list whose elements are objects; lists hold strings or numbers"
    case .reservedName: "an attribute whose name has a meaning of its own, such as one that begins with $"
    case .literalType: "an operand of another type than the attribute has"
    case .operatorType: "an operator that does not fit the attribute's type"
    case .operandShape: "an operand of the wrong shape, such as $in without an array"
    case .invalidPattern: "an invalid regular expression"
    case .patternSyntax: "a regular expression in JavaScript's own syntax; ours is PCRE2's"
    case .invalidVersion: "a version that is none in SemVer 2"
    case .unknownGroup: "a group that does not exist"
    case .groupValue: "a group with other things than numbers, asked for a number"
    case .invalidName: "a name that is no key"
    case .weights: "weights that are negative, do not sum to 1, or do not fit the number of variations"
    case .coverage: "a coverage below 0 or above 1"
    case .tooFewVariations: "an experiment of fewer than two variations"
    case .tooManyVariations: "an experiment of more than 64 variations"
    case .unknownWinner: "a forced variation that does not exist"
    case .namespaceRange: "a namespace range that is empty or not within 0 to 1"
    case .unknownHashVersion: "a hash version other than 1, 2 and 3"
    case .bucketVersions: "a minimum above the bucket version"
    case .missingIsNotZero: "a positive comparison on a missing value is false"
    case .missingHasNoText: "a missing value is not the text null"
    case .mistypedIsMissing: "a value of another type than declared is missing"
    case .semanticVersions: "versions are SemVer 2's; other text is missing"
    case .groupText: "the values of a group take the attribute's type"
    case .byteOrder: "text is ordered by its UTF-8 bytes"
    case .exactEdges: "the edges of variations are exact"
    case .hashedBytes: "text is hashed as UTF-8"
    case .winner: "force is a stopped experiment's winner: only the audience is checked"
    case .noQueryString: "a URL overrides nothing; the app passes overrides in"
    case .noGlobalSwitch: "experiments are not switched off all at once"
    case .noQAMode: "there is no QA mode"
    case .noFilters: "filters are not offered; a layer is"
    case .noRanges: "ranges are not offered; weights and coverage are"
    case .noFlags: "prerequisites are experiments; feature flags are not offered"
    }
  }

  /// The line of docs/SEMANTICS.md that it stands for, word for word.
  var source: String {
    switch self {
    case .unknownOperator, .invalidPattern, .unknownGroup:
      "a bad pattern, group or operator is false at run time | does not load"
    case .arrayEquality, .objectEquality: "arrays and objects are equal by their JSON text | not offered"
    case .literalType, .operatorType, .mistypedIsMissing, .groupValue, .groupText, .operandShape:
      "strings, numbers and booleans are coerced | declared types, checked when loading"
    case .invalidVersion, .semanticVersions: "versions are padded and compared as text | SemVer 2"
    case .weights, .coverage, .namespaceRange: "bad weights become an equal split | do not load"
    case .missingIsNotZero: "a missing value compares as 0 | false"
    case .missingHasNoText: "`$regex` runs on the text `null` | false"
    case .exactEdges: "edges of buckets are sums of doubles | exact integers"
    case .hashedBytes: "non-ASCII ids hash differently from SDK to SDK | UTF-8"
    case .byteOrder: "ordered by their UTF-8 bytes"
    case .unknownWinner, .winner: "stopped with a winner: only 6 and 9 are checked"
    case .unknownHashVersion: "| 3 | `mix("
    case .objectElements: "lists may hold objects | lists hold strings or numbers"
    case .reservedName, .invalidName:
      "any name is an attribute, a key, a group | names that conditions and files can tell apart"
    case .patternSyntax: "patterns are JavaScript's | the common syntax of PCRE2 and Foundation"
    case .tooFewVariations, .tooManyVariations: "one variation, or hundreds | 2 to 64"
    case .bucketVersions: "`minBucketVersion` above `bucketVersion` | does not load"
    case .noQueryString: "a query string of the URL forces a variation | the app passes overrides in"
    case .noGlobalSwitch, .noQAMode: "`enabled` switches all experiments off; QA mode assigns nobody | neither"
    case .noFilters, .noRanges: "`filters` and `ranges` | a layer; weights and coverage"
    case .noFlags: "prerequisites are feature flags | prerequisites are experiments"
    }
  }
}

extension Set<Rule> {
  /// All rules that change an answer.
  static let departures: Set = [
    .missingIsNotZero, .missingHasNoText, .mistypedIsMissing, .semanticVersions, .groupText, .byteOrder, .exactEdges,
    .hashedBytes, .winner, .noQueryString, .noGlobalSwitch, .noQAMode, .noFilters, .noRanges, .noFlags,
  ]
}

/// Explains an answer of ours that differs.
///
/// The reference must give the published answer without our rules, and ours with all of them; then the fewest rules that
/// lead from one to the other are the explanation.
func explanation<Answer: Equatable>(
  published: Answer, ours: Answer, reference: (Set<Rule>) -> Answer
) -> Verdict {
  if ours == published { return .agrees }
  guard reference([]) == published else {
    return .unexplained("published is \(published), the reference says \(reference([])), ours is \(ours)")
  }
  guard reference(.departures) == ours else {
    return .unexplained("published is \(published), the rules predict \(reference(.departures)), ours is \(ours)")
  }
  var candidates: [Set<Rule>] = [[]]
  for _ in 0..<3 {
    candidates = candidates.flatMap { set in
      Rule.allCases.filter { Set.departures.contains($0) && !set.contains($0) }.map { set.union([$0]) }
    }
    if let rules = candidates.first(where: { reference($0) == ours }) {
      return .differs(rules.sorted { $0.rawValue < $1.rawValue })
    }
  }
  return .unexplained("published is \(published), ours is \(ours), and no three rules lead there")
}
