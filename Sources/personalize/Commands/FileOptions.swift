internal import Authoring
internal import BatchEvaluation
internal import Personalization

/// How a file of users is written: the options of all commands that read one, over `catalog/columns.json`.
enum FileOptions {
  static let inputFormat = Option(
    "input-format", .choice(of: BatchOptions.InputFormat.self),
    help: "How the users are written. Default: jsonl for names that end in .jsonl or .ndjson, else csv")
  static let map = Option(
    "map", .text("COLUMN=ATTRIBUTE"), isRepeatable: true, help: "The attribute that a column of another name holds.")
  static let null = Option(
    "null", .text("WORD"), isRepeatable: true,
    help: "A word that stands for no value, such as NULL; no user has it as id.")
  static let trueWord = Option(
    "true", .text("WORD"), isRepeatable: true, help: "A word for true beside the usual ones.")
  static let falseWord = Option(
    "false", .text("WORD"), isRepeatable: true, help: "A word for false beside the usual ones.")
  static let dateFormat = Option(
    "date-format", .text("FORMAT"), help: "How dates are written, such as %d.%m.%Y or \"%m/%d/%Y %I:%M %p\".")
  static let decimalComma = Option(flag: "decimal-comma", help: "A comma stands before decimals.")
  static let thousands = Option("thousands", .text("C"), help: "What stands between thousands, such as \".\"")

  static let all = [inputFormat, Batch.delimiter, map, null, trueWord, falseWord, dateFormat, decimalComma, thousands]

  /// The format that is named; lines of JSON leave nothing to say of how they are written.
  ///
  /// - Parameter path: Of the users.
  static func format(_ arguments: ParsedArguments, of path: String?) throws -> BatchOptions.InputFormat? {
    let named = arguments[inputFormat].flatMap(BatchOptions.InputFormat.init(rawValue:))
    guard (named ?? path.map { .init(path: $0) }) == .jsonl else { return named }
    for option in all where option != inputFormat && arguments.has(option) {
      throw arguments.unsuitable(option, arguments[option] ?? "", expected: "a CSV file; the users are lines of JSON")
    }
    return named
  }

  /// How the workspace says that files are written, and the options over it.
  static func spelling(
    _ arguments: ParsedArguments, over workspace: FileSpelling, _ catalog: Catalog
  ) throws -> FileSpelling {
    var spelling = workspace
    for text in arguments.all(map) {
      guard let (column, attribute) = text.split(lastOf: "="), !attribute.isEmpty else {
        throw arguments.unsuitable(map, text, expected: "COLUMN=ATTRIBUTE")
      }
      let names = catalog.attributes.map(\.name) + Slot.allCases.map { User.choicePrefix + $0.key }
      guard names.contains(attribute) else {
        throw arguments.unsuitable(
          map, text, expected: "an attribute", among: catalog.attributes.map(\.name), attribute)
      }
      spelling.names[column] = attribute
      spelling.requiredNames.insert(column)
    }
    spelling.usual = try cells(arguments).filled(from: workspace.usual)
    if let conflict = spelling.usual.conflict { throw CannotRun(conflict) }
    for (column, cells) in spelling.columns {
      if let conflict = cells.filled(from: spelling.usual).conflict { throw CannotRun("\(column): \(conflict)") }
    }
    return spelling
  }

  private static func cells(_ arguments: ParsedArguments) throws -> CellSpelling {
    var cells = CellSpelling()
    cells.nullWords = try words(null, arguments)
    cells.trueWords = try words(trueWord, arguments)
    cells.falseWords = try words(falseWord, arguments)
    if arguments.has(decimalComma) { cells.hasDecimalComma = true }
    if let text = arguments[dateFormat] {
      do throws(DatePattern.Flaw) {
        cells.dateFormat = .pattern(try DatePattern(text))
      } catch {
        throw arguments.unsuitable(dateFormat, text, expected: "a format such as %d.%m.%Y; \(error.message)")
      }
    }
    if let text = arguments[thousands] {
      guard CellSpelling.isThousandsMark(text) else {
        throw arguments.unsuitable(thousands, text, expected: "one character such as . or a space")
      }
      cells.thousands = text
    }
    return cells
  }

  private static func words(_ option: Option, _ arguments: ParsedArguments) throws -> [String]? {
    let words = arguments.all(option)
    for word in words where word.isEmpty || word.first == " " || word.last == " " {
      throw arguments.unsuitable(
        option, word, expected: "a word without spaces around it; an empty cell is missing anyway")
    }
    return words.isEmpty ? nil : words
  }
}

extension String {
  /// The parts before and after the last occurrence of a character.
  fileprivate func split(lastOf separator: Character) -> (String, String)? {
    guard let place = lastIndex(of: separator), place != startIndex else { return nil }
    return (String(self[..<place]), String(self[index(after: place)...]))
  }
}
