import Foundation
import Personalization
import TestSupport

/// A CSV file of random users, written in one of the many ways that are legal.
struct RandomCSV {
  let users: [RandomUser]
  let bytes: [UInt8]
  /// What separates the fields, where the file does not say so itself.
  let delimiter: UInt8?

  /// - Parameter units: How many different units most rows share; nil: about each has its own.
  init(of world: RandomWorkspace, rows: Int, units: Int? = nil, _ random: inout SplitMix64) {
    var users: [RandomUser] = []
    for _ in 0..<rows {
      users.append(RandomUser(of: world, &random, isFlat: true))
      guard let units, random.chance(80) else { continue }
      users[users.count - 1].attributes["user_id"] = .string("u-\(random.int(1...units))")
    }
    let separator = random.pick([",", ",", ";", "\t"])
    let lineEnd = random.pick(["\n", "\n", "\r\n", "\r\n", "\r"])
    let hasHint = separator != "," && random.chance(30)
    var columns: [Column] = world.attributes.map { .attribute($0) }
    columns += Set(users.flatMap(\.choices.keys)).sorted().map { .choice($0) }
    for number in 0..<random.int(0...2) { columns.append(.ignored("note \(number)")) }
    columns = random.shuffled(columns)

    var writer = Writer(separator: separator, lineEnd: lineEnd)
    if random.chance(30) { writer.text += "\u{FEFF}" }
    if hasHint { writer.text += "sep=\(separator)\(lineEnd)" }
    for column in columns { writer.add(column.name, isQuoted: random.chance(20)) }
    writer.endRecord()
    for user in users {
      if random.chance(4) { writer.text += lineEnd }
      for column in columns { column.write(user, to: &writer, &random) }
      writer.endRecord()
    }
    if rows > 0, random.chance(25) { writer.text.unicodeScalars.removeLast(lineEnd.unicodeScalars.count) }
    self.users = users
    bytes = Array(writer.text.utf8)
    delimiter = hasHint || separator == "," ? nil : separator.utf8.first
  }

  private enum Column {
    case attribute(RandomWorkspace.Attribute)
    case choice(String)
    case ignored(String)

    var name: String {
      switch self {
      case .attribute(let attribute): attribute.name
      case .choice(let slot): "choice." + slot
      case .ignored(let name): name
      }
    }

    func write(_ user: RandomUser, to writer: inout Writer, _ random: inout SplitMix64) {
      switch self {
      case .ignored: writer.addNoise(&random)
      case .choice(let slot):
        if case .string(let text)? = user.choices[slot] {
          writer.add(text, isQuoted: random.chance(20))
        } else {
          writer.add("", isQuoted: random.chance(20))
        }
      case .attribute(let attribute):
        guard let value = user.attributes[attribute.name] else {
          return writer.add("", isQuoted: attribute.kind != .string && random.chance(20))
        }
        let text = Self.cell(value, separator: attribute.separator, &random)
        writer.add(text, isQuoted: text.isEmpty || random.chance(25))
      }
    }

    private static func cell(_ value: AttributeValue, separator: String, _ random: inout SplitMix64) -> String {
      switch value {
      case .string(let text): return text
      case .number(let number):
        let text = number.description
        let short = text.hasSuffix(".0") && random.chance(50) ? String(text.dropLast(2)) : text
        return random.chance(10) ? " \(short) " : short
      case .boolean(let flag):
        return random.pick(flag ? ["true", "TRUE", "True", "1", "yes"] : ["false", "FALSE", "False", "0", "no"])
      case .list(let elements):
        var cells: [String] = []
        for element in elements {
          if case .number(let number) = element { cells.append(number.description) }
          if case .string(let text) = element { cells.append(text) }
        }
        return cells.joined(separator: separator)
      case .null, .object, .unusable: return ""
      }
    }
  }

  private struct Writer {
    let separator: String
    let lineEnd: String
    var text = ""
    private var isAtStart = true

    init(separator: String, lineEnd: String) {
      self.separator = separator
      self.lineEnd = lineEnd
    }

    mutating func add(_ content: String, isQuoted: Bool) {
      let special: Set<Unicode.Scalar> = ["\"", "\n", "\r", ",", ";", "\t"]
      let needsQuotes = content.unicodeScalars.contains(where: special.contains)
      addRaw(
        isQuoted || needsQuotes ? "\"\(content.replacingOccurrences(of: "\"", with: "\"\""))\"" : content)
    }

    /// What nobody reads: line ends inside quotes, and quotes that mean nothing because they stand in the middle.
    mutating func addNoise(_ random: inout SplitMix64) {
      let inner = lineEnd == "\r" ? ["\r", "\r\r"] : ["\n", "\r\n", "\n\n\"", "a,b;c\t\n\"\"x"]
      switch random.int(1...6) {
      case 1, 2: add("x" + random.pick(inner) + "y", isQuoted: true)
      case 3, 4: addRaw(random.pick(["5\" phone", "a\"b\"c", "x\"", "12\"\"3\"", " \" "]))
      case 5: add("", isQuoted: random.chance(50))
      default: add("plain", isQuoted: random.chance(20))
      }
    }

    private mutating func addRaw(_ raw: String) {
      if !isAtStart { text += separator }
      isAtStart = false
      text += raw
    }

    mutating func endRecord() {
      text += lineEnd
      isAtStart = true
    }
  }
}
