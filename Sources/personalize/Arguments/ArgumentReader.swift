internal import Authoring

/// What a command line asks for.
enum Request {
  case run(CommandPath, @Sendable (ParsedArguments, Terminal) throws -> ExitStatus, ParsedArguments)
  case help(CommandPath, ParsedArguments)
  case version(ParsedArguments)
  /// A group of commands was named, but none of them.
  case overview(CommandPath, ParsedArguments)
}

/// Reads a command line from left to right against the description of the commands.
///
/// Understood are `--name value`, `--name=value`, `-o value`, `-ovalue`, `-o=value`, flags together as in `-qh`, and
/// `--`, after which nothing is an option. `-` and what begins like a negative number are ordinary values; any other
/// word with a dash is never taken for a value, so that `--user --at` reports the missing value. The first problem
/// from the left is thrown; `--help` before it wins.
struct ArgumentReader {
  private var path: CommandPath
  private let root: CommandPath
  private let words: [String]
  private var next = 0
  private var understood = ParsedArguments()
  private var operands: [ParsedArguments.Occurrence] = []
  private var optionsHaveEnded = false

  /// What the words after the program's name ask for; `nil` is a word that is not UTF-8.
  static func request(from words: [String?], root: Command) throws(UsageError) -> Request {
    if let broken = words.firstIndex(of: nil) {
      throw UsageError(
        path: CommandPath(root: root), problem: .argumentNotUTF8(position: broken + 1), understood: ParsedArguments())
    }
    var reader = ArgumentReader(words: words.compactMap(\.self), root: root)
    do throws(ArgumentProblem) {
      return try reader.request()
    } catch {
      throw UsageError(path: reader.path, problem: error, understood: reader.understood)
    }
  }

  private init(words: [String], root: Command) {
    self.words = words
    self.root = CommandPath(root: root)
    path = self.root
  }

  private mutating func request() throws(ArgumentProblem) -> Request {
    while next < words.count {
      let word = words[next]
      next += 1
      if optionsHaveEnded || !isOption(word) {
        try readOperand(word)
      } else if word == "--" {
        optionsHaveEnded = true
      } else {
        let flags = word.hasPrefix("--") ? try readLong(word) : try readShort(word)
        if flags.contains(.help) { return .help(path, understood) }
        if flags.contains(.version) { return .version(understood) }
      }
    }
    switch path.command.body {
    case .subcommands: return .overview(path, understood)
    case .help: return .help(try pathNamedByOperands(), understood)
    case .run(let body):
      try placeOperands()
      try checkRequired()
      return .run(path, body, understood)
    }
  }
}

// MARK: Words

extension ArgumentReader {
  private func isOption(_ word: String) -> Bool {
    let bytes = Array(word.utf8.prefix(3))
    guard bytes.count > 1, bytes[0] == UInt8(ascii: "-") else { return false }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let isNumber = digits ~= bytes[1] || (bytes.count > 2 && bytes[1] == UInt8(ascii: ".") && digits ~= bytes[2])
    return !isNumber
  }

  private mutating func readOperand(_ word: String) throws(ArgumentProblem) {
    let origin = ArgumentOrigin(position: next, spelling: word)
    guard case .subcommands(let commands) = path.command.body else {
      operands.append(.init(text: word, origin: origin))
      return
    }
    guard let deeper = path.descending(to: word) else {
      throw .unknownCommand(origin, nearest: Command.named(like: word, among: commands.map(\.name)))
    }
    path = deeper
  }

  /// Reads `--name`, `--name value` or `--name=value` and returns the flag that it set.
  private mutating func readLong(_ word: String) throws(ArgumentProblem) -> [Option] {
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let origin = ArgumentOrigin(position: next, spelling: "--" + name)
    guard let option = path.command.allOptions.first(where: { $0.name == name }) else {
      let nearest = nearestName(to: name, among: path.command.allOptions.map(\.name))
      throw .unknownOption(origin, nearest: nearest.map { "--" + $0 })
    }
    let attached = parts.count > 1 ? String(parts[1]) : nil
    if option.value == nil, let attached { throw .unexpectedValue(origin, value: attached) }
    try read(option, attached: attached, origin)
    return option.value == nil ? [option] : []
  }

  /// Reads `-q`, `-qh`, `-o value` or `-ovalue` and returns the flags that it set.
  private mutating func readShort(_ word: String) throws(ArgumentProblem) -> [Option] {
    var flags: [Option] = []
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let origin = ArgumentOrigin(position: next, spelling: "-\(letter)")
      guard let option = path.command.allOptions.first(where: { $0.short == letter }) else {
        throw unknownShort(word, origin)
      }
      guard option.value != nil else {
        try read(option, attached: nil, origin)
        flags.append(option)
        continue
      }
      if letters.first == "=" { letters.removeFirst() }
      try read(option, attached: letters.isEmpty ? nil : String(letters), origin)
      break
    }
    return flags
  }

  /// Takes `-format` for a `--format` with one dash lost before it takes it for letters.
  private func unknownShort(_ word: String, _ origin: ArgumentOrigin) -> ArgumentProblem {
    let name = word.dropFirst().prefix { $0 != "=" }
    guard name.count > 1, path.command.allOptions.contains(where: { $0.name == name }) else {
      return .unknownOption(origin, nearest: nil)
    }
    return .unknownOption(ArgumentOrigin(position: origin.position, spelling: "-" + name), nearest: "--" + name)
  }

  private mutating func read(
    _ option: Option, attached: String?, _ origin: ArgumentOrigin
  ) throws(ArgumentProblem) {
    guard let value = option.value else {
      understood.add(.init(text: "", origin: origin), to: option.name)
      return
    }
    if let first = understood.origin(of: option), !option.isRepeatable {
      throw .optionGivenTwice(origin, first: first)
    }
    guard let text = attached ?? nextValue() else {
      throw .missingValue(origin, placeholder: value.placeholder)
    }
    try value.check(text, origin)
    understood.add(.init(text: text, origin: origin), to: option.name)
  }

  private mutating func nextValue() -> String? {
    guard next < words.count, !isOption(words[next]) else { return nil }
    defer { next += 1 }
    return words[next]
  }
}

extension Option.Value {
  fileprivate func check(_ text: String, _ origin: ArgumentOrigin) throws(ArgumentProblem) {
    switch self {
    case .text, .file, .directory: break
    case .choice(let choices):
      if !choices.contains(text) {
        throw .valueNotAmongChoices(
          origin, value: text, choices: choices, nearest: nearestName(to: text, among: choices))
      }
    case .integer(_, let range):
      guard let number = Int(text), range.contains(number) else {
        throw .valueNotInteger(origin, value: text, range: range)
      }
    }
  }
}

// MARK: The whole

extension ArgumentReader {
  private mutating func placeOperands() throws(ArgumentProblem) {
    let positionals = path.command.positionals
    for (index, operand) in operands.enumerated() {
      guard let positional = index < positionals.count ? positionals[index] : positionals.last,
        index < positionals.count || positional.isRepeatable
      else { throw .unexpectedArgument(operand.origin) }
      try positional.value?.check(
        operand.text, ArgumentOrigin(position: operand.origin.position, spelling: positional.name))
      understood.add(operand, to: positional.name)
    }
    for positional in positionals.dropFirst(operands.count) where positional.isRequired {
      throw .missingArgument(name: positional.name)
    }
  }

  private func checkRequired() throws(ArgumentProblem) {
    for option in path.command.options where option.isRequired && !understood.has(option) {
      throw .missingOption(usage: option.usage)
    }
    for group in path.command.exactlyOneOf {
      let given = group.compactMap { understood.origin(of: $0) }.sorted { $0.position < $1.position }
      guard let first = given.first else { throw .missingOneOf(usages: group.map(\.usage)) }
      if given.count > 1 { throw .optionsExcludeEachOther(first, given[1]) }
    }
  }

  private func pathNamedByOperands() throws(ArgumentProblem) -> CommandPath {
    var named = root
    for operand in operands {
      guard let deeper = named.descending(to: operand.text) else {
        let names = named.command.subcommands.map(\.name)
        throw .unknownCommand(operand.origin, nearest: Command.named(like: operand.text, among: names))
      }
      named = deeper
    }
    return named
  }
}
