internal import Authoring
internal import JSONTree
internal import Personalization

/// Lines of JSON, each a user as `evaluate` reads it.
extension RowEvaluator {
  /// A line as it was read.
  private enum LineUser {
    case user(User, [UserIssue])
    case rejected(reason: String, offset: Int, value: String)
  }

  /// Evaluates the complete lines at the beginning of `bytes`.
  mutating func evaluateLines(_ bytes: Span<UInt8>, isLast: Bool) -> ChunkReport {
    var report = ChunkReport(columns: header.columns.count)
    var cutter = LineCutter()
    var lines: [JSONLine] = []
    while true {
      let line = cutter.next(in: bytes, isLast: isLast)
      if let line { lines.append(line) }
      if lines.count == Evaluator.blockSize || line == nil {
        if !lines.isEmpty { evaluate(lines, bytes, &report) }
        lines.removeAll(keepingCapacity: true)
      }
      if line == nil { break }
    }
    report.skippedLines = cutter.skippedLines
    report.consumed = cutter.position
    report.lines = cutter.lines
    report.bracketLists = bracketLists
    report.braceLists = braceLists
    report.readableColumns = readableColumns
    return report
  }

  private mutating func evaluate(_ lines: [JSONLine], _ bytes: Span<UInt8>, _ report: inout ChunkReport) {
    evaluator.begin(users: lines.count)
    var users = lines.map { Self.read($0, bytes) }
    for index in users.indices {
      guard case .user(let user, _) = users[index] else { continue }
      users[index] = .user(user, evaluator.load(user, engine, at: index))
    }
    evaluator.assign(users: lines.count)
    var filtered = 0
    for (record, line) in lines.enumerated() {
      let isWritten =
        switch users[record] {
        case .user(let user, let issues): evaluate(user, issues, record, line, &report)
        case .rejected(let reason, let offset, let value):
          reject(
            Flaw(
              record: report.rows + record, line: line.number, offset: offset, column: -1, value: value, reason: reason),
            &report)
        }
      if !isWritten { filtered += 1 }
    }
    report.writtenRows += lines.count - filtered
    report.rows += lines.count
  }

  private static func read(_ line: JSONLine, _ bytes: Span<UInt8>) -> LineUser {
    let text = bytes.extracting(line.start..<line.end)
    do throws(Diagnostic) {
      return .user(try User(json: text.withUnsafeBufferPointer { Array($0) }), [])
    } catch {
      let column = error.position.map { "column \($0.column): " } ?? ""
      return .rejected(
        reason: column + error.sentence, offset: line.start + min(error.position?.offset ?? 0, text.count),
        value: String(showing: text))
    }
  }

  /// - Returns: Whether a row was written.
  private mutating func evaluate(
    _ user: User, _ loaded: [UserIssue], _ record: Int, _ line: JSONLine, _ report: inout ChunkReport
  ) -> Bool {
    var issues = loaded
    for exhausted in evaluator.exhaustedPatterns where exhausted.user == record {
      let (attribute, expression) = evaluator.patternName(exhausted.pattern)
      issues.append(.init(name: attribute, value: expression, message: UserIssue.exhaustedPattern))
    }
    if issues.count > 1 { issues.sort(by: UserIssue.precedes) }
    findReadable(user, loaded)
    findIgnored(user)
    let unit = unit(of: user)
    let unitBytes = unit ?? []
    var cell = Cell()
    if let unit {
      cell = Cell(RawField(start: 0, end: unit.count, isQuoted: unit.isEmpty, hasDoubledQuotes: false))
      noteDecomposed(cell, unitBytes.span, &report, record)
      if unit.count <= NullWord.mostBytes { noteWord(cell, unitBytes.span, &report, record) }
    }
    sticky?.apply(to: record, &evaluator)
    note(issues, record, line, &report)
    if let consumer {
      let missing = missing(user, loaded)
      if let cells = consumer as? any CellConsumer { lend(user, missing, to: cells) }
      if let users = consumer as? any UserConsumer, users.wants(unit: unit) { users.accept(user, []) }
      consumer.accept(record, missing: missing, &evaluator)
      return true
    }
    guard passesFilter(record) else { return false }
    let combination = evaluator.combination(of: record)
    writer.write(
      cell, unitBytes.span, combination, record, &evaluator, sentences: issues.map(Self.sentence), to: &output)
    if !format.keptColumns.isEmpty { format.appendKept(of: user, to: &output) }
    return true
  }

  private mutating func reject(_ flaw: Flaw, _ report: inout ChunkReport) -> Bool {
    report.flawedRows += 1
    report.rowsWithFlaws += 1
    report.flaws.append(flaw)
    if let consumer {
      if let users = consumer as? any UserConsumer, users.wants(unit: nil) { users.reject(because: flaw.reason) }
      consumer.reject()
      return true
    }
    guard format.filter == nil else { return false }
    let nothing: [UInt8] = []
    writer.writeDefaults(Cell(), nothing.span, reason: flaw.reason, to: &output)
    if !format.keptColumns.isEmpty { format.appendKept(of: nil, to: &output) }
    return true
  }

  /// The bytes of the user's id, where it is a text.
  private func unit(of user: User) -> [UInt8]? {
    guard case .string(let text)? = user[catalog.unit] else { return nil }
    return Array(text.utf8)
  }

  // MARK: Issues

  /// An issue as the output shows it: a value is cut to a readable length.
  private static func sentence(_ issue: UserIssue) -> String {
    "\(issue.name): \(String(showing: Array(issue.value.utf8).span)) \(issue.message)"
  }

  private func note(_ issues: [UserIssue], _ record: Int, _ line: JSONLine, _ report: inout ChunkReport) {
    guard !issues.isEmpty else { return }
    report.rowsWithFlaws += 1
    for issue in issues {
      // A choice for a slot that does not exist has no column.
      let column = header.names.firstIndex(of: issue.name) ?? -1
      if column >= 0 { report.flawedCells[column] += 1 }
      var value = issue.value
      if value.utf8.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") {
        value = String(value.dropFirst().dropLast())
      }
      report.flaws.append(
        Flaw(
          record: report.rows + record, line: line.number, offset: line.start, column: column,
          value: String(showing: Array(value.utf8).span),
          reason: column >= 0 ? issue.message : "\(issue.name) \(issue.message)"))
    }
  }

  // MARK: Values

  /// Notes the columns of which the user has a usable value.
  private mutating func findReadable(_ user: User, _ issues: [UserIssue]) {
    for (column, name) in header.names.enumerated() where !readableColumns[column] {
      guard catalog.attributes.indices.contains(column), user[name] != nil else { continue }
      readableColumns[column] = !issues.contains { $0.name == name }
    }
  }

  /// More names than these are nobody's to read.
  private static let mostNames = 1000

  /// Notes the members that no attribute is named like, the first time that they are met.
  private mutating func findIgnored(_ user: User) {
    for name in user.attributes.keys where !seenNames.contains(name) && seenNames.count < Self.mostNames {
      seenNames.insert(name)
      if !catalog.hasAttribute(in: name) { ignoredNames.insert(name) }
    }
  }

  /// The attributes that the user has no usable value of.
  private func missing(_ user: User, _ issues: [UserIssue]) -> [UInt64] {
    var missing = absent
    for (index, attribute) in catalog.attributes.enumerated() {
      let name = attribute.name
      if user[name] == nil || issues.contains(where: { $0.name == name }) {
        missing[index >> 6] |= 1 << UInt64(index & 63)
      }
    }
    return missing
  }

  private func lend(_ user: User, _ missing: [UInt64], to consumer: any CellConsumer) {
    for (index, attribute) in catalog.attributes.enumerated() where missing[index >> 6] >> UInt64(index & 63) & 1 == 0 {
      guard let value = user[attribute.name] else { continue }
      let text = Self.text(of: value, attribute)
      // An empty cell is no value either.
      if !text.isEmpty { consumer.accept(cell: text, of: index) }
    }
  }

  /// The value as a cell would spell it.
  private static func text(of value: AttributeValue, _ attribute: AttributeDefinition) -> String {
    switch (value, attribute.type) {
    case (.string(let text), .date):
      text.withBytes { Timestamp(bytes: $0, attribute.format) }?.description ?? text
    case (.number(let number), .date): Timestamp(epoch: number, attribute.format)?.description ?? ""
    case (.string(let text), _): text
    case (.list(let elements), _):
      elements.map { text(of: $0, attribute) }.joined(separator: String(UnicodeScalar(attribute.separator)))
    default: value.description
    }
  }
}
