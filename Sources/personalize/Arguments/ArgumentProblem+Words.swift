extension ArgumentProblem {
  /// The problem as one line for a person.
  var message: String {
    switch self {
    case .unknownCommand(let origin, let nearest):
      "unknown command \(quoted(origin.spelling))" + suggestion(nearest)
    case .unknownOption(let origin, let nearest):
      "unknown option \(quoted(origin.spelling))" + suggestion(nearest)
    case .missingValue(let origin, let placeholder):
      "\(origin.spelling) needs a value: \(origin.spelling) \(placeholder)"
    case .unexpectedValue(let origin, let value):
      "\(origin.spelling) takes no value, but was given \(quoted(value))"
    case .valueNotAmongChoices(let origin, let value, let choices, let nearest):
      "\(origin.spelling) cannot be \(quoted(value)); choose \(list(choices))" + suggestion(nearest)
    case .valueNotInteger(let origin, let value, let range):
      "\(origin.spelling) expects a whole number from \(range.lowerBound) to \(range.upperBound), not \(quoted(value))"
    case .unsuitableValue(let origin, let value, let expected):
      "\(origin.spelling) expects \(expected), not \(quoted(value))"
    case .unknownName(let origin, let value, let name, let expected, let choices, let nearest):
      (value == name ? origin.spelling : "\(origin.spelling) \(quoted(value))")
        + ": \(quoted(name)) is not \(expected)" + (nearest.map { suggestion($0) } ?? choice(of: choices))
    case .optionGivenTwice(let origin, let first):
      origin.spelling == first.spelling
        ? "\(origin.spelling) is given twice; keep one"
        : "\(first.spelling) and \(origin.spelling) are the same option; keep one"
    case .optionsExcludeEachOther(let first, let second):
      "\(first.spelling) and \(second.spelling) exclude each other; keep one"
    case .missingArgument(let name):
      "missing argument \(name)"
    case .missingOption(let usage):
      "missing option \(usage)"
    case .missingOneOf(let usages):
      "missing option: give \(list(usages))"
    case .unexpectedArgument(let origin):
      "unexpected argument \(quoted(origin.spelling))"
    case .argumentNotUTF8(let position):
      "argument \(position) is not valid UTF-8"
    }
  }
}

extension UsageError {
  /// The message, one usage line and where to read more.
  var report: Styled {
    """
    \("error:", .bold, .red) \(problem.message)
    usage: \(Usage(path).short)
    see '\(path.spelling) --help'

    """
  }
}

private func suggestion(_ nearest: String?) -> String {
  nearest.map { "; did you mean '\($0)'?" } ?? ""
}

/// What there is to choose from, where it is not too much.
private func choice(of names: [String]) -> String {
  switch names.count {
  case 0: "; there is none"
  case ...20: "; choose \(list(names))"
  default: ""
  }
}

/// Joins with commas and a final "or".
private func list(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.joined() }
  return words.dropLast().joined(separator: ", ") + " or " + last
}

/// Text in quotes, as messages show it.
private func quoted(_ text: String) -> String { "'" + ForeignText.shown(text) + "'" }
