/// An option or a flag of a command, known by its name: `--format json`, `-o out.csv`, `--strict`.
struct Option: Sendable, Equatable {
  /// What may follow the option's name.
  enum Value: Sendable, Equatable {
    case text(String)
    /// A path that completions complete; the option may take `-` as well.
    case file(String)
    case directory(String)
    case choice([String])
    case integer(String, ClosedRange<Int>)

    /// How help and usage lines spell the value.
    var placeholder: String {
      switch self {
      case .text(let name), .file(let name), .directory(let name), .integer(let name, _): name
      case .choice(let choices): choices.joined(separator: "|")
      }
    }
  }

  /// The long name without its dashes.
  let name: String
  var short: Character?
  /// The value that the option takes; `nil` makes it a flag.
  let value: Value?
  var defaultValue: String?
  var isRepeatable = false
  var isRequired = false
  let help: String

  /// An option that takes a value.
  init(
    _ name: String, short: Character? = nil, _ value: Value, default defaultValue: String? = nil,
    isRepeatable: Bool = false, isRequired: Bool = false, help: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.defaultValue = defaultValue
    self.isRepeatable = isRepeatable
    self.isRequired = isRequired
    self.help = help
  }

  /// A flag: it is there or not.
  init(flag name: String, short: Character? = nil, help: String) {
    self.name = name
    self.short = short
    self.value = nil
    self.help = help
  }

  /// The long name as typed, `--output`.
  var spelling: String { "--" + name }

  /// The option with its value, `--format text|json`.
  var signature: String { value.map { "\(spelling) \($0.placeholder)" } ?? spelling }

  /// The signature as usage lines show it, with the short name where there is one: `-o OUT.csv`.
  var usage: String {
    guard let short else { return signature }
    return value.map { "-\(short) \($0.placeholder)" } ?? "-\(short)"
  }
}

extension Option.Value {
  /// The raw values of an enum, in the order of its cases.
  static func choice<Choice>(of type: Choice.Type) -> Option.Value
  where Choice: CaseIterable & RawRepresentable<String> {
    .choice(type.allCases.map(\.rawValue))
  }
}

extension Option {
  static let config = Option(
    "config", .file("DIR"), default: ".", help: "Folder with catalog, segments and experiments, or a bundle of them.")
  static let color = Option(
    "color", .choice(of: ColorChoice.self), default: ColorChoice.auto.rawValue,
    help: "Colour: auto asks the environment and the terminal.")
  static let quiet = Option(
    flag: "quiet", short: "q", help: "No progress and no summary; errors are still shown.")
  static let verbose = Option(
    flag: "verbose", short: "v", help: "Say what is read, and how long the work took, on standard error.")
  static let help = Option(flag: "help", short: "h", help: "Show this help.")
  /// Belongs to `help` only.
  static let markdown = Option(
    flag: "markdown", help: "Write it in Markdown, with the help of every command below it.")
  /// Belongs to the bare `personalize` only: `hash` has a `--version N` of its own.
  static let version = Option(flag: "version", help: "Show the version.")

  /// What every command understands, before or after its name.
  static let everywhere = [config, color, quiet, verbose, help]
}
