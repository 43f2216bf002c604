package import BatchEvaluation
package import Personalization

/// What is remembered of a file of users to draw others like them: distributions of single attributes, never a row.
///
/// Dates, and numbers of more than `mostValues` different ones, as 21 quantiles, rounded to three digits; everything else
/// as the values that at least `rarest` users have. A text of more different values names people or is free, and is left
/// out.
package struct PopulationSketch: Sendable {
  /// What is said of one attribute.
  package enum Sketch: Sendable {
    case quantiles([Double])
    /// The values, from the most frequent to the least, and their users.
    case choices([(text: String, users: Int)])
    /// Too many different values, or none that is frequent enough.
    case leftOut
  }

  /// For each attribute of the catalog but the unit: its name, how often it is missing, and its distribution.
  package let attributes: [(name: String, missing: Double, sketch: Sketch)]
  /// How many users it was made of.
  package let users: Int
  /// What was wrong with the file.
  package let summary: BatchSummary

  /// More different values than these are names or free text.
  package static let mostValues = 50
  /// Values that fewer users have could tell who one of them is.
  package static let rarest = 5

  /// Sketches the users of a CSV file.
  ///
  /// - Parameter time: What dates are counted from.
  package init(
    of input: String, _ engine: PersonalizationEngine, _ options: BatchOptions,
    progress: (@Sendable (BatchProgress) -> Void)? = nil
  ) throws(BatchError) {
    var options = options
    // One reader: which numbers are remembered of a long file must not depend on threads.
    options.threads = 1
    let attributes = engine.workspace.catalog.attributes
    let total = Locked(SketchTotals(attributes.count))
    let time = options.time
    summary = try Batch(engine, options).survey(input: input, progress: progress) {
      SketchRecorder(attributes.map(\.type), at: time, total)
    }
    let totals = total.withLock { $0 }
    users = totals.users
    self.attributes = attributes.enumerated().compactMap { index, attribute in
      guard attribute.name != engine.workspace.catalog.unit else { return nil }
      let column = totals.columns[index]
      let missing = totals.users > 0 ? 1 - Double(column.users) / Double(totals.users) : 0
      return (attribute.name, (missing * 10_000).rounded() / 10_000, column.sketch(of: attribute.type))
    }
  }
}

private struct SketchTotals {
  var users = 0
  var columns: [ColumnSketch]

  init(_ count: Int) { columns = [ColumnSketch](repeating: ColumnSketch(), count: count) }
}

/// What is remembered of one attribute.
private struct ColumnSketch {
  var users = 0
  private var numbers: [Double] = []
  private var counts: [ExactText: Int] = [:]
  private var random = RandomSource(seed: 1, block: 0)
  /// As many numbers as are remembered of any file; later ones take the places of earlier ones by chance.
  private static let mostNumbers = 20_000

  mutating func add(_ number: Double, as text: String) {
    users += 1
    count(text)
    if numbers.count < Self.mostNumbers {
      numbers.append(number)
    } else {
      let place = Int(random.unit() * Double(users))
      if place < Self.mostNumbers { numbers[place] = number }
    }
  }

  mutating func add(_ text: String) {
    users += 1
    count(text)
  }

  private mutating func count(_ text: String) {
    // Beyond this the attribute is not told by its values anyway.
    let text = ExactText(text)
    if counts.count <= 20 * PopulationSketch.mostValues || counts[text] != nil { counts[text, default: 0] += 1 }
  }

  func sketch(of type: AttributeType) -> PopulationSketch.Sketch {
    let frequent = counts.filter { $0.value >= PopulationSketch.rarest }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { (text: $0.key.string, users: $0.value) }
    switch type {
    case .number where counts.count <= PopulationSketch.mostValues && covers(frequent): return .choices(frequent)
    case .number, .date:
      guard numbers.count >= PopulationSketch.rarest else { return .leftOut }
      let sorted = numbers.sorted()
      // An extreme could tell who has it: no quantile is beyond the values that `rarest` users have at least, or at most.
      let last = sorted.count - 1
      let least = min(PopulationSketch.rarest - 1, last / 2)
      return .quantiles(
        (0...20).map { part in
          let place = Int((Double(last) * Double(part) / 20).rounded())
          return Self.rounded(sorted[min(max(place, least), last - least)])
        })
    case .version:
      // Of versions there are many, and none is anybody's name: the usual ones do.
      return frequent.isEmpty ? .leftOut : .choices(Array(frequent.prefix(PopulationSketch.mostValues)))
    case .string, .list, .boolean:
      guard counts.count <= PopulationSketch.mostValues, !frequent.isEmpty else { return .leftOut }
      return .choices(frequent)
    }
  }

  /// Whether the frequent values are nine in ten of all.
  private func covers(_ frequent: [(text: String, users: Int)]) -> Bool {
    users > 0 && frequent.reduce(0) { $0 + $1.users } * 10 >= users * 9
  }

  /// To three digits.
  private static func rounded(_ number: Double) -> Double {
    guard number != 0 else { return 0 }
    var scale = 1.0
    while abs(number) * scale < 100 { scale *= 10 }
    while abs(number) * scale >= 1000 { scale /= 10 }
    let digits = (number * scale).rounded()
    return scale >= 1 ? digits / scale : digits * (1 / scale).rounded()
  }
}

/// Reads cells into sketches, chunk by chunk.
private final class SketchRecorder: CellConsumer {
  private let types: [AttributeType]
  private let time: Timestamp
  private let total: Locked<SketchTotals>
  private var cells: [(attribute: Int, text: String)] = []
  private var users = 0

  init(_ types: [AttributeType], at time: Timestamp, _ total: Locked<SketchTotals>) {
    self.types = types
    self.time = time
    self.total = total
  }

  func beginChunk() {
    cells.removeAll(keepingCapacity: true)
    users = 0
  }

  func accept(cell text: String, of attribute: Int) { cells.append((attribute, text)) }

  func accept(_ user: Int, missing: [UInt64], _ evaluator: inout Evaluator) { users += 1 }

  func reject() {}

  func commitChunk() {
    total.withLock { total in
      total.users += users
      for cell in cells {
        switch types[cell.attribute] {
        case .number:
          if let number = Double(cell.text) {
            total.columns[cell.attribute].add(number, as: cell.text)
          }
        case .date:
          if let date = Timestamp(cell.text) {
            let days = Double(date.microseconds - time.microseconds) / 86_400_000_000
            total.columns[cell.attribute].add(days, as: "")
          }
        case .boolean, .string, .version, .list: total.columns[cell.attribute].add(cell.text)
        }
      }
    }
    beginChunk()
  }
}
