internal import Navigation
internal import Personalization

/// How a row is spelled, in CSV or as a line of JSON: which cells stand where, and what stands between them.
struct RowFormat: Sendable {
  private let options: BatchOptions
  /// The columns in the order in which they are written.
  let columns: [OutputColumn]
  private let names: [String]
  private let segmentKeys: [String]
  private let experiments: [String]
  private let capturedNames: [String]
  /// The columns of the input that are copied behind the others.
  let keptColumns: [Int]
  private let keptNames: [String]
  /// Which users are written, by places in the workspace; nil: all.
  let filter: Filter?

  /// A filter by places in the workspace.
  enum Filter {
    case segment(Int)
    case experiment(Int, variation: Int?)
  }

  /// - Throws: Where a column that is asked for does not exist, or is asked for twice, or what rows are to match is not
  ///   declared.
  init(_ engine: PersonalizationEngine, _ options: BatchOptions, _ header: InputHeader) throws(BatchError) {
    filter = try options.filter.map { filter throws(BatchError) in try Filter(filter, engine.workspace) }
    self.options = options
    segmentKeys = engine.workspace.segments.map(\.key)
    experiments = engine.workspace.experiments.map(\.key)
    capturedNames = engine.capturedAttributes
    var chosen = try OutputColumn.chosen(options.columns, among: OutputColumn.all(engine))
    if options.format == .jsonl { chosen = Self.withExperimentsTogether(chosen) }
    names = chosen.map(\.name)
    columns = chosen.map(\.column)
    keptNames = options.keptColumns
    var kept: [Int] = []
    for name in keptNames {
      // Lines may have any members.
      guard let column = header.isLines ? keptNames.firstIndex(of: name) : header.names.firstIndex(of: name) else {
        throw .column(name, "is no column of the input; there are \(header.names.joined(separator: ", "))")
      }
      guard !names.contains(name) else { throw .column(name, "is a column of the output already") }
      guard !kept.contains(column) else { throw .column(name, "is named twice") }
      kept.append(column)
    }
    keptColumns = kept
  }

  /// In JSON all experiments are members of one object, which stands where the first of them does.
  private static func withExperimentsTogether(
    _ columns: [(name: String, column: OutputColumn)]
  ) -> [(name: String, column: OutputColumn)] {
    func isExperiment(_ column: OutputColumn) -> Bool {
      if case .experiment = column { true } else { false }
    }
    guard let first = columns.firstIndex(where: { isExperiment($0.column) }) else { return columns }
    return columns[..<first] + columns.filter { isExperiment($0.column) }
      + columns[first...].filter { !isExperiment($0.column) }
  }

  /// The first line of a CSV output; nothing for lines of JSON.
  func header() -> [UInt8] {
    guard options.format == .csv else { return [] }
    var buffer = ByteBuffer()
    if options.isExcelSafe { buffer.append(SpreadsheetText.mark) }
    for (index, name) in names.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      appendCell(name, to: &buffer)
    }
    for name in keptNames {
      buffer.append(UInt8(ascii: ","))
      appendCell(name, to: &buffer)
    }
    buffer.append(UInt8(ascii: "\n"))
    return buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  // MARK: Between the cells

  /// What stands before the cell at a place: the separator, in JSON also the name.
  func appendLead(_ place: Int, to buffer: inout ByteBuffer) {
    switch options.format {
    case .csv:
      if place > 0 { buffer.append(UInt8(ascii: ",")) }
    case .jsonl:
      buffer.append(place > 0 ? "," : "{")
      if case .experiment(let index) = columns[place] {
        if !isExperiment(place - 1) { buffer.append("\"experiments\":{") }
        JSONText.append(experiments[index], to: &buffer)
      } else {
        JSONText.append(names[place], to: &buffer)
      }
      buffer.append(UInt8(ascii: ":"))
    }
  }

  /// What stands after the cell at a place, mostly nothing.
  func appendTail(_ place: Int, to buffer: inout ByteBuffer) {
    if options.format == .jsonl, isExperiment(place), !isExperiment(place + 1) { buffer.append(UInt8(ascii: "}")) }
    guard place == columns.count - 1, keptColumns.isEmpty else { return }
    appendEnd(to: &buffer)
  }

  private func appendEnd(to buffer: inout ByteBuffer) {
    if options.format == .jsonl { buffer.append(UInt8(ascii: "}")) }
    buffer.append(UInt8(ascii: "\n"))
  }

  /// Copies the columns of the input that are kept, and ends the row.
  func appendKept(_ cells: [Cell], _ bytes: Span<UInt8>, to buffer: inout ByteBuffer) {
    for (place, cell) in cells.enumerated() {
      buffer.append(UInt8(ascii: ","))
      if options.format == .jsonl {
        JSONText.append(keptNames[place], to: &buffer)
        buffer.append(UInt8(ascii: ":"))
      }
      appendUnit(cell, bytes, to: &buffer)
    }
    appendEnd(to: &buffer)
  }

  /// Writes the values of the kept names, and ends the row; a record that cannot be read has none.
  func appendKept(of user: User?, to buffer: inout ByteBuffer) {
    for name in keptNames {
      let isChoice = name.hasPrefix(User.choicePrefix)
      let value = isChoice ? user?.choices[String(name.dropFirst(User.choicePrefix.count))] : user?[name]
      buffer.append(UInt8(ascii: ","))
      switch options.format {
      case .csv:
        switch value {
        case .string(let text)?: appendUnit(text, to: &buffer)
        case nil, .null?: break
        case let value?:
          var json = ByteBuffer()
          JSONText.append(value, to: &json)
          json.withBytes { appendQuoted($0, isQuoted: false, to: &buffer) }
        }
      case .jsonl:
        JSONText.append(name, to: &buffer)
        buffer.append(UInt8(ascii: ":"))
        JSONText.append(value ?? .null, to: &buffer)
      }
    }
    appendEnd(to: &buffer)
  }

  private func appendUnit(_ text: String, to buffer: inout ByteBuffer) {
    var text = text
    text.withUTF8 { appendQuoted($0.span, isQuoted: true, to: &buffer) }
  }

  private func isExperiment(_ place: Int) -> Bool {
    guard columns.indices.contains(place), case .experiment = columns[place] else { return false }
    return true
  }

  // MARK: What the cells hold

  @inline(__always)
  func appendUnit(_ unit: Cell, _ bytes: Span<UInt8>, to buffer: inout ByteBuffer) {
    switch options.format {
    case .csv: appendUnitCell(unit, bytes, to: &buffer)
    case .jsonl: appendUnitValue(unit, bytes, to: &buffer)
    }
  }

  /// The segments, by their places in the workspace.
  func append(segments: [Int], to buffer: inout ByteBuffer) {
    switch options.format {
    case .csv:
      for (index, segment) in segments.enumerated() {
        if index > 0 { buffer.append(UInt8(ascii: "|")) }
        buffer.append(segmentKeys[segment])
      }
    case .jsonl: JSONText.append(segments.map { segmentKeys[$0] }, to: &buffer)
    }
  }

  /// What a column that the flow determines holds.
  func append(_ column: OutputColumn, of decided: DecidedFlow, to buffer: inout ByteBuffer) {
    switch column {
    case .entry: append(decided.entryText(capturedNames), to: &buffer)
    case .homeLayout: append(decided.flow.home.layout.rawValue, to: &buffer)
    case .homeTabs:
      let tabs = decided.flow.home.tabs.map(\.key)
      switch options.format {
      case .csv: appendCell(tabs.joined(separator: "|"), to: &buffer)
      case .jsonl: JSONText.append(tabs, to: &buffer)
      }
    case .fallback: append(decided.fallbackText(capturedNames), to: &buffer)
    case .unit, .segments, .experiment, .issues: break
    }
  }

  /// A variation; nil: none.
  func append(variation: String?, to buffer: inout ByteBuffer) {
    if let variation {
      append(variation, to: &buffer)
    } else if options.format == .jsonl {
      buffer.append("null")
    }
  }

  func append(issues: [String], to buffer: inout ByteBuffer) {
    switch options.format {
    case .csv: appendCell(issues.joined(separator: "; "), to: &buffer)
    case .jsonl: JSONText.append(issues, to: &buffer)
    }
  }

  private func append(_ text: String, to buffer: inout ByteBuffer) {
    switch options.format {
    case .csv: appendCell(text, to: &buffer)
    case .jsonl: JSONText.append(text, to: &buffer)
    }
  }

  // MARK: Cells

  @inline(__always)
  private func appendUnitCell(_ unit: Cell, _ bytes: Span<UInt8>, to buffer: inout ByteBuffer) {
    let content = bytes.extracting(unit.places)
    if unit.hasDoubledQuotes || options.isExcelSafe || needsQuotes(content) || (unit.isQuoted && content.isEmpty) {
      if unit.hasDoubledQuotes {
        let unquoted = unit.field.unquoted(in: bytes)
        appendQuoted(unquoted.span, isQuoted: true, to: &buffer)
      } else {
        appendQuoted(content, isQuoted: unit.isQuoted, to: &buffer)
      }
    } else {
      buffer.append(content)
    }
  }

  private func appendCell(_ text: String, to buffer: inout ByteBuffer) {
    var text = text
    text.withUTF8 { appendQuoted($0.span, isQuoted: false, to: &buffer) }
  }

  /// Quotes a cell where its bytes ask for it; an empty one where `isQuoted` says that it was.
  private func appendQuoted(_ content: Span<UInt8>, isQuoted: Bool, to buffer: inout ByteBuffer) {
    let isFormula = options.isExcelSafe && SpreadsheetText.isFormula(content)
    guard needsQuotes(content) || (isQuoted && content.isEmpty) else {
      if isFormula { buffer.append(SpreadsheetText.prefix) }
      buffer.append(content)
      return
    }
    buffer.append(Dialect.quote)
    if isFormula { buffer.append(SpreadsheetText.prefix) }
    for index in content.indices {
      if content[index] == Dialect.quote { buffer.append(Dialect.quote) }
      buffer.append(content[index])
    }
    buffer.append(Dialect.quote)
  }

  @inline(__always)
  private func needsQuotes(_ content: Span<UInt8>) -> Bool {
    guard !content.isEmpty else { return false }
    if content[0] == UInt8(ascii: " ") || content[content.count - 1] == UInt8(ascii: " ") { return true }
    // Everything that asks for quotes is at most a comma, and few units have such a byte.
    guard ByteScan.hasByte(upTo: UInt8(ascii: ","), in: content) else { return false }
    for index in content.indices {
      switch content[index] {
      case UInt8(ascii: ","), Dialect.quote, Dialect.lineFeed, Dialect.carriageReturn: return true
      default: continue
      }
    }
    return false
  }

  private func appendUnitValue(_ unit: Cell, _ bytes: Span<UInt8>, to buffer: inout ByteBuffer) {
    let content = bytes.extracting(unit.places)
    if unit.hasDoubledQuotes {
      JSONText.append(unit.field.unquoted(in: bytes).span, to: &buffer)
    } else if content.isEmpty && !unit.isQuoted {
      buffer.append("null")
    } else {
      JSONText.append(content, to: &buffer)
    }
  }
}

/// JSON strings straight into a buffer.
enum JSONText {
  static func append(_ texts: [String], to buffer: inout ByteBuffer) {
    buffer.append(UInt8(ascii: "["))
    for (index, text) in texts.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      append(text, to: &buffer)
    }
    buffer.append(UInt8(ascii: "]"))
  }

  static func append(_ text: String, to buffer: inout ByteBuffer) {
    var text = text
    text.withUTF8 { append($0.span, to: &buffer) }
  }

  /// A value of a user; one that JSON has no word for becomes null.
  static func append(_ value: AttributeValue, to buffer: inout ByteBuffer) {
    switch value {
    case .null: buffer.append("null")
    case .string(let text): append(text, to: &buffer)
    case .boolean(let flag): buffer.append(flag ? "true" : "false")
    case .number(let number): buffer.append(number.isFinite ? value.description : "null")
    case .unusable(let text, _): buffer.append(NumberText(text) == nil ? "null" : text)
    case .list(let elements):
      buffer.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { buffer.append(UInt8(ascii: ",")) }
        append(element, to: &buffer)
      }
      buffer.append(UInt8(ascii: "]"))
    case .object(let members):
      buffer.append(UInt8(ascii: "{"))
      for (index, member) in members.sorted(by: { ExactText($0.key) < ExactText($1.key) }).enumerated() {
        if index > 0 { buffer.append(UInt8(ascii: ",")) }
        append(member.key, to: &buffer)
        buffer.append(UInt8(ascii: ":"))
        append(member.value, to: &buffer)
      }
      buffer.append(UInt8(ascii: "}"))
    }
  }

  /// The bytes as a JSON string; bytes that are no text cannot stand in one, so such a value becomes null.
  static func append(_ content: Span<UInt8>, to buffer: inout ByteBuffer) {
    var needsEscapes = false
    for index in content.indices {
      let byte = content[index]
      if byte < 0x20 || byte >= 0x7F || byte == Dialect.quote || byte == UInt8(ascii: "\\") { needsEscapes = true }
    }
    guard needsEscapes else {
      buffer.append(Dialect.quote)
      buffer.append(content)
      buffer.append(Dialect.quote)
      return
    }
    guard TextFlaw.isUTF8(content) else {
      buffer.append("null")
      return
    }
    buffer.append(Dialect.quote)
    for index in content.indices {
      let byte = content[index]
      switch byte {
      case Dialect.quote: buffer.append("\\\"")
      case UInt8(ascii: "\\"): buffer.append("\\\\")
      case Dialect.lineFeed: buffer.append("\\n")
      case Dialect.carriageReturn: buffer.append("\\r")
      case UInt8(ascii: "\t"): buffer.append("\\t")
      case 0..<0x20, 0x7F: buffer.append("\\u00\(hex(byte).lowercased())")
      default: buffer.append(byte)
      }
    }
    buffer.append(Dialect.quote)
  }
}

extension RowFormat.Filter {
  fileprivate init(_ filter: RowFilter, _ workspace: Workspace) throws(BatchError) {
    switch filter {
    case .segment(let key):
      guard let place = workspace.segments.firstIndex(where: { $0.key == key }) else {
        throw .column(key, "is no segment; there are \(workspace.segments.map(\.key).joined(separator: ", "))")
      }
      self = .segment(place)
    case .experiment(let key, let variation):
      guard let place = workspace.experiments.firstIndex(where: { $0.key == key }) else {
        throw .column(key, "is no experiment; there are \(workspace.experiments.map(\.key).joined(separator: ", "))")
      }
      guard let variation else {
        self = .experiment(place, variation: nil)
        return
      }
      let variations = workspace.experiments[place].variations.map(\.key)
      guard let index = variations.firstIndex(of: variation) else {
        throw .column(
          variation, "is no variation of \(key); there are \(variations.joined(separator: ", "))")
      }
      self = .experiment(place, variation: index)
    }
  }
}
