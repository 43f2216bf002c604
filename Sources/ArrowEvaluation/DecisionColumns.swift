internal import BatchEvaluation

/// The decisions of a table: for each row the number of an outcome, of which a table has few.
struct DecisionColumns {
  /// The columns and their names, in the order in which they were asked for.
  let columns: [(name: String, column: OutputColumn)]
  /// Columns of the input that nothing reads.
  let ignoredNames: [String]
  /// Experiments that were asked for.
  let experiments: [Int]
  /// The keys of variations, by experiment.
  let variationTexts: [[String]]

  /// For each row the number of its outcome.
  private(set) var outcomes: [Int32] = []
  /// For each of `experiments` the numbers of the rows' variations; -1: none.
  private(set) var variations: [[Int32]]
  private(set) var issues = TextLists()
  /// What the numbers of `outcomes` mean.
  var meanings = Outcomes()

  /// Nothing yet, and room for so many rows.
  init(
    rows: Int, _ columns: [(name: String, column: OutputColumn)], variationTexts: [[String]], ignored: [String]
  ) {
    self.columns = columns
    self.variationTexts = variationTexts
    ignoredNames = ignored
    // No more than would be cheap if the rows were not there after all.
    let expected = min(rows, 1 << 20)
    experiments = columns.compactMap { if case .experiment(let index) = $0.column { index } else { nil } }
    variations = experiments.map { _ in
      var numbers: [Int32] = []
      numbers.reserveCapacity(expected)
      return numbers
    }
    outcomes.reserveCapacity(expected)
  }

  /// How many rows there are.
  var rows: Int { outcomes.count }

  @inline(__always)
  mutating func append(outcome: Int32) { outcomes.append(outcome) }

  /// The variation of the next row in one of `experiments`, by its place there.
  @inline(__always)
  mutating func append(variation: Int, at place: Int) {
    variations[place].append(Int32(truncatingIfNeeded: variation))
  }

  /// The issues of the next row.
  mutating func append(issues texts: [String]) { issues.append(texts) }

  /// Makes up for rows without any issue, but for the last ones.
  mutating func appendNoIssues(before last: Int = 0) { issues.fill(upTo: outcomes.count - last) }
}

/// The outcomes of a table, by number, and the texts that they share.
struct Outcomes {
  /// What one outcome shows, as numbers of texts and of lists of texts.
  struct Outcome: Hashable {
    let entry: Int32
    let homeLayout: Int32
    let homeTabs: Int32
    let fallback: Int32
    let segments: Int32
  }

  var all = Pool<Outcome>()
  var entries = Pool<String>()
  var homeLayouts = Pool<String>()
  var fallbacks = Pool<String>()
  var homeTabs = Pool<[String]>()
  var segments = Pool<[String]>()

  /// How much there is to remember.
  var count: Int { all.count + entries.count + fallbacks.count + homeTabs.count + segments.count }
}

/// Numbers for values, from 0.
struct Pool<Value: Hashable> {
  private(set) var values: [Value] = []
  private var numbers: [Value: Int32] = [:]

  var count: Int { values.count }

  mutating func number(of value: Value) -> Int32 {
    if let number = numbers[value] { return number }
    let number = Int32(truncatingIfNeeded: values.count)
    numbers[value] = number
    values.append(value)
    return number
  }
}

/// A column of lists of texts, in the form in which it will be handed out.
struct TextLists {
  /// Where each row's list begins, and one for the end.
  private(set) var offsets: [Int32] = [0]
  /// Where each text begins in `bytes`, and one for the end.
  private(set) var textOffsets: [Int32] = [0]
  private(set) var bytes: [UInt8] = []

  /// Adds empty lists until there are so many.
  mutating func fill(upTo rows: Int) {
    let end = Int32(truncatingIfNeeded: textOffsets.count - 1)
    offsets.append(contentsOf: repeatElement(end, count: max(0, rows + 1 - offsets.count)))
  }

  /// The list of the next row.
  mutating func append(_ list: [String]) {
    for text in list {
      bytes.append(contentsOf: text.utf8)
      textOffsets.append(Int32(truncatingIfNeeded: bytes.count))
    }
    offsets.append(Int32(truncatingIfNeeded: textOffsets.count - 1))
  }

  /// Whether all offsets are what they should be.
  var fits: Bool { bytes.count <= Int(Int32.max) && textOffsets.count <= Int(Int32.max) }
}
