internal import Personalization

/// What the first line of a file says: how the file is written, and what its columns are.
struct InputHeader: Sendable {
  let dialect: Dialect
  var columns: [Column]
  /// The index of the unit's column.
  let unitColumn: Int
  /// The names as written, trimmed.
  let names: [String]
  /// Names that neither an attribute nor a slot has.
  let ignoredNames: [String]
  /// What separates lists in the stead of the declared separator, by the column's name.
  var foundSeparators: [String: UInt8] = [:]
  /// Bytes before the first record: byte order mark, separator hint, header.
  let length: Int
  /// Physical lines before the first record.
  let lines: Int
  /// Whether records are lines of JSON; the columns are then what the catalog has, and no line says them.
  var isLines = false

  /// What a column feeds.
  struct Column: Sendable {
    let kind: ColumnKind
    /// The attribute, or the slot's place in `Slot.allCases`; -1 for ignored columns.
    let target: Int
    /// Between the elements of a list.
    var separator: UInt8 = 0
    /// Whether the beginning of the file has cells in which the separator stands.
    var isSeparatorInUse = false
    /// What a number stands for in a column of dates; nil: nothing.
    var dateFormat: DateFormat?
    /// How the cells are written; nil: in the usual way.
    var spelling: CellSpelling?
  }
}

extension InputHeader {
  /// Reads the header at the beginning of a file.
  ///
  /// - Parameters:
  ///   - bytes: The file, at least up to and including its first line ends, or all of it.
  ///   - isWhole: Whether `bytes` is the whole file.
  ///   - delimiter: The one that was asked for; nil: a comma, or what a `sep=` line names.
  ///   - spelling: How the file is written where it is not written in the usual way.
  /// - Throws: A structure error where the file cannot be a CSV file with the catalog's unit.
  init(_ bytes: Span<UInt8>, delimiter: UInt8?, spelling: FileSpelling = FileSpelling(), catalog: Catalog)
    throws(BatchError)
  {
    func fail(_ message: String, line: Int = 1) -> BatchError {
      .structure(.init(record: nil, line: line, offset: 0), message)
    }
    if let encoding = Self.foreignEncoding(bytes) {
      throw fail("the file is \(encoding), not UTF-8; convert it, for example with: iconv -f \(encoding) -t UTF-8")
    }
    if let problem = Self.foreignFormat(bytes) { throw fail(problem) }
    if bytes.count >= 2, bytes[0] == 0x1F, bytes[1] == 0x8B {
      throw fail(
        "the bytes are packed with gzip; a file is unpacked if its name ends in .gz, a pipe by: "
          + "gzip -dc | personalize batch - …")
    }
    if bytes.count >= 4, bytes[0] == 0x28, bytes[1] == 0xB5, bytes[2] == 0x2F, bytes[3] == 0xFD {
      throw fail(
        "the bytes are packed with Zstandard; a file is unpacked if its name ends in .zst, a pipe by: "
          + "zstd -dc | personalize batch - …")
    }
    var start = 0
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { start = 3 }
    guard start < bytes.count else { throw fail("no header: the file is empty") }

    var dialect = Dialect()
    dialect.lineEnd = Self.lineEnd(bytes)
    var lines = 0
    if let hint = Self.separatorHint(bytes, from: start, lineEnd: dialect.lineEnd) {
      dialect.delimiter = hint.delimiter
      start = hint.end
      lines = 1
    }
    if let delimiter { dialect.delimiter = delimiter }

    var cutter = FieldCutter(dialect)
    cutter.position = start
    var fields: [RawField] = []
    var names: [String] = []
    cutting: while true {
      var field = RawField()
      let end = cutter.next(&field, in: bytes)
      if case .insideQuotes = end {
        throw .structure(
          .init(record: 0, line: lines + 1, offset: field.offset), "the header's quoted field is never closed")
      }
      if field.hasTextAfterQuote {
        let other = Self.separator(after: field, bytes)
        throw fail(
          "text after the closing quote of header field \(fields.count + 1)"
            + (other.map { "; if the file is separated by \($0.name), pass --delimiter '\($0.flag)'" } ?? ""))
      }
      fields.append(field)
      names.append(try Self.name(of: field, number: fields.count, bytes))
      switch end {
      case .delimiter: continue
      default: break cutting
      }
    }
    guard names.count > 1 || !names[0].isEmpty else {
      throw fail("no header: the first line is empty", line: lines + 1)
    }
    let targets = names.map { spelling.names[$0] ?? $0 }
    try Self.check(names, targets, dialect, unit: catalog.unit, line: lines + 1)
    if let lost = spelling.requiredNames.subtracting(names).min() {
      throw fail(
        "no column \(lost), which is mapped to \(spelling.names[lost] ?? ""); the header has "
          + names.joined(separator: ", "), line: lines + 1)
    }

    let attributes = Dictionary(zip(catalog.attributes.map(\.name), 0...), uniquingKeysWith: { first, _ in first })
    var ignored: [String] = []
    columns = zip(names, targets).map { written, name in
      if let index = attributes[name] {
        var column = Column(catalog.attributes[index], index)
        column.spelling = spelling.spelling(of: name)
        column.separator = column.spelling?.separator ?? column.separator
        return column
      }
      if name.hasPrefix(User.choicePrefix), let slot = Slot(rawValue: String(name.dropFirst(User.choicePrefix.count))) {
        return Column(kind: .choice, target: Slot.allCases.firstIndex(of: slot) ?? 0)
      }
      ignored.append(written)
      return Column(kind: .ignored, target: -1)
    }
    guard let unitColumn = targets.firstIndex(of: catalog.unit) else {
      let other = ignored.first { Self.looksLike($0, catalog.unit) }
      let hint = other.map { "; if \($0) is that column, pass --map \($0)=\(catalog.unit)" } ?? ""
      throw fail(
        "no column \(catalog.unit): it identifies the users; the header has \(names.joined(separator: ", "))\(hint)")
    }
    self.dialect = dialect
    self.unitColumn = unitColumn
    self.names = names
    ignoredNames = ignored
    length = cutter.position
    self.lines = lines + 1 + cutter.quotedLineEnds
  }

  private static func name(of field: RawField, number: Int, _ bytes: Span<UInt8>) throws(BatchError) -> String {
    let content = field.hasDoubledQuotes ? field.unquoted(in: bytes) : (field.start..<field.end).map { bytes[$0] }
    switch TextFlaw.first(in: content.span) {
    case .nul(let offset)?:
      throw .structure(
        .init(record: 0, line: 1, offset: field.start + offset), "a NUL byte in header field \(number): not a CSV file")
    case .notUTF8(let offset, let byte)?:
      throw .structure(
        .init(record: 0, line: 1, offset: field.start + offset),
        "byte 0x\(hex(byte)) in header field \(number) is not UTF-8; convert the file to UTF-8")
    case nil: break
    }
    if !field.isQuoted, content.contains(Dialect.carriageReturn) {
      throw .structure(
        .init(record: 0, line: 1, offset: field.start),
        "a carriage return without a line feed in header field \(number); make the file's line ends the same")
    }
    let spaces: Set<UInt8> = [UInt8(ascii: " "), UInt8(ascii: "\t")]
    let trimmed = content.drop(while: spaces.contains).reversed().drop(while: spaces.contains).reversed()
    return String(decoding: Array(trimmed), as: UTF8.self)
  }

  /// Whether two names differ in nothing but case and what stands between words.
  private static func looksLike(_ name: String, _ other: String) -> Bool {
    func letters(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
    return letters(name) == letters(other)
  }

  private static func check(
    _ names: [String], _ targets: [String], _ dialect: Dialect, unit: String, line: Int
  ) throws(BatchError) {
    func fail(_ message: String) -> BatchError { .structure(.init(record: 0, line: line, offset: 0), message) }
    if names.count == 1, targets[0] != unit {
      for (other, flag) in [(";", ";"), ("\t", "tab"), ("|", "|"), (",", ",")]
      where other.utf8.first != dialect.delimiter && names[0].utf8.contains(other.utf8.first ?? 0) {
        let shown = flag == "tab" ? "tabs" : "'\(flag)'"
        throw fail("the header has one column and looks separated by \(shown); if it is, pass --delimiter '\(flag)'")
      }
    }
    if let empty = names.firstIndex(of: "") { throw fail("column \(empty + 1) has no name") }
    var first: [String: Int] = [:]
    for (index, name) in targets.enumerated() {
      if let other = first[name] {
        let isNamed = names[other] == name && names[index] == name
        throw fail(
          isNamed
            ? "columns \(other + 1) and \(index + 1) are both named \(name)"
            : "columns \(names[other]) and \(names[index]) both hold \(name)")
      }
      first[name] = index
    }
  }

  /// What ends records: line feeds, unless there are only carriage returns outside quotes.
  private static func lineEnd(_ bytes: Span<UInt8>) -> UInt8 {
    var isQuoted = false
    var hasCarriageReturn = false
    for index in bytes.indices {
      switch bytes[index] {
      case Dialect.quote: isQuoted.toggle()
      case Dialect.lineFeed where !isQuoted: return Dialect.lineFeed
      case Dialect.carriageReturn where !isQuoted: hasCarriageReturn = true
      default: continue
      }
    }
    return hasCarriageReturn ? Dialect.carriageReturn : Dialect.lineFeed
  }

  /// Excel's `sep=;` in the first line.
  private static func separatorHint(
    _ bytes: Span<UInt8>, from start: Int, lineEnd: UInt8
  ) -> (delimiter: UInt8, end: Int)? {
    let hint = Array("sep=".utf8)
    guard start + 6 <= bytes.count else { return nil }
    for (offset, byte) in hint.enumerated() where bytes[start + offset] != byte { return nil }
    var end = start + 5
    if bytes[end] == Dialect.carriageReturn, lineEnd == Dialect.lineFeed { end += 1 }
    guard end < bytes.count, bytes[end] == lineEnd else { return nil }
    return (bytes[start + 4], end + 1)
  }

  /// What follows the first closing quote of a field and separates the fields of other files.
  private static func separator(after field: RawField, _ bytes: Span<UInt8>) -> (name: String, flag: String)? {
    var index = field.start + 1
    while index < field.end, bytes[index] != Dialect.quote { index += 1 }
    guard index + 1 < field.end else { return nil }
    switch bytes[index + 1] {
    case UInt8(ascii: ";"): return ("semicolons", ";")
    case UInt8(ascii: "\t"): return ("tabs", "tab")
    case UInt8(ascii: "|"): return ("|", "|")
    default: return nil
    }
  }

  /// Why bytes of another format cannot be read, and the way that works; nil where they are none.
  static func foreignFormat(_ bytes: Span<UInt8>) -> String? {
    func starts(_ text: StaticString) -> Bool {
      guard bytes.count >= text.utf8CodeUnitCount else { return false }
      for index in 0..<text.utf8CodeUnitCount where bytes[index] != text.utf8Start[index] { return false }
      return true
    }
    if starts("PAR1") {
      return "the file is Parquet, not CSV; convert it, for example by: "
        + "duckdb -c \"copy 'FILE.parquet' to 'FILE.csv'\", or use the Python package"
    }
    if starts("PK\u{3}\u{4}") { return "the file is a workbook or an archive, not CSV; save the sheet as CSV in UTF-8" }
    if starts("ARROW1") { return "the file is Arrow, not CSV; use the Python package" }
    if starts("{\"") {
      return "the file holds lines of JSON, not CSV; pass --input-format jsonl, or let its name end in .jsonl"
    }
    return nil
  }

  /// The name of a UTF-16 or UTF-32 encoding, by its byte order mark or by the zeros between the first characters.
  static func foreignEncoding(_ bytes: Span<UInt8>) -> String? {
    func starts(_ mark: UInt8...) -> Bool {
      guard bytes.count >= mark.count else { return false }
      for (index, byte) in mark.enumerated() where bytes[index] != byte { return false }
      return true
    }
    if starts(0xFF, 0xFE, 0, 0) { return "UTF-32LE" }
    if starts(0, 0, 0xFE, 0xFF) { return "UTF-32BE" }
    if starts(0xFF, 0xFE) { return "UTF-16LE" }
    if starts(0xFE, 0xFF) { return "UTF-16BE" }
    guard bytes.count >= 4 else { return nil }
    switch (bytes[0] == 0, bytes[1] == 0, bytes[2] == 0, bytes[3] == 0) {
    case (false, true, false, true): return "UTF-16LE"
    case (true, false, true, false): return "UTF-16BE"
    default: return nil
    }
  }
}

extension InputHeader.Column {
  /// Whether the column holds values of an attribute, which are spelled as its type is.
  var hasType: Bool {
    switch kind {
    case .ignored, .choice: false
    default: true
    }
  }

  /// Whether the column holds an attribute of this name.
  func holds(_ attribute: String, of catalog: Catalog) -> Bool {
    hasType && catalog.attributes[target].name == attribute
  }

  init(_ attribute: AttributeDefinition, _ index: Int) {
    self.init(
      kind: ColumnKind(attribute.type), target: index, separator: attribute.separator, dateFormat: attribute.format)
  }
}

/// Two digits.
func hex(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return digits.count == 1 ? "0" + digits : digits
}
