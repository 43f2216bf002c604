internal import Personalization

/// Whether somebody meets a question.
enum Satisfiability {
  /// Nobody does, whatever opaque tests say.
  case impossible
  /// Somebody does if opaque tests say what is needed; the facts that are certain of one such person.
  case possible([Int: Sample])
  /// The budget was spent before an answer was found.
  case unknown
}

/// The search for somebody who meets a question: of each attribute one class of values after the other, cutting off as
/// soon as the question is decided.
///
/// Complete for tests that samples answer. Others are variables of their own: a free boolean for each opaque test (a
/// pattern, a condition on elements), one place among the periods that an attribute is compared with, and for lists
/// whether each named element is in it. They can only make more people possible than there are, so `impossible` is
/// certain.
struct Search {
  private enum Node {
    case leaf(variable: Int, passing: [Bool])
    case all([Int])
    case any([Int])
    case not(Int)
  }

  /// A list attribute: how many of its named elements can be in it depends on its size.
  private struct ListVariables {
    let size: Int
    /// The most elements that a list of each class has; nil: any number.
    let most: [Int?]
    let elements: [(literal: Literal, variable: Int)]
    /// An element that no test names.
    let other: Literal
  }

  private struct Column {
    var main = 0
    var samples: [Sample] = []
    var nodeOfTest: [Test: Int] = [:]
    var list: ListVariables?
  }

  /// How many choices there are for each variable: classes of an attribute, or answers to an opaque test.
  private var choices: [Int] = []
  private var nodes: [Node] = []
  private var columns: [Int: Column] = [:]
  private var lists: [ListVariables] = []
  /// What is chosen for each variable; -1: nothing yet.
  private var choice: [Int] = []
  private var root = 0

  /// - Complexity: bounded by the budget.
  static func answer(_ question: Question, types: [AttributeType], _ budget: inout Budget) -> Satisfiability {
    budget.beginQuestion()
    var search = Search()
    guard search.build(question, types, &budget) else { return .unknown }
    search.choice = search.choices.map { _ in -1 }
    switch search.finds(&budget) {
    case nil: return .unknown
    case false?: return .impossible
    case true?: return .possible(search.facts)
    }
  }

  // MARK: Search

  private enum Truth {
    case yes, no, open
  }

  /// Whether the variables can be chosen so that the question holds; nil if the budget is spent.
  ///
  /// Not recursive: there may be thousands of variables, and threads with small stacks.
  private mutating func finds(_ budget: inout Budget) -> Bool? {
    var trail: [Int] = []
    while true {
      var pending: Int?
      guard let truth = fitsLists ? value(of: root, &pending, &budget) : .no else { return nil }
      if truth == .yes { return true }
      if truth == .open, let variable = pending {
        trail.append(variable)
        choice[variable] = 0
        continue
      }
      // The next choice of the last variable that has one.
      while let variable = trail.last, choice[variable] + 1 == choices[variable] {
        choice[variable] = -1
        trail.removeLast()
      }
      guard let variable = trail.last else { return false }
      choice[variable] += 1
    }
  }

  /// The value of a node under what is chosen, and the first variable that keeps it open; nil if the budget is spent.
  private func value(of node: Int, _ pending: inout Int?, _ budget: inout Budget) -> Truth? {
    guard budget.spend(1) else { return nil }
    switch nodes[node] {
    case .leaf(let variable, let passing):
      guard choice[variable] < 0 else { return passing[choice[variable]] ? .yes : .no }
      if pending == nil { pending = variable }
      return .open
    case .not(let part):
      switch value(of: part, &pending, &budget) {
      case nil: return nil
      case .yes?: return .no
      case .no?: return .yes
      case .open?: return .open
      }
    case .all(let parts): return value(of: parts, deciding: .no, otherwise: .yes, &pending, &budget)
    case .any(let parts): return value(of: parts, deciding: .yes, otherwise: .no, &pending, &budget)
    }
  }

  private func value(
    of parts: [Int], deciding: Truth, otherwise: Truth, _ pending: inout Int?, _ budget: inout Budget
  ) -> Truth? {
    var result = otherwise
    for part in parts {
      guard let truth = value(of: part, &pending, &budget) else { return nil }
      if truth == deciding { return deciding }
      if truth == .open { result = .open }
    }
    return result
  }

  /// Whether no list holds more different elements than it has.
  private var fitsLists: Bool {
    lists.allSatisfy { list in
      guard choice[list.size] >= 0, let most = list.most[choice[list.size]] else { return true }
      return list.elements.count { choice[$0.variable] == 1 } <= most
    }
  }

  /// What is chosen, as values; attributes on which nothing depends have none.
  private var facts: [Int: Sample] {
    var facts: [Int: Sample] = [:]
    for (attribute, column) in columns where choice[column.main] > 0 {
      let sample = column.samples[choice[column.main]]
      guard case .sizes(let least, _) = sample else {
        facts[attribute] = sample
        continue
      }
      var elements = (column.list?.elements ?? []).filter { choice[$0.variable] == 1 }.map(\.literal)
      // A list that only shows what "a thousand elements" means helps nobody.
      guard least <= 20 else { continue }
      if let other = column.list?.other {
        while elements.count < least { elements.append(other) }
      }
      facts[attribute] = .elements(elements)
    }
    return facts
  }

  /// An element that none of these is.
  private static func other(than named: [Literal], _ type: AttributeType.Element) -> Literal {
    switch type {
    case .number:
      let numbers = named.compactMap { if case .number(let number) = $0 { number } else { nil } }
      var number = 1.0
      while numbers.contains(number) { number += 1 }
      return .number(number)
    case .string:
      var text = "other"
      while named.contains(.string(ExactText(text))) { text += "1" }
      return .string(ExactText(text))
    }
  }

  // MARK: Building

  private mutating func build(_ question: Question, _ types: [AttributeType], _ budget: inout Budget) -> Bool {
    var tests: [Int: [Test]] = [:]
    var known: Set<Atom> = []
    var order: [Int] = []
    guard collect(question, &tests, &known, &order, &budget) else { return false }
    for attribute in order {
      let tests = tests[attribute] ?? []
      let literals = tests.reduce(0) { $0 + $1.literalCount }
      // What the classes will cost, before it is spent.
      guard budget.spend(literals + (literals + 4) * tests.count) else { return false }
      columns[attribute] = column(tests, of: types[attribute])
    }
    guard let root = node(of: question, &budget) else { return false }
    self.root = root
    return true
  }

  private func collect(
    _ question: Question, _ tests: inout [Int: [Test]], _ known: inout Set<Atom>, _ order: inout [Int],
    _ budget: inout Budget
  ) -> Bool {
    switch question {
    case .leaf(let atom):
      // Telling tests apart reads their literals, and each gets a place in tables.
      guard budget.spend(10 + atom.test.literalCount) else { return false }
      guard known.insert(atom).inserted else { return true }
      if tests[atom.attribute] == nil { order.append(atom.attribute) }
      tests[atom.attribute, default: []].append(atom.test)
      return true
    case .not(let part): return collect(part, &tests, &known, &order, &budget)
    case .all(let parts), .any(let parts):
      for part in parts where !collect(part, &tests, &known, &order, &budget) { return false }
      return budget.spend(1)
    }
  }

  private mutating func node(of question: Question, _ budget: inout Budget) -> Int? {
    guard budget.spend(1) else { return nil }
    switch question {
    case .leaf(let atom): return columns[atom.attribute]?.nodeOfTest[atom.test]
    case .not(let part): return node(of: part, &budget).map { add(.not($0)) }
    case .all(let parts):
      return self.nodes(of: parts, &budget).map { add(.all($0)) }
    case .any(let parts):
      return self.nodes(of: parts, &budget).map { add(.any($0)) }
    }
  }

  private mutating func nodes(of parts: [Question], _ budget: inout Budget) -> [Int]? {
    var places: [Int] = []
    for part in parts {
      guard let place = node(of: part, &budget) else { return nil }
      places.append(place)
    }
    return places
  }

  private mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  private mutating func variable(choices: Int) -> Int {
    self.choices.append(choices)
    return self.choices.count - 1
  }

  private mutating func column(_ tests: [Test], of type: AttributeType) -> Column {
    let classes = ValueClasses(tests, of: type)
    var column = Column(main: variable(choices: classes.samples.count), samples: classes.samples)
    // Every positive test of a missing value is false, whatever it is; no element of an empty list passes anything.
    let present = add(
      .leaf(
        variable: column.main,
        passing: classes.samples.map { sample in
          if case .sizes(_, let most) = sample { return most != 0 }
          return sample != .missing
        }))
    let periods = Periods(tests)
    let places = periods.groups.map { variable(choices: 2 * $0.count + 1) }
    var elements = ListElements(tests, of: type)
    elements.variables = elements.literals.map { _ in variable(choices: 2) }
    for (index, test) in tests.enumerated() {
      let node: Int
      if let passing = classes.passing[index] {
        node = add(.leaf(variable: column.main, passing: passing))
      } else if case .comparesToPast(let order, let period) = test, let (group, rank) = periods.place(of: period) {
        let passing = (0..<2 * periods.groups[group].count + 1).map { order.holds($0, rank) }
        node = add(.all([present, add(.leaf(variable: places[group], passing: passing))]))
      } else if let named = elements.variables(of: test) {
        let contained = named.map { add(.leaf(variable: $0, passing: [false, true])) }
        node = add(.all([present, add(.any(contained))]))
      } else {
        node = add(.all([present, add(.leaf(variable: variable(choices: 2), passing: [false, true]))]))
      }
      column.nodeOfTest[test] = node
    }
    if case .list(let element) = type {
      let list = ListVariables(
        size: column.main,
        most: classes.samples.map { if case .sizes(_, let most) = $0 { most } else { nil } },
        elements: Array(zip(elements.literals, elements.variables)).map { ($0, $1) },
        other: Self.other(than: elements.literals, element))
      column.list = list
      lists.append(list)
    }
    return column
  }
}

/// The periods before the decision that dates of one attribute are compared with.
private struct Periods {
  /// The longest first, whose moment is the earliest.
  ///
  /// One group if it is certain which is longer, else one for each.
  let groups: [[Period]]

  init(_ tests: [Test]) {
    var periods: Set<Period> = []
    for case .comparesToPast(_, let period) in tests { periods.insert(period) }
    // A month has 28 to 31 days.
    let day: Int64 = 86_400
    func shortest(_ period: Period) -> Int64 { period.seconds + Int64(period.months) * 28 * day }
    func longest(_ period: Period) -> Int64 { period.seconds + Int64(period.months) * 31 * day }
    let sorted = periods.sorted { (longest($0), shortest($0)) > (longest($1), shortest($1)) }
    let isOrdered = zip(sorted, sorted.dropFirst()).allSatisfy { longer, shorter in
      shortest(longer) > longest(shorter) || longer.months == shorter.months
    }
    groups = sorted.isEmpty ? [] : isOrdered ? [sorted] : sorted.map { [$0] }
  }

  /// The group of a period, and the rank of its moment among those of the group and the gaps between them.
  func place(of period: Period) -> (group: Int, rank: Int)? {
    for (index, group) in groups.enumerated() {
      if let place = group.firstIndex(of: period) { return (index, 2 * place + 1) }
    }
    return nil
  }
}

/// The elements that tests look for in a list of one attribute.
private struct ListElements {
  /// None if there are too many: whether each is in the list would be a question of its own.
  private(set) var literals: [Literal] = []
  var variables: [Int] = []
  private static let most = 16

  init(_ tests: [Test], of type: AttributeType) {
    guard case .list = type else { return }
    var known: Set<Literal> = []
    for case .isOne(let named) in tests {
      for literal in named where known.insert(literal).inserted { literals.append(literal) }
    }
    if literals.count > Self.most { literals = [] }
  }

  /// The variables of the elements that a test names; nil if it is opaque.
  func variables(of test: Test) -> [Int]? {
    guard case .isOne(let named) = test else { return nil }
    return allOrNil(named.map { literal in literals.firstIndex(of: literal).map { variables[$0] } })
  }
}

extension Test {
  /// How many constants the test names.
  var literalCount: Int {
    switch self {
    case .isOne(let literals): literals.count
    case .isOneIgnoringCase(let texts): texts.count
    case .compares: 1
    case .size(let formula), .anyElement(let formula): formula.leaves.reduce(0) { $0 + $1.literalCount }
    case .exists, .comparesToPast, .matches, .inGroup: 0
    }
  }
}
