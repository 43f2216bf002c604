internal import Authoring
internal import Personalization
internal import Statistics

/// Draws blocks of users and loads them into an evaluator: one worker's memory.
struct UserFactory {
  private let population: Population
  private let engine: PersonalizationEngine
  private let time: Timestamp
  private let seed: UInt64
  private let unit: Int
  /// The values of the present block, by attribute: numbers, or places in `texts`.
  private var columns: [Column]
  private var missing: [[UInt64]]

  private enum Value {
    case none
    case number(Double)
    case text(String)
  }

  private typealias Column = [Value]

  init(_ population: Population, _ engine: PersonalizationEngine, at time: Timestamp, seed: UInt64) {
    self.population = population
    self.engine = engine
    self.time = time
    self.seed = seed
    let attributes = engine.workspace.catalog.attributes
    unit = attributes.firstIndex { $0.name == engine.workspace.catalog.unit } ?? 0
    columns = [Column](repeating: [], count: attributes.count)
    missing = []
  }

  /// Draws the users of a block, counted from 0, and loads them; answers which attributes each lacks.
  mutating func load(
    block: Int, users: Int, into evaluator: inout Evaluator
  ) -> [[UInt64]] {
    var random = RandomSource(seed: seed, block: block)
    let attributes = engine.workspace.catalog.attributes
    for attribute in attributes.indices { columns[attribute].removeAll(keepingCapacity: true) }
    for attribute in population.attributes {
      var column = columns[attribute.index]
      for user in 0..<users {
        // Both are drawn always, so that a rate of missing values moves nobody else's.
        let isMissing = random.unit() < attribute.missing ?? 0
        let value = draw(attribute.distribution, user, &random)
        column.append(isMissing ? .none : value)
      }
      columns[attribute.index] = column
    }
    let first = block * Evaluator.blockSize
    columns[unit] = (0..<users).map { .text("user-\(first + $0 + 1)") }
    evaluator.begin(users: users)
    let words = (attributes.count + 63) / 64
    var missing = [[UInt64]](repeating: [UInt64](repeating: 0, count: words), count: users)
    for (index, attribute) in attributes.enumerated() {
      for user in 0..<users {
        let value = columns[index].isEmpty ? .none : columns[index][user]
        if !load(value, attribute, index, user, &evaluator) { missing[user][index >> 6] |= 1 << UInt64(index & 63) }
      }
    }
    return missing
  }

  private func draw(_ distribution: Population.Distribution, _ user: Int, _ random: inout RandomSource) -> Value {
    switch distribution {
    case .choices(let choices):
      let total = choices.reduce(0) { $0 + $1.weight }
      var rest = random.unit() * total
      for choice in choices {
        rest -= choice.weight
        if rest < 0 { return .text(choice.text) }
      }
      return choices.last { $0.weight > 0 }.map { .text($0.text) } ?? .none
    // Files are read before anybody is drawn.
    case .empirical: return .none
    case .number(let number): return .number(number.value(at: random.unit()))
    case .given(let attribute, let cases):
      let value = columns[attribute].isEmpty ? .none : columns[attribute][user]
      let met = cases.first { Self.meets(value, $0.test) }
      return met.map { draw($0.distribution, user, &random) } ?? .none
    }
  }

  private static func meets(_ value: Value, _ test: Population.Case.Test) -> Bool {
    switch (test, value) {
    case (.otherwise, _): true
    case (.below(let limit), .number(let number)): number < limit
    case (.below(let limit), .text(let text)): Double(text).map { $0 < limit } ?? false
    case (.isOne(let texts), .text(let text)): texts.contains(text)
    default: false
    }
  }

  /// Answers whether the user has a value.
  private func load(
    _ value: Value, _ attribute: AttributeDefinition, _ index: Int, _ user: Int, _ evaluator: inout Evaluator
  ) -> Bool {
    switch (attribute.type, value) {
    case (_, .none): return false
    case (.number, .number(let number)): evaluator.load(index, number: number, user: user)
    case (.number, .text(let text)):
      guard let number = Double(text) else { return false }
      evaluator.load(index, number: number, user: user)
    case (.date, .number(let days)):
      let microseconds = Double(time.microseconds) + (days * 86_400_000_000).rounded()
      guard let date = Timestamp(secondsSince1970: microseconds / 1_000_000) else { return false }
      evaluator.load(index, date: date, user: user)
    case (.date, .text(let text)):
      guard let date = Timestamp(text) else { return false }
      evaluator.load(index, date: date, user: user)
    case (.boolean, .text(let text)): evaluator.load(index, boolean: text == "true", user: user)
    case (.string, .text(let text)): text.withBytes { evaluator.load(index, text: $0, user: user) }
    case (.version, .text(let text)): return text.withBytes { evaluator.load(index, versionText: $0, user: user) }
    case (.list(let element), .text(let text)):
      let parts = text.utf8.split(separator: attribute.separator, omittingEmptySubsequences: false)
      for part in parts {
        let part = String(decoding: Array(part), as: UTF8.self)
        if element == .number {
          guard let number = Double(part) else { return false }
          evaluator.addElement(index, number: number, user: user)
        } else {
          part.withBytes { evaluator.addElement(index, text: $0, user: user) }
        }
      }
      evaluator.endList(index, count: parts.count, user: user)
    default: return false
    }
    return true
  }
}

extension Population.NumberDistribution {
  /// The value that a share of all values lies below, cut and rounded; the share lies between 0 and 1.
  func value(at share: Double) -> Double {
    let raw: Double
    switch shape {
    case .normal(let mean, let deviation): raw = mean + deviation * (Normal.quantile(share) ?? 0)
    case .logNormal(let median, let deviation): raw = median * exponential(deviation * (Normal.quantile(share) ?? 0))
    case .uniform(let from, let to): raw = from + (to - from) * share
    case .quantiles(let values):
      let place = share * Double(values.count - 1)
      let lower = min(Int(place), values.count - 2)
      raw = values[lower] + (values[lower + 1] - values[lower]) * (place - Double(lower))
    }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let cut = min(max(raw, minimum), maximum)
    let rounded = (cut * scale).rounded() / scale
    return rounded.isFinite ? min(max(rounded, minimum), maximum) : cut
  }
}
