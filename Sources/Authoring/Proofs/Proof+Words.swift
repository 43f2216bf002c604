internal import JSONTree
internal import Personalization

/// Proofs and witnesses in words.
extension Prover {
  /// Why nobody meets an impossible question, in one sentence: what it asks that cannot be.
  func contradiction(in question: Question) -> String {
    var impossible = question.normal()
    // Of what is asked together, one part alone may be impossible, in each of its own alternatives.
    while true {
      let core = core(of: impossible.conjuncts)
      guard core.count == 1, core[0] != impossible else { break }
      impossible = core[0]
    }
    let alternatives = impossible.disjuncts
    if alternatives.isEmpty { return "it asks for one of no conditions" }
    let sentence = alternatives.prefix(4).map { "that " + words(core(of: $0.conjuncts), joined: "and") }
      .joined(separator: ", or ")
    guard alternatives.count <= 3, sentence.utf8.count <= Self.longest else {
      return "no values of \(subjects(of: question)) meet it"
    }
    return "it asks " + sentence
  }

  /// Why everybody meets a question whose negation is impossible, in one sentence.
  func necessity(of question: Question) -> String {
    let refutations = question.normal(negated: true).disjuncts
    if refutations.isEmpty { return "it asks for nothing" }
    let parts = refutations.prefix(4).map { refutation in
      words(core(of: refutation.conjuncts).map { $0.normal(negated: true) }, joined: "or")
    }
    let sentence = parts.joined(separator: ", and ")
    guard refutations.count <= 3, sentence.utf8.count <= Self.longest else {
      return "it holds whatever \(subjects(of: question)) may be"
    }
    return sentence + ", whoever it is"
  }

  /// A person as JSON, ready to be tried with `personalize evaluate --user`; nil if JSON cannot show it.
  func example(_ facts: [Int: Sample]) -> String? {
    var members: [(String, JSONOutput)] = []
    for (attribute, sample) in facts.sorted(by: { $0.key < $1.key }) {
      guard let value = sample.json else { return nil }
      members.append((attributes[attribute].name, value))
    }
    let text = Self.spaced(.object(members))
    return text.utf8.count <= Self.longest ? text : nil
  }

  private static let longest = 300

  private static func spaced(_ output: JSONOutput) -> String {
    switch output {
    case .object(let members):
      "{" + members.map { JSONOutput.string($0.0).text(pretty: false) + ": " + spaced($0.1) }.joined(separator: ", ")
        + "}"
    case .array(let elements): "[" + elements.map(spaced).joined(separator: ", ") + "]"
    case .null, .boolean, .number, .integer, .string: output.text(pretty: false)
    }
  }

  private func subjects(of question: Question) -> String {
    let names = Set(question.leaves.map(\.attribute)).sorted().map { attributes[$0].name }
    guard names.count > 1, let last = names.last else { return names.first ?? "all attributes" }
    return names.count > 6
      ? "\(names.count) attributes" : names.dropLast().joined(separator: ", ") + " and " + last
  }

  /// What is said of each subject, one subject after the other: `age is below 18 and at least 65`.
  private func words(_ parts: [Question], joined word: String) -> String {
    var subjects: [String] = []
    var predicates: [String: [String]] = [:]
    for part in parts {
      let (subject, predicate) = claim(part)
      if predicates[subject] == nil { subjects.append(subject) }
      predicates[subject, default: []].append(predicate)
    }
    return subjects.map { subject in
      let said = predicates[subject] ?? []
      var shown = said.first ?? ""
      for (previous, predicate) in zip(said, said.dropFirst()) {
        let isShort = previous.hasPrefix("is ") && predicate.hasPrefix("is ")
        shown += " \(word) " + (isShort ? String(predicate.dropFirst(3)) : predicate)
      }
      return subject.isEmpty ? shown : "\(subject) \(shown)"
    }.joined(separator: " \(word) ")
  }

  /// The subject of a part, empty if it has several, and what is said of it.
  private func claim(_ part: Question) -> (subject: String, predicate: String) {
    switch part {
    case .leaf(let atom): atom.test.claim(about: attributes[atom.attribute], isNegated: false)
    case .not(.leaf(let atom)): atom.test.claim(about: attributes[atom.attribute], isNegated: true)
    case .not(let part): ("", "not (" + words([part], joined: "and") + ")")
    case .all(let parts): ("", parts.isEmpty ? "anything" : "(" + words(parts, joined: "and") + ")")
    case .any(let parts): ("", parts.isEmpty ? "one of no alternatives" : "(" + words(parts, joined: "or") + ")")
    }
  }
}

extension Test {
  fileprivate func claim(
    about attribute: AttributeDefinition, isNegated: Bool
  ) -> (subject: String, predicate: String) {
    switch self {
    case .size(let formula):
      ("the number of \(attribute.name)", (isNegated ? "is not one that " : "") + formula.sizeWords)
    case .anyElement: ("", "\(isNegated ? "no" : "some") element of \(attribute.name) is as it asks")
    case .exists, .isOne, .isOneIgnoringCase, .compares, .comparesToPast, .matches, .inGroup:
      (attribute.name, predicate(isNegated: isNegated, isList: attribute.isList))
    }
  }

  /// What the test, or its negation, says of a value.
  fileprivate func predicate(isNegated: Bool, isList: Bool = false) -> String {
    let verb = isList ? isNegated ? "does not have" : "has" : isNegated ? "is not" : "is"
    let verbOfMany = isList ? isNegated ? "has none" : "has one" : isNegated ? "is none" : "is one"
    return switch self {
    case .exists: isNegated ? "has no value" : "has a value"
    case .isOne(let literals):
      literals.count == 1 ? "\(verb) \(literals[0])" : "\(verbOfMany) of \(Self.list(literals.map(\.description)))"
    case .isOneIgnoringCase(let texts): "\(verbOfMany) of \(Self.list(texts.map { "\"\($0)\"" })) in any case"
    case .compares(let order, .date(let date)): "\(verb) \(order.wordsOfTime) \(date)"
    case .compares(let order, let literal): "\(verb) \(order.words) \(literal)"
    case .comparesToPast(let order, let period): "\(verb) \(order.wordsOfTime) \(period) ago"
    case .matches(let pattern): "\(isNegated ? "does not match" : "matches") /\(pattern.expression)/"
    case .inGroup(let group): "\(verb) in group \(group)"
    case .size, .anyElement: "\(verb) as it asks"
    }
  }

  private static func list(_ items: [String]) -> String {
    if items.isEmpty { return "an empty list" }
    let shown = items.prefix(6).joined(separator: ", ")
    return items.count > 6 ? "\(shown) and \(items.count - 6) more" : shown
  }
}

extension Formula<Test> {
  fileprivate var sizeWords: String {
    switch self {
    case .leaf(let test): test.predicate(isNegated: false)
    case .not(.leaf(let test)): test.predicate(isNegated: true)
    case .not(let part): "is not one that \(part.sizeWords)"
    case .all(let parts): parts.map(\.sizeWords).joined(separator: " and ")
    case .any(let parts): parts.map(\.sizeWords).joined(separator: " or ")
    }
  }
}

extension Order {
  fileprivate var words: String {
    switch self {
    case .less: "below"
    case .lessOrEqual: "at most"
    case .greater: "above"
    case .greaterOrEqual: "at least"
    }
  }

  fileprivate var wordsOfTime: String {
    switch self {
    case .less: "before"
    case .lessOrEqual: "at or before"
    case .greater: "after"
    case .greaterOrEqual: "at or after"
    }
  }
}

extension AttributeDefinition {
  fileprivate var isList: Bool {
    if case .list = type { true } else { false }
  }
}

extension Sample {
  /// The value as a user brings it; nil if JSON cannot show it.
  fileprivate var json: JSONOutput? {
    switch self {
    case .missing: return .null
    case .elements(let elements): return allOrNil(elements.map(\.json)).map(JSONOutput.array)
    case .sizes: return nil
    case .boolean, .number, .text, .version, .date: return literal?.json
    }
  }
}

extension Literal {
  fileprivate var json: JSONOutput? {
    switch self {
    // A zero byte is no text that files may hold.
    case .string(let text): return text.bytes.contains(0) ? nil : .string(text.string)
    case .number(let number): return .number(number)
    case .boolean(let flag): return .boolean(flag)
    case .version(let version): return .string(version.description)
    case .date(let date):
      let text = date.description
      return Timestamp(text) == date ? .string(text) : nil
    }
  }
}
