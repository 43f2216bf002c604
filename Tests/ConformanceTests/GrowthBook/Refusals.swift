import Authoring
import Foundation
import Personalization

/// An error that a row's content makes us expect when it is loaded.
struct Refusal: Hashable, Sendable {
  let code: Diagnostic.Code
  let rule: Rule
  /// Where: the JSON pointer of the value, or of one that holds it.
  let pointer: String

  init(_ code: Diagnostic.Code, _ rule: Rule, at pointer: String = "") {
    self.code = code
    self.rule = rule
    self.pointer = pointer
  }

  /// Whether an error is the one that is expected, in the place where it is expected.
  func predicts(_ diagnostic: Diagnostic) -> Bool {
    guard code == diagnostic.code else { return false }
    let found = diagnostic.pointer ?? ""
    return pointer.isEmpty || found == pointer || found.hasPrefix(pointer + "/")
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

  mutating func look(atCondition condition: JSON, attributes: JSON, at path: String) {
    guard let members = condition.members else { return add(.wrongType, .operandShape, at: path) }
    for (key, value) in members {
      let path = path + step(key)
      switch key {
      case "$and", "$or", "$nor":
        guard let parts = value.elements else {
          add(.wrongType, .operandShape, at: path)
          continue
        }
        for (index, part) in parts.enumerated() {
          look(atCondition: part, attributes: attributes, at: "\(path)/\(index)")
        }
      case "$not": look(atCondition: value, attributes: attributes, at: path)
      case _ where key.hasPrefix("$"):
        add(.unknownOperator, attributes[key] == nil ? .unknownOperator : .reservedName, at: path)
      default:
        if let type = types[key] { look(at: value, about: type, at: path) }
      }
    }
  }

  /// A literal, or an object of operators.
  private mutating func look(at value: JSON, about type: DeclaredType, at path: String) {
    guard let members = value.members else { return look(atLiteral: value, of: type, at: path) }
    if members.isEmpty { add(.operandType, .objectEquality, at: path) }
    for (name, operand) in members {
      let path = path + step(name)
      guard name.hasPrefix("$") else {
        add(.unknownOperator, .objectEquality, at: path)
        continue
      }
      guard let fitting = Self.operators[name] else {
        add(.unknownOperator, .unknownOperator, at: path)
        continue
      }
      guard fitting.contains(type) else {
        add(.operatorType, .operatorType, at: path)
        continue
      }
      look(at: operand, of: name, about: type, at: path)
    }
  }

  private mutating func look(at operand: JSON, of name: String, about type: DeclaredType, at path: String) {
    switch name {
    case "$in", "$nin", "$ini", "$nini", "$all", "$alli":
      guard let elements = operand.elements else { return add(.operandType, .operandShape, at: path) }
      for (index, element) in elements.enumerated() {
        look(atScalar: element, of: type.element ?? type, at: "\(path)/\(index)")
      }
    case "$regex", "$regexi", "$notRegex", "$notRegexi":
      guard let pattern = operand.text else { return add(.operandType, .literalType, at: path) }
      if (try? NSRegularExpression(pattern: pattern)) == nil {
        add(.invalidPattern, .invalidPattern, at: path)
      } else if pattern.contains("\\u") {
        add(.invalidPattern, .patternSyntax, at: path)
      }
    case "$exists":
      if operand.flag == nil { add(.operandType, .operandShape, at: path) }
    case "$size": look(at: operand, about: .number, at: path)
    case "$elemMatch":
      guard let members = operand.members else { return add(.operandType, .operandShape, at: path) }
      if !members.isEmpty, members.keys.allSatisfy({ !$0.hasPrefix("$") }) {
        add(.unknownOperator, .objectElements, at: path)
      } else {
        look(at: operand, about: type.element ?? .string, at: path)
      }
    case "$not":
      if operand.members == nil {
        add(.operandType, .operandShape, at: path)
      } else {
        look(at: operand, about: type, at: path)
      }
    case "$inGroup", "$notInGroup":
      guard let group = operand.text else { return add(.operandType, .operandShape, at: path) }
      guard let values = groups[group] else { return add(.unknownGroup, .unknownGroup, at: path) }
      if type == .number, values.contains(where: { $0.number == nil && Double($0.text ?? "") == nil }) {
        add(.groupValue, .groupValue)
      }
    case "$lt", "$lte", "$gt", "$gte": look(atScalar: operand, of: type, at: path)
    default: look(atLiteral: operand, of: type, at: path)
    }
  }

  /// The right side of an equality; null asks whether the value is missing.
  private mutating func look(atLiteral value: JSON, of type: DeclaredType, at path: String) {
    if value == .null { return }
    if value.elements != nil { return add(.operandType, .arrayEquality, at: path) }
    if value.members != nil { return add(.operandType, .objectEquality, at: path) }
    if type.element != nil { return add(.operandType, .literalType, at: path) }
    look(atScalar: value, of: type, at: path)
  }

  private mutating func look(atScalar value: JSON, of type: DeclaredType, at path: String) {
    guard type.accepts(value) else { return add(.operandType, .literalType, at: path) }
    if type == .version, let text = value.text, ReferenceVersion(text) == nil {
      add(.invalidVersion, .invalidVersion, at: path)
    }
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
    if let condition = experiment.condition { look(atCondition: condition, attributes: attributes, at: "/audience") }
    let count = experiment.values.count
    if count < 2 { add(.tooFewVariations, .tooFewVariations, at: "/variations") }
    if count > 64 { add(.tooManyVariations, .tooManyVariations, at: "/variations") }
    if experiment.keys.contains(where: { !$0.isLegalKey }) { add(.invalidKey, .invalidName) }
    if Set(experiment.keys).count < count { add(.duplicateVariation, .invalidName, at: "/variations") }
    look(atWeights: experiment)
    if let coverage = experiment.coverage, !Self.isShare(coverage) { add(.invalidCoverage, .coverage, at: "/coverage") }
    if let force = experiment.source["force"], !(0..<count).contains(force.integer ?? -1) {
      add(.unknownWinner, .unknownWinner, at: "/winner")
    }
    if ![1, 2, 3].contains(experiment.hashVersion) { add(.unknownValue, .unknownHashVersion, at: "/hashVersion") }
    if let namespace = experiment.source["namespace"]?.elements, namespace.count == 3 {
      if let name = namespace[0].text, !name.isLegalKey { add(.invalidKey, .invalidName) }
      let isRange = namespace[1...].allSatisfy(Self.isShare) && (namespace[1].number ?? 0) < (namespace[2].number ?? 0)
      if !isRange { add(.invalidRange, .namespaceRange, at: "/layer") }
    }
    if experiment.isSticky, (experiment.minBucketVersion.number ?? 0) > (experiment.bucketVersion.number ?? 0) {
      add(.invalidNumber, .bucketVersions, at: "/sticky")
    }
  }

  private mutating func look(atWeights experiment: GrowthBookExperiment) {
    guard let weights = experiment.weights else { return }
    if weights.count < experiment.values.count { add(.wrongType, .weights, at: "/variations") }
    if weights.count > experiment.values.count { add(.missingMember, .weights, at: "/variations") }
    let millionths = weights.map { Self.millionths($0) }
    let sum = millionths.reduce(0) { $0 + ($1 ?? 0) }
    let areRatios = millionths.allSatisfy { ($0 ?? 1) % 1_000_000 == 0 }
    if millionths.contains(where: { $0 == nil || $0 ?? 0 < 0 }) || sum == 0
      || (sum != 1_000_000 && sum != 100_000_000 && !areRatios)
    {
      add(.invalidWeight, .weights, at: "/variations")
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

  private mutating func add(_ code: Diagnostic.Code, _ rule: Rule, at pointer: String = "") {
    found.append(Refusal(code, rule, at: pointer))
  }

  private func step(_ key: String) -> String {
    "/" + key.replacing("~", with: "~0").replacing("/", with: "~1")
  }
}
