/// A claim: in a segment, or of an attribute either a plain test or a formula of them.
struct ClaimRecord: Codable {
  var segment: String?
  var attribute: String?
  var test: TestRecord?
  var size: FormulaRecord<TestRecord>?
  var anyElement: FormulaRecord<TestRecord>?

  init(_ claim: Claim) {
    switch claim {
    case .segment(let key): segment = key
    case .attribute(let name, .size(let formula)):
      attribute = name
      size = FormulaRecord(formula, leaf: TestRecord.init)
    case .attribute(let name, .anyElement(let formula)):
      attribute = name
      anyElement = FormulaRecord(formula, leaf: TestRecord.init)
    case .attribute(let name, let plain):
      attribute = name
      test = TestRecord(plain)
    }
  }

  func claim(_ place: String) throws(BundleError) -> Claim {
    func tests(_ record: FormulaRecord<TestRecord>) throws(BundleError) -> Formula<Test> {
      try record.formula(place) { (test: TestRecord) throws(BundleError) in try test.test(place) }
    }
    if let segment { return .segment(segment) }
    guard let attribute else { throw .unsound("\(place): a claim is about nothing") }
    if let test { return .attribute(attribute, try test.test(place)) }
    if let size { return .attribute(attribute, .size(try tests(size))) }
    if let anyElement { return .attribute(attribute, .anyElement(try tests(anyElement))) }
    throw .unsound("\(place): a claim about \(attribute) has no test")
  }
}

/// A test that has no formula in it.
struct TestRecord: Codable {
  let kind: Kind
  var order: String?
  var strings: [String]?
  var numbers: [Double]?
  var flags: [Bool]?
  var versions: [String]?
  var dates: [Int64]?
  var months: Int?
  var seconds: Int64?
  var ignoresCase: Bool?

  enum Kind: String, Codable {
    case exists, isOne, isOneIgnoringCase, compares, comparesToPast, matches, inGroup
    /// What only stands outside: the formulas of `ClaimRecord`.
    case formula
  }

  init(_ test: Test) {
    switch test {
    case .exists: kind = .exists
    case .isOne(let literals):
      kind = .isOne
      for literal in literals { append(literal) }
    case .isOneIgnoringCase(let texts):
      kind = .isOneIgnoringCase
      strings = texts.map(\.string)
    case .compares(let order, let literal):
      kind = .compares
      self.order = order.rawValue
      append(literal)
    case .comparesToPast(let order, let period):
      kind = .comparesToPast
      self.order = order.rawValue
      months = period.months
      seconds = period.seconds
    case .matches(let pattern):
      kind = .matches
      strings = [pattern.expression]
      ignoresCase = pattern.ignoresCase
    case .inGroup(let group):
      kind = .inGroup
      strings = [group]
    case .size, .anyElement: kind = .formula
    }
  }

  private mutating func append(_ literal: Literal) {
    switch literal {
    case .string(let text): Self.append(text.string, to: &strings)
    case .number(let number): Self.append(number, to: &numbers)
    case .boolean(let flag): Self.append(flag, to: &flags)
    case .version(let version): Self.append(version.description, to: &versions)
    case .date(let date): Self.append(date.microseconds, to: &dates)
    }
  }

  private static func append<Value>(_ value: Value, to values: inout [Value]?) {
    if values?.append(value) == nil { values = [value] }
  }

  func test(_ place: String) throws(BundleError) -> Test {
    switch kind {
    case .exists: return .exists
    case .isOne: return .isOne(of: try literals(place))
    case .isOneIgnoringCase: return .isOneIgnoringCase(of: (strings ?? []).map { ExactText($0) })
    case .compares:
      let literals = try literals(place)
      guard let literal = literals.first, literals.count == 1 else {
        throw .unsound("\(place): a comparison needs one value, and has \(literals.count)")
      }
      return .compares(try order(place), literal)
    case .comparesToPast:
      guard let months, let seconds, (0...120_000).contains(months), (0...315_576_000_000).contains(seconds) else {
        throw .unsound("\(place): a comparison with the past has no legal period")
      }
      return .comparesToPast(try order(place), Period(months: months, seconds: seconds))
    case .matches:
      return .matches(PatternSource(try string(place), ignoresCase: ignoresCase ?? false))
    case .inGroup: return .inGroup(try string(place))
    case .formula: throw .unsound("\(place): a formula stands where only a test may")
    }
  }

  private func literals(_ place: String) throws(BundleError) -> [Literal] {
    var literals: [Literal] = (strings ?? []).map { .string(ExactText($0)) }
    literals += (numbers ?? []).map { .number($0) }
    literals += (flags ?? []).map { .boolean($0) }
    for text in versions ?? [] { literals.append(.version(try SemanticVersion(bundled: text, place))) }
    literals += (dates ?? []).map { .date(Timestamp(microseconds: $0)) }
    return literals
  }

  private func order(_ place: String) throws(BundleError) -> Order {
    guard let order = order.flatMap(Order.init) else { throw .unsound("\(place): a comparison has no legal order") }
    return order
  }

  private func string(_ place: String) throws(BundleError) -> String {
    guard let strings, strings.count == 1 else { throw .unsound("\(place): a test needs one text") }
    return strings[0]
  }
}
