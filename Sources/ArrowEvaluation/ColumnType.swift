/// What the values of a column are, and how its buffers hold them.
///
/// Source: the format strings of Apache Arrow's C data interface.
enum ColumnType: Hashable, Sendable {
  /// Nothing but nulls.
  case null
  case boolean
  case integer(bytes: Int, isSigned: Bool)
  case float(bytes: Int)
  /// An integer of this size, to be divided by ten to the power of `scale`.
  case decimal(bytes: Int, scale: Int)
  /// Days since 1970.
  case days
  /// Ticks since 1970; so many a second.
  case ticks(perSecond: Int64)
  case text(TextLayout)
  case list(ListLayout)
  case structure
  /// A type that no attribute takes, by its name.
  case other(String)

  /// How a column of texts is laid out.
  enum TextLayout: Hashable, Sendable { case offsets32, offsets64, views }

  /// How a column of lists is laid out; a fixed list has this many elements.
  enum ListLayout: Hashable, Sendable {
    case offsets32, offsets64, views32, views64
    case fixed(Int)
  }

  /// The type that a format string names.
  init(format: String) {
    self = Self.plain[format] ?? Self.parametrised(format)
  }

  private static let plain: [String: ColumnType] = [
    "n": .null, "b": .boolean,
    "c": .integer(bytes: 1, isSigned: true), "C": .integer(bytes: 1, isSigned: false),
    "s": .integer(bytes: 2, isSigned: true), "S": .integer(bytes: 2, isSigned: false),
    "i": .integer(bytes: 4, isSigned: true), "I": .integer(bytes: 4, isSigned: false),
    "l": .integer(bytes: 8, isSigned: true), "L": .integer(bytes: 8, isSigned: false),
    "e": .float(bytes: 2), "f": .float(bytes: 4), "g": .float(bytes: 8),
    "tdD": .days, "tdm": .ticks(perSecond: 1000),
    "u": .text(.offsets32), "U": .text(.offsets64), "vu": .text(.views),
    "+l": .list(.offsets32), "+L": .list(.offsets64), "+vl": .list(.views32), "+vL": .list(.views64),
    "+s": .structure, "+m": .other("map"), "+r": .other("run-end encoded"),
    "z": .other("binary"), "Z": .other("binary"), "vz": .other("binary"),
  ]

  private static func parametrised(_ format: String) -> ColumnType {
    let parts = format.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let parameter = parts.count > 1 ? parts[1] : ""
    switch parts[0] {
    case "tss": return .ticks(perSecond: 1)
    case "tsm": return .ticks(perSecond: 1000)
    case "tsu": return .ticks(perSecond: 1_000_000)
    case "tsn": return .ticks(perSecond: 1_000_000_000)
    case "+w":
      if let size = Int(parameter), size >= 0 { return .list(.fixed(size)) }
    case "d":
      let numbers = parameter.split(separator: ",").map { Int($0) }
      if numbers.count >= 2, let scale = numbers[1] {
        let bits = numbers.count > 2 ? numbers[2] ?? 0 : 128
        // A scale is an integer of 32 bits.
        if [32, 64, 128, 256].contains(bits), Int32(exactly: scale) != nil {
          return .decimal(bytes: bits / 8, scale: scale)
        }
      }
      return .other("decimal of another size than 32, 64, 128 or 256 bits")
    case "w": return .other("binary")
    case "ttD", "tts", "ttm", "ttu", "ttn": return .other("time of day")
    case "tDs", "tDm", "tDu", "tDn": return .other("duration")
    case "tiM", "tiD", "tin": return .other("interval")
    default:
      if format.hasPrefix("+u") { return .other("union") }
    }
    return .other("type \(format)")
  }

  /// What it is called in messages.
  var name: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .integer(let bytes, let isSigned): "\(isSigned ? "" : "u")int\(bytes * 8)"
    case .float(let bytes): "float\(bytes * 8)"
    case .decimal: "decimal"
    case .days: "date"
    case .ticks: "timestamp"
    case .text: "string"
    case .list: "list"
    case .structure: "struct"
    case .other(let name): name
    }
  }

  /// How many buffers its columns have; views of texts have more, in any number.
  var bufferCount: Int {
    switch self {
    case .null, .other: 0
    case .structure, .list(.fixed): 1
    case .boolean, .integer, .float, .decimal, .days, .ticks, .list(.offsets32), .list(.offsets64): 2
    case .text, .list: 3
    }
  }
}
