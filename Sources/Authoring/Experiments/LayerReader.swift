internal import Personalization

/// The part of a layer that an experiment has for itself, and where its ranges stand.
struct LayerDraft {
  let name: String
  let ranges: [(range: Range<Millionths>, value: Value)]
  let hashVersion: HashVersion
  let value: Value

  var layer: Layer { Layer(name: name, ranges: ranges.map(\.range), hashVersion: hashVersion) }
}

/// Reads the `layer` of an experiment.
enum LayerReader {
  static func layer(_ value: Value) -> LayerDraft? {
    guard
      let object = ObjectReader(
        value, "an object with \"name\" and \"range\"", knows: ["name", "range", "ranges", "hashVersion"])
    else { return nil }
    let name = object.required("name", "the name of the layer")?.keyText(of: "a layer")
    let version = object["hashVersion"]?.hashVersion() ?? .two
    var ranges: [(range: Range<Millionths>, value: Value)] = []
    switch (object["range"], object["ranges"]) {
    case (let single?, nil):
      if let range = range(single) { ranges = [(range, single)] }
    case (nil, let several?):
      guard let elements = several.array("an array of ranges [from, to]") else { return nil }
      if elements.isEmpty { several.report(.emptyArray, "expected at least one range [from, to]") }
      ranges = elements.compactMap { value in range(value).map { ($0, value) } }
    case (_?, let several?):
      several.report(.misplacedMember, "a layer has \"range\" or \"ranges\", not both", at: .key)
    case (nil, nil):
      value.report(.missingMember, "\"range\" is missing; expected [from, to] within 0 to 1")
    }
    guard let name else { return nil }
    return LayerDraft(name: name, ranges: ranges, hashVersion: version, value: value)
  }

  private static func range(_ value: Value) -> Range<Millionths>? {
    guard let ends = value.array("a range [from, to] within 0 to 1") else { return nil }
    guard ends.count == 2 else {
      value.report(.invalidRange, "expected a range [from, to], found an array of \(ends.count)")
      return nil
    }
    guard let lower = ends[0].share("the beginning of a range", code: .invalidRange),
      let upper = ends[1].share("the end of a range", code: .invalidRange)
    else { return nil }
    guard lower < upper else {
      value.report(.invalidRange, "the range from \(lower) to \(upper) is empty; expected an end above its beginning")
      return nil
    }
    return lower..<upper
  }
}
