internal import Personalization

/// Answers questions about who meets which conditions of a workspace.
///
/// A class, because all questions draw on one budget.
final class Prover {
  let attributes: [AttributeDefinition]
  private let types: [AttributeType]
  private let indices: [String: Int]
  private let groups: [String: [ExactText]]
  private var budget = Budget()
  /// The conditions of segments; none of one that is too large to be looked at.
  private var segments: [String: Expansion] = [:]
  /// The tests that groups stand for: a group may be long, and be asked for often.
  private var groupTests: [GroupUse: Test] = [:]

  private struct GroupUse: Hashable {
    let name: String
    let isOfNumbers: Bool
  }

  /// A condition with those of its segments in it.
  struct Expansion {
    let question: Question
    let leaves: Int
    let depth: Int
    /// What it adds to the cost of a question.
    var isReasonable: Bool { leaves <= 4000 && depth <= 150 }
  }

  init(attributes: [AttributeDefinition], groups: [String: [ExactText]], segments: [String: Condition]) {
    self.attributes = attributes
    self.groups = groups
    types = attributes.map(\.type)
    indices = Dictionary(zip(attributes.map(\.name), 0...)) { first, _ in first }
    // Each after those that it asks for; iterative, for a chain may be as long as there are files.
    var isOpen: Set<String> = []
    var path: [String] = []
    for key in segments.keys.sorted() {
      path.append(key)
      while let last = path.last {
        guard isOpen.insert(last).inserted else {
          path.removeLast()
          if self.segments[last] == nil { self.segments[last] = segments[last].flatMap(expansion) }
          continue
        }
        for case .segment(let other) in segments[last]?.leaves ?? [] where !isOpen.contains(other) {
          path.append(other)
        }
      }
    }
  }

  var isSpent: Bool { budget.isSpent }

  /// The condition of a segment; nil if it is too large.
  func question(ofSegment key: String) -> Question? { segments[key]?.question }

  /// The condition with those of its segments in it; nil if that is too large.
  func question(_ condition: Condition) -> Question? { expansion(condition)?.question }

  private func expansion(_ condition: Condition) -> Expansion? {
    let expansion: Expansion
    switch condition {
    case .leaf(.segment(let key)): return segments[key]
    case .leaf(.attribute(let name, let test)):
      guard let attribute = indices[name] else { return nil }
      let atom = Atom(attribute: attribute, test: withGroupsResolved(test, types[attribute]))
      return Expansion(question: .leaf(atom), leaves: 1, depth: 1)
    case .not(let part):
      guard let part = self.expansion(part) else { return nil }
      expansion = Expansion(question: .not(part.question), leaves: part.leaves, depth: part.depth + 1)
    case .all(let parts), .any(let parts):
      guard let parts = allOrNil(parts.map(self.expansion)) else { return nil }
      let questions = parts.map(\.question)
      var question = Question.any(questions)
      if case .all = condition { question = .all(questions) }
      expansion = Expansion(
        question: question, leaves: parts.reduce(0) { $0 + $1.leaves } + 1,
        depth: 1 + (parts.map(\.depth).max() ?? 0))
    }
    return expansion.isReasonable ? expansion : nil
  }

  /// A group is the set of its values, read as the attribute's type.
  private func withGroupsResolved(_ test: Test, _ type: AttributeType) -> Test {
    guard case .inGroup(let name) = test else { return test }
    let use = GroupUse(name: name, isOfNumbers: type == .number)
    if let test = groupTests[use] { return test }
    let values = groups[name] ?? []
    let literals =
      use.isOfNumbers ? values.compactMap { Double($0.string).map(Literal.number) } : values.map(Literal.string)
    groupTests[use] = .isOne(of: literals)
    return .isOne(of: literals)
  }
}

extension Prover {
  /// Whether somebody meets the question.
  func answer(_ question: Question) -> Satisfiability {
    guard !budget.isSpent else { return .unknown }
    return Search.answer(question, types: types, &budget)
  }

  /// Whether it is certain that nobody meets the question.
  func isImpossible(_ question: Question) -> Bool {
    if case .impossible = answer(question) { true } else { false }
  }

  /// Whether the question holds for a person of whom nothing else is known; nil if that cannot be told, or not quickly.
  func verdict(_ question: Question, on facts: [Int: Sample]) -> Bool? {
    question.verdict { atom in
      budget.note(1)
      guard let fact = facts[atom.attribute] else { return false }
      guard atom.test.literalCount <= 10_000 else { return nil }
      return atom.test.verdict(on: fact)
    }
  }

  /// Somebody who meets the question for certain, and of whom no attribute could be left out; nil if none is known.
  func witness(of question: Question) -> [Int: Sample]? {
    guard verdict(question, on: [:]) != true else { return [:] }
    guard case .possible(var facts) = answer(question), verdict(question, on: facts) == true else { return nil }
    for attribute in facts.keys.sorted() {
      var fewer = facts
      fewer[attribute] = nil
      if verdict(question, on: fewer) == true { facts = fewer }
    }
    return facts
  }

  /// Those of the parts without which some person would meet all that are left; the parts together are impossible.
  func core(of parts: [Question]) -> [Question] {
    var core = parts
    // Beyond so many, looking costs more than it explains.
    guard parts.count <= 24 else { return core }
    for index in parts.indices.reversed() {
      var fewer = core
      fewer.remove(at: index)
      if isImpossible(.all(fewer)) { core = fewer }
    }
    return core
  }
}
