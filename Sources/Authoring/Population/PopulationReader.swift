internal import JSONTree
package import Personalization

extension Population {
  /// What reading found.
  package struct Report: Sendable {
    /// The population; nil if there is an error.
    package let population: Population?
    /// Every problem.
    package let problems: WorkspaceReport
  }

  /// Reads the text of a population file.
  ///
  /// - Parameters:
  ///   - text: The bytes of the file.
  ///   - name: What to call it in messages.
  package static func check(_ text: [UInt8], name: String, for catalog: Catalog) -> Report {
    let log = DiagnosticLog()
    let file = SourceFile(name, log: log)
    file.bytes = text
    var population: Population?
    do throws(JSONSyntaxError) {
      let root = Value(root: try JSONDocument(parsing: text).root, of: file)
      population = PopulationReader(catalog).population(root)
    } catch {
      log.add(Diagnostic(error, file: name))
    }
    let diagnostics = log.diagnostics.sorted()
    if diagnostics.first?.severity == .error { population = nil }
    return Report(
      population: population,
      problems: WorkspaceReport(
        workspace: nil, diagnostics: diagnostics, sources: [name: String(decoding: text, as: UTF8.self)]))
  }
}

/// Reads a population file.
private struct PopulationReader {
  private let catalog: Catalog
  private let names: NameTable
  private let index: [String: Int]

  init(_ catalog: Catalog) {
    self.catalog = catalog
    let attributes = catalog.attributes.map(\.name)
    names = NameTable("attribute", "the name of an attribute", code: .unknownAttribute, names: Set(attributes))
    index = Dictionary(zip(attributes, 0...)) { first, _ in first }
  }

  func population(_ root: Value) -> Population? {
    guard
      let object = ObjectReader(
        root, "an object with \"attributes\"", knows: ["$schema", "description", "attributes"])
    else { return nil }
    object.checkTexts("description")
    guard
      let members = object.required("attributes", "an object of distributions")?.object("an object of distributions")
    else { return nil }
    var drafts: [(value: Value, attribute: Population.Attribute)] = []
    for member in members where names.contains(member.key, at: member, part: .key) {
      guard let place = index[member.key] else { continue }
      if member.key == catalog.unit {
        member.report(
          .misplacedMember, "\(quoted(member.key)) is the unit; every user gets one of its own", at: .key)
      } else if let attribute = attribute(place, member) {
        drafts.append((member, attribute))
      }
    }
    return ordered(drafts)
  }

  private func attribute(_ place: Int, _ value: Value) -> Population.Attribute? {
    let type = catalog.attributes[place].type
    guard
      let object = ObjectReader(
        value, "a distribution",
        knows: [
          "missing", "choices", "normal", "logNormal", "uniform", "quantiles", "empirical", "given", "min", "max",
          "decimals",
        ])
    else { return nil }
    let missing = object["missing"].flatMap { number($0, "a share from 0 to 1", in: 0...1) }
    guard let distribution = distribution(object, type) else { return nil }
    return Population.Attribute(index: place, missing: missing, distribution: distribution)
  }

  private func distribution(_ object: ObjectReader, _ type: AttributeType) -> Population.Distribution? {
    let kinds = ["choices", "normal", "logNormal", "uniform", "quantiles", "empirical", "given"]
    let present = kinds.filter { object[$0] != nil }
    guard present.count == 1, let value = object[present[0]] else {
      object.value.report(.missingMember, "expected exactly one of \(alternatives(kinds))")
      return nil
    }
    switch present[0] {
    case "choices": return choices(value, type)
    case "given": return given(value, type)
    case "empirical": return empirical(value, object)
    default:
      guard type == .number || type == .date else {
        value.report(
          .wrongType, "\(type.phrase) is not drawn from numbers; expected \"choices\" or \"given\"", at: .key)
        return nil
      }
      return shape(present[0], value).flatMap { number(object, $0) }.map { .number($0) }
    }
  }

  private func empirical(_ value: Value, _ object: ObjectReader) -> Population.Distribution? {
    guard let file = value.string("the path of a CSV file of users") else { return nil }
    for name in ["min", "max", "decimals"] {
      object[name]?.report(.misplacedMember, "the values of a file are neither cut nor rounded", at: .key)
    }
    guard !file.isEmpty else {
      value.report(.unknownValue, "expected the path of a CSV file of users, found \"\"")
      return nil
    }
    return .empirical(file: file)
  }

  private func number(
    _ object: ObjectReader, _ shape: Population.NumberDistribution.Shape
  ) -> Population.NumberDistribution? {
    let minimum = object["min"].map { number($0, "a number") } ?? -Double.greatestFiniteMagnitude
    let maximum = object["max"].map { number($0, "a number") } ?? Double.greatestFiniteMagnitude
    let decimals = object["decimals"].map { $0.wholeNumber("a whole number", in: 0...9) } ?? 6
    guard let minimum, let maximum, let decimals else { return nil }
    guard minimum <= maximum else {
      object["max"]?.report(.invalidNumber, "\"max\" lies below \"min\"")
      return nil
    }
    return Population.NumberDistribution(shape: shape, minimum: minimum, maximum: maximum, decimals: decimals)
  }

  private func shape(_ kind: String, _ value: Value) -> Population.NumberDistribution.Shape? {
    func parts(_ first: String, _ second: String) -> (Double, Double)? {
      guard let object = ObjectReader(value, "an object", knows: [first, second]) else { return nil }
      let (one, other) = (object.required(first, "a number"), object.required(second, "a number"))
      guard let one = one.flatMap({ number($0, "a number") }), let other = other.flatMap({ number($0, "a number") })
      else {
        return nil
      }
      return (one, other)
    }
    switch kind {
    case "normal":
      guard let (mean, deviation) = parts("mean", "deviation") else { return nil }
      return positive(deviation, value) ? .normal(mean: mean, deviation: deviation) : nil
    case "logNormal":
      guard let (median, deviation) = parts("median", "deviation") else { return nil }
      return positive(deviation, value) && positive(median, value)
        ? .logNormal(median: median, deviation: deviation) : nil
    case "uniform":
      guard let (from, to) = parts("from", "to") else { return nil }
      guard from <= to else {
        value.report(.invalidNumber, "\"to\" lies below \"from\"")
        return nil
      }
      return .uniform(from: from, to: to)
    default:
      guard let elements = value.array("an array of at least two numbers in ascending order") else { return nil }
      let numbers = elements.compactMap { number($0, "a number") }
      guard numbers.count == elements.count else { return nil }
      guard numbers.count > 1, numbers == numbers.sorted() else {
        value.report(.invalidNumber, "expected at least two numbers in ascending order")
        return nil
      }
      return .quantiles(numbers)
    }
  }

  private func positive(_ number: Double, _ value: Value) -> Bool {
    if number > 0 { return true }
    value.report(.invalidNumber, "expected numbers above 0 for \"deviation\" and \"median\"")
    return false
  }

  private func number(_ value: Value, _ expected: String, in range: ClosedRange<Double>? = nil) -> Double? {
    guard let number = value.number else {
      value.reportType(expected)
      return nil
    }
    guard range?.contains(number.value) ?? true else {
      value.report(.invalidNumber, "expected \(expected), found \(number.text)")
      return nil
    }
    return number.value
  }

  private func choices(_ value: Value, _ type: AttributeType) -> Population.Distribution? {
    guard let members = value.object("an object of values and their weights") else { return nil }
    var choices: [Population.Choice] = []
    for member in members {
      guard let weight = number(member, "a weight of 0 or more", in: 0...Double.greatestFiniteMagnitude) else {
        continue
      }
      guard type.accepts(member.key) else {
        member.report(.wrongType, "\(quoted(member.key)) is not \(type.phrase)", at: .key)
        continue
      }
      choices.append(.init(text: member.key, weight: weight))
    }
    guard choices.count == members.count else { return nil }
    guard choices.contains(where: { $0.weight > 0 }) else {
      value.report(.invalidNumber, "expected at least one value with a weight above 0")
      return nil
    }
    return .choices(choices)
  }

  private func given(_ value: Value, _ type: AttributeType) -> Population.Distribution? {
    guard let object = ObjectReader(value, "an object", knows: ["attribute", "cases"]),
      let name = object.required("attribute", "the name of an attribute")?.reference(to: names),
      let place = index[name],
      let elements = object.required("cases", "an array of cases")?.array("an array of cases")
    else { return nil }
    var cases: [Population.Case] = []
    for element in elements {
      guard let parts = ObjectReader(element, "a case", knows: ["below", "is", "then"]),
        let then = parts.required("then", "a distribution"),
        let inner = ObjectReader(
          then, "a distribution",
          knows: ["choices", "normal", "logNormal", "uniform", "quantiles", "given", "min", "max", "decimals"]),
        let distribution = distribution(inner, type)
      else { continue }
      var test: Population.Case.Test = .otherwise
      if let below = parts["below"] {
        guard catalog.attributes[place].type == .number else {
          below.report(.wrongType, "\(quoted(name)) is no number; expected \"is\"", at: .key)
          continue
        }
        guard let limit = number(below, "a number") else { continue }
        test = .below(limit)
      } else if let one = parts["is"] {
        guard catalog.attributes[place].type == .string || catalog.attributes[place].type == .boolean else {
          one.report(.wrongType, "\(quoted(name)) is neither a string nor a boolean; expected \"below\"", at: .key)
          continue
        }
        guard
          let texts = one.text.map({ [$0] }) ?? one.array("a text or an array of texts")?.compactMap({ $0.string() })
        else { continue }
        test = .isOne(Set(texts))
      }
      cases.append(.init(test: test, distribution: distribution))
    }
    guard cases.count == elements.count else { return nil }
    guard case .otherwise? = cases.last?.test else {
      value.report(.missingMember, "the last case is for everybody else: it has neither \"below\" nor \"is\"")
      return nil
    }
    return .given(attribute: place, cases)
  }

  /// The attributes behind those that they depend on; a report if there is a cycle.
  private func ordered(_ drafts: [(value: Value, attribute: Population.Attribute)]) -> Population? {
    var rest = drafts
    var done: [Population.Attribute] = []
    let named = Set(drafts.map(\.attribute.index))
    while !rest.isEmpty {
      let ready = Set(done.map(\.index))
      guard
        let next = rest.firstIndex(where: { draft in
          draft.attribute.distribution.dependencies.allSatisfy { ready.contains($0) || !named.contains($0) }
        })
      else {
        rest[0].value.report(.fallbackCycle, "\(quoted(rest[0].value.key)) depends on itself", at: .key)
        return nil
      }
      done.append(rest.remove(at: next).attribute)
    }
    return Population(attributes: done)
  }
}

extension Population.Distribution {
  /// The attributes whose values decide.
  fileprivate var dependencies: Set<Int> {
    guard case .given(let attribute, let cases) = self else { return [] }
    return cases.reduce(into: [attribute]) { $0.formUnion($1.distribution.dependencies) }
  }
}

extension AttributeType {
  /// Whether a cell of a CSV file with this text has a value of the type; lists are taken as they are.
  fileprivate func accepts(_ text: String) -> Bool {
    switch self {
    case .string, .list: true
    case .number: Double(text)?.isFinite == true
    case .boolean: text == "true" || text == "false"
    case .version: SemanticVersion(text) != nil
    case .date: Timestamp(text) != nil
    }
  }
}
