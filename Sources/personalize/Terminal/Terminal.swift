/// Where a command prints: data on standard output, everything for people on standard error.
///
/// Belongs to one thread; workers hand their numbers to it.
final class Terminal {
  let output: Output
  let errors: Output
  let isQuiet: Bool
  let isVerbose: Bool
  /// Whether what goes wrong is written for programs too.
  let writesJSON: Bool
  private var progress: ProgressLine

  init(
    output: Output, errors: Output, isQuiet: Bool, isVerbose: Bool = false, writesJSON: Bool = false,
    showsProgress: Bool
  ) {
    self.isVerbose = isVerbose
    self.writesJSON = writesJSON
    self.output = output
    self.errors = errors
    self.isQuiet = isQuiet
    progress = ProgressLine(on: errors, isShown: showsProgress)
  }

  /// The streams of this process, as `--color`, `--quiet` and the environment want them.
  convenience init(for arguments: ParsedArguments, in environment: Environment) {
    let color = arguments.choice(.color, as: ColorChoice.self)
    let isQuiet = arguments.has(.quiet)
    var (output, errors) = (Output.standard, Output.errors)
    let outputIsTerminal = SystemCalls.isTerminal(output.descriptor)
    let errorsIsTerminal = SystemCalls.isTerminal(errors.descriptor)
    output.usesColor = color.usesColor(in: environment, isTerminal: outputIsTerminal)
    if outputIsTerminal { output.columns = environment.columns ?? SystemCalls.columns(of: output.descriptor) }
    errors.usesColor = color.usesColor(in: environment, isTerminal: errorsIsTerminal)
    self.init(
      output: output, errors: errors, isQuiet: isQuiet, isVerbose: arguments.has(.verbose),
      writesJSON: arguments[Validate.format] == "json",
      showsProgress: ProgressLine.isWanted(
        outputIsTerminal: outputIsTerminal, errorsIsTerminal: errorsIsTerminal, isQuiet: isQuiet,
        environment: environment))
  }

  /// The same without notes and progress, for work that is done again.
  var silent: Terminal {
    Terminal(output: output, errors: errors, isQuiet: true, writesJSON: writesJSON, showsProgress: false)
  }

  /// Writes data.
  func print(_ text: Styled) throws(OutputError) {
    progress.clear()
    try output.write(text)
  }

  /// Tells of an error or warning; a standard error that cannot be written is nobody's to hear about.
  func report(_ text: Styled) {
    progress.clear()
    try? errors.write(text.asMessage)
  }

  /// Tells of something that `--quiet` silences: a summary, a hint.
  func note(_ text: Styled) {
    if !isQuiet { report(text) }
  }

  /// Tells of something that only `--verbose` asks for.
  func detail(_ text: @autoclosure () -> Styled) {
    if isVerbose { note(text()) }
  }

  /// Shows how far the work is; see `ProgressLine` for when nothing is shown.
  func showProgress(_ text: @autoclosure () -> String) {
    progress.show(text)
  }

  func clearProgress() { progress.clear() }
}
