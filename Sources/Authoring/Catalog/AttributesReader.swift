internal import Personalization

/// The attributes that a workspace declares.
struct AttributeTable {
  /// Where attributes are declared.
  static let place = "catalog/attributes.json"

  /// In the order of their declaration.
  var definitions: [AttributeDefinition] = []
  /// By name; the value is nil where the declaration has an error of its own.
  var types: [String: AttributeType?] = [:]
  var unit: String?
  /// Where each is declared.
  var values: [String: Value] = [:]
  /// Whether an attribute that is not here does not exist.
  var isComplete = false

  /// The attribute that a condition, unit or binding names, or a report.
  ///
  /// Nil without a report if nothing is known of it because of a problem elsewhere.
  func type(of name: String, at value: Value, part: Value.Part = .value) -> AttributeType? {
    if let type = types[name] { return type }
    if isComplete {
      let remedy = Remedy(for: name, among: types.keys, in: Self.place, called: "attributes")
      value.report(
        .unknownAttribute, "there is no attribute \(quoted(name))\(remedy.ending)", suggestion: remedy.suggestion,
        at: part)
    }
    return nil
  }

  /// The attribute that a unit names: declared, and a string; else a report.
  func unit(_ value: Value) -> String? {
    guard let name = value.string("the name of a string attribute"), let type = type(of: name, at: value) else {
      return nil
    }
    guard type == .string else {
      value.report(.unitType, "a unit is a string attribute, \(quoted(name)) is \(type.phrase)")
      return nil
    }
    return name
  }
}

/// Reads `catalog/attributes.json`.
struct AttributesReader {
  private var table = AttributeTable()

  static func read(_ root: Value?) -> AttributeTable {
    var reader = AttributesReader()
    if let root { reader.read(root) }
    return reader.table
  }

  private mutating func read(_ root: Value) {
    guard
      let object = ObjectReader(
        root, "an object with \"unit\" and \"attributes\"", knows: ["$schema", "unit", "attributes"])
    else { return }
    object.checkTexts()
    if let members = object.required("attributes", "an object of attributes by name")?.object(
      "an object of attributes by name")
    {
      for member in members { read(attribute: member) }
      table.isComplete = true
    }
    table.unit = object.required("unit", "the name of a string attribute").flatMap(table.unit)
  }

  private mutating func read(attribute value: Value) {
    let name = value.key
    if name.isEmpty || name.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }) {
      value.report(
        .invalidKey, "\(quoted(name)) cannot be the name of an attribute; expected text without control characters",
        at: .key)
    } else if name.first == " " || name.last == " " {
      // The header of a CSV file is trimmed, so no column could ever have this name.
      value.report(
        .invalidKey, "\(quoted(name)) cannot be the name of an attribute; expected text without spaces at its ends",
        at: .key)
    }
    if name.hasPrefix("$") || name.hasPrefix(User.choicePrefix) || name == "segments" {
      value.report(
        .reservedName,
        "\(quoted(name)) cannot be the name of an attribute: names that begin with \"$\" or \"\(User.choicePrefix)\", "
          + "and \"segments\", have a meaning of their own", at: .key)
    }
    // Two spellings of one text in Unicode are two keys in JSON, but no reader could tell them apart.
    if table.types[name] != nil {
      value.report(.duplicateKey, "the attribute \(quoted(name)) is declared twice", at: .key)
      return
    }
    let definition = definition(of: value)
    table.types[name] = .some(definition?.type)
    table.values[name] = value
    if let definition { table.definitions.append(definition) }
  }

  private enum TypeName: String, CaseIterable {
    case string, number, boolean, version, date, list
  }

  private func definition(of value: Value) -> AttributeDefinition? {
    guard
      let object = ObjectReader(
        value, "an object with \"type\"", knows: ["type", "of", "separator", "format", "description"])
    else { return nil }
    object.checkTexts("description")
    guard let name = object.required("type", alternatives(TypeName.allCases.map(\.rawValue)))?.choice(of: TypeName.self)
    else { return nil }

    var element = AttributeType.Element.string
    if name == .list {
      if let value = object["of"] {
        guard let written = value.choice(of: AttributeType.Element.self) else { return nil }
        element = written
      }
    } else {
      for member in ["of", "separator"] {
        object[member]?.report(.misplacedMember, "\"\(member)\" belongs to attributes of type \"list\" only", at: .key)
      }
    }
    var separator = UInt8(ascii: "|")
    if name == .list, let value = object["separator"], let text = value.string("one ASCII character") {
      if let byte = text.utf8.first, text.utf8.count == 1, byte >= 0x20 || byte == UInt8(ascii: "\t"), byte < 0x7F {
        separator = byte
      } else {
        value.report(.unknownValue, "expected one ASCII character, found \(value.found)")
      }
    }
    var format: DateFormat?
    if let value = object["format"] {
      if name == .date {
        format = value.choice(of: DateFormat.self)
      } else {
        value.report(.misplacedMember, "\"format\" belongs to attributes of type \"date\" only", at: .key)
      }
    }
    let type: AttributeType =
      switch name {
      case .string: .string
      case .number: .number
      case .boolean: .boolean
      case .version: .version
      case .date: .date
      case .list: .list(of: element)
      }
    return AttributeDefinition(name: value.key, type: type, separator: separator, format: format)
  }
}
