/// Where a piece of the command line came from.
struct ArgumentOrigin: Sendable, Equatable {
  /// The place on the command line, counted from 1 after the program's name.
  let position: Int
  /// What was typed there: `--output`, or `-o` even inside `-oout.csv`.
  let spelling: String
}

/// The arguments of one run, checked against the command's description.
///
///     let at = arguments[DecisionOptions.at]                       // nil when absent
///     let format = arguments.choice(Validate.format, as: TextFormat.self)
///     let isStrict = arguments.has(Batch.strict)
struct ParsedArguments: Sendable {
  struct Occurrence: Sendable, Equatable {
    let text: String
    let origin: ArgumentOrigin
  }

  /// Everything that was typed, by the option's long name or the positional's name, in order.
  private var occurrences: [String: [Occurrence]] = [:]

  /// The option's value: what was typed, else its default, else `nil`.
  subscript(option: Option) -> String? { occurrences[option.name]?.last?.text ?? option.defaultValue }

  /// The argument at a place; `nil` only if it is not required.
  subscript(positional: Positional) -> String? { occurrences[positional.name]?.first?.text }

  /// Every value of a repeatable option, as typed from left to right.
  func all(_ option: Option) -> [String] { occurrences[option.name, default: []].map(\.text) }

  /// Every value of a repeatable argument, from left to right.
  func all(_ positional: Positional) -> [String] { occurrences[positional.name, default: []].map(\.text) }

  /// Whether the flag or option was typed.
  func has(_ option: Option) -> Bool { occurrences[option.name] != nil }

  /// The value of an option whose choices are the enum's cases.
  ///
  /// The option must have a default and choices made by `Option.Value.choice(of:)` from the same enum.
  func choice<Choice>(_ option: Option, as type: Choice.Type) -> Choice
  where Choice: CaseIterable & RawRepresentable<String> {
    guard let choice = self[option].flatMap(Choice.init(rawValue:)) else {
      preconditionFailure("\(option.spelling) has no default, or choices that are not \(type)")
    }
    return choice
  }

  /// The value of a required positional whose choices are the enum's cases.
  func choice<Choice>(_ positional: Positional, as type: Choice.Type) -> Choice
  where Choice: CaseIterable & RawRepresentable<String> {
    guard let choice = self[positional].flatMap(Choice.init(rawValue:)) else {
      preconditionFailure("\(positional.name) is not required, or has choices that are not \(type)")
    }
    return choice
  }

  /// The value of an `.integer` option.
  func integer(_ option: Option) -> Int? { self[option].flatMap { Int($0) } }

  /// The value of a required option or one with a default.
  func required(_ option: Option) -> String {
    guard let text = self[option] else { preconditionFailure("\(option.spelling) is not required by its command") }
    return text
  }

  /// The value of a required positional.
  func required(_ positional: Positional) -> String {
    guard let text = self[positional] else { preconditionFailure("\(positional.name) is not required by its command") }
    return text
  }

  /// A usage error about a value that only the command itself can judge; `expected` completes "expects …".
  ///
  ///     throw arguments.unsuitable(DecisionOptions.force, "x", expected: "EXPERIMENT=VARIATION")
  func unsuitable(_ option: Option, _ text: String? = nil, expected: String) -> ArgumentProblem {
    .unsuitableValue(
      place(of: option, text), value: text ?? occurrences[option.name]?.last?.text ?? option.defaultValue ?? "",
      expected: expected)
  }

  /// Where a value of an option was typed; the last one, if no other is like it.
  func place(of option: Option, _ text: String?) -> ArgumentOrigin {
    let given = occurrences[option.name, default: []]
    let guilty = given.last { $0.text == text } ?? given.last
    return guilty?.origin ?? ArgumentOrigin(position: 0, spelling: option.spelling)
  }

  /// Where an option was first typed.
  func origin(of option: Option) -> ArgumentOrigin? { occurrences[option.name]?.first?.origin }

  mutating func add(_ occurrence: Occurrence, to name: String) {
    occurrences[name, default: []].append(occurrence)
  }
}
