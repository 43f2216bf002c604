import Authoring
import Foundation
import Personalization

/// An error that a row's content makes us expect when it is loaded.
struct Refusal: Hashable, Sendable {
  let code: Diagnostic.Code
  let rule: Rule

  init(_ code: Diagnostic.Code, _ rule: Rule) {
    self.code = code
    self.rule = rule
  }
}

/// Finds what SEMANTICS says does not load, from the text of a row alone.
struct Refusals {
  private let types: [String: DeclaredType]
  private let groups: [String: [JSON]]
  private(set) var found: [Refusal] = []

  init(_ workspace: GrowthBookWorkspace) {
    types = workspace.types
    groups = workspace.groups
    for name in groups.keys where !name.isLegalKey { found.append(Refusal(.invalidKey, .invalidName)) }
    for name in types.keys where name.isEmpty { found.append(Refusal(.invalidKey, .invalidName)) }
    for name in types.keys where name.hasPrefix("choice.") { found.append(Refusal(.reservedName, .reservedName)) }
    if types["segments"] != nil {
      // Its operands are then keys of segments.
      for code in [Diagnostic.Code.reservedName, .operandType, .unknownOperator, .unknownSegment] {
        found.append(Refusal(code, .reservedName))
      }
    }
  }

  // MARK: Conditions

  mutating func look(atCondition condition: JSON, attributes: JSON) {
    guard let members = condition.members else { return add(.wrongType, .operandShape) }
    for (key, value) in members {
      switch key {
      case "$and", "$or", "$nor":
        guard let parts = value.elements else {
          add(.wrongType, .operandShape)
          continue
        }
        for part in parts { look(atCondition: part, attributes: attributes) }
      case "$not": look(atCondition: value, attributes: attributes)
      case _ where key.hasPrefix("$"):
        add(.unknownOperator, attributes[key] == nil ? .unknownOperator : .reservedName)
      default:
        if let type = types[key] { look(at: value, about: type) }
      }
    }
  }

  /// A literal, or an object of operators.
  private mutating func look(at value: JSON, about type: DeclaredType) {
    guard let members = value.members else { return look(atLiteral: value, of: type) }
    if members.isEmpty { add(.operandType, .objectEquality) }
    for (name, operand) in members {
      guard name.hasPrefix("$") else {
        add(.unknownOperator, .objectEquality)
        continue
      }
      guard let fitting = Self.operators[name] else {
        add(.unknownOperator, .unknownOperator)
        continue
      }
      guard fitting.contains(type) else {
        add(.operatorType, .operatorType)
        continue
      }
      look(at: operand, of: name, about: type)
    }
  }

  private mutating func look(at operand: JSON, of name: String, about type: DeclaredType) {
    switch name {
    case "$in", "$nin", "$ini", "$nini", "$all", "$alli":
      guard let elements = operand.elements else { return add(.operandType, .operandShape) }
      for element in elements { look(atScalar: element, of: type.element ?? type) }
    case "$regex", "$regexi", "$notRegex", "$notRegexi":
      guard let pattern = operand.text else { return add(.operandType, .literalType) }
      if (try? NSRegularExpression(pattern: pattern)) == nil {
        add(.invalidPattern, .invalidPattern)
      } else if pattern.contains("\\u") {
        add(.invalidPattern, .patternSyntax)
      }
    case "$exists":
      if operand.flag == nil { add(.operandType, .operandShape) }
    case "$size": look(at: operand, about: .number)
    case "$elemMatch":
      guard let members = operand.members else { return add(.operandType, .operandShape) }
      if !members.isEmpty, members.keys.allSatisfy({ !$0.hasPrefix("$") }) {
        add(.unknownOperator, .objectElements)
      } else {
        look(at: operand, about: type.element ?? .string)
      }
    case "$not":
      if operand.members == nil { add(.operandType, .operandShape) } else { look(at: operand, about: type) }
    case "$inGroup", "$notInGroup":
      guard let group = operand.text else { return add(.operandType, .operandShape) }
      guard let values = groups[group] else { return add(.unknownGroup, .unknownGroup) }
      if type == .number, values.contains(where: { $0.number == nil && Double($0.text ?? "") == nil }) {
        add(.groupValue, .groupValue)
      }
    case "$lt", "$lte", "$gt", "$gte": look(atScalar: operand, of: type)
    default: look(atLiteral: operand, of: type)
    }
  }

  /// The right side of an equality; null asks whether the value is missing.
  private mutating func look(atLiteral value: JSON, of type: DeclaredType) {
    if value == .null { return }
    if value.elements != nil { return add(.operandType, .arrayEquality) }
    if value.members != nil { return add(.operandType, .objectEquality) }
    if type.element != nil { return add(.operandType, .literalType) }
    look(atScalar: value, of: type)
  }

  private mutating func look(atScalar value: JSON, of type: DeclaredType) {
    guard type.accepts(value) else { return add(.operandType, .literalType) }
    if type == .version, let text = value.text, ReferenceVersion(text) == nil { add(.invalidVersion, .invalidVersion) }
  }

  /// SEMANTICS 2: which operator fits which type.
  private static let operators: [String: Set<DeclaredType>] = {
    let all: Set<DeclaredType> = [.string, .number, .boolean, .version, .strings, .numbers]
    var table: [String: Set<DeclaredType>] = ["$eq": all, "$ne": all, "$exists": all, "$not": all]
    for name in ["$in", "$nin"] { table[name] = all.subtracting([.boolean]) }
    for name in ["$ini", "$nini"] { table[name] = [.string, .strings] }
    for name in ["$lt", "$lte", "$gt", "$gte"] { table[name] = [.number, .version, .string] }
    for name in DeclaredType.versionOperators { table[name] = [.version] }
    for name in ["$regex", "$regexi", "$notRegex", "$notRegexi"] { table[name] = [.string] }
    for name in ["$all", "$elemMatch", "$size"] { table[name] = [.strings, .numbers] }
    table["$alli"] = [.strings]
    for name in ["$inGroup", "$notInGroup"] { table[name] = [.string, .number] }
    return table
  }()

  // MARK: Experiments

  mutating func look(at experiment: GrowthBookExperiment, attributes: JSON) {
    if let condition = experiment.condition { look(atCondition: condition, attributes: attributes) }
    let count = experiment.values.count
    if count < 2 { add(.tooFewVariations, .tooFewVariations) }
    if count > 64 { add(.tooManyVariations, .tooManyVariations) }
    if experiment.keys.contains(where: { !$0.isLegalKey }) { add(.invalidKey, .invalidName) }
    if Set(experiment.keys).count < count { add(.duplicateVariation, .invalidName) }
    look(atWeights: experiment)
    if let coverage = experiment.coverage, !Self.isShare(coverage) { add(.invalidCoverage, .coverage) }
    if let force = experiment.source["force"], !(0..<count).contains(force.integer ?? -1) {
      add(.unknownWinner, .unknownWinner)
    }
    if ![1, 2].contains(experiment.hashVersion) { add(.unknownValue, .unknownHashVersion) }
    if let namespace = experiment.source["namespace"]?.elements, namespace.count == 3 {
      if let name = namespace[0].text, !name.isLegalKey { add(.invalidKey, .invalidName) }
      let isRange = namespace[1...].allSatisfy(Self.isShare) && (namespace[1].number ?? 0) < (namespace[2].number ?? 0)
      if !isRange { add(.invalidRange, .namespaceRange) }
    }
    if experiment.isSticky, (experiment.minBucketVersion.number ?? 0) > (experiment.bucketVersion.number ?? 0) {
      add(.invalidNumber, .bucketVersions)
    }
  }

  private mutating func look(atWeights experiment: GrowthBookExperiment) {
    guard let weights = experiment.weights else { return }
    if weights.count < experiment.values.count { add(.wrongType, .weights) }
    if weights.count > experiment.values.count { add(.missingMember, .weights) }
    let millionths = weights.map { Self.millionths($0) }
    let sum = millionths.reduce(0) { $0 + ($1 ?? 0) }
    let areRatios = millionths.allSatisfy { ($0 ?? 1) % 1_000_000 == 0 }
    if millionths.contains(where: { $0 == nil || $0 ?? 0 < 0 }) || sum == 0 || (sum != 1_000_000 && !areRatios) {
      add(.invalidWeight, .weights)
    }
  }

  private static func isShare(_ value: JSON) -> Bool {
    millionths(value).map { (0...1_000_000).contains($0) } ?? false
  }

  /// The number in whole millionths; nil if it has more decimals.
  private static func millionths(_ value: JSON) -> Int? {
    guard let number = value.number, abs(number) < 1e6 else { return nil }
    let count = (number * 1e6).rounded()
    return count / 1e6 == number ? Int(count) : nil
  }

  private mutating func add(_ code: Diagnostic.Code, _ rule: Rule) { found.append(Refusal(code, rule)) }
}
