import Foundation
import Personalization

/// What came of an experiment, in GrowthBook's terms.
struct RunResult: Equatable {
  /// Nil: not in the experiment.
  var variation: Int?
  var isHashUsed = false

  static let none = RunResult(variation: nil)
}

/// GrowthBook's hash, written apart from the library's: over UTF-16 as its JavaScript SDK has it, or over UTF-8.
struct ReferenceHash {
  private let isUTF8: Bool

  init(_ rules: Set<Rule>) { isUTF8 = rules.contains(.hashedBytes) }

  /// In ten-thousandths; nil for a version that does not exist.
  func bucket(seed: String, value: String, version: Int) -> Int? {
    switch version {
    case 1: Int(fnv(value + seed) % 1000) * 10
    case 2: Int(fnv(String(fnv(seed + value))) % 10_000)
    default: nil
    }
  }

  private func fnv(_ text: String) -> UInt32 {
    let units = isUTF8 ? text.utf8.map(UInt32.init) : text.utf16.map(UInt32.init)
    return units.reduce(0x811c_9dc5) { ($0 ^ $1) &* 0x0100_0193 }
  }
}

/// Ranges of the line from 0 to 1, with GrowthBook's repairs of bad weights and coverage.
enum ReferenceRanges {
  static func ranges(count: Int, coverage: Double?, weights: [Double]?) -> [(Double, Double)] {
    let coverage = min(max(coverage ?? 1, 0), 1)
    let sum = weights?.reduce(0, +) ?? 0
    let equal = Array(repeating: 1 / Double(max(count, 1)), count: count)
    let weights = weights.flatMap { $0.count == count && sum >= 0.99 && sum <= 1.01 ? $0 : nil } ?? equal
    var start = 0.0
    return weights.map { weight in
      defer { start += weight }
      return (start, start + coverage * weight)
    }
  }

  /// A range as whole ten-thousandths; the published numbers are cut to eight decimals.
  static func buckets(_ range: (Double, Double)) -> Range<Int> {
    func ceiling(_ edge: Double) -> Int { (Int((edge * 1e8).rounded()) + 9_999) / 10_000 }
    return ceiling(range.0)..<max(ceiling(range.0), ceiling(range.1))
  }
}

/// What GrowthBook's specification says of an experiment, and what follows for it from each rule of ours.
struct ReferenceExperiment {
  let context: JSON
  let experiment: GrowthBookExperiment
  let condition: ReferenceCondition
  let user: User

  private var rules: Set<Rule> { condition.rules }
  private var count: Int { experiment.values.count }

  var result: RunResult {
    if count < 2 || (!rules.contains(.noGlobalSwitch) && context["enabled"]?.flag == false) { return .none }
    if !rules.contains(.noQueryString), let variation = urlVariation { return RunResult(variation: variation) }
    if let forced = context["forcedVariations"]?[experiment.name]?.integer, (0..<count).contains(forced) {
      return RunResult(variation: forced)
    }
    if experiment.source["active"]?.flag == false { return .none }
    if rules.contains(.winner), let force = experiment.source["force"]?.integer {
      return isAudience ? RunResult(variation: force) : .none
    }
    guard let unit = hashed(experiment.unit) else { return .none }
    if !rules.contains(.noFilters), let filters = experiment.source["filters"]?.elements {
      if !filters.allSatisfy({ isIncluded(by: $0) }) { return .none }
    } else if let namespace = experiment.source["namespace"]?.elements, namespace.count == 3 {
      let bucket = hash("__" + (namespace[0].text ?? ""), unit, 1)
      if !contains(bucket, (namespace[1].number ?? 0, namespace[2].number ?? 0)) { return .none }
    }
    if !isAudience { return .none }
    if !rules.contains(.noFlags), !meetsParents { return .none }
    let bucket = hash(experiment.seed, unit, experiment.hashVersion.integer ?? 1)
    guard let variation = ranges.firstIndex(where: { contains(bucket, $0) }) else { return .none }
    if let force = experiment.source["force"]?.integer {
      return (0..<count).contains(force) ? RunResult(variation: force) : .none
    }
    if !rules.contains(.noQAMode), context["qaMode"]?.flag == true { return .none }
    return RunResult(variation: variation, isHashUsed: true)
  }

  private var isAudience: Bool { experiment.condition.map { condition.holds($0, user) } ?? true }

  private var ranges: [(Double, Double)] {
    if !rules.contains(.noRanges), let ranges = experiment.source["ranges"]?.elements {
      return ranges.map { ($0.elements?.first?.number ?? 0, $0.elements?.last?.number ?? 0) }
    }
    return ReferenceRanges.ranges(
      count: count, coverage: experiment.coverage?.number,
      weights: experiment.source["weights"]?.elements?.map { $0.number ?? 0 })
  }

  private var urlVariation: Int? {
    guard let url = context["url"]?.text, let query = URLComponents(string: url)?.queryItems else { return nil }
    let value = query.first { $0.name == experiment.name }?.value.flatMap(Int.init)
    return value.flatMap { (0..<count).contains($0) ? $0 : nil }
  }

  private var meetsParents: Bool {
    (experiment.source["parentConditions"]?.elements ?? []).allSatisfy { parent in
      let flag = context["features"]?[parent["id"]?.text ?? ""]?["defaultValue"] ?? .null
      let types: [String: DeclaredType] = ["value": DeclaredType(uses: [], value: flag)]
      return ReferenceCondition(types: types, groups: [:], rules: [])
        .holds(parent["condition"] ?? .object([:]), ["value": flag])
    }
  }

  private func isIncluded(by filter: JSON) -> Bool {
    guard let unit = hashed(filter["attribute"]?.text ?? experiment.unit) else { return false }
    let bucket = hash(filter["seed"]?.text ?? "", unit, filter["hashVersion"]?.integer ?? 2)
    return (filter["ranges"]?.elements ?? []).contains { range in
      contains(bucket, (range.elements?.first?.number ?? 0, range.elements?.last?.number ?? 0))
    }
  }

  /// The value that is hashed; GrowthBook makes a text of anything.
  private func hashed(_ attribute: String) -> String? {
    guard let value = user[attribute], value != "" else { return nil }
    return value.text ?? (rules.contains(.mistypedIsMissing) ? nil : value.description)
  }

  private func hash(_ seed: String, _ unit: String, _ version: Int) -> Int? {
    ReferenceHash(rules).bucket(seed: seed, value: unit, version: version)
  }

  private func contains(_ bucket: Int?, _ range: (Double, Double)) -> Bool {
    guard let bucket else { return false }
    if rules.contains(.exactEdges) { return ReferenceRanges.buckets(range).contains(bucket) }
    let number = Double(bucket) / 10_000
    return number >= range.0 && number < range.1
  }
}
