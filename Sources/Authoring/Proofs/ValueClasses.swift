internal import Personalization

/// The finitely many classes of values of one attribute that a question's tests can tell apart.
///
/// Each class is known by a sample; the first one is no value at all. Of numbers, dates and versions the thresholds and
/// the gaps between them are classes: for `age < 18` and `age >= 65`, `17`, `18`, `41`, `65` and `66`. A gap in which no
/// value lies, as between two doubles that follow each other, is none.
struct ValueClasses {
  /// The classes; no two answer all exact tests alike, except lists of different sizes.
  private(set) var samples: [Sample] = [.missing]
  /// For each test, which samples pass; nil where the samples do not say.
  private(set) var passing: [[Bool]?] = []

  /// The classes that the distinct tests of an attribute of this type make.
  ///
  /// - Complexity: O(*v* · *t*) for *t* tests that name *v* values, and the sorting of the values.
  init(_ tests: [Test], of type: AttributeType) {
    let isOrderedText = type == .string && tests.contains { if case .compares = $0 { true } else { false } }
    let exact = tests.map { Self.isExact($0, of: type, isOrderedText: isOrderedText) }
    let candidates = Self.samples(tests, exact, of: type)
    let sets = tests.map { test -> Set<Literal> in
      if case .isOne(let literals) = test { Set(literals) } else { [] }
    }
    func verdict(_ index: Int, _ sample: Sample) -> Bool {
      if case .isOne = tests[index], let literal = sample.literal { return sets[index].contains(literal) }
      return tests[index].verdict(on: sample) ?? false
    }
    let exactIndices = tests.indices.filter { exact[$0] }
    var rows = [exactIndices.map { _ in false }]
    var seen: Set<[Bool]> = []
    for sample in candidates {
      let row = exactIndices.map { verdict($0, sample) }
      var isNew = seen.insert(row).inserted
      if case .sizes = sample { isNew = true }
      guard isNew else { continue }
      samples.append(sample)
      rows.append(row)
    }
    passing = tests.map { _ in nil }
    for (place, index) in exactIndices.enumerated() { passing[index] = rows.map { $0[place] } }
  }

  /// Whether the samples answer the test.
  private static func isExact(_ test: Test, of type: AttributeType, isOrderedText: Bool) -> Bool {
    switch test {
    case .exists, .size, .compares: return true
    case .isOne:
      if case .list = type { return false }
      return true
    case .isOneIgnoringCase(let texts):
      // Beyond ASCII, which texts differ in case alone is a longer list than is worth having here.
      return type == .string && !isOrderedText && texts.allSatisfy { $0.bytes.allSatisfy { $0 < 0x80 } }
    case .comparesToPast, .matches, .inGroup, .anyElement: return false
    }
  }

  private static func samples(_ tests: [Test], _ exact: [Bool], of type: AttributeType) -> [Sample] {
    let literals = tests.flatMap { test -> [Literal] in
      switch test {
      case .isOne(let literals): literals
      case .compares(_, let literal): [literal]
      default: []
      }
    }
    switch type {
    case .boolean: return [.boolean(true), .boolean(false)]
    case .number:
      let numbers = literals.compactMap { if case .number(let number) = $0 { number } else { nil } }
      return Thresholds(numbers).samples(none: 0, below: below, between: between, above: above).map(Sample.number)
    case .date:
      let dates = literals.compactMap { if case .date(let date) = $0 { date.microseconds } else { nil } }
      return Thresholds(dates).samples(
        none: 1_767_225_600_000_000, below: { $0 - day }, between: between, above: { $0 + day }
      ).map { .date(Timestamp(microseconds: $0)) }
    case .version:
      let versions = literals.compactMap { if case .version(let version) = $0 { version } else { nil } }
      return Thresholds(versions).samples(
        none: SemanticVersion("1.0.0"), below: \.someEarlier, between: { $0.someLater(before: $1) },
        above: { $0.someLater(before: nil) }
      ).map(Sample.version)
    case .string:
      var folded: [ExactText] = []
      for (index, test) in tests.enumerated() where exact[index] {
        if case .isOneIgnoringCase(let texts) = test { folded += texts }
      }
      let ordered = tests.compactMap { if case .compares(_, .string(let text)) = $0 { text } else { nil } }
      let named = literals.compactMap { if case .string(let text) = $0 { text } else { nil } }
      return TextSamples(named: named, folded: folded, ordered: ordered).samples.map(Sample.text)
    case .list: return sizes(tests)
    }
  }

  // MARK: Gaps

  private static let day: Int64 = 86_400_000_000

  private static func below(_ number: Double) -> Double? {
    let less = number - 1 < number ? number - 1 : number.nextDown
    return less.isFinite ? less : nil
  }

  private static func above(_ number: Double) -> Double? { below(-number).map { -$0 } }

  /// A whole number where there is one.
  private static func between(_ lower: Double, _ upper: Double) -> Double? {
    let middle = lower / 2 + upper / 2
    let whole = middle.rounded(.down)
    if lower < whole, whole < upper { return whole }
    if lower < middle, middle < upper { return middle }
    return lower.nextUp < upper ? lower.nextUp : nil
  }

  private static func between(_ lower: Int64, _ upper: Int64) -> Int64? {
    upper - lower > 1 ? lower + (upper - lower) / 2 : nil
  }

  /// Sizes between which no test changes its mind; an empty list is always a class of its own.
  private static func sizes(_ tests: [Test]) -> [Sample] {
    var starts: Set<Int> = [0, 1]
    for case .size(let formula) in tests {
      for test in formula.leaves {
        var literals: [Literal] = []
        if case .isOne(let named) = test { literals = named }
        if case .compares(_, let literal) = test { literals = [literal] }
        for case .number(let number) in literals where number >= 0 && number < 1e15 {
          starts.insert(Int(number.rounded(.up)))
          starts.insert(Int(number.rounded(.down)) + 1)
        }
      }
    }
    let sorted = starts.sorted()
    return sorted.indices.map { index in
      .sizes(least: sorted[index], most: index + 1 < sorted.count ? sorted[index + 1] - 1 : nil)
    }
  }
}

/// Sorted values that cut their line into points and gaps.
struct Thresholds<Value: Comparable> {
  let values: [Value]

  init(_ values: [Value]) {
    var distinct: [Value] = []
    for value in values.sorted() where distinct.last.map({ $0 < value }) ?? true { distinct.append(value) }
    self.values = distinct
  }

  /// The thresholds, and a value of every gap that has one, in ascending order.
  func samples(
    none: Value?, below: (Value) -> Value?, between: (Value, Value) -> Value?, above: (Value) -> Value?
  ) -> [Value] {
    guard let first = values.first, let last = values.last else { return none.map { [$0] } ?? [] }
    var samples = below(first).map { [$0] } ?? []
    for (index, value) in values.enumerated() {
      if index > 0, let gap = between(values[index - 1], value) { samples.append(gap) }
      samples.append(value)
    }
    if let gap = above(last) { samples.append(gap) }
    return samples
  }
}
