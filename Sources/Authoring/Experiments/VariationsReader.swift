internal import JSONTree
internal import Personalization

/// The variations of an experiment, and where they set slots.
struct VariationsDraft {
  var variations: [Experiment.Variation] = []
  var settings: [SlotReader.Setting] = []
  var keys: [String] = []
  /// Whether a variation that is not here does not exist.
  var isComplete = false
}

/// Reads the `variations` of an experiment.
struct VariationsReader {
  /// Assignments count them in bits.
  static let most = 64

  let slots: SlotReader

  func variations(_ object: ObjectReader) -> VariationsDraft {
    var draft = VariationsDraft()
    guard let list = object.required("variations", "an array of at least two variations"),
      let elements = list.array("an array of at least two variations")
    else { return draft }
    draft.isComplete = true
    if elements.count < 2 {
      list.report(.tooFewVariations, "expected at least two variations, found \(elements.count)")
    } else if elements.count > Self.most {
      list.report(.tooManyVariations, "expected at most \(Self.most) variations, found \(elements.count)")
    }
    let weights = elements.map { read($0, into: &draft) }
    if let weights = allOrNil(weights), !weights.isEmpty { check(weights, list) }
    return draft
  }

  /// Reads one variation; returns its weight.
  private func read(_ value: Value, into draft: inout VariationsDraft) -> Millionths? {
    guard
      let object = ObjectReader(
        value, "an object with \"key\"", knows: ["key", "name", "description", "weight", "navigation"])
    else {
      draft.isComplete = false
      return nil
    }
    object.checkTexts("name", "description")
    let settings = slots.settings(object["navigation"])
    draft.settings += settings
    let weight = object["weight"].map(weight) ?? .one
    guard let keyValue = object.required("key", "the key of the variation"),
      let key = keyValue.keyText(of: "a variation")
    else {
      draft.isComplete = false
      return weight
    }
    if draft.keys.contains(key) {
      keyValue.report(.duplicateVariation, "there is a variation \(quoted(key)) already; expected different keys")
    }
    draft.keys.append(key)
    if let weight {
      draft.variations.append(.init(key: key, weight: weight, navigation: settings.navigation))
    }
    return weight
  }

  private func weight(_ value: Value) -> Millionths? {
    guard let number = value.number else {
      value.reportType("a weight, a number of at least 0")
      return nil
    }
    guard let weight = Millionths(exactly: number), weight.count >= 0, weight.count <= 1_000_000_000_000 else {
      value.report(
        .invalidWeight,
        "expected a weight from 0 to 1000000 with at most six decimals, found \(number.text)")
      return nil
    }
    return weight
  }

  private func check(_ weights: [Millionths], _ list: Value) {
    let sum = Millionths(count: weights.reduce(0) { $0 + $1.count })
    let percent = Millionths(count: 100 * Millionths.one.count)
    if sum.count == 0 {
      list.report(.invalidWeight, "all weights are 0; expected one above 0")
    } else if sum.count > 1_000_000_000_000 {
      list.report(.invalidWeight, "the weights sum to \(sum); expected at most 1000000")
    } else if sum != .one, sum != percent, !weights.allSatisfy(\.isWhole) {
      list.report(
        .invalidWeight,
        "the weights sum to \(sum); expected decimals that sum to exactly 1 or 100, or whole numbers")
    } else if sum != .one, sum != percent, Set(weights.filter { $0.count > 0 }).count > 1,
      let greatest = weights.max(), greatest.count >= 10 * Millionths.one.count, sum.count <= 2 * percent.count
    {
      // From 10 to 200 they look like percentages, and 50 and 60 are none.
      let shares = weights.map { Self.percentage(Double($0.count) / Double(sum.count)) }
      list.report(
        .relativeWeights,
        "the weights sum to \(sum), not 100; the shares are \(alternatives(shares, quotes: false, "and"))")
    }
  }

  /// A share with two decimals: `45.45 %`.
  private static func percentage(_ share: Double) -> String {
    let hundredths = Int((share * 10_000).rounded())
    return "\(Millionths(count: Int64(hundredths) * 10_000)) %"
  }
}
