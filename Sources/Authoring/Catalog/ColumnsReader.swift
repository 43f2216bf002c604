internal import Personalization

/// Reads `catalog/columns.json`: how files of users are written where they are not written in the usual way.
struct ColumnsReader {
  private let attributes: AttributeTable
  private static let cellMembers = ["null", "true", "false", "dateFormat", "decimalComma", "thousands"]

  static func read(_ root: Value?, attributes: AttributeTable) -> FileSpelling {
    root.map { ColumnsReader(attributes: attributes).spelling($0) } ?? FileSpelling()
  }

  private func spelling(_ root: Value) -> FileSpelling {
    var spelling = FileSpelling()
    guard
      let object = ObjectReader(
        root, "an object with \"names\", \"null\" and the like",
        knows: ["$schema", "description", "names"] + Self.cellMembers + ["columns"])
    else { return spelling }
    object.checkTexts("description")
    spelling.usual = cells(object)
    report(spelling.usual.conflict, at: root)
    spelling.names = names(object)
    for member in object["columns"]?.object("an object of attributes and how their columns are written") ?? [] {
      let type = attributes.type(of: member.key, at: member, part: .key)
      guard
        let column = ObjectReader(
          member, "an object with \"null\", \"dateFormat\" and the like",
          knows: Self.cellMembers + ["separator", "description"])
      else { continue }
      column.checkTexts("description")
      var own = cells(column)
      own.separator = separator(column)
      if let type { checkUse(column, type) }
      report(own.filled(from: spelling.usual).conflict, at: member)
      spelling.columns[member.key] = own
    }
    return spelling
  }

  private func report(_ conflict: String?, at value: Value) {
    if let conflict { value.report(.unknownValue, conflict) }
  }

  /// Reports members that say nothing of an attribute of the type.
  private func checkUse(_ column: ObjectReader, _ type: AttributeType) {
    let isNumeric = type == .number || type == .list(of: .number)
    let uses: [(member: String, isUsed: Bool, types: String)] = [
      ("true", type == .boolean, "boolean"), ("false", type == .boolean, "boolean"),
      ("dateFormat", type == .date, "date"), ("decimalComma", isNumeric, "number"), ("thousands", isNumeric, "number"),
      ("separator", type.isList, "list"),
    ]
    for use in uses where !use.isUsed {
      column[use.member]?.report(
        .misplacedMember, "\"\(use.member)\" belongs to columns of type \"\(use.types)\" only", at: .key)
    }
  }

  /// The attributes that columns of other names hold.
  private func names(_ object: ObjectReader) -> [String: String] {
    var names: [String: String] = [:]
    for member in object["names"]?.object("an object of column names and the attributes they hold") ?? [] {
      guard let attribute = member.string("the name of an attribute, or choice.SLOT") else { continue }
      if attribute.hasPrefix(User.choicePrefix) {
        let slot = String(attribute.dropFirst(User.choicePrefix.count))
        if Slot(rawValue: slot) == nil {
          member.report(
            .unknownSlot, "there is no slot \(quoted(slot))",
            suggestion: nearestName(to: slot, among: Slot.allCases.map(\.key)))
        }
      } else {
        _ = attributes.type(of: attribute, at: member)
      }
      names[member.key] = attribute
    }
    return names
  }

  private func cells(_ object: ObjectReader) -> CellSpelling {
    var cells = CellSpelling()
    cells.nullWords = words(object["null"])
    cells.trueWords = words(object["true"])
    cells.falseWords = words(object["false"])
    cells.hasDecimalComma = object["decimalComma"]?.boolean()
    if let value = object["dateFormat"], let text = value.string("a format such as \"%d.%m.%Y\", or \"usual\"") {
      if text == "usual" {
        cells.dateFormat = .usual
      } else {
        do throws(DatePattern.Flaw) {
          cells.dateFormat = .pattern(try DatePattern(text))
        } catch {
          value.report(.unknownValue, error.message, at: .textOffset(error.offset))
        }
      }
    }
    if let value = object["thousands"], let text = value.string("the character between thousands, such as \".\"") {
      if text.isEmpty || CellSpelling.isThousandsMark(text) {
        cells.thousands = text
      } else {
        value.report(.unknownValue, "expected one character such as \".\" or \" \", or none, found \(value.found)")
      }
    }
    return cells
  }

  /// A word, or several.
  private func words(_ value: Value?) -> [String]? {
    guard let value else { return nil }
    if let word = value.text { return [word].filter { isWord($0, value) } }
    guard let elements = value.array("a word, or an array of words") else { return nil }
    return elements.compactMap { element in element.string("a word").flatMap { isWord($0, element) ? $0 : nil } }
  }

  private func isWord(_ word: String, _ value: Value) -> Bool {
    if !word.isEmpty, word.first != " ", word.last != " " { return true }
    value.report(.unknownValue, "expected a word without spaces around it, found \(quoted(word))")
    return false
  }

  private func separator(_ object: ObjectReader) -> UInt8? {
    guard let value = object["separator"], let text = value.string("one ASCII character") else { return nil }
    if let byte = text.utf8.first, text.utf8.count == 1, byte >= 0x20 || byte == UInt8(ascii: "\t"), byte < 0x7F {
      return byte
    }
    value.report(.unknownValue, "expected one ASCII character, found \(value.found)")
    return nil
  }
}

extension AttributeType {
  fileprivate var isList: Bool {
    if case .list = self { true } else { false }
  }
}
