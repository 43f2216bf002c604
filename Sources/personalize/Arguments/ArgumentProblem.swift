/// What is wrong with a command line, and where.
///
/// Words are in `ArgumentProblem+Words.swift`.
enum ArgumentProblem: Error, Sendable, Equatable {
  case unknownCommand(ArgumentOrigin, nearest: String?)
  case unknownOption(ArgumentOrigin, nearest: String?)
  case missingValue(ArgumentOrigin, placeholder: String)
  /// A flag was given a value: `--strict=yes`.
  case unexpectedValue(ArgumentOrigin, value: String)
  case valueNotAmongChoices(ArgumentOrigin, value: String, choices: [String], nearest: String?)
  case valueNotInteger(ArgumentOrigin, value: String, range: ClosedRange<Int>)
  /// A value that a command refused after parsing.
  case unsuitableValue(ArgumentOrigin, value: String, expected: String)
  /// A name in a value that nothing of its kind has.
  case unknownName(ArgumentOrigin, value: String, name: String, expected: String, choices: [String], nearest: String?)
  case optionGivenTwice(ArgumentOrigin, first: ArgumentOrigin)
  case optionsExcludeEachOther(ArgumentOrigin, ArgumentOrigin)
  case missingArgument(name: String)
  case missingOption(usage: String)
  case missingOneOf(usages: [String])
  case unexpectedArgument(ArgumentOrigin)
  case argumentNotUTF8(position: Int)
}

/// A command line that cannot be run, and the command whose rules it breaks.
struct UsageError: Error {
  let path: CommandPath
  let problem: ArgumentProblem
  /// What was understood before the problem, so that the message itself obeys `--color`.
  let understood: ParsedArguments
}
