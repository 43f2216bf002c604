internal import Navigation
internal import Personalization

/// How a row is spelled, in CSV or as a line of JSON.
struct RowFormat: Sendable {
  private let options: BatchOptions
  private let unitName: String
  private let segmentKeys: [String]
  private let experiments: [String]
  private let capturedNames: [String]

  init(_ engine: PersonalizationEngine, _ options: BatchOptions) {
    self.options = options
    unitName = engine.workspace.catalog.unit
    segmentKeys = engine.workspace.segments.map(\.key)
    experiments = engine.workspace.experiments.map(\.key)
    capturedNames = engine.capturedAttributes
  }

  /// The first line of a CSV output; nothing for lines of JSON.
  func header() -> [UInt8] {
    guard options.format == .csv else { return [] }
    var buffer = ByteBuffer()
    let columns =
      [unitName, "segments", "entry", "home_layout", "home_tabs", "fallback"] + experiments.map { "experiment." + $0 }
      + ["issues"]
    for (index, column) in columns.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      appendCell(column, to: &buffer)
    }
    buffer.append(UInt8(ascii: "\n"))
    return buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  // MARK: Parts of a row, in order

  @inline(__always)
  func appendUnit(_ unit: Cell, _ bytes: Span<UInt8>, to buffer: inout ByteBuffer) {
    switch options.format {
    case .csv: appendUnitCell(unit, bytes, to: &buffer)
    case .jsonl: appendUnitMember(unit, bytes, to: &buffer)
    }
  }

  /// The segments, by their places in the workspace.
  func append(segments: [Int], to buffer: inout ByteBuffer) {
    switch options.format {
    case .csv:
      buffer.append(UInt8(ascii: ","))
      for (index, segment) in segments.enumerated() {
        if index > 0 { buffer.append(UInt8(ascii: "|")) }
        buffer.append(segmentKeys[segment])
      }
    case .jsonl:
      buffer.append(",\"segments\":")
      JSONText.append(segments.map { segmentKeys[$0] }, to: &buffer)
    }
  }

  /// What the flow determines: from the entry to the fallback.
  ///
  /// An argument that differs from user to user is shown as the attribute it comes from, `home(profile: <profile_id>)`:
  /// the columns stay values to group by, and carry no identifiers.
  func append(_ outcome: DecidedFlow, to buffer: inout ByteBuffer) {
    let entry = outcome.flow.entry
    func text(_ node: FlowNode) -> String {
      node.filled { index in .string("<\(capturedNames[index])>") }.description
    }
    let entryText =
      outcome.isEntryAsRouted && !entry.route.isEmpty ? entry.route : text(entry.path.last ?? entry.start)
    let tabs = outcome.flow.home.tabs.map(\.key)
    let fallback = text(outcome.flow.fallbacks.standard)
    switch options.format {
    case .csv:
      for text in [entryText, outcome.flow.home.layout.rawValue, tabs.joined(separator: "|"), fallback] {
        buffer.append(UInt8(ascii: ","))
        appendCell(text, to: &buffer)
      }
    case .jsonl:
      buffer.append(",\"entry\":")
      JSONText.append(entryText, to: &buffer)
      buffer.append(",\"home_layout\":")
      JSONText.append(outcome.flow.home.layout.rawValue, to: &buffer)
      buffer.append(",\"home_tabs\":")
      JSONText.append(tabs, to: &buffer)
      buffer.append(",\"fallback\":")
      JSONText.append(fallback, to: &buffer)
      buffer.append(",\"experiments\":{")
    }
  }

  /// The variation of one experiment; nil: none.
  func appendVariation(_ key: String?, of experiment: Int, to buffer: inout ByteBuffer) {
    switch options.format {
    case .csv:
      buffer.append(UInt8(ascii: ","))
      if let key { appendCell(key, to: &buffer) }
    case .jsonl:
      if experiment > 0 { buffer.append(UInt8(ascii: ",")) }
      JSONText.append(experiments[experiment], to: &buffer)
      buffer.append(UInt8(ascii: ":"))
      if let key { JSONText.append(key, to: &buffer) } else { buffer.append("null") }
    }
  }

  /// The end of a row without issues.
  @inline(__always)
  func appendEnd(to buffer: inout ByteBuffer) {
    switch options.format {
    case .csv:
      buffer.append(UInt8(ascii: ","))
      buffer.append(UInt8(ascii: "\n"))
    case .jsonl: buffer.append("},\"issues\":[]}\n")
    }
  }

  /// The end of a row with issues.
  func appendEnd(_ issues: [String], to buffer: inout ByteBuffer) {
    switch options.format {
    case .csv:
      buffer.append(UInt8(ascii: ","))
      appendCell(issues.joined(separator: "; "), to: &buffer)
      buffer.append(UInt8(ascii: "\n"))
    case .jsonl:
      buffer.append("},\"issues\":")
      JSONText.append(issues, to: &buffer)
      buffer.append("}\n")
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
    let isFormula = options.isExcelSafe && looksLikeFormula(content)
    guard needsQuotes(content) || (isQuoted && content.isEmpty) else {
      if isFormula { buffer.append(UInt8(ascii: "'")) }
      buffer.append(content)
      return
    }
    buffer.append(Dialect.quote)
    if isFormula { buffer.append(UInt8(ascii: "'")) }
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

  /// What a spreadsheet would run: text that begins like a formula and is no number.
  private func looksLikeFormula(_ content: Span<UInt8>) -> Bool {
    guard !content.isEmpty else { return false }
    switch content[0] {
    case UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "\t"), UInt8(ascii: "\r"): return true
    case UInt8(ascii: "+"), UInt8(ascii: "-"): return NumberCell.number(content) == nil
    default: return false
    }
  }

  private func appendUnitMember(_ unit: Cell, _ bytes: Span<UInt8>, to buffer: inout ByteBuffer) {
    buffer.append(UInt8(ascii: "{"))
    JSONText.append(unitName, to: &buffer)
    buffer.append(UInt8(ascii: ":"))
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
