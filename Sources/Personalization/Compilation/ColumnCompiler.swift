/// Lays the tests of one attribute into the tables.
///
/// A column's tests own consecutive bits. For every class of values that its tests can tell apart, the answers to all of
/// them are worked out here, once, as a row of masks; at run time a value only has to be classed.
struct ColumnCompiler {
  /// The attribute's distinct tests; their bits follow each other from `firstBit`.
  let tests: [Test]
  let firstBit: Int

  func bit(of index: Int) -> Int { firstBit + index }

  func layout(type: AttributeType, in tables: inout ColumnTables.Pools) -> ColumnLayout {
    var layout = ColumnLayout(type: type)
    guard !tests.isEmpty else { return layout }
    layout.isRead = true
    switch type {
    case .number: layNumbers(&layout, &tables)
    case .date: layDates(&layout, &tables)
    case .version: layVersions(&layout, &tables)
    case .boolean: layBooleans(&layout, &tables)
    case .string: layTexts(&layout, &tables)
    case .list(let element): layList(of: element, &layout, &tables)
    }
    return layout
  }

  /// The most words of masks that a column writes out.
  private static let mostWords = 1 << 20

  /// Rows for so many classes of values; `passing` answers which classes pass a test.
  ///
  /// Test by test, not class by class: a test of half a million values touches as many rows, and no others.
  private func rows(
    _ count: Int, in tables: inout ColumnTables.Pools, passing: (Int, Test) -> [Range<Int>]
  ) -> ColumnLayout.Rows {
    let word = firstBit >> 6
    var rows = ColumnLayout.Rows(
      first: tables.masks.count, width: (firstBit + tests.count - 1) >> 6 - word + 1, word: word)
    func ranges(_ index: Int) -> [Range<Int>] {
      tests[index] == .exists ? [0..<count] : passing(index, tests[index]).filter { !$0.isEmpty }
    }
    guard count * rows.width > Self.mostWords else {
      tables.masks += repeatElement(0, count: count * rows.width)
      for index in tests.indices {
        let bit = bit(of: index)
        let (place, flag) = (rows.first + bit >> 6 - word, UInt64(1) << UInt64(bit & 63))
        for range in ranges(index) {
          for row in range { tables.masks[place + row * rows.width] |= flag }
        }
      }
      return rows
    }
    rows.stride = max(2, count / max(1, Self.mostWords / rows.width))
    var changesOfRow = [[Int32]](repeating: [], count: count + 1)
    for index in tests.indices {
      let place = Int32(bit(of: index) - word * 64)
      for range in ranges(index) {
        changesOfRow[range.lowerBound].append(place)
        changesOfRow[range.upperBound].append(place)
      }
    }
    rows.changes = tables.changeStarts.count
    var words = [UInt64](repeating: 0, count: rows.width)
    for row in 0..<count {
      tables.changeStarts.append(tables.changes.count)
      for place in changesOfRow[row] { words[Int(place) >> 6] ^= 1 << UInt64(place & 63) }
      tables.changes += changesOfRow[row]
      if row % rows.stride == 0 { tables.masks += words }
    }
    tables.changeStarts.append(tables.changes.count)
    return rows
  }

  /// Rows for the classes that sorted thresholds make.
  ///
  /// `threshold` is the place of a literal among them.
  private func rankedRows(
    thresholds: Int, in tables: inout ColumnTables.Pools, threshold: (Literal) -> Int?
  ) -> ColumnLayout.Rows {
    let count = 2 * thresholds + 1
    return rows(count, in: &tables) { _, test in
      switch test {
      case .isOne(let literals): singles(literals.compactMap { threshold($0).map { 2 * $0 + 1 } })
      case .compares(let order, let literal): threshold(literal).map { [order.ranks($0, of: count)] } ?? []
      default: []
      }
    }
  }

  private var literals: [Literal] {
    tests.flatMap { test -> [Literal] in
      switch test {
      case .isOne(let literals): literals
      case .compares(_, let literal): [literal]
      default: []
      }
    }
  }

  private func layNumbers(_ layout: inout ColumnLayout, _ tables: inout ColumnTables.Pools) {
    let thresholds = sortedDistinct(
      literals.compactMap { if case .number(let number) = $0 { number } else { nil } })
    layout.thresholds = tables.numbers.count..<tables.numbers.count + thresholds.count
    tables.numbers += thresholds
    let places = Dictionary(zip(thresholds, 0...)) { first, _ in first }
    layout.rows = rankedRows(thresholds: thresholds.count, in: &tables) { literal in
      if case .number(let number) = literal { places[number] } else { nil }
    }
  }

  private func layDates(_ layout: inout ColumnLayout, _ tables: inout ColumnTables.Pools) {
    let thresholds = sortedDistinct(
      literals.compactMap { if case .date(let date) = $0 { date.microseconds } else { nil } })
    layout.thresholds = tables.integers.count..<tables.integers.count + thresholds.count
    tables.integers += thresholds
    let places = Dictionary(uniqueKeysWithValues: zip(thresholds, 0...))
    layout.rows = rankedRows(thresholds: thresholds.count, in: &tables) { literal in
      if case .date(let date) = literal { places[date.microseconds] } else { nil }
    }
    let first = tables.relativeTests.count
    for (index, test) in tests.enumerated() {
      guard case .comparesToPast(let order, let period) = test else { continue }
      tables.relativeTests.append(.init(order: order, period: tables.periods.count, bit: bit(of: index)))
      tables.periods.append(period)
    }
    layout.relative = first..<tables.relativeTests.count
  }

  private func layVersions(_ layout: inout ColumnLayout, _ tables: inout ColumnTables.Pools) {
    let thresholds = sortedDistinct(
      literals.compactMap { if case .version(let version) = $0 { version } else { nil } })
    layout.thresholds = tables.versions.count..<tables.versions.count + thresholds.count
    tables.versions += thresholds
    for version in thresholds {
      let packed = SemanticVersion.packed(Array(version.description.utf8).span)
      layout.isPacked = layout.isPacked && packed != nil
      // The two pools run in parallel; a threshold without packed form switches the packed path off.
      tables.packedVersions.append(packed ?? 0)
    }
    let places = Dictionary(uniqueKeysWithValues: zip(thresholds, 0...))
    layout.rows = rankedRows(thresholds: thresholds.count, in: &tables) { literal in
      if case .version(let version) = literal { places[version] } else { nil }
    }
  }

  private func layBooleans(_ layout: inout ColumnLayout, _ tables: inout ColumnTables.Pools) {
    layout.rows = rows(2, in: &tables) { _, test in
      guard case .isOne(let literals) = test else { return [] }
      return singles(literals.compactMap { if case .boolean(let flag) = $0 { flag ? 1 : 0 } else { nil } })
    }
  }

  private func layTexts(_ layout: inout ColumnLayout, _ tables: inout ColumnTables.Pools) {
    // Row 0, of all other texts, also carries what every text passes.
    layout.rows = rows(1, in: &tables) { _, _ in [] }
    layout.testsExistence = tests.contains(.exists)
    layout.exact = hashTable(in: &tables) { test in
      guard case .isOne(let literals) = test else { return [] }
      return literals.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
    layout.folded = hashTable(in: &tables) { test in
      guard case .isOneIgnoringCase(let texts) = test else { return [] }
      return texts.map { CaseFolding.folded($0.string) }
    }
    let ordered: [ExactText] = sortedDistinct(
      tests.compactMap { if case .compares(_, .string(let text)) = $0 { text } else { nil } })
    layout.thresholds = tables.texts.count..<tables.texts.count + ordered.count
    tables.texts += ordered
    if !ordered.isEmpty {
      let places = Dictionary(uniqueKeysWithValues: zip(ordered, 0...))
      let count = 2 * ordered.count + 1
      layout.orderRows = rows(count, in: &tables) { _, test in
        guard case .compares(let order, .string(let text)) = test, let place = places[text] else { return [] }
        return [order.ranks(place, of: count)]
      }
    }
    let first = tables.patternTests.count
    for (index, test) in tests.enumerated() {
      guard case .matches(let source) = test, let pattern = try? Pattern(source) else { continue }
      tables.patternTests.append(.init(pattern: tables.patterns.count, bit: bit(of: index)))
      tables.patterns.append(pattern)
    }
    layout.patterns = first..<tables.patternTests.count
  }

  /// A hash table from each text that some test names to the row of all tests that name it.
  private func hashTable(
    in tables: inout ColumnTables.Pools, texts: (Test) -> [ExactText]
  ) -> ColumnLayout.HashTable {
    var testsOfText: [ExactText: Set<Int>] = [:]
    for (index, test) in tests.enumerated() {
      for text in texts(test) { testsOfText[text, default: []].insert(index) }
    }
    guard !testsOfText.isEmpty else { return ColumnLayout.HashTable() }
    // Row 0 stays empty: a text that is not in the table.
    var rowOfTests: [Set<Int>: Int] = [[]: 0]
    for indices in testsOfText.values where rowOfTests[indices] == nil { rowOfTests[indices] = rowOfTests.count }
    var rowsOfTest = [[Int]](repeating: [], count: tests.count)
    for (indices, row) in rowOfTests {
      for index in indices { rowsOfTest[index].append(row) }
    }
    var table = ColumnLayout.HashTable()
    table.rows = rows(rowOfTests.count, in: &tables) { index, _ in singles(rowsOfTest[index]) }
    let texts = Array(testsOfText)
    let places = TextPlaces(texts.map(\.key.bytes))
    (table.first, table.count, table.seed) = (tables.slots.count, places.count, places.seed)
    tables.slots += repeatElement(.init(), count: table.count)
    for ((text, indices), slot) in zip(texts, places.slots) {
      let key = TextKey(text.bytes.indices, of: text.bytes.span, seed: table.seed)
      tables.slots[table.first + slot] = .init(
        head: key.head, length: Int32(key.length), row: Int32(rowOfTests[indices] ?? 0), offset: tables.bytes.count)
      tables.bytes += text.bytes
    }
    return table
  }

  private func layList(
    of element: AttributeType.Element, _ layout: inout ColumnLayout, _ tables: inout ColumnTables.Pools
  ) {
    let elementType: AttributeType = element == .string ? .string : .number
    var formulas: [(bit: Int, formula: Formula<Test>)] = []
    for (index, test) in tests.enumerated() {
      switch test {
      case .isOne, .isOneIgnoringCase: formulas.append((bit(of: index), .leaf(test)))
      case .anyElement(let formula): formulas.append((bit(of: index), formula))
      default: continue
      }
    }
    var elementTests: [Test] = []
    var placeOfTest: [Test: Int] = [:]
    for test in formulas.flatMap(\.formula.leaves) where placeOfTest[test] == nil {
      placeOfTest[test] = elementTests.count
      elementTests.append(test)
    }
    let compiler = ColumnCompiler(tests: elementTests, firstBit: 1)
    let column = compiler.layout(type: elementType, in: &tables)
    var builder = CircuitBuilder(inputCount: 1 + elementTests.count)
    let outputs = formulas.map { _, formula in
      builder.signal(of: formula) { test in
        placeOfTest[test].map { Signal(bit: compiler.bit(of: $0), isInverted: false) } ?? .never
      }.signal
    }
    layout.element = tables.elements.count
    tables.elements.append(
      .init(column: column, circuit: builder.circuit(outputs: outputs), bits: formulas.map(\.bit)))
    laySizes(&layout, &tables)
  }

  /// The number of elements is classed as any number is.
  private func laySizes(_ layout: inout ColumnLayout, _ tables: inout ColumnTables.Pools) {
    let sizes = tests.flatMap { test -> [Literal] in
      guard case .size(let formula) = test else { return [] }
      return ColumnCompiler(tests: formula.leaves, firstBit: 0).literals
    }
    let thresholds = sortedDistinct(sizes.compactMap { if case .number(let number) = $0 { number } else { nil } })
    layout.thresholds = tables.numbers.count..<tables.numbers.count + thresholds.count
    tables.numbers += thresholds
    let places = Dictionary(zip(thresholds, 0...)) { first, _ in first }
    let count = 2 * thresholds.count + 1
    layout.rows = rows(count, in: &tables) { _, test in
      guard case .size(let formula) = test else { return [] }
      return singles((0..<count).filter { rank in formula.holds { Self.passes($0, rank, places) } })
    }
  }

  /// Whether a size of this rank passes a test on numbers.
  private static func passes(_ test: Test, _ rank: Int, _ places: [Double: Int]) -> Bool {
    func isAt(_ literal: Literal, _ order: Order?) -> Bool {
      guard case .number(let number) = literal, let place = places[number] else { return false }
      return order.map { $0.holds(rank, 2 * place + 1) } ?? (rank == 2 * place + 1)
    }
    return switch test {
    case .exists: true
    case .isOne(let literals): literals.contains { isAt($0, nil) }
    case .compares(let order, let literal): isAt(literal, order)
    default: false
    }
  }
}

/// Ranges of one class each; a class that stands there twice counts once, lest two changes undo each other.
private func singles(_ classes: [Int]) -> [Range<Int>] { Set(classes).map { $0..<$0 + 1 } }

private func sortedDistinct<Value: Comparable>(_ values: [Value]) -> [Value] {
  var result: [Value] = []
  for value in values.sorted() where result.last != value { result.append(value) }
  return result
}

extension Order {
  /// The ranks that stand in this order to a threshold's own, `2 * place + 1`.
  func ranks(_ place: Int, of count: Int) -> Range<Int> {
    let own = 2 * place + 1
    return switch self {
    case .less: 0..<own
    case .lessOrEqual: 0..<own + 1
    case .greater: own + 1..<count
    case .greaterOrEqual: own..<count
    }
  }

  /// Whether the first value stands in this order to the second.
  @inline(__always)
  func holds<Value: Comparable>(_ first: Value, _ second: Value) -> Bool {
    switch self {
    case .less: first < second
    case .lessOrEqual: first <= second
    case .greater: first > second
    case .greaterOrEqual: first >= second
    }
  }
}
